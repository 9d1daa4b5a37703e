import type { Game, GamePlayer } from '../results/types.ts';
import type { Interval } from '../stats/interval.ts';
import { normalQuantile } from '../stats/special.ts';
import { dominated, transposed } from './dominance.ts';
import { type Equilibrium, equilibrium, shareSpans } from './equilibrium.ts';
import type { ObjectiveValue } from './objective-value.ts';

/** Who chooses along an axis, from what, and whether he wants much of the objective. */
export type Player = Pick<GamePlayer, 'side' | 'options' | 'wants'>;

export interface GameQuestion {
  readonly objective: string;
  readonly goodFor: string;
  readonly rows: Player;
  readonly columns: Player;
  /** Row by row. */
  readonly figures: readonly ObjectiveValue[];
  /** No figure lies outside of it. */
  readonly range?: Interval;
}

/** A share counts as free when it may move by this much. */
const FREE = 1e-4;
/** With more options nobody asks which shares are free. */
const MOST_SPANNED = 40;

type Table = readonly (readonly number[])[];
type Intervals = readonly (readonly Interval[])[];

/**
 * The game that a table of figures is. Everybody wants what is good for him wherever he stands: the table is turned so
 * that each looks for his highest figure, and turned back for the reader.
 */
export function gameOf({ objective, goodFor, rows, columns, figures, range }: GameQuestion): Game {
  const width = columns.options.length;
  const table = rows.options.map((_, r) => figures.slice(r * width, (r + 1) * width));
  const values = table.map((row) => row.map((v) => v.value));
  const sampled = figures.some((f) => f.interval !== undefined);
  const intervals = sampled ? table.map((row) => row.map((v) => v.interval ?? point(v.value))) : undefined;
  const joint =
    intervals && table.map((row, r) => row.map((v, c) => widened(intervals[r][c], v.value, figures.length, range)));
  const onePlayer = rows.side === columns.side;
  const seenBy = ({ wants }: Player, list: Table) => (wants === 'high' ? list : list.map((row) => row.map(minus)));
  const seenIntervals = ({ wants }: Player, list: Intervals | undefined) =>
    wants === 'high' ? list : list?.map((row) => row.map(turned));
  const solved = onePlayer ? bestPair(rows, values) : bestMixes(rows, values);
  const byRows = { values: seenBy(rows, values), intervals: seenIntervals(rows, intervals) };
  const byColumns = {
    values: transposed(seenBy(columns, values), same),
    intervals: optional(seenIntervals(columns, intervals), (list) => transposed(list, same)),
  };
  const spans = (player: Player, own: Table): GamePlayer => {
    const free = sampled || onePlayer ? [] : freeShares(player, own, solved.value);
    return { ...player, ...(free.length > 0 ? { free } : {}) };
  };
  return {
    objective,
    goodFor,
    rowPlayer: spans(rows, byRows.values),
    columnPlayer: spans(columns, byColumns.values),
    ...(onePlayer ? { onePlayer } : {}),
    values,
    ...(intervals ? { intervals } : {}),
    dominatedRows: dominated(rows.options, byRows.values, byRows.intervals),
    dominatedColumns: dominated(columns.options, byColumns.values, byColumns.intervals),
    equilibrium: joint ? { ...solved, interval: valueInterval(rows, onePlayer, joint) } : solved,
    ...(joint ? { told: isTold(rows, onePlayer, solved, joint) } : {}),
  };
}

const same = <T>(value: T): T => value;
const minus = (v: number): number => -v;
const point = (v: number): Interval => ({ low: v, high: v });
const turned = ({ low, high }: Interval): Interval => ({ low: -high, high: -low });
const optional = <T, U>(value: T | undefined, then: (value: T) => U): U | undefined =>
  value === undefined ? undefined : then(value);

/** One side chooses both: the best pair. */
function bestPair({ wants }: Player, values: Table): Equilibrium {
  const flat = values.flat();
  const value = wants === 'high' ? Math.max(...flat) : Math.min(...flat);
  const row = values.findIndex((line) => line.includes(value));
  const column = values[row].indexOf(value);
  const only = (n: number, at: number) => Array.from({ length: n }, (_, i) => (i === at ? 1 : 0));
  return { rows: only(values.length, row), columns: only(values[0].length, column), value };
}

