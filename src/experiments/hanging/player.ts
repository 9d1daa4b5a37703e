import { compiled } from '../../engine/evaluate.ts';
import type { Evaluation } from '../../engine/types.ts';
import type { Rulebook, Ruling, RulingValue } from '../../rules/book.ts';
import { CONTACT } from '../../rules/outcomes.ts';
import { recordingRulings, withRuling } from '../../rules/ruling-reads.ts';
import { type LoadedScenario, type Override, resolveCell } from '../../scenarios/prepare.ts';
import { SimError } from '../../sim/error.ts';
import { exact } from '../../sim/exact.ts';
import type { Tally } from '../../sim/tally.ts';
import { otherReadings } from '../rulings.ts';

/**
 * What starting the program and reading a scenario cost, somewhat less than all of it. Other readings together may cost
 * that and the plain run once more, so that a command never takes twice as long. Counted in work (about milliseconds of
 * code that is still cold) and not by the clock: the same question always gets the same answer.
 */
const STARTING = 320;
/** Every state is worked out field by field; building an encounter costs something even where it has few states. */
const costOf = (states: number, fields: number): number => 4 + (states * fields) / 400;
/** The fewest fields that an encounter has: plain runs are not made out to cost more than they do. */
const FEWEST_FIELDS = 16;

/** What other readings may cost beside a plain run of these cells. */
export const budgetBeside = (cells: readonly Size[]): number =>
  cells.reduce((sum, { states }) => sum + (states === null ? 0 : costOf(states, FEWEST_FIELDS)), STARTING);

export type Size = Pick<Evaluation, 'states' | 'method'>;

/** One cell that can be worked out again under other readings of its rulings. */
export interface ReadingPlayer {
  readonly book: Rulebook;
  /** As the rulings stand; with the measures that were asked for only. */
  readonly printed: Tally;
  /** Rulings that were really asked for, the likelier to matter first. */
  readonly consulted: readonly string[];
  readonly cost: number;
  /** Undefined where the sheet does not allow the situation under that reading, or it grows too large. */
  under(key: string, to: RulingValue): Promise<Tally | undefined>;
}

/** Undefined where the cell was not worked out whole, or a second time is more than the budget allows. */
export async function readingPlayer(
  loaded: LoadedScenario,
  overrides: readonly Override[],
  { states, method }: Size,
  budget: number,
  measures: readonly string[] = [],
): Promise<ReadingPlayer | undefined> {
  if (states === null || !['compiled whole', 'walk'].includes(method)) return undefined;
  const { def, situation, book: own } = resolveCell(loaded, overrides);
  const cost = costOf(states, def.build(situation, own).machine.layout.fields.length);
  // One time as the rulings stand, one time otherwise.
  if (2 * cost > budget) return undefined;
  const play = async (book: Rulebook, built?: () => void): Promise<Tally | undefined> => {
    if (def.check(situation, book).length > 0) return undefined;
    const { machine } = def.build(situation, book);
    built?.();
    const options = { engine: 'exact', seed: 1, stateBudget: 4 * states + 1000 } as const;
    const automaton = await unlessRefused(() => compiled(machine, options, [CONTACT, ...measures]));
    return automaton ? exact(automaton) : undefined;
  };
  const { book: recorded, read } = recordingRulings(own);
  const readAtBuild: string[] = [];
  const printed = await play(recorded, () => {
    readAtBuild.push(...read);
    read.clear();
  });
  if (!printed) return undefined;
  // What is asked for at the rolls themselves goes first: it is likelier to matter than what builds the encounter.
  const consulted = [...new Set([...read, ...readAtBuild])];
  return { book: own, printed, consulted, cost, under: (key, to) => play(withRuling(own, key, to)) };
}

/** A reading under which the encounter cannot be worked out says nothing. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (e) {
    if (e instanceof SimError) return undefined;
    throw e;
  }
}

export interface OtherReading {
  readonly ruling: Ruling;
  readonly to: RulingValue;
}

/** Every other reading of the rulings that any of these asked for: the first of each, then the second, and so on. */
export function otherReadingsInTurn(players: readonly ReadingPlayer[]): OtherReading[] {
  const keys = [...new Set(players.flatMap((p) => p.consulted))];
  return keys
    .flatMap((key) => {
      const ruling = players.map((p) => p.book.rulings[key]).find((r) => r !== undefined)!;
      return otherReadings(ruling).map((to, turn) => ({ ruling, to, turn }));
    })
    .sort((x, y) => x.turn - y.turn)
    .map(({ ruling, to }) => ({ ruling, to }));
}

/** As many of them as the budget allows. What a cell did not ask for leaves it as it was, and costs nothing. */
export function affordable(
  readings: readonly OtherReading[],
  players: readonly ReadingPlayer[],
  budget: number,
): OtherReading[] {
  let left = budget - players.reduce((sum, p) => sum + p.cost, 0);
  return readings.filter(({ ruling }) => {
    const cost = players.reduce((sum, p) => sum + (p.consulted.includes(ruling.key) ? p.cost : 0), 0);
    if (cost > left) return false;
    left -= cost;
    return true;
  });
}

/** Every cell under one reading; undefined where one of them cannot be played so. */
export async function playedUnder(
  players: readonly ReadingPlayer[],
  { ruling, to }: OtherReading,
): Promise<Tally[] | undefined> {
  const found: Tally[] = [];
  for (const player of players) {
    const tally = player.consulted.includes(ruling.key) ? await player.under(ruling.key, to) : player.printed;
    if (!tally) return undefined;
    found.push(tally);
  }
  return found;
}
