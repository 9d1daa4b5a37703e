import type { CellResult, Estimate, Luck, MeasureResult, Results } from '../src/results/types.ts';
import { cellNames, outcomeOf, seriesOf, shownOutcomes } from './cells.ts';
import { isShare } from './findings.ts';
import { furtherSentences } from './headline.ts';
import {
  decimal,
  decimalRange,
  halfWidth,
  percent,
  percentRange,
  points,
  pointsRange,
  roughly,
  signed,
} from './number.ts';
import { capital, distinct, list, named, plain } from './text.ts';

/** The figures of a result as tables of text: the terminal, Markdown and the page all show these. */
export interface Table {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly align: 'left' | 'right' }[];
  readonly rows: readonly TableRow[];
}
export interface TableRow {
  readonly cells: readonly string[];
  /** Drawn as a small bar where there is room, 0 to 1. */
  readonly bar?: number;
  readonly winner?: 'a' | 'b' | 'none';
}
export interface Section {
  readonly table?: Table;
  /** Sentences that belong under the table, or stand alone. */
  readonly lines: readonly string[];
}

/** Cells side by side up to here; more get a row each. */
const MOST_COLUMNS = 4;
const left = (title: string) => ({ title, align: 'left' as const });
const right = (title: string) => ({ title, align: 'right' as const });
const INTERVAL = '95\u202f% interval';

export function sections(results: Results): Section[] {
  if (results.cells.length === 0) return [{ lines: ['There is no cell to show.'] }];
  const all: (Section | undefined)[] = [
    results.luck === undefined ? undefined : { lines: [luckLine(results.luck)] },
    results.game === undefined ? undefined : game(results),
    results.sensitivity === undefined ? undefined : sensitivity(results),
    results.tuning === undefined ? undefined : tuning(results),
    { table: outcomes(results), lines: [] },
    measures(results),
    results.differences === undefined ? undefined : differences(results),
    results.robustness === undefined || results.robustness.length === 0
      ? undefined
      : {
          lines: results.robustness.map(
            (r) => `${plain(r.ruling)} (${plain(String(r.from))} → ${plain(String(r.to))}): ${plain(r.text)}`,
          ),
        },
  ];
  return all.filter((section) => section !== undefined);
}

function luckLine(l: Luck): string {
  const way = (name: string, e: Estimate): string =>
    `${name} ${percent(e.p)}${e.low === undefined ? '' : ` (${percentRange(e)})`}`;
  return `${decimal(l.observed)} ${plain(l.label)}: ${way('that or more', l.atLeast)}, ${way('exactly that', l.exactly)}, ${way('that or less', l.atMost)} of the time.`;
}

function outcomes(results: Results): Table {
  if (results.cells.length === 1) return oneCell(results, results.cells[0]);
  const names = cellNames(results);
  const shown = shownOutcomes(results);
  if (results.cells.length <= MOST_COLUMNS) {
    return {
      title: 'How it ends',
      columns: [left('outcome'), ...names.map(right)],
      rows: shown.map((o) => ({
        cells: [
          o.label,
          ...results.cells.map((cell) => {
            const e = outcomeOf(cell, o.id);
            return percent(e.p) + plusMinus(halfWidth(e));
          }),
        ],
        winner: o.winner,
      })),
    };
  }
  const series = seriesOf(results);
  return {
    title: 'How it ends',
    columns: [left('case'), ...series.map((s) => right(s.label))],
    rows: results.cells.map((cell, i) => ({
      cells: [names[i], ...series.map((s) => percent(s.of(cell).p) + plusMinus(halfWidth(s.of(cell))))],
    })),
  };
}

const plusMinus = (half: number): string =>
  half === 0 ? '' : ` ±${(half * 100).toFixed(half < 0.001 ? 3 : half < 0.01 ? 2 : 1)}`;

function oneCell(results: Results, cell: CellResult): Table {
  const sampled = cell.engine === 'sample';
  const shown = shownOutcomes(results);
  return {
    title: 'How it ends',
    columns: [left('outcome'), right('share'), ...(sampled ? [right(INTERVAL)] : [])],
    rows: shown.map((o) => {
      const e = outcomeOf(cell, o.id);
      return { cells: [o.label, percent(e.p), ...(sampled ? [percentRange(e)] : [])], bar: e.p, winner: o.winner };
    }),
  };
}

function measures(results: Results): Section | undefined {
  const all = results.cells[0].measures;
  if (all.length === 0) return undefined;
  const labels = distinct(all.map((m) => m.label));
  if (results.cells.length === 1) {
    const sampled = results.cells[0].engine === 'sample';
    return {
      table: {
        title: 'On average',
        columns: [
          left('measure'),
          right('mean'),
          right('spread (sd)'),
          ...(sampled ? [right(`${INTERVAL} of the mean`)] : []),
        ],
        rows: all.map((m, i) => ({
          cells: [labels[i], decimal(m.mean), decimal(m.sd), ...(sampled ? [decimalRange(m)] : [])],
        })),
      },
      lines: [],
    };
  }
  const names = cellNames(results);
  const mean = (cell: CellResult, m: MeasureResult): string => {
    const own = cell.measures.find((other) => other.id === m.id);
    if (own === undefined) return '';
    const half = halfWidth(own);
    return decimal(own.mean) + (half === 0 ? '' : ` ±${half.toPrecision(1)}`);
  };
  const table: Table =
    results.cells.length <= MOST_COLUMNS
      ? {
          title: 'On average',
          columns: [left('measure'), ...names.map(right)],
          rows: all.map((m, i) => ({ cells: [labels[i], ...results.cells.map((cell) => mean(cell, m))] })),
        }
      : {
          title: 'On average',
          columns: [left('case'), ...labels.map(right)],
          rows: results.cells.map((cell, i) => ({ cells: [names[i], ...all.map((m) => mean(cell, m))] })),
        };
  return { table, lines: [] };
}

