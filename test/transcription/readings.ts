import type { Cell } from '../../src/rules/book.ts';
import type { GridRow } from './second-hand.ts';

/** What a transcribed grid row must look like in the rulebook: the cells of the columns named, and no word on others. */
export interface Reading {
  /** Tables that may hold rows of the grid. */
  readonly tables: readonly string[];
  /** The one row of the table that the line speaks of. */
  readonly row?: string;
  readonly cells: (row: GridRow) => Readonly<Record<string, Cell>>;
}

const named =
  (...columns: readonly (string | null)[]) =>
  (row: GridRow): Record<string, Cell> =>
    Object.fromEntries(columns.flatMap((c, i) => (c === null ? [] : [[c, plain(row.cells[i])]])));
const plain = (c: Cell | undefined): Cell => (c === 'Full' ? 'full' : (c ?? null));

/** Looks a word up; a word nobody listed is a fault of the transcription. */
const worded = (words: Readonly<Record<string, Readonly<Record<string, Cell>>>>) => (row: GridRow) => {
  const found = words[String(row.cells[0])];
  if (!found) throw new Error(`no reading for '${String(row.cells[0])}' of line ${row.line}`);
  return found;
};

const yes = (c: unknown): boolean => c === 'yes';
const EFFECTS: Readonly<Record<string, { move: string; rally: boolean }>> = {
  null: { move: 'full', rally: true },
  'no effect': { move: 'full', rally: true },
  'no move': { move: 'none', rally: true },
  'no move or rally': { move: 'none', rally: false },
  '½ move': { move: 'half', rally: true },
};
const commandStatus = ({ cells: [division, brigade, unit, effect] }: GridRow) => ({
  division: yes(division),
  brigade: yes(brigade),
  unit: yes(unit),
  ...EFFECTS[String(effect)],
});

const SEGMENTS = ['first', 'second', 'third', 'fourth'];
const segments = ({ cells }: GridRow): Record<string, Cell> => {
  const marked = cells.findIndex((c) => typeof c === 'string' && c.endsWith('F'));
  return {
    ...Object.fromEntries(
      SEGMENTS.map((s, i) => [s, typeof cells[i] === 'string' ? Number.parseInt(cells[i], 10) : plain(cells[i])]),
    ),
    fatigueSegment: marked < 0 ? null : marked + 1,
  };
};

/** Shares are whole unless the sheet says otherwise; a divisor or a cap works on the whole score. */
const share = (percent: number | null, rest: Readonly<Record<string, Cell>> = {}) => ({
  percent,
  divisor: null,
  cap: null,
  later: null,
  fixed: null,
  ...rest,
});
const shares = worded({
  '0%': share(0),
  '25%': share(25),
  '50%': share(50),
  '100%': share(100),
  '50% then 100%': share(50, { later: 100 }),
  'divided by 4': share(100, { divisor: 4 }),
  'at most 3': share(100, { cap: 3 }),
  'classed as 1': share(null, { fixed: 1 }),
  'may not fire': share(0),
  '?': share(null),
});

const ground = (hits: number, per: string, unlessTest = false, inches: number | null = null) => ({
  hits,
  per,
  unlessTest,
  inches,
});
const terrain = worded({
  'no effect': ground(0, 'segment'),
  '1 FH per move': ground(1, 'segment'),
  '2 FH per move': ground(2, 'segment'),
  '1 FH per move unless test passed': ground(1, 'segment', true),
  '1 FH to cross': ground(1, 'crossing'),
  '1 FH to enter': ground(1, 'entry'),
  'add 1 to each segment': ground(0, 'segment', false, 1),
  'add 2 to each segment': ground(0, 'segment', false, 2),
});

const failed = (hits: number, moves: number | null, effect?: string) => ({
  hits,
  moves,
  ...(effect ? { effect } : {}),
});
const failureWords = worded({
  '1 FH': failed(1, null),
  '2 FH': failed(2, null),
  'no move': failed(0, null, 'no-move'),
  'column to line, 1 FH, fires': failed(1, null, 'column-to-line-and-fire'),
  'to line, 1 FH, fires': failed(1, null, 'line-and-fire'),
  'retire 1 full move': failed(0, 1, 'retire'),
  'ragged volley': failed(0, null, 'ragged-volley'),
  '1 move to rear, no fire': failed(0, 1, 'withdraw-without-fire'),
  '1 FH or move to rear': failed(1, 1, 'hits-or-moves'),
  '2 FH or 2 moves to rear': failed(2, 2, 'hits-or-moves'),
  'retreat 1 move, 1 FH, no fire next phase': failed(1, 1, 'retreat'),
  'must follow up': failed(0, null, 'must-follow-up'),
});

