import * as z from 'zod';
import { whenSchema } from '../../tactic.ts';
import { ARMS, LEVELS, MELEE_RESULTS, TRAININGS, WAVER_RESULTS } from '../words.ts';

/**
 * A card set: everything that the sheet refers to but does not print. It is the user's own data; a set that is shipped
 * for trying things out says of itself that it is illustrative.
 */
const points = (text: string) => z.int().min(-20).max(20).describe(text);
const steps = (text: string) => z.int().min(0).max(10).describe(text);

/** Six figures, one a face of the die. */
const sixOf = (what: string, entry: z.ZodType<number>) =>
  z.array(entry).length(6, `A D6 has six faces: give six figures, ${what} for 1 to 6.`);

/** A modifier of the user's own, with the condition under which it counts. */
const ownModifier = z.strictObject({
  value: points('Points it adds.'),
  label: z.string().min(1).describe('What it is for, in a few words.'),
  when: whenSchema
    .optional()
    .describe('When it counts, over the same facts as the rows of the sheet; always, unless said.'),
});
const ownModifiers = z.record(z.string().regex(/^[A-Za-z][\w-]*$/), ownModifier);

// YAML reads an unquoted -1 as a number.
const waverResult = z.preprocess((v) => (v === -1 ? '-1' : v), z.enum(WAVER_RESULTS));
const waverRow = (text: string) =>
  z
    .array(z.tuple([z.int().min(-20).max(999), waverResult]))
    .min(1)
    .describe(text);

const cohesionRow = z.strictObject({
  waver: points('Added to 2D6 in a Waver test; more is worse.'),
  combat: points('Added to melee strength.'),
  fire: points('Added to the fire number when it shoots.'),
});
const cohesion = z
  .strictObject(
    Object.fromEntries(LEVELS.map((level) => [level, cohesionRow])) as Record<
      (typeof LEVELS)[number],
      typeof cohesionRow
    >,
  )
  .describe('The six levels of cohesion, sharp to mob.');

const losses = z
  .array(
    z.strictObject({
      atLeastPct: z.number().min(0).max(100).describe('Percent of its companies lost, at least.'),
      waver: points('Added to 2D6 in a Waver test.'),
    }),
  )
  .min(1)
  .describe('What losses add to Waver tests, ascending from 0 percent.');

const formation = z.strictObject({
  melee: points('Base melee number in this formation.'),
  fire: points('Fire modifier of this formation.'),
  deep: z.boolean().default(false).describe('A deep column, easier to hit.'),
  skirmishing: z.boolean().default(false).describe('A skirmishing formation, harder to hit.'),
  source: z.string().optional().describe('Where the figures come from.'),
});

const cardSchema = z.strictObject({
  title: z.string().min(1).optional().describe('What to call the regiment in reports.'),
  arm: z.enum(ARMS).describe('Foot, horse or guns.'),
  training: z.enum(TRAININGS).describe('Veteran, seasoned or levy.'),
  traits: z
    .array(z.string().min(1))
    .default([])
    .describe('reiter, petronel, lance, light-horse, skirmishing-horse, enfants-perdus, and words of your own.'),
  ferocity: z.int().min(-6).max(6).default(0).describe("Added to its enemy's Waver rolls."),
  marshalling: z.int().min(1).max(6).optional().describe('No rule of the sheet reads it; your own rows may.'),
  companies: z.int().min(1).max(60).describe('Companies in the regiment; casualties are counted in them.'),
  shotCompanies: z.int().min(0).max(60).default(0).describe('How many of them shoot (for guns: the weight of fire).'),
  shoot: z.string().nullable().default(null).describe('Its line of fire.bands, or null for no shot.'),
  formations: z.record(z.string(), formation).describe('Its formations; the first is taken unless a scenario says.'),
  rally: sixOf('levels recovered', steps('Levels recovered.')).describe('Rally table: levels recovered for D6 1 to 6.'),
  waver: z
    .strictObject({
      toCharge: waverRow('Ch, St, -1 or Ro.'),
      chargedByHorse: waverRow('Cc, St, -1, Ev or Ro.'),
      chargedByFoot: waverRow('Cc, St, -1, Ev or Ro.'),
      disaster: waverRow('St, -1 or Ro.'),
    })
    .describe('Waver chart: for each test, highest 2D6 total and result, ascending; the last catches the rest.'),
  meleeSpecials: ownModifiers.default({}).describe('Special melee modifiers printed on this card.'),
  cohesion: cohesion.optional().describe("This card's own cohesion rows, instead of the set's."),
  losses: losses.optional().describe("This card's own loss rows, instead of the set's."),
});

const bands = z
  .array(
    z.strictObject({
      band: z.string().min(1).describe('Name of the band.'),
      maxRange: z.number().positive().describe('Longest distance of the band.'),
      intensity: points('Fire intensity.'),
    }),
  )
  .min(1);

const outcomeRow = z.array(z.tuple([z.int().min(-20).max(999), z.enum(MELEE_RESULTS)])).min(1);
const shift = () => points('Added to 2D6 in this column.').default(0);
const rates = z.strictObject({
  march: z.int().min(1).max(60).describe('March rate.'),
  double: z.int().min(1).max(60).describe('Double rate.'),
  charge: z.int().min(1).max(60).describe('Charge rate.'),
});

