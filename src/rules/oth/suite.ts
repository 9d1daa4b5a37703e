import { cellTable, figure, type Rulebook } from '../book.ts';
import { type Choice, choices, duels, groups, type SituationGroup, spoken } from '../suite.ts';
import { REACTIONS } from './charge/reactions.ts';
import { TESTS } from './vocabulary.ts';
import { ARMS, type Arm, ASPECTS, CAVALRY_TYPES, FORMATIONS_OF, PLACES, TRAININGS, WOODS } from './words.ts';

/** Formations that a unit fights in as a matter of course: the others are met seldom. */
const COMMON: readonly string[] = ['line', 'attack-column', 'skirmish', 'unlimbered'];

/** Every formation of these arms, at this place of the situation. */
const units = (role: string, arms: readonly Arm[] = ARMS): Choice[] =>
  arms.flatMap((arm) =>
    FORMATIONS_OF[arm].map((formation) => ({
      words: arm === 'artillery' ? `${formation} guns` : `${arm} in ${spoken(formation)}`,
      set: {
        [`${role}.arm`]: arm,
        [`${role}.formation`]: formation,
        ...(arm === 'cavalry' && formation === 'skirmish' ? { [`${role}.training`]: 'irregular' } : {}),
      },
      weight: COMMON.includes(formation) ? 3 : 1,
    })),
  );

const strengths = (a: string, b: string): Choice[] =>
  [
    [8, 8],
    [6, 9],
    [9, 6],
  ].map(([x, y]) => ({
    words: `FS ${x} against ${y}`,
    set: { [`${a}.fs`]: x, [`${b}.fs`]: y },
    weight: x === y ? 2 : 1,
  }));

const REACTS: Readonly<Record<(typeof REACTIONS)[number], string>> = {
  stand: 'stands',
  'stand-and-deliver': 'stands and delivers',
  evade: 'evades',
  opportunity: 'moves to contact first',
  counter: 'counters',
  'emergency-turn': 'turns to face',
  'emergency-square': 'forms an emergency square',
  'emergency-redeploy': 'redeploys from square',
};
const reactions: Choice[] = REACTIONS.map((reaction) => ({
  words: REACTS[reaction],
  set: { 'defender.reaction': reaction },
  weight: reaction.startsWith('stand') ? 3 : 1,
}));

/** The printed ranges of a weapon: at each of its bounds. */
function ranges(book: Rulebook, table: string, rowId: string): Choice[] {
  const row = cellTable(book, table).rows.find((r) => r.id === rowId);
  const bounds = Object.values(row?.cells ?? {}).flatMap((cell) => figure(cell) ?? []);
  return choices(
    'distance',
    [...new Set(bounds)].sort((a, b) => a - b),
    (d) => `at ${d} inches`,
  );
}

const GROUND: Readonly<Record<(typeof PLACES)[number], string>> = {
  open: 'in the open',
  obstacle: 'behind an obstacle',
  'light-fieldworks': 'in light fieldworks',
  'heavy-fieldworks': 'in heavy fieldworks',
  'bua-wooden': 'in wooden buildings',
  'bua-wood-and-brick': 'in buildings of wood and brick',
  'bua-substantial': 'in substantial buildings',
  'bua-fortified': 'in fortified buildings',
};

const flag = (path: string, no: string, yes: string): Choice[] => [
  { words: no, set: { [path]: false } },
  { words: yes, set: { [path]: true } },
];

