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
const STARTING = 235;
/** Every state is worked out field by field; building an encounter costs something even where it has few states. */
const BUILDING = 5;
const FIELDS_A_MS = 850;
const costOf = (states: number, fields: number): number => BUILDING + (states * fields) / FIELDS_A_MS;
/** The most states that can be worked out at this cost. */
const statesFor = (cost: number, fields: number): number => Math.floor(((cost - BUILDING) * FIELDS_A_MS) / fields);
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
  /** The tally is undefined where the sheet does not allow the situation, or the work is more than is left. */
  under(key: string, to: RulingValue, left: number): Promise<Played>;
}

/** What came of one reading, and what it cost. */
interface Played {
  readonly tally?: Tally;
  readonly cost: number;
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
  const fields = def.build(situation, own).machine.layout.fields.length;
  const cost = costOf(states, fields);
  // One time as the rulings stand, one time otherwise.
  if (2 * cost > budget) return undefined;
  const play = async (book: Rulebook, left: number, built?: () => void): Promise<Played> => {
    if (def.check(situation, book).length > 0) return { cost: BUILDING };
    const { machine } = def.build(situation, book);
    built?.();
    const stateBudget = statesFor(left, fields);
    const options = { engine: 'exact', seed: 1, stateBudget } as const;
    const automaton = await unlessRefused(() => compiled(machine, options, [CONTACT, ...measures]));
    return automaton ? { tally: exact(automaton), cost: costOf(automaton.states, fields) } : { cost: left };
  };
  const { book: recorded, read } = recordingRulings(own);
  const readAtBuild = new Set<string>();
  const { tally: printed } = await play(recorded, budget, () => {
    for (const key of read) readAtBuild.add(key);
    read.clear();
  });
  if (!printed) return undefined;
  // What rows ask for at a roll goes first; then the order of the book, which begins with what every roll hangs on.
  const inOrder = (asked: ReadonlySet<string>) => Object.keys(own.rulings).filter((key) => asked.has(key));
  const consulted = [...new Set([...inOrder(read), ...inOrder(readAtBuild)])];
  return { book: own, printed, consulted, cost, under: (key, to, left) => play(withRuling(own, key, to), left) };
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

/**
 * Every other reading of the rulings that any of these asked for: the first of each, then the second, and so on. What only
 * some cells asked for goes first: it is what tells them apart, and costs less.
 */
export function otherReadingsInTurn(players: readonly ReadingPlayer[]): OtherReading[] {
  const keys = [...new Set(players.flatMap((p) => p.consulted))];
  return keys
    .flatMap((key) => {
      const ruling = players.map((p) => p.book.rulings[key]).find((r) => r !== undefined)!;
      const asking = players.filter((p) => p.consulted.includes(key)).length;
      return otherReadings(ruling).map((to, turn) => ({ ruling, to, turn, asking }));
    })
    .sort((x, y) => x.turn - y.turn || x.asking - y.asking)
    .map(({ ruling, to }) => ({ ruling, to }));
}

/** A reading under which an encounter grows by more than this is given up, so that it does not eat up the others' share. */
const MOST_GROWTH = 3;

/**
 * Every cell under one reading after another, as long as the budget lasts; a reading is charged what it really cost, since
 * an encounter may grow under it. What a cell did not ask for leaves it as it was, and costs nothing.
 */
export async function* playedInTurn(
  readings: readonly OtherReading[],
  players: readonly ReadingPlayer[],
  budget: number,
): AsyncGenerator<{ readonly reading: OtherReading; readonly tallies?: readonly Tally[] }> {
  let left = budget - players.reduce((sum, p) => sum + p.cost, 0);
  for (const reading of readings) {
    const { key } = reading.ruling;
    const asking = players.filter((p) => p.consulted.includes(key));
    if (asking.reduce((sum, p) => sum + p.cost, 0) > left) continue;
    const played = new Map<ReadingPlayer, Tally | undefined>();
    for (const player of asking) {
      const { tally, cost } = await player.under(key, reading.to, Math.min(left, MOST_GROWTH * player.cost));
      left -= cost;
      played.set(player, tally);
    }
    const tallies = players.map((p) => (played.has(p) ? played.get(p) : p.printed));
    yield tallies.every((t) => t !== undefined) ? { reading, tallies } : { reading };
  }
}
