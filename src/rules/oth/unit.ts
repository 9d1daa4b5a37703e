import * as z from 'zod';
import type { Rulebook } from '../book.ts';
import {
  ARMS,
  ASPECTS,
  CAVALRY_TYPES,
  FORMATIONS,
  PIECES,
  PLACES,
  SKIRMISH_CLASSES,
  TRAININGS,
  WOODS,
} from './words.ts';

/** The highest fatigue score a scenario may give; the sheets print none. */
export const MAX_FS = 20;

const flag = (text: string) => z.boolean().default(false).describe(text);
const rowIds = (book: Rulebook, table: string): string[] => {
  const t = book.tables[table];
  return t ? t.rows.map((r) => r.id) : [];
};
const words = (list: readonly string[], text: string) => z.enum(list as [string, ...string[]]).describe(text);

/** Rows of the share tables that are no formation. */
const NOT_FORMATIONS = ['bua', 'rifle-screen', 'cavalry', 'artillery'];
/** The printed formations, and those that a variant adds as rows of the share tables. */
export function formationWords(book: Rulebook): string[] {
  const shares = ['fire.shares', 'melee.infantry.shares', 'melee.cavalry.shares', 'melee.artillery.shares'];
  const added = shares.flatMap((t) => rowIds(book, t)).filter((id) => !NOT_FORMATIONS.includes(id));
  return [...new Set([...FORMATIONS, ...added])];
}

const commander = z
  .strictObject({
    attached: flag('Is the commander in base contact with the unit? He then adds to its combat and is at risk.'),
    inRange: z
      .boolean()
      .default(true)
      .describe('Is the unit within his command range? His control then helps its tests.'),
    distance: z
      .number()
      .min(0)
      .max(200)
      .optional()
      .describe('How far he is from the unit; near enough to ride to it, he may spend all his control on rallying it.'),
    control: z.int().min(0).max(5).default(2).describe('Control factor, 0 to 5.'),
    inspiration: z.int().min(-3).max(5).default(0).describe('Inspiration: his bonus in rallying and, oth2, in combat.'),
  })
  .describe('The brigade commander, if one matters here.');

/** The keys of a unit in a scenario file. Encounters spread them and add their own: `z.strictObject({...unitShape(book)})`. */
export function unitShape(book: Rulebook) {
  return {
    name: z.string().min(1).max(60).optional().describe('What to call the unit in reports.'),
    arm: z.enum(ARMS).default('infantry').describe('Infantry, cavalry or artillery.'),
    formation: words(formationWords(book), 'Formation; line (guns: unlimbered) unless said.').optional(),
    fs: z.int().min(1).max(MAX_FS).default(8).describe('Fatigue score of the fresh unit.'),
    hits: z
      .int()
      .min(0)
      .max(MAX_FS)
      .default(0)
      .describe('Fatigue hits it already carries; current FS is fs less hits.'),

    training: z.enum(TRAININGS).default('regular').describe('Regular, militia or irregular.'),
    elite: flag('Elite unit.'),
    overStrength: flag('Over-strength unit.'),
    underStrength: flag('Under-strength unit.'),
    impetuous: flag('Impetuous unit.'),
    goodShot: flag('Has the good shot rule.'),
    poorShot: flag('Has the poor shot rule.'),
    french: flag('French: the higher initiating bonus in oth-half.'),
    traits: z.array(z.string().min(1)).default([]).describe("Words of your own that a variant's rows may ask for."),

    weapon: words(rowIds(book, 'fire.small-arms.ranges'), 'Small arm, or battalion guns.').default('musket'),
    skirmishClass: z
      .enum(SKIRMISH_CLASSES)
      .optional()
      .describe(
        'Class of its skirmishers, A best, none worst; unless both sides state one, neither has the advantage.',
      ),
    skirmishUnit: flag('Skirmishers by trade; a unit that starts in skirmish always counts as such.'),
    rifleScreen: flag('Its skirmish screen has rifles, which may fire alone at long range.'),
    throughScreen: flag('It fires through its skirmish screen (row for A and B class skirmishers).'),
    fired: flag('It has fired before: no initial volley, and militia need no first-fire test.'),
    newTarget: z
      .boolean()
      .optional()
      .describe('Guns: first shot at this target? Unless said, yes if it has not fired.'),
    visiblePercent: z.int().min(1).max(100).default(100).describe('Percent of the unit that can see the target.'),

    cavalryType: z.enum(CAVALRY_TYPES).default('light').describe('Light, heavy or cuirassier.'),
    lancer: flag('Lance-armed.'),

    gun: words(
      rowIds(book, 'fire.artillery.ranges').filter((id) => id !== 'howitzer' && id !== 'mortar'),
      'Weight of guns or howitzers.',
    ).default('medium'),
    piece: z.enum(PIECES).default('cannon').describe('Cannon, howitzer or mortar.'),
    horseArtillery: flag('Horse artillery rather than foot.'),
    grandBattery: flag('Fires as part of a grand battery.'),
    wheeled: flag('Wheeled before firing.'),
    outOfAmmunition: flag('The battery is out of ammunition.'),

    commander: commander.optional(),
    moraleSupport: flag('A unit of its brigade is near enough to support its tests.'),
    combatSupport: z.int().min(0).max(6).default(0).describe('How many units support it in close combat.'),
    supportRear: flag('The support in combat stands behind it (ruling supportScale).'),
    enemyToFlank: flag('An enemy is close by on its flank.'),
    enemyToRear: flag('An enemy is close by in its rear.'),
    enemyDistance: z
      .number()
      .min(0)
      .max(200)
      .optional()
      .describe('Distance to the nearest enemy, where no other is given.'),
    engaged: flag('The unit counts as engaged.'),
    moved: z.number().min(0).max(200).default(0).describe('How far it has moved this turn.'),

    aspect: z.enum(ASPECTS).default('front').describe('Which side of this unit the enemy shoots at or strikes.'),
    enfiladed: flag('Enfiladed (oth-half).'),
    secureFlanks: flag('Its flanks are secure.'),
    higher: flag('Stands higher than the enemy.'),
    place: z.enum(PLACES).default('open').describe('Works, obstacle or built-up area (BUA) it holds.'),
    cover: flag('In cover.'),
    obscured: flag('Obscured from the firer.'),
    woods: z.enum(WOODS).default('none').describe('Woods it stands in: open ones let every arm and formation in.'),
    goneToGround: flag('Has gone to ground.'),
    inContact: flag('In contact with an enemy.'),
    cannotReform: flag('A column that has no room to reform into line.'),
    friendlySquareNear: flag('Guns: a friendly square is near enough to run to.'),
  };
}

export const unitSchema = (book: Rulebook) => z.strictObject(unitShape(book));
export type UnitGiven = z.output<ReturnType<typeof unitSchema>>;

/** The formation it starts in. */
export const formationOf = (u: Pick<UnitGiven, 'arm' | 'formation'>): string =>
  u.formation ?? (u.arm === 'artillery' ? 'unlimbered' : 'line');
/** Current fatigue score at the start. */
export const startingFs = (u: Pick<UnitGiven, 'fs' | 'hits'>): number => Math.max(0, u.fs - u.hits);