/** Charges and fights: who meets whom, in what formation, how strong, on what ground. */
const contacts = () =>
  groups([
    {
      id: 'charges',
      encounter: 'charge',
      name: '{attacker} charges {defender} that {reaction}, {strength}',
      axes: {
        attacker: units('attacker', ['infantry', 'cavalry']),
        defender: units('defender'),
        reaction: reactions,
        strength: strengths('attacker', 'defender'),
      },
      weight: 40,
    },
    {
      id: 'charges-on-ground',
      encounter: 'charge',
      name: '{attacker} charges the {aspect} of {defender}, {ground}, that {reaction}',
      axes: {
        attacker: units('attacker', ['infantry', 'cavalry']).filter((c) => c.weight === 3),
        defender: units('defender', ['infantry', 'artillery']).filter((c) => c.weight === 3),
        aspect: choices('defender.aspect', ASPECTS),
        ground: [
          ...choices('defender.place', PLACES, (place) => GROUND[place]),
          ...choices('defender.woods', WOODS.slice(1), (w) => `in ${spoken(w)}`.replace('in dense', 'in dense woods')),
          { words: 'higher up', set: { 'defender.higher': true } },
        ],
        reaction: reactions.slice(0, 2),
      },
      weight: 10,
    },
    {
      id: 'fights',
      encounter: 'melee',
      name: '{attacker} fights {defender}, {contact}, {strength}',
      axes: {
        attacker: units('attacker', ['infantry', 'cavalry']),
        defender: units('defender'),
        contact: choices('contact', ['fresh', 'locked'], (c) => (c === 'fresh' ? 'just met' : 'locked')),
        strength: strengths('attacker', 'defender').slice(0, 1),
      },
      weight: 15,
    },
    {
      id: 'cavalry-fights',
      encounter: 'melee',
      name: '{attacker} fights {defender}, {strength}',
      situation: { attacker: { arm: 'cavalry' }, defender: { arm: 'cavalry' } },
      axes: {
        attacker: choices('attacker.cavalryType', CAVALRY_TYPES, (type) => `${type} cavalry`),
        defender: choices('defender.cavalryType', CAVALRY_TYPES, (type) => `${type} cavalry`),
        strength: strengths('attacker', 'defender'),
      },
      weight: 5,
    },
  ]);

/** Volleys: every formation that may fire, at every formation, at the bounds of every printed range. */
const volleys = (book: Rulebook) =>
  groups([
    {
      id: 'volleys',
      encounter: 'fire',
      name: '{firer} fires at {target} {distance}, {volley}, {strength}',
      axes: {
        firer: units('firer', ['infantry']),
        target: units('target'),
        distance: ranges(book, 'fire.small-arms.ranges', 'musket'),
        volley: flag('firer.fired', 'first volley', 'later volley'),
        strength: strengths('firer', 'target').slice(0, 1),
      },
      weight: 12,
    },
    {
      id: 'batteries',
      encounter: 'fire',
      name: 'a {gun} battery fires at {target} {distance}, {volley}',
      situation: { firer: { arm: 'artillery', fs: 5 } },
      axes: {
        gun: choices('firer.gun', ['light', 'medium', 'heavy']),
        target: units('target'),
        distance: ranges(book, 'fire.artillery.ranges', 'medium'),
        volley: flag('firer.fired', 'first shot', 'later shot'),
      },
      weight: 8,
    },
  ]);

/** Tests and rallies of infantry by what it has lost. */
const tests = () =>
  groups([
    {
      id: 'tests',
      encounter: 'morale',
      name: '{training} infantry of FS 8 with {hits} tests for {test}, {commander}',
      situation: { unit: { fs: 8, enemyDistance: 3 } },
      axes: {
        training: choices('unit.training', TRAININGS),
        hits: choices('unit.hits', [0, 2, 4, 6], (n) => `${n} hits`),
        test: choices('test', TESTS),
        commander: [
          { words: 'alone', set: {} },
          { words: 'its commander near', set: { 'unit.commander': { control: 2 } } },
        ],
      },
      weight: 6,
    },
    {
      id: 'rallies',
      encounter: 'rally',
      name: 'infantry of FS 8 with {hits} rallies for {turns} under control {control}',
      situation: { unit: { fs: 8 } },
      axes: {
        hits: choices('unit.hits', [1, 2, 3, 4, 5, 6, 7], (n) => `${n} hits`),
        turns: choices('turns', [1, 2, 3], (n) => `${n} ${n === 1 ? 'turn' : 'turns'}`),
        control: choices('unit.commander.control', [1, 2, 3]),
      },
      weight: 4,
    },
  ]);

export const othSuite = (book: Rulebook): readonly SituationGroup[] => [...contacts(), ...volleys(book), ...tests()];

/** In line or as they stand, over the printed ranges. */
export const othDuels = (book: Rulebook): readonly SituationGroup[] =>
  duels({
    charges: {
      name: '{first} charges {second} that {reaction}, {formation}',
      axes: {
        formation: [
          { words: 'as it stands', set: {} },
          { words: 'in attack column', set: { 'attacker.formation': 'attack-column' } },
        ],
        reaction: reactions.filter((r) => /stand|square/.test(String(r.set['defender.reaction']))),
      },
    },
    fights: {},
    volleys: {
      axes: {
        distance: [
          ...ranges(book, 'fire.small-arms.ranges', 'musket'),
          ...ranges(book, 'fire.artillery.ranges', 'medium').slice(-1),
        ],
      },
    },
  });
