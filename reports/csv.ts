import { stringify } from 'csv-stringify/sync';
import type {
  Axis,
  Best,
  CellResult,
  Estimate,
  Game,
  Impact,
  LuckLog,
  Points,
  Results,
  TargetTuning,
  Tuning,
} from '../src/results/types.ts';
import { takenText } from './best.ts';
import { cellNames, valueName } from './cells.ts';
import { labelled } from './labelled.ts';

/** Always these, always in this order; a column for each axis or label follows. */
export const COLUMNS = [
  'row',
  'cell',
  'cell_label',
  'id',
  'label',
  'winner',
  'severity',
  'value',
  'p',
  'mean',
  'sd',
  'base',
  'difference',
  'low',
  'high',
  'count',
  'p_value',
  'verdict',
  'engine',
  'method',
  'trials',
  'partial',
  'seed',
  'rulebook',
  'rulebook_label',
  'rulebook_title',
  'rulebook_variant',
  'rulebook_hash',
  'notes',
  'version',
  'command',
] as const;

type Field = string | number | undefined;
type Row = Partial<Record<(typeof COLUMNS)[number], Field>> & {
  readonly row: string;
  /** Axis values of a row that is of no single cell. */
  readonly labels?: CellResult['labels'];
};

/**
 * Tidy CSV: a row for each cell and outcome, measure, or value of a measure, then what the command adds. Text that a
 * spreadsheet would run as a formula is escaped. Files start with a byte-order mark, or Excel takes UTF-8 for something
 * else; a pipe has no use for one.
 */
export function csv(results: Results, options: { readonly bom?: boolean } = {}): string {
  const shown = labelled(results);
  // Ids as they are, and beside them what readers are told.
  const told = rows(shown);
  const all = rows(results).map((row, i): Row => ({ ...row, label: told[i].label }));
  const rowsWithAxes = results.impact === undefined ? results.cells : all;
  const keys = [...new Set(rowsWithAxes.flatMap(({ labels }) => Object.keys(labels ?? {})))];
  const names = cellNames(results);
  const common = agreed(results.cells.map(provenance));
  const lines = all.map((row) => {
    const cell = typeof row.cell === 'number' ? results.cells[row.cell] : undefined;
    const whole: Row = {
      ...(cell ? provenance(cell) : common),
      ...row,
      cell_label: cell && Object.keys(cell.labels).length > 0 ? names[row.cell as number] : undefined,
      version: results.version,
      command: results.command,
    };
    // An exact figure hangs on no seed.
    const shared: Row = { ...whole, seed: whole.engine === 'exact' ? undefined : results.seed };
    const labels = cell?.labels ?? row.labels;
    const named = cell === undefined ? row.labels : shown.cells[row.cell as number].labels;
    return [
      ...COLUMNS.map((column) => field(shared[column])),
      ...keys.map((key) => field(labels?.[key])),
      ...keys.map((key) => (named?.[key] === undefined ? undefined : field(valueName(named[key])))),
    ];
  });
  const header = [...COLUMNS, ...keys.map((key) => `axis:${key}`), ...keys.map((key) => `label:${key}`)];
  return stringify([header, ...lines], { escape_formulas: true, bom: options.bom ?? false });
}

// Line breaks and tabs of a name are kept; escape sequences that would act on a terminal are not.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

function field(value: Field | boolean): Field {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return value === undefined ? undefined : String(value).replace(CONTROLS, '');
}

function provenance(cell: CellResult) {
  return {
    engine: cell.engine,
    method: cell.method,
    trials: cell.trials ?? undefined,
    partial: String(cell.partial),
    rulebook: cell.rulebook.id,
    rulebook_label: cell.rulebook.label,
    rulebook_title: cell.rulebook.title,
    rulebook_variant: cell.rulebook.variant ?? undefined,
    rulebook_hash: cell.rulebook.hash,
    notes: cell.notes.map((note) => `${note.kind}: ${note.text}`).join('; ') || undefined,
  };
}

type Provenance = ReturnType<typeof provenance>;

/** What holds of all cells, for rows that speak of them together. */
function agreed([first, ...others]: readonly Provenance[]): Partial<Provenance> {
  const same = ([column, value]: [string, unknown]) => others.every((o) => o[column as keyof Provenance] === value);
  return Object.fromEntries(Object.entries(first ?? {}).filter(same));
}

const estimate = ({ p, low, high, count }: Estimate): Omit<Row, 'row'> => ({ p, low, high, count });

