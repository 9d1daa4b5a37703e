import * as z from 'zod';
import { hasRow, type Rulebook } from '../book.ts';
import { stated } from '../given.ts';
import type { Problem } from '../problem.ts';
import { firstRefusal, refusals } from '../refusal.ts';
import { theEdition } from './edition.ts';
import { barredFrom } from './terrain.ts';
import * as printed from './words.ts';

/** The highest fatigue score a scenario may give; the sheets print none. */
export const MAX_FS = 20;

/** Rows of the share tables that are no formation, and of the gun ranges that are no weight. */
const NOT_FORMATIONS = ['bua', 'rifle-screen', 'cavalry', 'artillery'];
const SHARES = ['fire.shares', 'melee.infantry.shares', 'melee.cavalry.shares', 'melee.artillery.shares'];
const rowIds = (book: Rulebook, table: string): string[] => book.tables[table]?.rows.map((r) => r.id) ?? [];

/** The printed formations, and those that a variant adds as rows of the share tables. */
export const formationWords = (book: Rulebook): string[] => [
  ...new Set([
    ...printed.FORMATIONS,
    ...SHARES.flatMap((t) => rowIds(book, t)).filter((id) => !NOT_FORMATIONS.includes(id)),
  ]),
];

/** Words that a variant may add to: as printed, and as a book has them. */
interface Words {
  readonly formations: readonly string[];
  readonly weapons: readonly string[];
  readonly guns: readonly string[];
}
export const PRINTED_WORDS: Words = { formations: printed.FORMATIONS, weapons: printed.WEAPONS, guns: printed.GUNS };
const wordsOf = (book: Rulebook): Words => ({
  formations: formationWords(book),
  weapons: rowIds(book, 'fire.small-arms.ranges'),
  guns: rowIds(book, 'fire.artillery.ranges').filter((id) => id !== 'howitzer' && id !== 'mortar'),
});

const { flag, word, listed, whole, inches, name } = stated;

const commander = z
  .strictObject({
    attached: flag('Is the commander in base contact with the unit? He then adds to its combat and is at risk.'),
    inRange: flag('Is the unit within his command range? His control then helps its tests.').default(true),
    distance: inches(
      200,
      'How far he is from the unit; near enough to ride to it, he may spend all his control on rallying it.',
    ).optional(),
    control: whole([0, 5], 2, 'Control factor, 0 to 5.'),
    inspiration: whole([-3, 5], 0, 'Inspiration: his bonus in rallying and, oth2, in combat.'),
  })
  .describe('The brigade commander, if one matters here.');

/** What a unit is. */
const troops = ({ formations }: Words) => ({
  name: name('What to call the unit in reports.'),
  arm: word(printed.ARMS, 'infantry', 'Infantry, cavalry or artillery.'),
  formation: listed(formations, 'Formation; line (guns: unlimbered) unless said.').optional(),
  fs: whole([1, MAX_FS], 8, 'Fatigue score of the fresh unit.'),
  hits: whole([0, MAX_FS], 0, 'Fatigue hits it already carries; current FS is fs less hits.'),
  training: word(printed.TRAININGS, 'regular', 'Regular, militia or irregular.'),
  elite: flag('Elite unit.'),
  overStrength: flag('Over-strength unit.'),
  underStrength: flag('Under-strength unit.'),
  impetuous: flag('Impetuous unit.'),
  goodShot: flag('Has the good shot rule.'),
  poorShot: flag('Has the poor shot rule.'),
  french: flag('French: the higher initiating bonus in oth-half.'),
  traits: z.array(z.string().min(1)).default([]).describe("Words of your own that a variant's rows may ask for."),
  cavalryType: word(printed.CAVALRY_TYPES, 'light', 'Light, heavy or cuirassier.'),
  lancer: flag('Lance-armed.'),
});

/** What it fires with. */
const arms = ({ weapons, guns }: Words) => ({
  weapon: listed(weapons, 'Small arm, or battalion guns.').default('musket'),
  skirmishClass: listed(
    printed.SKIRMISH_CLASSES,
    'Class of its skirmishers, A best, none worst; unless both sides state one, neither has the advantage.',
  ).optional(),
  skirmishUnit: flag('Skirmishers by trade; a unit that starts in skirmish always counts as such.'),
  rifleScreen: flag('Its skirmish screen has rifles, which may fire alone at long range.'),
  throughScreen: flag('It fires through its skirmish screen (row for A and B class skirmishers).'),
  fired: flag('It has fired before: no initial volley, and militia need no first-fire test.'),
  newTarget: z.boolean().optional().describe('Guns: first shot at this target? Unless said, yes if it has not fired.'),
  visiblePercent: whole([1, 100], 100, 'Percent of the unit that can see the target.'),
  gun: listed(guns, 'Weight of guns or howitzers.').default('medium'),
  piece: word(printed.PIECES, 'cannon', 'Cannon, howitzer or mortar.'),
  horseArtillery: flag('Horse artillery rather than foot.'),
  grandBattery: flag('Fires as part of a grand battery.'),
  wheeled: flag('Wheeled before firing.'),
  outOfAmmunition: flag('The battery is out of ammunition.'),
});