const failures = (row: GridRow) => {
  const by = /failed by (\d)/.exec(row.head);
  return { ...failureWords(row), failBy: by ? Number(by[1]) : null };
};

const results = (row: GridRow): Record<string, Cell> => {
  const cells = named('by', 'loser', 'effect', 'bonus', 'mayTurn', 'mark', 'segments')(row);
  return { ...cells, effect: String(cells['effect']).replace(' ', '-'), rounds: null };
};

const hits: Reading['cells'] = named('1', '2', '3');
const tests: Reading = { tables: ['movement.tests', 'fire.tests', 'contact.tests', 'morale.tests'], cells: failures };
const formations = (formed: string) =>
  named('march-column', formed, 'column-of-companies', 'loose', 'line', 'square', 'closed-column');

export const othReadings: Readonly<Record<string, Reading>> = {
  'Command Status': { tables: ['command.status'], cells: commandStatus },
  'Death of Commanders': { tables: ['commander.death'], cells: named('faces') },
  'Movement Morale Tests': tests,
  'Firing and Contact Morale Tests': tests,
  'Morale Tests': tests,
  'Unit Movement': { tables: ['movement.segments'], cells: segments },
  'Terrain Effects': { tables: ['terrain.effects'], cells: terrain },
  'Infantry Formation Changes': { tables: ['formation.infantry'], cells: formations('attack-column') },
  'Cavalry Formation Changes': {
    tables: ['formation.cavalry'],
    // The two sheets name the second cavalry formation differently.
    cells: (row) => ({ ...formations('deep-formation')(row), ...formations('column-of-squadrons')(row) }),
  },
  'Small Arms Ranges': { tables: ['fire.small-arms.ranges'], cells: named('short', 'maximum') },
  'Artillery Ranges': { tables: ['fire.artillery.ranges'], cells: named('canister', 'short', 'maximum') },
  'Firing Fatigue Score': { tables: ['fire.shares'], cells: shares },
  'Combat Fatigue Score': {
    tables: ['melee.infantry.shares', 'melee.cavalry.shares', 'melee.artillery.shares'],
    cells: shares,
  },
  'Modified Firing Fatigue Score': { tables: ['fire.hits'], cells: hits },
  'Modified Combat Score': { tables: ['melee.hits'], cells: hits },
  'Modified Combat Fatigue Score': { tables: ['melee.hits'], cells: hits },
  'Combat Results': {
    tables: ['infantry-infantry', 'cavalry-cavalry', 'cavalry-infantry', 'cavalry-square', 'artillery'].map(
      (t) => `results.${t}`,
    ),
    cells: results,
  },
  'Replacement commanders': {
    tables: ['commander.replacement'],
    cells: named('faces', 'range', 'control', 'inspiration'),
  },
  Rallying: { tables: ['rally.rules'], cells: named('hits', 'hitsIfPassed', 'enemyBeyond') },
  'Out of command': { tables: ['command.notes'], cells: named('segments') },
  'Terrain at half speed and for militia': { tables: ['terrain.notes'], cells: named('hits') },
  'Conditions of formation changes': { tables: ['formation.notes'], cells: named('hits', 'inches', 'cost') },
  'Driven back': { tables: ['fire.driven-back'], cells: named('hits', 'segments', 'engagedSpeed') },
  Reactions: {
    tables: ['reactions'],
    // The die of an evading unit counts as it falls.
    cells: (row) => ({
      ...named('within', 'hits', 'segments', 'drivenBackHits')(row),
      dieDivisor: row.head === 'Evade' ? 1 : null,
    }),
  },
  'Columns that did not win': { tables: ['melee.reform'], cells: named('hits', 'formation') },
  'Winning Unit Options': { tables: ['winner.options'], cells: named('hits', 'segments') },
};

/** The lowest score of a head: '5+' and '5, 6' are 5, '3-4' is 3; 'up to 2', '-1 or less' and 'less' have none. */
const from = (head: string): number | null => (/^(\d+)([+,-]|$)/.test(head) ? Number.parseInt(head, 10) : null);