function rows(results: Results): Row[] {
  if (results.impact !== undefined) return impactRows(results.impact);
  if (results.targetTuning !== undefined)
    return [...results.cells.flatMap(cellRows), ...targetRows(results.targetTuning)];
  if (results.points !== undefined) return [...results.cells.flatMap(cellRows), ...pointsRows(results.points)];
  if (results.log !== undefined) return [...results.cells.flatMap(cellRows), ...logRows(results.log)];
  return [...results.cells.flatMap(cellRows), ...compareRows(results), ...questionRows(results), ...gameRows(results)];
}

/** A row per target: its figure after the change and before; a row per parameter. */
const targetRows = ({ targets, parameters }: TargetTuning): Row[] => [
  ...targets.map((t) => ({
    row: 'target',
    id: t.about,
    label: t.text,
    mean: t.value,
    base: t.now,
    verdict: t.met ? 'met' : 'missed',
  })),
  ...parameters.map((p) => ({ row: 'tuned', id: p.path, label: p.label, value: p.to, base: p.from })),
];

/** A row per troop: points of the model, given points and by how much they are too high; a row per pair. */
const pointsRows = ({ troops, pairs }: Points): Row[] => [
  ...troops.map((t) => ({
    row: 'troop',
    label: t.name,
    value: t.points,
    p: t.score,
    base: t.given,
    difference: t.overpriced,
  })),
  ...pairs.map((p) => ({
    row: 'pair',
    label: `${p.first} against ${p.second}`,
    p: p.score,
    base: p.expected,
    difference: p.residual,
  })),
];

/** A row per result of a log, and a row per player. */
const logRows = ({ results, players }: LuckLog): Row[] => [
  ...results.map((r) => ({
    row: 'logged',
    id: r.measure,
    label: `${r.encounter}: ${r.label}`,
    value: r.shown ?? r.observed,
    p: r.exactly.p,
    verdict: r.favours ?? undefined,
    difference: r.surprise ?? undefined,
  })),
  ...players.map((p) => ({
    row: 'player',
    label: p.name,
    value: p.sum,
    p: p.asGood,
    base: p.percentile,
    verdict: p.text,
  })),
];

/** Two rows per situation and variant: how often each side wins, before and after. */
function impactRows({ variants }: Impact): Row[] {
  return variants.flatMap((v) =>
    v.situations.flatMap((s) =>
      s.sides.map((side, i) => ({
        row: 'situation',
        id: s.group,
        label: s.name,
        winner: i === 0 ? 'a' : 'b',
        value: side,
        p: s.value[i],
        base: s.base[i],
        difference: s.value[i] - s.base[i],
        verdict: s.turned ? 'turned' : s.moved ? 'moved' : 'same',
        rulebook_variant: v.variant,
        labels: { weight: s.weight, 'ends otherwise': s.endOtherwise, ...s.tags },
      })),
    ),
  );
}

function cellRows(cell: CellResult, index: number): Row[] {
  return [
    ...cell.outcomes.map((o) => ({
      row: 'outcome',
      cell: index,
      id: o.id,
      label: o.label,
      winner: o.winner,
      severity: o.severity,
      ...estimate(o),
    })),
    ...cell.measures.flatMap((m) => [
      { row: 'measure', cell: index, id: m.id, label: m.label, mean: m.mean, sd: m.sd, low: m.low, high: m.high },
      ...m.distribution.map((d) => ({
        row: 'distribution',
        cell: index,
        id: m.id,
        label: m.label,
        value: d.value,
        ...estimate(d),
      })),
    ]),
  ];
}

function compareRows(results: Results): Row[] {
  return [
    ...(results.differences ?? []).map((d) => ({
      row: `difference of ${d.kind}`,
      cell: d.cell,
      id: d.id,
      label: d.label,
      value: d.value,
      base: d.base,
      difference: d.difference,
      low: d.low,
      high: d.high,
      p_value: d.pValue,
      verdict: d.verdict,
    })),
    ...(results.robustness ?? []).map((r) => ({
      row: 'ruling',
      cell: results.verdicts?.find((v) => v.variant === r.variant)?.cell,
      id: `${r.key}=${r.to}`,
      label: `${r.variant}: ${r.measure}`,
      difference: r.difference,
      verdict: r.survives ? 'survives' : 'does not survive',
    })),
  ];
}