/** Where it stands, and among whom. */
const surroundings = () => ({
  commander: commander.optional(),
  moraleSupport: flag('A unit of its brigade is near enough to support its tests.'),
  combatSupport: whole([0, 6], 0, 'How many units support it in close combat.'),
  supportRear: flag('The support in combat stands behind it (ruling supportScale).'),
  enemyToFlank: flag('An enemy is close by on its flank.'),
  enemyToRear: flag('An enemy is close by in its rear.'),
  enemyDistance: inches(200, 'Distance to the nearest enemy, where no other is given.').optional(),
  engaged: flag('The unit counts as engaged.'),
  moved: inches(200, 'How far it has moved this turn.').default(0),
  aspect: word(printed.ASPECTS, 'front', 'Which side of this unit the enemy shoots at or strikes.'),
  enfiladed: flag('Enfiladed (oth-half).'),
  secureFlanks: flag('Its flanks are secure.'),
  higher: flag('Stands higher than the enemy.'),
  place: word(printed.PLACES, 'open', 'Works, obstacle or built-up area (BUA) it holds.'),
  cover: flag('In cover.'),
  obscured: flag('Obscured from the firer.'),
  woods: word(printed.WOODS, 'none', 'Woods it stands in: open ones let every arm and formation in.'),
  goneToGround: flag('Has gone to ground.'),
  inContact: flag('In contact with an enemy.'),
  cannotReform: flag('A column that has no room to reform into line.'),
  friendlySquareNear: flag('Guns: a friendly square is near enough to run to.'),
});

export const shapeWith = (words: Words) => ({ ...troops(words), ...arms(words), ...surroundings() });
/** The keys of a unit in a scenario file. Encounters spread them and add their own: `z.strictObject({...unitShape(book)})`. */
export const unitShape = (book: Rulebook) => shapeWith(wordsOf(book));
export const unitSchema = (book: Rulebook) => z.strictObject(unitShape(book));
export type UnitGiven = z.output<ReturnType<typeof unitSchema>>;

/** The formation it starts in. */
export const formationOf = (u: Pick<UnitGiven, 'arm' | 'formation'>): string =>
  u.formation ?? (u.arm === 'artillery' ? 'unlimbered' : 'line');
/** Current fatigue score at the start. */
export const startingFs = (u: Pick<UnitGiven, 'fs' | 'hits'>): number => Math.max(0, u.fs - u.hits);

/** What the sheet does not allow a unit to be, wherever it stands. `path` is its place in the scenario. */
export function unitProblems(unit: UnitGiven, path: Problem['path'], book: Rulebook): Problem[] {
  const { arm, fs, hits, woods } = unit;
  const formation = formationOf(unit);
  const unknown = (thing: string) => `The sheet of ${theEdition(book)} knows no ${thing}.`;
  const isKnown = (word: string): boolean =>
    !['deep-formation', 'column-of-squadrons'].includes(word) || hasRow(book, 'melee.cavalry.shares', word);
  const barred = woods === 'none' ? null : barredFrom(book, woods, { ...unit, formation });
  const overAndUnder = unit.overStrength && unit.underStrength;
  const ownPiece = arm === 'artillery' && unit.piece !== 'cannon';
  const words = printed.spoken(formation);
  const skirmishes = formation === 'skirmish' && !printed.maySkirmish(unit);
  // Why it cannot stand so is said once: what it would be there is of no account.
  const inFormation = firstRefusal(unit, path, [
    [
      printed.isOfOtherArms(arm, formation),
      'formation',
      `'${formation}' is no formation of ${arm}; it may be ${printed.FORMATIONS_OF[arm].filter(isKnown).join(', ')}.`,
    ],
    [!isKnown(formation), 'formation', unknown(words)],
    [skirmishes, 'formation', 'Only irregular cavalry may stand in skirmish order.'],
  ]);
  const others = refusals(unit, path, [
    [hits >= fs, 'hits', `A unit of FS ${fs} with ${hits} fatigue hits is broken and takes no part.`],
    [arm === 'cavalry' && printed.isBua(unit.place), 'place', 'Cavalry may not enter a built-up area.'],
    [barred !== null, 'woods', barred ?? ''],
    [unit.goodShot && unit.poorShot, 'poorShot', 'A unit cannot have both the good shot and the poor shot rule.'],
    [overAndUnder, 'underStrength', 'A unit cannot be over-strength and under-strength at once.'],
    [ownPiece && !hasRow(book, 'fire.artillery.ranges', unit.piece), 'piece', unknown(unit.piece)],
  ]);
  return [...inFormation, ...others];
}
