import * as z from 'zod';
import { ordinal } from '../../../words/names.ts';
import { type Rulebook, ruled } from '../../book.ts';
import { lanesField, MOST_BODIES, type Placed, placementFields, standing } from '../../engagement-shape.ts';
import { stated } from '../../given.ts';
import { chosenTactic, namedTacticsSchema, type Tactic, tacticChoiceSchema, whenSchema } from '../../tactic.ts';
import { commandSchema } from '../command-status.ts';
import { widestRange } from '../commander.ts';
import { commonSegment } from '../movement.ts';
import { unitShape } from '../unit.ts';
import { ACTIONS, MEANINGS, TACTICS } from './actions.ts';
import { stripFields } from './ground.ts';
import type { TroopUnit } from './troop.ts';

export const SIDES = ['a', 'b'] as const;
export type SideKey = (typeof SIDES)[number];
export const other = (side: SideKey): SideKey => (side === 'a' ? 'b' : 'a');

export const PHASES = ['shoots', 'command', 'orders', 'moves', 'rallies', 'defensive-fire', 'combats'] as const;
export type Phase = (typeof PHASES)[number];
export interface Slot {
  readonly side: SideKey;
  readonly phase: Phase;
}

const { flag, maybeFlag, maybe, whole, maybeWhole, halves, few } = stated;
const FURTHEST_INCHES = 120;
/** More than may stand there, so that a sentence of the rules tells how many may. */
const MOST_LISTED = 4 * MOST_BODIES;
const tacticField = () => tacticChoiceSchema(ACTIONS);
const names = Object.keys(TACTICS).join(', ');

const GOES = ['stays', 'to-the-shaken'] as const;
const chiefFields = (far: number) => ({
  with: maybeWhole(
    [1, MOST_BODIES],
    'He commands the whole side, and starts with this unit: 1 is the first, 2 the first of `others`.',
  ),
  goes: maybe(
    GOES,
    'He commands the whole side. Before each of its turns he stays, or goes to the unit with most hits.',
  ),
  rides: maybeWhole(
    [1, 2],
    'He commands the whole side. Segments that he may ride before its turn, 1 unless said; after two he rallies nobody in it.',
  ),
  range: z
    .number()
    .min(0)
    .max(FURTHEST_INCHES)
    .optional()
    .describe(`His command range, if he commands the whole side; ${far} unless said.`),
});

function sideSchema(book: Rulebook, tactic: string) {
  const shape = unitShape(book);
  const place = placementFields('inches', FURTHEST_INCHES);
  const chief = chiefFields(rangeOf(book));
  const own = tacticField().optional().describe("Its own; else the side's.");
  const command = commandSchema();
  const other = z.strictObject({ ...shape, ...place, command, tactic: own });
  const lines = `Lines of { when, do }, or the name of a tactic: ${names}, or one of yours. ${MEANINGS}`;
  return z.strictObject({
    ...shape,
    ...place,
    command,
    commander: shape.commander.unwrap().extend(chief).optional(),
    tactic: tacticField().default(tactic).describe(lines),
    others: few(other, MOST_LISTED, 'More units, in the line beside the first or in a second behind it.'),
    oneCommander: flag('The commander that several units name is one man, who shares his control among them.', true),
  });
}

/** What a scenario says about an engagement. */
export function engagementSchema(book: Rulebook) {
  const far = 8 * commonSegment(book);
  return z.strictObject({
    a: sideSchema(book, 'charge-home').describe('The side that plays first.'),
    b: sideSchema(book, 'stand').describe('The side that plays second.'),
    distance: halves([1, FURTHEST_INCHES]).describe('Inches between the lines at the start.'),
    together: maybeFlag(
      'Whether units act on others than the one in the same place: they change their opponent, fire and charge into the ' +
        'next lanes, support and join each other. Yes where the file says lane, line, forward, lanes, spacing, depth or a ' +
        'commander of the whole side, or where the sides differ in number; else they face each other one by one.',
    ),
    lanes: lanesField('inches', FURTHEST_INCHES, stripFields),
    spacing: halves([0, 72]).optional().describe('Inches between neighbouring lanes; by ruling spacing unless said.'),
    depth: halves([0.5, 60]).optional().describe('Inches from the first line to the second; as `spacing` unless said.'),
    turns: whole([1, 20], 8, 'Turns that are played at most, each of side A and side B.'),
    edge: halves([6, 240])
      .default(far)
      .describe('A router that far from its enemy has left the table; nobody retires further.'),
    sequence: z
      .array(z.string())
      .optional()
      .describe("The sequence of play, as ids of the sheet's table in another order; the sheet's own unless said."),
    endWhen: whenSchema
      .optional()
      .describe('Also ends when this holds between two opposite units (side A is self); else see ruling endWhen.'),
    tactics: namedTacticsSchema(ACTIONS).default({}),
  });
}
export type EngagementSituation = z.output<ReturnType<typeof engagementSchema>>;