function differences(results: Results): Section {
  const shown = (results.differences ?? []).filter((d) => d.base !== 0 || d.value !== 0 || d.difference !== 0);
  const several = new Set(shown.map((d) => d.cell)).size > 1;
  const sampled = shown.some((d) => d.low !== undefined);
  return {
    table: {
      title: 'Against the base',
      columns: [
        left('what'),
        ...(several ? [left('variant')] : []),
        right('base'),
        right('variant gives'),
        right('difference'),
        ...(sampled ? [right(INTERVAL)] : []),
        left('in words'),
      ],
      rows: shown.map((d) => {
        const share = d.kind === 'outcome';
        return {
          cells: [
            plain(d.label),
            ...(several ? [plain(d.variant)] : []),
            share ? percent(d.base) : decimal(d.base),
            share ? percent(d.value) : decimal(d.value),
            share ? `${points(d.difference)} points` : signed(d.difference, 2),
            ...(sampled ? [share ? pointsRange(d) : decimalRange(d)] : []),
            d.verdict === 'more' || d.verdict === 'less' ? plain(d.size) : d.verdict,
          ],
        };
      }),
    },
    lines: (results.verdicts ?? []).flatMap((v) => [
      `${plain(v.variant)}: ${plain(v.text)}`,
      ...v.notes.map(plain),
      ...(v.pairingGain === undefined
        ? []
        : [`The same dice for both made the comparison ${decimal(v.pairingGain)} times less noisy.`]),
    ]),
  };
}

function sensitivity(results: Results): Section {
  const s = results.sensitivity!;
  const share = isShare(results, s.objective.id);
  const change = (value: number): string => (share ? points(value) : signed(value, 2));
  const range = share ? pointsRange : decimalRange;
  const both = (value: number, interval: { low: number; high: number } | undefined): string =>
    interval === undefined ? change(value) : `${change(value)} (${range(interval)})`;
  return {
    table:
      s.rows.length === 0
        ? undefined
        : {
            title: `What one point is worth: ${plain(s.objective.label)}, now ${share ? percent(s.base) : decimal(s.base)}${s.baseInterval === undefined ? '' : ` (${share ? percentRange(s.baseInterval) : decimalRange(s.baseInterval)})`}`,
            columns: [
              left('modifier'),
              right('now'),
              right(`one less${share ? ', points' : ''}`),
              right(`one more${share ? ', points' : ''}`),
              left('printed'),
            ],
            rows: s.rows.map((r) => ({
              cells: [
                plain(r.label),
                signed(r.value, 0),
                both(r.minusChange, r.minusInterval),
                both(r.plusChange, r.plusInterval),
                plain(r.source),
              ],
            })),
          },
    lines: [
      ...s.rows.flatMap((r) => (r.note === undefined ? [] : [`${capital(plain(r.label))}: ${plain(r.note)}`])),
      ...s.unmoved.map((u) => `${capital(plain(u.label))} changes nothing here: ${plain(u.reason)}`),
    ],
  };
}

function tuning(results: Results): Section {
  const t = results.tuning!;
  const share = isShare(results, t.objective.id);
  const sampled = t.tried.some((one) => one.low !== undefined);
  return {
    table: {
      title: `${capital(plain(t.objective.label))}, wanted ${share ? percent(t.target) : decimal(t.target)}`,
      columns: [...t.best.map((b) => left(plain(b.path))), right('gives'), ...(sampled ? [right(INTERVAL)] : [])],
      rows: t.tried.map((one) => ({
        cells: [
          ...one.values.map(String),
          share ? percent(one.value) : decimal(one.value),
          ...(sampled ? [share ? percentRange(one) : decimalRange(one)] : []),
        ],
        bar: share ? one.value : undefined,
      })),
    },
    lines: [furtherSentences(t.text)].filter((line) => line !== ''),
  };
}

function game(results: Results): Section {
  const g = results.game!;
  const share = isShare(results, g.objective);
  const value = (v: number): string => (share ? percent(v) : decimal(v));
  const mix = (options: readonly string[], weights: readonly number[]): string =>
    list(
      options
        .map((o, i) => ({ o, w: weights[i] }))
        .filter(({ w }) => w > 0.0005)
        .map(({ o, w }) => `${named(o)} ${roughly(w)}`),
    );
  return {
    table: {
      title: `${capital(plain(g.objective))}: ${plain(g.rowPlayer.side)} down, ${plain(g.columnPlayer.side)} across`,
      columns: [left(plain(g.rowPlayer.side)), ...distinct(g.columnPlayer.options).map(right)],
      rows: g.values.map((line, i) => ({
        cells: [
          plain(g.rowPlayer.options[i]),
          ...line.map((v, j) => {
            const interval = g.intervals?.[i]?.[j];
            return (
              value(v) + (interval === undefined ? '' : ` (${share ? percentRange(interval) : decimalRange(interval)})`)
            );
          }),
        ],
      })),
    },
    lines: [
      `Best mix of the ${named(g.rowPlayer.side)}: ${mix(g.rowPlayer.options, g.equilibrium.rows)}.`,
      `Best mix of the ${named(g.columnPlayer.side)}: ${mix(g.columnPlayer.options, g.equilibrium.columns)}.`,
      `Worth ${value(g.equilibrium.value)} when both play their best.`,
      ...[...g.dominatedRows, ...g.dominatedColumns].map(
        (d) => `${capital(named(d.option))} is ${d.strictly ? 'always worse' : 'never better'} than ${named(d.by)}.`,
      ),
    ],
  };
}