/** What sensitivity, tune, run --observed and a sampled run with an exact twin add. They speak of the base, cell 0. */
function questionRows(results: Results): Row[] {
  const { sensitivity: s, tuning: t, best: b, luck: l, convergence: c } = results;
  return [
    ...(b === undefined ? [] : bestRows(b)),
    ...(s?.rows ?? []).flatMap((r) => {
      const shared = { row: 'sensitivity', cell: 0, label: r.label, base: s?.base };
      return [
        { ...shared, id: `${r.path}=${r.value - 1}`, value: r.minus, difference: r.minusChange, ...r.minusInterval },
        { ...shared, id: `${r.path}=${r.value + 1}`, value: r.plus, difference: r.plusChange, ...r.plusInterval },
        { ...shared, id: `without ${r.path}`, value: r.without, difference: r.withoutChange, ...r.withoutInterval },
      ];
    }),
    ...(s?.unmoved ?? []).map((u) => ({ row: 'unmoved', cell: 0, id: u.path, label: u.label, verdict: u.reason })),
    ...(t === undefined ? [] : tuningRows(t, results.cells[0])),
    ...(l === undefined
      ? []
      : (['atLeast', 'exactly', 'atMost'] as const).map((way) => ({
          row: `luck: ${way}`,
          cell: 0,
          id: l.measure,
          label: l.label,
          value: l.observed,
          ...estimate(l[way]),
        }))),
    ...(results.evening?.results ?? []).map((one, i) => ({
      row: 'evening',
      cell: i,
      id: one.measure,
      label: `${one.encounter}: ${one.measure === 'outcome' ? one.shown : one.label}`,
      value: one.observed,
      ...estimate(one.exactly),
    })),
    ...(c?.points ?? []).map(({ trials, ...point }) => ({
      row: 'convergence',
      cell: 0,
      id: c?.outcome,
      base: c?.exact,
      ...point,
      trials,
    })),
  ];
}

function tuningRows(t: Tuning, cell: CellResult | undefined): Row[] {
  const { id, label } = t.objective;
  const base = baseFigure(t, cell);
  return [
    ...t.tried.map((one) => ({
      row: 'tuning',
      cell: 0,
      id: t.best.map((b, i) => `${b.path}=${one.values[i]}`).join('; '),
      label,
      value: one.value,
      base,
      difference: base === undefined ? undefined : one.value - base,
      low: one.low,
      high: one.high,
      trials: one.trials,
    })),
    { row: 'tuning target', cell: 0, id, label, value: t.target, verdict: t.reached ? 'reached' : 'not reached' },
  ];
}

function bestRows(b: Best): Row[] {
  const { label } = b.objective;
  return [
    ...b.decisions.flatMap((d) =>
      d.options.map((o) => ({
        row: 'decision',
        cell: 1,
        id: `${d.side}: ${d.title}: ${o.option}`,
        label,
        value: o.value,
        p: d.chance,
        verdict: takenText(o.taken) || undefined,
      })),
    ),
    ...(b.tactics ?? []).map((t) => ({
      row: 'tactic tried',
      cell: 0,
      id: `${t.side}: ${t.label}`,
      label,
      value: t.value,
      ...t.interval,
      verdict: t.chosen ? 'best found' : undefined,
    })),
    { row: 'best play', cell: 1, id: b.objective.id, label, value: b.value, base: b.written, ...b.interval },
  ];
}

/** What the objective is in the base: read off its cell, or off the values it has where those were tried. */
function baseFigure({ objective: { id }, tried, best }: Tuning, cell: CellResult | undefined): number | undefined {
  const winner = /^winner=(a|b|none)$/.exec(id)?.[1];
  if (cell && winner) return cell.outcomes.reduce((sum, o) => sum + (o.winner === winner ? o.p : 0), 0);
  const own = cell?.outcomes.find((o) => o.id === id)?.p ?? cell?.measures.find((m) => m.id === id)?.mean;
  return own ?? tried.find((one) => one.values.every((v, i) => v === best[i].from))?.value;
}

function gameRows(results: Results): Row[] {
  const g = results.game;
  if (g === undefined) return [];
  const pair = (i: number, j: number): string => `${g.rowPlayer.options[i]} / ${g.columnPlayer.options[j]}`;
  const width = g.columnPlayer.options.length;
  const mix = ({ side, options }: Game['rowPlayer'], weights: readonly number[], axis: Axis | undefined): Row[] =>
    weights.map((p, i) => ({
      row: 'best mix',
      id: options[i],
      label: side,
      p,
      labels: axis ? { [axis.path]: axis.values[i] } : {},
    }));
  return [
    ...g.values.flatMap((line, i) =>
      line.map((value, j) => ({
        row: 'matrix',
        cell: i * width + j,
        id: pair(i, j),
        label: g.objective,
        value,
        ...g.intervals?.[i]?.[j],
      })),
    ),
    ...mix(g.rowPlayer, g.equilibrium.rows, results.axes?.[0]),
    ...mix(g.columnPlayer, g.equilibrium.columns, results.axes?.[1]),
    { row: 'value of the game', label: g.objective, value: g.equilibrium.value },
  ];
}
