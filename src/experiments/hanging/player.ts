import type { Evaluation } from '../../engine/types.ts';
import type { Rulebook, Ruling, RulingValue } from '../../rules/book.ts';
import { withRuling } from '../../rules/check.ts';
import type { EncounterKind } from '../../rules/encounter.ts';
import { otherReadings, recordingRulings } from '../../rules/ruling-reads.ts';
import { type LoadedScenario, type Override, resolveCell } from '../../scenarios/prepare.ts';
import { SimError } from '../../sim/error.ts';
import type { Tally } from '../../sim/tally.ts';
import { watchedEncounter } from './watched.ts';

/**
 * What starting the program and reading a scenario cost, less what the first readings cost beyond the others because code
 * is still cold, and a little less again: a busy machine is slower at it. Other readings together may cost that and the plain
 * run once more, so that a command never takes twice as long. Counted in work (about milliseconds) and not by the clock: the
 * same question always gets the same answer.
 */
const STARTING = 112;
/** Every state is worked out field by field; building an encounter costs something even where it has few states. */
const BUILDING = 4;
/** Lanes, groups and duties are laid out whenever an engagement is built; the first time the code for it is cold. */
const BUILDING_AN_ENGAGEMENT = 25;
const FIRST_ENGAGEMENT = 25;
const CHECKING = 1;
const FIELDS_PER_MS = 1700;
/** Every row is bound to the facts of a machine when it is built and asked at its states; no printed sheet has more. */
const ROWS_OF_A_SHEET = 400;
const timesASheet = ({ tables }: Rulebook): number =>
  Math.max(1, Object.values(tables).reduce((sum, { rows }) => sum + rows.length, 0) / ROWS_OF_A_SHEET);
const working = (states: number, fields: number): number => (states * fields) / FIELDS_PER_MS;
/** The most states that can be worked out at this cost. */
const statesFor = (cost: number, fields: number): number => Math.floor(((cost - BUILDING) * FIELDS_PER_MS) / fields);
/** A plain run merges states and adds up what comes along the way besides. */
const PLAIN_STATES_PER_MS = 25;
/** The code for the first cells is still cold. */
const COLD_CELLS = 10;
const MORE_WHILE_COLD = 10;

/** What other readings may cost beside a plain run of these cells. */
export function budgetBeside(kind: EncounterKind, cells: readonly Size[]): number {
  const building = kind === 'engagement' ? FIRST_ENGAGEMENT : BUILDING;
  const whole = cells.flatMap(({ states }) => states ?? []);
  const plain = sum(whole.map((states) => building + states / PLAIN_STATES_PER_MS));
  return STARTING + MORE_WHILE_COLD * Math.min(whole.length, COLD_CELLS) + plain;
}

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
  /** The chance that a ruling is asked for: under another reading of it no outcome comes up oftener or rarer by more. */
  exposure(key: string): number;
  /** What another reading of a ruling is likely to cost. */
  costOf(key: string): number;
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
  const building = (loaded.encounter === 'engagement' ? BUILDING_AN_ENGAGEMENT : BUILDING) * times;
  const cost = building + working(states, fields);
  // One time as the rulings stand, one time otherwise.
  if (2 * cost > budget) return undefined;
  // Whose value was taken before anything was played, or into a table, cannot be changed in a machine that stands.
  const isFixed = (key: string): boolean => isSpoilt || atBuild.has(key) || watched.tabled.has(key);
  let isSpoilt = false;
  const played = await unlessRefused(() => watchedEncounter(machine, watched.read, asked, statesFor(budget, fields)));
  if (!played) return undefined;
  const under = async (key: string, to: RulingValue, left: number): Promise<Played> => {
    const book = withRuling(own, key, to);
    if (atCheck.has(key) && def.check(situation, book).length > 0) return { cost: CHECKING };
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
      cost: (wasFixed ? building : CHECKING) + working(found.workedOut, fields),
    };
  };
  // What rows ask for at a roll goes first; then the order of the book, which begins with what every roll hangs on.
  const inOrder = (keys: ReadonlySet<string>) => Object.keys(own.rulings).filter((key) => keys.has(key));
  const consulted = [...new Set([...inOrder(played.consulted), ...inOrder(new Set([...atCheck, ...atBuild]))])];
  return {
    ...{ book: own, printed: played.tally, consulted, cost, under },
    exposure: (key) => (isFixed(key) ? 1 : played.exposure(key)),
    costOf: (key) => (isFixed(key) ? cost : CHECKING + working(played.askedBy(key), fields)),
  };
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

/** What is asked for this often can matter as much as what is always asked for. */
const OFTEN = 0.25;

/**
 * Every other reading of the rulings that any of these asked for. Those that are likely to matter and cost little go first;
 * where that is alike, in the order of the book.
 */
export function otherReadingsInTurn(players: readonly ReadingPlayer[]): OtherReading[] {
  const keys = [...new Set(players.flatMap((p) => p.consulted))];
  return keys
    .flatMap((key) => {
      const ruling = players.map((p) => p.book.rulings[key]).find((r) => r !== undefined)!;
      const asking = players.filter((p) => p.consulted.includes(key));
      const often = Math.min(OFTEN, Math.max(...asking.map((p) => p.exposure(key))));
      const worth = often / sum(asking.map((p) => p.costOf(key)));
      return otherReadings(ruling).map((to, turn) => ({ ruling, to, worth, turn }));
    })
    .sort((x, y) => y.worth - x.worth || x.turn - y.turn)
    .map(({ ruling, to }) => ({ ruling, to }));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((s, n) => s + n, 0);

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
  let left = budget - sum(players.map((p) => p.cost));
  let queue = readings;
  for (let reading = queue[0]; reading; reading = queue[0]) {
    const { key } = reading.ruling;
    queue = queue.slice(1);
    const asking = players.filter((p) => p.consulted.includes(key));
    if (sum(asking.map((p) => p.costOf(key))) > left) continue;
    const played = new Map<ReadingPlayer, Tally | undefined>();
    for (const player of asking) {
      const { tally, cost } = await player.under(key, reading.to, Math.min(left, MOST_GROWTH * player.cost));
      left -= cost;
      played.set(player, tally);
    }
    const tallies = players.map((p) => (played.has(p) ? played.get(p) : p.printed));
    if (!tallies.every((t) => t !== undefined)) {
      yield { reading };
      continue;
    }
    queue = afterThis(queue, key, Math.max(...tallies.map((t, i) => shift(players[i].printed, t))));
    yield { reading, tallies };
  }
}

/** Where one answer to a question moves more than this, the others are asked for next. */
const MOVED = 0.02;

/** Where one answer moves the outcomes, the others may too. */
function afterThis(queue: readonly OtherReading[], key: string, moved: number): readonly OtherReading[] {
  if (moved <= MOVED) return queue;
  const isNext = ({ ruling }: OtherReading) => ruling.key === key;
  return [...queue.filter(isNext), ...queue.filter((r) => !isNext(r))];
}

/** How much of all chance goes to other outcomes. */
function shift(a: Tally, b: Tally): number {
  const shares = new Float64Array(a.outcomes.length);
  for (const { outcome, weight } of a.ends) shares[outcome] += weight;
  for (const { outcome, weight } of b.ends) shares[outcome] -= weight;
  return shares.reduce((all, share) => all + Math.abs(share), 0) / 2;
}