function bestMixes({ wants }: Player, values: Table): Equilibrium {
  if (wants === 'high') return equilibrium(values);
  const found = equilibrium(values.map((row) => row.map(minus)));
  return { ...found, value: -found.value };
}

function freeShares({ options, wants }: Player, own: Table, value: number): NonNullable<GamePlayer['free']> {
  if (options.length > MOST_SPANNED || own[0].length > MOST_SPANNED) return [];
  const spans = shareSpans(own, wants === 'high' ? value : -value);
  return options.map((option, i) => ({ option, ...spans[i] })).filter((o) => o.most - o.least > FREE);
}

const ANYWHERE: Interval = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

/** An interval that holds together with those of all other cells (Bonferroni). */
function widened({ low, high }: Interval, value: number, cells: number, range: Interval = ANYWHERE): Interval {
  const factor = normalQuantile(1 - 0.025 / cells) / normalQuantile(0.975);
  return {
    low: Math.max(range.low, value - factor * (value - low)),
    high: Math.min(range.high, value + factor * (high - value)),
  };
}

/** A game is worth no more than the one in which every cell is at its upper end, and no less than at the lower ends. */
function valueInterval(rows: Player, onePlayer: boolean, joint: Intervals): Interval {
  const worth = (of: (i: Interval) => number) => {
    const values = joint.map((row) => row.map(of));
    return (onePlayer ? bestPair(rows, values) : bestMixes(rows, values)).value;
  };
  return { low: worth((i) => i.low), high: worth((i) => i.high) };
}

/** A pair of pure choices that each side would rue to leave whatever the true figures within the intervals are. */
function isTold(rows: Player, onePlayer: boolean, solved: Equilibrium, joint: Intervals): boolean {
  const row = solved.rows.findIndex((w) => w > 1 - 1e-9);
  const column = solved.columns.findIndex((w) => w > 1 - 1e-9);
  if (row < 0 || column < 0)
    return isToldMix(solved, rows.wants === 'high' ? joint : joint.map((line) => line.map(turned)));
  const chosen = joint[row][column];
  const worse = (other: Interval, wants: 'high' | 'low') =>
    wants === 'high' ? other.high < chosen.low : other.low > chosen.high;
  if (onePlayer) {
    return joint.every((line, r) => line.every((i, c) => (r === row && c === column) || worse(i, rows.wants)));
  }
  const opposite = rows.wants === 'high' ? 'low' : 'high';
  return (
    joint.every((line, r) => r === row || worse(line[column], rows.wants)) &&
    joint[row].every((i, c) => c === column || worse(i, opposite))
  );
}

/**
 * A mix of two choices each, seen by whoever stands in the rows: whatever the true figures are, each of the four choices
 * has its own best answer, so that nobody can do without either, and every other choice does worse against the mix. The
 * shares of the mix stay estimates. Mixes of more choices are never called settled.
 */
function isToldMix({ rows, columns }: Equilibrium, joint: Intervals): boolean {
  const [own, other] = [rows, columns].map((mix) => mix.flatMap((w, i) => (w > 1e-9 ? [i] : [])));
  if (own.length !== 2 || other.length !== 2) return false;
  const above = (x: Interval, y: Interval) => x.low > y.high;
  const [[a, b], [c, d]] = own.map((r) => other.map((k) => joint[r][k]));
  const round = above(a, c) && above(d, b) && above(a, b) && above(d, c);
  const turn = above(c, a) && above(b, d) && above(b, a) && above(c, d);
  if (!round && !turn) return false;
  const against = (list: readonly Interval[], mix: readonly number[], end: 'low' | 'high') =>
    list.reduce((sum, i, k) => sum + mix[k] * i[end], 0);
  const column = (k: number) => joint.map((line) => line[k]);
  const least = Math.min(...own.map((r) => against(joint[r], columns, 'low')));
  const most = Math.max(...other.map((k) => against(column(k), rows, 'high')));
  return (
    joint.every((line, r) => own.includes(r) || against(line, columns, 'high') < least) &&
    joint[0].every((_, k) => other.includes(k) || against(column(k), rows, 'low') > most)
  );
}
