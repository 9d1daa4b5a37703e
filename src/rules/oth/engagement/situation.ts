import * as z from 'zod';
import { cell, type Rulebook, ruled } from '../../book.ts';
import type { Problem } from '../../problem.ts';
import {
  choiceProblems,
  chosenTactic,
  namedTacticsSchema,
  type Tactic,
  tacticChoiceSchema,
  whenProblems,
  whenSchema,
} from '../../tactic.ts';
import { type UnitGiven, unitShape } from '../unit.ts';
import { unitProblems } from '../unit-check.ts';
import { vocabulary } from '../vocabulary.ts';
import { ACTIONS, MEANINGS, TACTICS } from './actions.ts';

export const SIDES = ['a', 'b'] as const;
export type SideKey = (typeof SIDES)[number];
export const other = (side: SideKey): SideKey => (side === 'a' ? 'b' : 'a');

export const PHASES = ['shoots', 'command', 'orders', 'moves', 'rallies', 'defensive-fire', 'combats'] as const;
export type Phase = (typeof PHASES)[number];
export interface Slot {
  readonly side: SideKey;
  readonly phase: Phase;
}

const MOST_UNITS = 8;
const tacticField = () => tacticChoiceSchema(ACTIONS);
const names = Object.keys(TACTICS).join(', ');

function sideSchema(book: Rulebook, tactic: string) {
  return z.strictObject({
    ...unitShape(book),
    tactic: tacticField()
      .default(tactic)
      .describe(`Lines of { when, do }, or the name of a tactic: ${names}, or one of yours. ${MEANINGS}`),
    others: z
      .array(
        z.strictObject({ ...unitShape(book), tactic: tacticField().optional().describe("Its own; else the side's.") }),
      )
      .max(MOST_UNITS - 1)
      .default([])
      .describe('More units in the line beside the first; each faces the unit in the same place of the other side.'),
    oneCommander: z
      .boolean()
      .default(true)
      .describe('The commander that several units name is one man, who shares his control among them.'),
  });
}

/** What a scenario says about an engagement. */
export function engagementSchema(book: Rulebook) {
  const far = 8 * Number(cell(book, 'movement.segments', 'infantry-line', 'first') ?? 6);
  return z.strictObject({
    a: sideSchema(book, 'charge-home').describe('The side that plays first.'),
    b: sideSchema(book, 'stand').describe('The side that plays second.'),
    distance: z.number().min(1).max(120).multipleOf(0.5).describe('Inches between the lines at the start.'),
    turns: z.int().min(1).max(20).default(8).describe('Turns that are played at most, each of side A and side B.'),
    edge: z
      .number()
      .min(6)
      .max(240)
      .multipleOf(0.5)
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

/** A unit of a side, and the tactic it follows. */
export interface TroopGiven {
  readonly given: UnitGiven;
  readonly tactic: string | Tactic;
  readonly path: readonly (string | number)[];
}

export function troopsOf(situation: EngagementSituation, side: SideKey): TroopGiven[] {
  const { tactic, others, oneCommander: _one, ...first } = situation[side];
  return [
    { given: first, tactic, path: [side] },
    ...others.map(({ tactic: own, ...given }, i) => ({ given, tactic: own ?? tactic, path: [side, 'others', i] })),
  ];
}

export const tacticOf = (situation: EngagementSituation, choice: string | Tactic): Tactic =>
  chosenTactic(choice, { ...TACTICS, ...situation.tactics }) ?? TACTICS['stand'];

/** The sequence of play: ids such as "a-shoots" of the sheet's table, taken apart. */
export function sequenceOf(situation: Pick<EngagementSituation, 'sequence'>, book: Rulebook): (Slot | string)[] {
  const ids = situation.sequence ?? book.tables['sequence'].rows.map((r) => r.id);
  return ids.map((id) => {
    const phase = id.slice(2);
    const known = /^[ab]-/.test(id) && (PHASES as readonly string[]).includes(phase);
    return known ? { side: id[0] as SideKey, phase: phase as Phase } : id;
  });
}

export function engagementProblems(situation: EngagementSituation, book: Rulebook): Problem[] {
  const problems: Problem[] = [];
  const named = { ...TACTICS, ...situation.tactics };
  for (const side of SIDES) {
    const troops = troopsOf(situation, side);
    for (const { given, tactic, path } of troops) {
      problems.push(...unitProblems(given, path, book));
      problems.push(...choiceProblems(tactic, named, vocabulary, book, [...path, 'tactic']));
      if (given.inContact)
        problems.push({
          path: [...path, 'inContact'],
          message: 'An engagement starts with units apart; leave inContact out.',
          found: true,
        });
    }
    const attached = troops.filter(({ given }) => given.commander?.attached).length;
    if (attached > 1 && situation[side].oneCommander)
      problems.push({
        path: [side, 'oneCommander'],
        message: `One commander cannot be attached to ${attached} units; attach him to one, or set oneCommander: false.`,
        found: true,
      });
  }
  const [a, b] = SIDES.map((side) => troopsOf(situation, side).length);
  if (a !== b) {
    const message = `Units face each other one by one: side A has ${a}, side B has ${b}.`;
    problems.push({ path: ['b', 'others'], message, found: b });
  }
  for (const [name, lines] of Object.entries(situation.tactics))
    problems.push(...choiceProblems(lines, named, vocabulary, book, ['tactics', name]));
  if (situation.edge <= situation.distance) {
    const message = `The edge (${situation.edge}) must be further off than the lines are at the start (${situation.distance}).`;
    problems.push({ path: ['edge'], message, found: situation.edge });
  }
  const allowed = SIDES.flatMap((side) => PHASES.map((phase) => `${side}-${phase}`));
  sequenceOf(situation, book).forEach((slot, i) => {
    if (typeof slot !== 'string') return;
    const path = situation.sequence ? ['sequence', i] : [];
    problems.push({ path, message: `The sequence of play has no phase '${slot}'.`, found: slot, allowed });
  });
  if (!sequenceOf(situation, book).some((slot) => typeof slot !== 'string' && slot.phase !== 'orders'))
    problems.push({ path: ['sequence'], message: 'The sequence of play has no phase in which units act.' });
  problems.push(...whenProblems(situation.endWhen, vocabulary, ['endWhen'], book));
  return problems;
}

/** "Reach or 6", or a figure: within this a unit is engaged whatever its reach (ruling engagedWithin). */
export function engagedWithin(book: Rulebook): { readonly inches: number; readonly orReach: boolean } {
  const value = ruled(book, 'engagedWithin');
  if (typeof value === 'number') return { inches: value, orReach: false };
  return { inches: Number(/\d+$/.exec(value)?.[0] ?? 0), orReach: true };
}