const casualties = ({ head, cells: [stands] }: GridRow) => ({
  from: from(head),
  stands: stands ?? 0,
  disorganises: true,
});

const ORDERS = ['advance', 'reserve', 'stand', 'retreat', 'rout'];
type Orders = Readonly<Record<string, string>>;
const CHANGES: Readonly<Record<string, { to: Orders; back: number | null; artillery?: string }>> = {
  'keep orders': { to: {}, back: null },
  'advance to stand': { to: { advance: 'stand' }, back: null },
  'advance and stand to retreat, back 10': { to: { advance: 'retreat', stand: 'retreat' }, back: 10 },
  'retreat, back 10': { to: { advance: 'retreat', reserve: 'retreat', stand: 'retreat' }, back: 10 },
  'retreat, back 20; artillery killed': {
    to: { advance: 'retreat', reserve: 'retreat', stand: 'retreat' },
    back: 20,
    artillery: 'killed',
  },
  rout: { to: Object.fromEntries(ORDERS.map((o) => [o, 'rout'])), back: null },
};
const reactions = (troops: string, word: string): Record<string, Cell> => {
  const change = CHANGES[word];
  if (!change) throw new Error(`no reading for '${word}'`);
  return {
    ...Object.fromEntries(ORDERS.map((o) => [`${troops}-${o}`, change.to[o] ?? o])),
    [`${troops}-falls-back`]: change.back,
    ...(troops === 'massed' ? { 'massed-artillery': change.artillery ?? null } : {}),
  };
};

const scored = (words: Readonly<Record<string, string>>) => (row: GridRow) => ({
  from: from(row.head),
  massed: words[String(row.cells[0])] ?? '?',
  light: words[String(row.cells[1])] ?? '?',
});

export const sywReadings: Readonly<Record<string, Reading>> = {
  Units: {
    tables: ['units'],
    cells: named('formation', 'movement', 'melee', 'melee-v-infantry', 'short', 'long', 'extreme'),
  },
  'Result of shooting': { tables: ['fire.results'], cells: casualties },
  'Result of melee': { tables: ['melee.results'], cells: casualties },
  'Frontal charge of musket or bow armed infantry': {
    tables: ['charge.raw'],
    // The faces run up to the 6 of the die.
    cells: ({ cells: [faces] }) => ({ from: Math.min(...(faces as readonly number[])) }),
  },
  'Stands in a shot': { tables: ['fire.stands'], cells: named('extra-counted', 'shots') },
  'Figures of the morale rows': { tables: ['morale.figures'], cells: named('value') },
  'Rallying from rout': { tables: ['rally'], cells: scored({ rally: 'rallies', rout: 'routs' }) },
  'Morale for others charging': {
    tables: ['charge.others'],
    cells: scored({ 'keep orders': 'keeps', stand: 'stand' }),
  },
  'Morale in other circumstances': {
    tables: ['morale.other'],
    cells: ({ head, cells: [massed, lights] }) => ({
      from: from(head),
      ...reactions('massed', String(massed)),
      ...reactions('light', String(lights)),
    }),
  },
};

const ALL_ORDERS = ['defend', 'march', 'double', 'rally', 'charge', 'harass'];
const RATES: Readonly<Record<string, number>> = { march: 1, 'half march': 0.5, 'no move': 0 };

export const pikeShotReadings: Readonly<Record<string, Reading>> = {
  'Brigade orders': {
    tables: ['orders'],
    cells: ({ cells: [orders] }) =>
      Object.fromEntries(ALL_ORDERS.map((o) => [o, String(orders).split(', ').includes(o)])),
  },
  Rates: {
    tables: ['movement.shares'],
    cells: ({ cells: [foot, horse] }) => ({ foot: RATES[String(foot)], horse: RATES[String(horse)] }),
  },
  'Fire on the move': {
    tables: ['fire.moving'],
    cells: named('veteran', 'seasoned', 'levy', 'light-horse', 'skirmishing-horse', 'enfants-perdus'),
  },
  'Charges of foot': { tables: ['charge.may'], row: 'foot', cells: named('horse') },
  'Charge notes': { tables: ['charge.effects'], cells: named('level') },
  'Grades of regiment': { tables: ['waver.grades'], cells: named('rank') },
  'Rates after combat': { tables: ['rout.rates'], cells: named('rate') },
};
