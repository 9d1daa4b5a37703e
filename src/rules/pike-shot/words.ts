/** The words of the sheet and of its regiment cards. */
export const ARMS = ['foot', 'horse', 'guns'] as const;

/** Best first, as the sheet lists the grades (line 92). */
export const TRAININGS = ['veteran', 'seasoned', 'levy'] as const;
export type Training = (typeof TRAININGS)[number];

/** Kinds of troops that rules of the sheet name. */
export const TRAITS = ['reiter', 'petronel', 'lance', 'light-horse', 'skirmishing-horse', 'enfants-perdus'] as const;

/** The six levels of cohesion, best first; the sheet itself prints the last two. */
export const LEVELS = ['sharp', 'trim', 'uneven', 'disarrayed', 'ragged', 'mob'] as const;
export type Level = (typeof LEVELS)[number];
export const MOB = LEVELS.indexOf('mob');

/** Brigade orders, from the sheet's brackets. */
export const ORDERS = ['defend', 'march', 'double', 'rally', 'charge', 'harass'] as const;
export type Order = (typeof ORDERS)[number];
/** What regiments do instead of what their order is usually for, and the order that each needs (lines 9 to 12). */
export const DRILL_ORDERS = {
  'back-up': 'march',
  'turn-about': 'march',
  'change-formation': 'rally',
  'change-frontage': 'march',
} as const satisfies Readonly<Record<string, Order>>;
export type Drill = keyof typeof DRILL_ORDERS;
export const DRILLS = Object.keys(DRILL_ORDERS) as readonly Drill[];
/** What a brigade may be told to do in an engagement. */
export const COMMANDS = [...ORDERS, ...DRILLS] as const;

/** Obstacles that lie between the lines (lines 7, 8). */
export const OBSTACLES = ['minor', 'major'] as const;
export type Obstacle = (typeof OBSTACLES)[number];

export const ASPECTS = ['front', 'flank', 'rear'] as const;
export type Aspect = (typeof ASPECTS)[number];

/** The rows of a card's Waver chart. */
export const WAVER_TESTS = ['toCharge', 'chargedByHorse', 'chargedByFoot', 'disaster'] as const;
export type WaverTest = (typeof WAVER_TESTS)[number];

/** Charge, counter-charge, stand, stand with a level of cohesion lost, evade, rout. */
export const WAVER_RESULTS = ['Ch', 'Cc', 'St', '-1', 'Ev', 'Ro'] as const;
export type WaverResult = (typeof WAVER_RESULTS)[number];

/** What each row of the Waver chart may answer. */
export const RESULTS_OF_TEST: Readonly<Record<WaverTest, readonly WaverResult[]>> = {
  toCharge: ['Ch', 'St', '-1', 'Ro'],
  chargedByHorse: ['Cc', 'St', '-1', 'Ev', 'Ro'],
  chargedByFoot: ['Cc', 'St', '-1', 'Ev', 'Ro'],
  disaster: ['St', '-1', 'Ro'],
};

export const WAVER_TITLES: Readonly<Record<WaverTest, string>> = {
  toCharge: 'to charge',
  chargedByHorse: 'charged by horse',
  chargedByFoot: 'charged by foot',
  disaster: 'disaster',
};

export const MELEE_RESULTS = [
  'stronger-routs',
  'stronger-broken-into',
  'stronger-gives-ground',
  'locked',
  'weaker-gives-ground',
  'weaker-broken-into',
  'weaker-routs',
] as const;
export type MeleeResult = (typeof MELEE_RESULTS)[number];

/** "Inf-Inf, Inf-Cav, etc" (line 69): the stronger side first, unless the ruling enemiesColumn says the charger. */
export const ENEMIES_COLUMNS = ['inf-inf', 'inf-cav', 'cav-inf', 'cav-cav'] as const;
export type EnemiesColumn = (typeof ENEMIES_COLUMNS)[number];