/** Range of a commander whose range is not said: that of most who take a lost one's place. */
const rangeOf = (book: Rulebook): number => widestRange(book) || 2 * commonSegment(book);

/** The commander of a whole side, who goes from one unit to another, if it has one. */
function chiefOf({ commander }: EngagementSituation[SideKey], book: Rulebook) {
  if (!commander || (commander.with ?? commander.goes ?? commander.range ?? commander.rides) === undefined)
    return undefined;
  const { with: first = 1, goes = 'stays', range = rangeOf(book), rides = 1 } = commander;
  return { ...commander, with: first, goes, range, rides };
}
export const chiefsOf = ({ a, b }: EngagementSituation, book: Rulebook) => ({
  a: chiefOf(a, book),
  b: chiefOf(b, book),
});
export type Chiefs = ReturnType<typeof chiefsOf>;

/** Whether units act together, in lanes. */
export function actTogether(situation: EngagementSituation, book: Rulebook): boolean {
  const { a, b, lanes, spacing, depth, together } = situation;
  const isPlaced = (u: Placed) => u.lane !== undefined || u.line !== 'first' || u.forward !== 0;
  return (
    together ??
    (lanes.length > 0 ||
      (spacing ?? depth) !== undefined ||
      a.others.length !== b.others.length ||
      [a, b].some((side) => [side, ...side.others].some(isPlaced)) ||
      [a, b].some((side) => chiefOf(side, book)))
  );
}

/** Where the units of a side stand, in the order in which they act. */
export const standingOf = <Troop extends TroopSaid>(troops: readonly Troop[]) =>
  standing(troops.map((body) => ({ body, path: body.path })));
/** How far lanes and lines are from each other, as said or as the book has it. */
export function intervals(situation: EngagementSituation, book: Rulebook) {
  const spacing = situation.spacing ?? Number(ruled(book, 'spacing'));
  return { spacing, depth: situation.depth ?? Math.max(0.5, spacing) };
}

/** A unit of a side as the scenario says it, and the tactic that it follows, by name or in lines. */
interface TroopSaid extends Placed {
  readonly given: TroopUnit;
  readonly tactic: string | Tactic;
  readonly path: readonly (string | number)[];
}
/** The same with its lines, its name for reports, and the commander of the whole side if there is one. */
export interface TroopGiven extends TroopSaid {
  readonly tactic: Tactic;
}

/** The units of a side, as they are in the file. */
export function troopsSaid(situation: EngagementSituation, side: SideKey): TroopSaid[] {
  const { others, oneCommander: _one, ...first } = situation[side];
  return [first, ...others].map((unit, i) => {
    const { tactic = first.tactic, lane, line, forward, ...given } = unit;
    const path = i === 0 ? [side] : [side, 'others', i - 1];
    return { given, tactic, path, line, forward, ...(lane === undefined ? {} : { lane }) };
  });
}
/** … and as they take the field. */
export function troopsOf(situation: EngagementSituation, side: SideKey, book: Rulebook): TroopGiven[] {
  const isAlone = situation[side].others.length === 0;
  const chief = chiefOf(situation[side], book);
  const words = `side ${side.toUpperCase()}`;
  return troopsSaid(situation, side).map((troop, i) => {
    const name = troop.given.name ?? (isAlone ? words : `${words}’s ${ordinal(i + 1)} unit`);
    const commander = chief ?? troop.given.commander;
    const given = { ...troop.given, name, ...(commander ? { commander } : {}) };
    return {
      ...troop,
      given,
      tactic: chosenTactic(troop.tactic, { ...TACTICS, ...situation.tactics }) ?? TACTICS['stand'],
    };
  });
}

/** The sequence of play: ids such as "a-shoots" of the sheet's table, taken apart. */
export function sequenceOf(situation: Pick<EngagementSituation, 'sequence'>, book: Rulebook): (Slot | string)[] {
  const ids = situation.sequence ?? book.tables['sequence'].rows.map((r) => r.id);
  return ids.map((id) => {
    const phase = id.slice(2);
    const known = /^[ab]-/.test(id) && (PHASES as readonly string[]).includes(phase);
    return known ? { side: id[0] as SideKey, phase: phase as Phase } : id;
  });
}

/** "Reach or 6", or a figure: within this a unit is engaged whatever its reach (ruling engagedWithin). */
export function engagedWithin(book: Rulebook): { readonly inches: number; readonly orReach: boolean } {
  const value = ruled(book, 'engagedWithin');
  if (typeof value === 'number') return { inches: value, orReach: false };
  return { inches: Number(/\d+$/.exec(value)?.[0] ?? 0), orReach: true };
}