export const cardSetSchema = z.strictObject({
  title: z.string().min(1).describe('What to call this set in reports.'),
  illustrative: z.boolean().default(false).describe('True when the figures are invented: every result then says so.'),
  notice: z.string().optional().describe('Where the figures come from; shown with an illustrative set.'),
  cohesion,
  losses,
  moveDisorder: z
    .strictObject({
      march: steps('Levels lost by marching.'),
      double: steps('Levels lost by moving at double rate.'),
      charge: steps('Levels lost by charging.'),
    })
    .describe('Levels of cohesion lost by moving (movement measures).'),
  meleeDisorder: steps('Levels of cohesion lost by a melee, after it ends.'),
  moves: z
    .strictObject({ foot: rates, horse: rates, guns: rates })
    .optional()
    .describe('Move rates; only an engagement needs them.'),
  fire: z.strictObject({
    bands: z.record(z.string(), bands).describe('By kind of shot: range bands, nearest first.'),
    modifiers: z
      .strictObject({
        targetDeepColumn: points('Target in a deep column.').default(0),
        targetSkirmishing: points('Target skirmishing.').default(0),
        targetInCover: points('Target in cover.').default(0),
        firerMoved: points('Firer marched or doubled.').default(0),
      })
      .describe('Situation modifiers of the fire number.'),
    ownModifiers: ownModifiers.default({}).describe('Further modifiers of the fire number, with their conditions.'),
    shiftByDie: sixOf('the column shift', points('Column shift.')).describe('Column shift for D6 1 to 6.'),
    rows: z
      .array(
        z.strictObject({
          maxCompanies: z.int().min(1).max(999).describe('Shot companies of this row, at most.'),
          cohesionLoss: z.array(steps('Levels lost.')).min(1).describe('Levels lost for fire number 0, 1, 2 …'),
          casualties: z.array(steps('Companies lost.')).min(1).describe('Companies lost for fire number 0, 1, 2 …'),
        }),
      )
      .min(1)
      .describe('The fire table: a row for so many shot companies, columns are fire numbers from 0.'),
  }),
  melee: z.strictObject({
    modifiers: z
      .strictObject({
        uphill: points('Uphill of the enemy.').default(0),
        behindObstacle: points('Behind an obstacle.').default(0),
        lanceFirstContact: points('Lances, at first contact.').default(0),
        supportedByShot: points('Supported by shot.').default(0),
      })
      .describe('Modifiers printed under the Melee Type table.'),
    ownModifiers: ownModifiers.default({}).describe('Further modifiers of melee strength, with their conditions.'),
  }),
  meleeType: z
    .strictObject({
      byDifference: z
        .array(z.strictObject({ min: z.int().min(0).max(60), type: z.string().min(1) }))
        .min(1)
        .optional()
        .describe('Type by difference of strengths, ascending from 0.'),
      matrix: z
        .strictObject({
          from: z.int().min(-20).max(60).describe('Strength of the first row and column.'),
          cells: z
            .array(z.array(z.string().min(1)).min(1))
            .min(1)
            .describe('Rows: higher strength; columns: lower.'),
        })
        .optional()
        .describe('Type by both strengths, instead of byDifference.'),
      tieStronger: z
        .enum(['charger', 'charged', 'neither'])
        .optional()
        .describe('Who is stronger at equal strengths; the ruling tieStronger decides where this is left out.'),
      rearAttackType: z.string().min(1).describe('The type Overwhelmed, for an attack in the rear.'),
      names: z.record(z.string(), z.string()).default({}).describe('What the types are called.'),
    })
    .describe('The Melee Type table.'),
  meleeOutcome: z
    .strictObject({
      columnShift: z
        .strictObject({ 'inf-inf': shift(), 'inf-cav': shift(), 'cav-inf': shift(), 'cav-cav': shift() })
        .default({ 'inf-inf': 0, 'inf-cav': 0, 'cav-inf': 0, 'cav-cav': 0 })
        .describe('Added to 2D6 in a column of enemies.'),
      types: z
        .record(
          z.string(),
          z.strictObject({
            all: outcomeRow.optional().describe('For every column that has no list of its own.'),
            'inf-inf': outcomeRow.optional(),
            'inf-cav': outcomeRow.optional(),
            'cav-inf': outcomeRow.optional(),
            'cav-cav': outcomeRow.optional(),
          }),
        )
        .describe('By type: highest 2D6 total and result, ascending.'),
    })
    .describe('The Melee Outcome table.'),
  casualtyRolls: z
    .partialRecord(
      z.enum(MELEE_RESULTS),
      z.strictObject({
        stronger: sixOf('companies lost', steps('Companies lost.')),
        weaker: sixOf('companies lost', steps('Companies lost.')),
      }),
    )
    .describe('By result of the melee: companies lost for D6 1 to 6, the stronger side and the weaker.'),
  cards: z.record(z.string(), cardSchema).describe('The regiment cards.'),
});

export type CardSet = z.output<typeof cardSetSchema>;
export type Card = z.output<typeof cardSchema>;
export type Formation = z.output<typeof formation>;
export type OwnModifier = z.output<typeof ownModifier>;
export type Rates = z.output<typeof rates>;
