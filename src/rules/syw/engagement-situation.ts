import * as z from 'zod';
import type { Rulebook } from '../book.ts';
import { lanesField, MOST_BODIES, nameIn, placementFields, shapeProblems, standing } from '../engagement-shape.ts';
import { stated } from '../given.ts';
import type { Problem } from '../problem.ts';
import { firstRefusal, ROOT, refusals } from '../refusal.ts';
import {
  actionsIn,
  choiceProblems,
  chosenTactic,
  namedTacticsSchema,
  type Tactic,
  tacticChoiceSchema,
  tacticProblems,
  tacticSchema,
  whenProblems,
  whenSchema,
} from '../tactic.ts';
import { ACTION, ACTIONS, type Action, DRILLS, TACTICS } from './actions.ts';
import { SIDES } from './battle.ts';
import { commanderField } from './commander.ts';
import type { Stood } from './positions.ts';
import { groupProblems, mixedProblems } from './refusals.ts';
import { groupSchema, testFields } from './situation.ts';
import { COVERS, PLACES, type SideKey, TERRAINS, unitOf } from './troops.ts';
import { PHASES } from './turns.ts';
import { vocabulary } from './vocabulary.ts';

const { flag, maybeFlag, word, maybe, whole, counted, few, inOrder } = stated;
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
  const meanings = ACTIONS.map((action) => `${action} (${ACTION[action].means})`).join('; ');
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
    sequence: inOrder(PHASES, "The phases of a side's turn, in order; the sheet prints none."),
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

/** The groups of a side with their places; what a further group does not say of itself is the side's. */
export function bodiesOf(situation: EngagementSituation, side: SideKey): Stood<BodyInput>[] {
  const { groups, commander: _, ...first } = situation[side];
  const { tactic, fire } = first;
  const bodies = [
    { body: first, path: [side] },
    ...groups.map((group, i) => ({ body: { tactic, fire, ...group }, path: [side, 'groups', i] })),
  ];
  return standing(bodies).map((x) => ({ ...x, side, name: nameIn(side, x) }));
}

export function engagementProblems(s: EngagementSituation, book: Rulebook): Problem[] {
  const { sequence, tactics, together, endWhen } = s;
  const sides = { a: bodiesOf(s, 'a'), b: bodiesOf(s, 'b') };
  const isWhole = sequence.length === PHASES.length && PHASES.every((p) => sequence.includes(p));
  const several = s.a.groups.length + s.b.groups.length > 0;
  const apart =
    'Groups act together in these rules; leave `together` out, or cut lanes off from each other with `neighbours: []`.';
  return [
    ...SIDES.flatMap((side) => [
      ...sides[side].flatMap((x) => bodyProblems(book, s, x)),
      ...commanderProblems(s, side),
    ]),
    ...shapeProblems({ ...s, ...sides, bodies: 'groups' }),
    ...Object.entries(tactics).flatMap(([name, lines]) => tacticProblems(lines, vocabulary, book, ['tactics', name])),
    ...refusals(s, ROOT, [[several && together === false, 'together', apart]]),
    ...firstRefusal(s, ROOT, [
      [!isWhole, 'sequence', `The sequence must hold each of ${PHASES.join(', ')} once.`],
      [
        sequence.indexOf('orders') > sequence.indexOf('move'),
        'sequence',
        'Orders come before the move that they are for.',
      ],
    ]),
    ...whenProblems(endWhen, vocabulary, ['endWhen'], book),
  ];
}

/** What is wrong with one group: its figures, its orders, its tactics. */
function bodyProblems(book: Rulebook, s: EngagementSituation, { body, path, side }: Stood<BodyInput>): Problem[] {
  const { orders } = body;
  const leaving = `A group on ${orders} orders is leaving the fight; an engagement starts with groups on advance, reserve or stand.`;
  const named = { ...TACTICS, ...s.tactics };
  // What a further group takes over from its side is told of there.
  const says = (key: 'tactic' | 'fire') => path.length === 1 || s[side].groups[Number(path[2])][key] !== undefined;
  return [
    ...groupProblems(book, body, path),
    ...mixedProblems(book, body, path),
    ...(says('tactic') ? choiceProblems(body.tactic, named, vocabulary, book, [...path, 'tactic']) : []),
    ...(says('fire') ? tacticProblems(fireLines(body.fire), vocabulary, book, [...path, 'fire']) : []),
    ...impossibleProblems(book, body, chosenTactic(body.tactic, named) ?? [], [...path, 'tactic']),
    ...refusals(body, path, [[orders === 'rout' || orders === 'retreat', 'orders', leaving]]),
  ];
}

/** A tactic of which the group could never do a line: it would stand there without a word. */
function impossibleProblems(book: Rulebook, body: BodyInput, tactic: Tactic<Action>, path: Problem['path']): Problem[] {
  const areGuns = [body, ...(body.others ?? [])].map((u) => unitOf(book, u).arm === 'artillery');
  const guns = areGuns.includes(true);
  // Others go on once the guns among them are lost.
  const onlyPivots = !areGuns.includes(false);
  const isForming = (action: Action) => ACTION[action].forms !== undefined;
  const cannot = (action: Action): string | undefined => {
    if (action === 'charge' && guns) return 'guns do not charge';
    if ((action === 'approach' || action === 'withdraw') && onlyPivots) return 'guns on Reserve orders only pivot';
    if (action === 'bring-up' && !guns) return 'it has no guns';
    if (isForming(action) && guns) return 'guns do not change formation';
    return isForming(action) && !body.drill ? 'its drill is not given' : undefined;
  };
  const actions = actionsIn(tactic);
  const found = actions.find((action) => cannot(action) !== undefined);
  if (!found || (actions.some((action) => cannot(action) === undefined) && !isForming(found))) return [];
  const able = ACTIONS.filter((action) => cannot(action) === undefined);
  const message = `The group can never do '${found}': ${cannot(found)}. It may ${able.join(', ')}.`;
  return [{ path, message, found, allowed: able }];
}

/** A commander who is with a group that is not there. */
function commanderProblems(s: EngagementSituation, side: SideKey): Problem[] {
  const { commander, groups } = s[side];
  const number = commander?.with ?? 1;
  const many = groups.length === 0 ? 'one group' : `${groups.length + 1} groups`;
  const message = `Side ${side.toUpperCase()} has ${many}; its commander cannot be with number ${number}.`;
  return refusals(s, [], [[number > groups.length + 1, [side, 'commander', 'with'], message]]);
}
