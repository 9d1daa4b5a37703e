import * as z from 'zod';
import type { Rulebook } from '../book.ts';
import { lanesField, MOST_BODIES, placementFields } from '../engagement-shape.ts';
import { stated } from '../given.ts';
import { namedTacticsSchema, type Tactic, tacticChoiceSchema, tacticSchema, whenSchema } from '../tactic.ts';
import { ACTION_MEANINGS, ACTIONS, TACTICS } from './actions.ts';
import { commanderField } from './commander.ts';
import { DRILLS } from './drill.ts';
import { groupSchema, testFields } from './situation.ts';
import { COVERS, PLACES, TERRAINS } from './troops.ts';
import { PHASES } from './turns.ts';

const { flag, maybeFlag, word, maybe, whole, counted, few } = stated;
const FIRE = ['shoot', 'hold'] as const;
type FireTactic = Tactic<(typeof FIRE)[number]>;

/** A group with its place and what it does. */
export type BodyInput = Omit<EngagementSituation['a'], 'groups' | 'commander'>;
export type EngagementSituation = z.output<ReturnType<typeof engagementSchema>>;
export const fireLines = (fire: BodyInput['fire']): FireTactic => (typeof fire === 'string' ? [{ do: fire }] : fire);

const FIELDS = `type stands startingStands shooters weapon formation orders morale disordered poorShots fired cover place uphill terrain disorderingTerrain`;
const MOST_CM = 300;
/** More than may stand there, so that a sentence of the rules tells how many may. */
const MOST_LISTED = 4 * MOST_BODIES;
const drillField = maybe(
  DRILLS,
  'How well it is drilled: then its tactic may change its formation (form-line, form-column-and-approach, …).',
);

function sideSchema(book: Rulebook, tactic: string) {
  const meanings = ACTIONS.map((p) => `${p} (${ACTION_MEANINGS[p]})`).join('; ');
  const tacticField = tacticChoiceSchema(ACTIONS);
  const fireField = z.union([z.enum(FIRE), tacticSchema(FIRE)]);
  const own = { general: testFields.general, ...placementFields('cm', MOST_CM), drill: drillField };
  const further = groupSchema(book, FIELDS, {
    ...own,
    tactic: tacticField.optional().describe("Its own tactic, by name or in lines; the side's unless said."),
    fire: fireField.optional().describe("Whether it shoots when it can; as the side's first group unless said."),
  });
  return groupSchema(book, FIELDS, {
    ...own,
    tactic: tacticField
      .default(tactic)
      .describe(
        `What it does in its turn: the name of a tactic (${Object.keys(TACTICS).join(', ')}, or one of yours), or lines ` +
          `of { when, do }, the first that matches and is possible acting. To do: ${meanings}. Holds for the further groups too.`,
      ),
    fire: fireField.default('shoot').describe('Whether it shoots when it can: shoot, hold, or lines of { when, do }.'),
    commander: commanderField,
    groups: few(
      further,
      MOST_LISTED,
      'Further groups of the side, each with orders and tests of its own, in lanes beside or behind the first.',
    ),
  });
}

const strip = {
  terrain: maybe(TERRAINS, 'The terrain of units in it.'),
  cover: maybe(COVERS, 'The cover that it gives.'),
  place: maybe(PLACES, 'Buildings, or the line behind defences.'),
  disorderingTerrain: maybeFlag('Disorders whoever fights in it.'),
  speed: whole(
    [10, 100],
    100,
    'Speed of a group that starts its move in it, in % of its full speed; the sheet prints none.',
  ),
};

/** What a scenario says about an engagement. */
export const engagementSchema = (book: Rulebook) =>
  z.strictObject({
    a: sideSchema(book, 'charge-home').describe('The side that moves first: its first group, and others in `groups`.'),
    b: sideSchema(book, 'hold').describe('The side that moves second.'),
    distance: counted([1, MOST_CM], 'Distance between the first lines at the start, in cm.'),
    together: maybeFlag(
      'Groups always act together, in lanes: true says what is so anyway, as files of other books may.',
    ),
    lanes: lanesField('cm', MOST_CM, strip),
    spacing: whole([0, 30], 5, 'Gap between neighbouring lanes, in cm.'),
    depth: whole([1, 100], 20, 'How far a second line starts behind the first, in cm.'),
    edge: whole(
      [20, 200],
      60,
      'How far behind its first line the edge of the table is, in cm; routers that reach it are gone.',
    ),
    turns: whole([1, 30], 6, 'Turns to play, each of side A and then side B.'),
    sequence: z
      .array(z.enum(PHASES))
      .default([...PHASES])
      .describe("The phases of a side's turn, in order; the sheet prints none."),
    testAfter: z
      .strictObject({
        melee: flag('Groups test after a melee.', true),
        losses: flag('A group tests when it has lost stands to shooting.', true),
      })
      .default({ melee: true, losses: true })
      .describe('When groups test morale; the sheet does not say.'),
    locked: word(
      ['fight-on', 'attacker-falls-back'],
      'fight-on',
      'What groups do that are still in contact at the end of a turn.',
    ),
    recover: word(['never', 'own-turn'], 'never', 'When disorganised units recover; the sheet prints no recovery.'),
    endWhen: whenSchema
      .optional()
      .describe(
        'Ends the engagement when it holds after a phase for a group of side A (self) and its opponent; unless said, when ' +
          'every group of a side has retreated. A side of routers and dead always ends it.',
      ),
    tactics: namedTacticsSchema(ACTIONS).default({}),
  });
