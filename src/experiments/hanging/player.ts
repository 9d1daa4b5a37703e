import type { Evaluation } from '../../engine/types.ts';
import type { Rulebook, Ruling, RulingValue } from '../../rules/book.ts';
import { recordingRulings, withRuling } from '../../rules/ruling-reads.ts';
import { type LoadedScenario, type Override, resolveCell } from '../../scenarios/prepare.ts';
import { SimError } from '../../sim/error.ts';
import type { Tally } from '../../sim/tally.ts';
import { otherReadings } from '../rulings.ts';
import { watchedEncounter } from './watched.ts';

/**
 * What starting the program and reading a scenario cost, less what the first readings cost beyond the others because code
 * is still cold, and a little less again: a busy machine is slower at it. Other readings together may cost that and the plain
 * run once more, so that a command never takes twice as long. Counted in work (about milliseconds) and not by the clock: the
 * same question always gets the same answer.
 */
const STARTING = 140;
/** Every state is worked out field by field; building an encounter costs something even where it has few states. */
const BUILDING = 4;
const CHECKING = 1;
const FIELDS_A_MS = 1700;
/** Every row is bound to the facts of a machine when it is built and asked at its states; no printed sheet has more. */
const ROWS_OF_A_SHEET = 400;
const timesASheet = ({ tables }: Rulebook): number =>
  Math.max(1, Object.values(tables).reduce((sum, { rows }) => sum + rows.length, 0) / ROWS_OF_A_SHEET);
const costOf = (states: number, fields: number): number => BUILDING + (states * fields) / FIELDS_A_MS;
/** The most states that can be worked out at this cost. */
const statesFor = (cost: number, fields: number): number => Math.floor(((cost - BUILDING) * FIELDS_A_MS) / fields);
/** The fewest fields that an encounter has: plain runs are not made out to cost more than they do. */
const FEWEST_FIELDS = 16;

/** What other readings may cost beside a plain run of these cells. */
export const budgetBeside = (cells: readonly Size[]): number =>
  cells.reduce((sum, { states }) => sum + (states === null ? 0 : costOf(states, FEWEST_FIELDS)), STARTING);

export type Size = Pick<Evaluation, 'states' | 'method'>;

/** Were all states of a cell worked out, so that it can be done again under another reading? */
export const isWhole = ({ states, method }: Size): boolean =>
  states !== null && ['compiled whole', 'walk'].includes(method);

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

/** What the answer speaks of besides outcomes and contact. */
export interface AskedFigures {
  /** Measures of ends, by id. */
  readonly measures: readonly string[];
  /** Whether what is added up along the way counts as well: nothing can be taken over then. */
  readonly sums: boolean;
}
const OUTCOMES_ALONE: AskedFigures = { measures: [], sums: false };

/** Undefined where the cell was not worked out whole, or a second time is more than the budget allows. */
export async function readingPlayer(
  loaded: LoadedScenario,
  overrides: readonly Override[],
  { states, method }: Size,
  budget: number,
  asked: AskedFigures = OUTCOMES_ALONE,
): Promise<ReadingPlayer | undefined> {
  if (states === null || !isWhole({ states, method })) return undefined;
  const { def, situation, book: own } = resolveCell(loaded, overrides);
  const watched = recordingRulings(own);
  const readSoFar = (): Set<string> => {
    const keys = new Set(watched.read);
    watched.read.clear();
    return keys;
  };
  def.check(situation, watched.book);
  const atCheck = readSoFar();
  const { machine } = def.build(situation, watched.book);
  const atBuild = readSoFar();
  const times = timesASheet(own);
  const fields = machine.layout.fields.length * times;
  const cost = costOf(states, fields) + BUILDING * (times - 1);
  // One time as the rulings stand, one time otherwise.
  if (2 * cost > budget) return undefined;
  // Whose value was taken before anything was played, or into a table, cannot be changed in a machine that stands.
  const isFixed = (key: string): boolean => isSpoilt || atBuild.has(key) || watched.tabled.has(key);
  let isSpoilt = false;
  const played = await unlessRefused(() => watchedEncounter(machine, watched.read, asked, statesFor(budget, fields)));
  if (!played) return undefined;
  const under = async (key: string, to: RulingValue, left: number): Promise<Played> => {
    const book = withRuling(own, key, to);
    if (def.check(situation, book).length > 0) return { cost: CHECKING };
    // What only decides whether the situation is allowed does nothing more.
    if (!atBuild.has(key) && !played.consulted.has(key)) return { tally: played.tally, cost: CHECKING };
    const most = statesFor(left, fields);
    const wasFixed = isFixed(key);
    const found = await unlessRefused(() =>
      wasFixed
        ? played.again(def.build(situation, book).machine, most)
        : watched.during(key, to, () => played.without(key, most)),
    );
    // On its new ways it may have got into a table after all, where others would find it.
    isSpoilt ||= !wasFixed && watched.tabled.has(key);
    if (!found) return { cost: left };
    return {
      tally: found.tally,
      cost: (wasFixed ? BUILDING * times : CHECKING) + found.workedOut * (fields / FIELDS_A_MS),
    };
  };
  // What rows ask for at a roll goes first; then the order of the book, which begins with what every roll hangs on.
  const inOrder = (keys: ReadonlySet<string>) => Object.keys(own.rulings).filter((key) => keys.has(key));
  const consulted = [...new Set([...inOrder(played.consulted), ...inOrder(new Set([...atCheck, ...atBuild]))])];
  return { book: own, printed: played.tally, consulted, cost, under };
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
