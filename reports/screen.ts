import type { CellResult, Difference, Luck, MeasureResult, Results } from '../src/results/types.ts';
import { counted } from '../src/words/names.ts';
import { convergence, evening, game, sensitivity, tuning } from './answers.ts';
import { bestOnScreen } from './best.ts';
import {
  cellNames,
  isContest,
  isGrid,
  outcomeOf,
  type ShownOutcome,
  seriesOf,
  shownOutcomes,
  together,
} from './cells.ts';
import { logOnScreen } from './luck-log.ts';
import { decimal, halfWidth, percent, percentRange, points, signed } from './number.ts';
import { pointsOnScreen } from './points.ts';
import { roundingNote } from './rounding.ts';
import { intervalTitle, left, right, type Section, type Table } from './table.ts';
import { named, plain } from './text.ts';

/** What fits on one screen: the table that answers the question and what changes how it is read. */
export function screenSections(results: Results): Section[] {
  if (results.cells.length === 0) return [{ lines: ['There is no cell to show.'] }];
  if (results.points !== undefined) return pointsOnScreen(results.points);
  if (results.log !== undefined) return logOnScreen(results.log);
  if (results.evening !== undefined) return [shortened(evening(results.evening), 'results')];
  if (results.convergence !== undefined) return [convergence(results)];
  if (results.best !== undefined) return bestOnScreen(results);
  if (results.game !== undefined) return [gameOnScreen(results)];
  if (results.sensitivity !== undefined) return [sensitivityOnScreen(results)];
  if (results.tuning !== undefined) return [tuningOnScreen(results)];
  if (results.differences !== undefined) return [comparison(results)];
  if (results.luck?.distribution !== undefined) return [chances(results.luck)];
  if (results.cells.length === 1) return [oneCell(results)];
  return [results.cells.length > MOST_LISTED && isGrid(results) ? grid(results) : cases(results)];
}

/** Rows of a table that is not one line per case. */
const MOST_ROWS = 10;
/** Beyond this many cases a grid of two axes is set as a grid. */
const MOST_LISTED = 12;
const MORE = 'see --full';

/** The first rows, and how many there are besides. */
function shortened(section: Section, noun: string, most = MOST_ROWS): Section {
  const { table } = section;
  if (table === undefined || table.rows.length <= most) return section;
  const rest = table.rows.length - most;
  return {
    ...section,
    table: { ...table, rows: table.rows.slice(0, most) },
    lines: [`… and ${rest} more ${noun}: ${MORE}.`, ...section.lines],
  };
}

const plusMinus = (half: number): string =>
  half === 0 ? '' : ` ±${(half * 100).toFixed(half < 0.001 ? 3 : half < 0.01 ? 2 : 1)}`;

function oneCell(results: Results): Section {
  const [cell] = results.cells;
  const sampled = cell.engine === 'sample';
  const all = shownOutcomes(results);
  const likeliest = [...all].sort((x, y) => outcomeOf(cell, y.id).p - outcomeOf(cell, x.id).p).slice(0, MOST_ROWS - 1);
  const kept = all.length <= MOST_ROWS ? all : all.filter((o) => likeliest.includes(o));
  const rare = all.filter((o) => !kept.includes(o)).map((o) => o.id);
  const row = (label: string, e: ReturnType<typeof outcomeOf>, winner?: ShownOutcome['winner']) => ({
    cells: [label, percent(e.p), ...(sampled ? [percentRange(e)] : [])],
    bar: e.p,
    ...(winner === undefined ? {} : { winner }),
  });
  const rows = [
    ...kept.map((o) => row(o.label, outcomeOf(cell, o.id), o.winner)),
    ...(rare.length === 0
      ? []
      : [
          row(
            `${rare.length} rarer outcomes`,
            together(cell, (o) => rare.includes(o.id)),
            'none',
          ),
        ]),
  ];
  return {
    table: {
      title: 'How it ends',
      columns: [left('outcome'), right('share'), ...(sampled ? [right(intervalTitle(results))] : [])],
      rows,
    },
    lines: [...roundingNote([rows.map((r) => r.cells[1])]), ...averages(cell)],
  };
}

/** Parts of a measure ("hits, round 2") and what follows from another ("fatigue score left") wait for --full. */
const isMain = (m: Pick<MeasureResult, 'label'>): boolean => !/,|\bleft\b|come to contact/.test(m.label);
const MOST_AVERAGES = 4;

function averages(cell: CellResult): string[] {
  const shown = cell.measures.filter((m) => isMain(m) && (m.mean !== 0 || m.sd !== 0)).slice(0, MOST_AVERAGES);
  if (shown.length === 0) return [];
  const each = shown.map((m) => {
    const half = halfWidth(m);
    return `${named(m.label)} ${decimal(m.mean)}${half === 0 ? '' : ` ±${half.toPrecision(1)}`}`;
  });
  return [`On average: ${each.join(', ')}.`];
}

/** One line per case: who wins, or what comes of it. */
function cases(results: Results): Section {
  const names = cellNames(results);
  const series = seriesOf(results);
  const share = (s: (typeof series)[number], cell: CellResult): string => {
    const e = s.of(cell);
    return percent(e.p) + plusMinus(halfWidth(e));
  };
  return {
    table: {
      title: 'How it ends',
      columns: [left('case'), ...series.map((s) => right(s.label))],
      rows: results.cells.map((cell, i) => ({ cells: [names[i], ...series.map((s) => share(s, cell))] })),
    },
    lines: [],
  };
}

/** Two axes: the first down, the second across, both sides' wins in each cell. */
function grid(results: Results): Section {
  const [down, across] = results.axes!;
  const [a, b] = results.cells[0].sides;
  const contest = isContest(results);
  const whole = (p: number): string => percent(p, 0.01).replace(/%$/, '');
  const shown = (cell: CellResult | undefined): string => {
    if (cell === undefined) return '';
    const [won, lost] = (['a', 'b'] as const).map((side) => together(cell, (o) => o.winner === side).p);
    return contest ? `${whole(won)} / ${whole(lost)}` : whole(won);
  };
  const at = (x: unknown, y: unknown) =>
    results.cells.find((cell) => cell.labels[down.path] === x && cell.labels[across.path] === y);
  const name = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : plain(String(value)));
  return {
    table: {
      title: contest
        ? `Of 100, better for ${named(a)} / for ${named(b)}: ${named(down.label)} down, ${named(across.label)} across`
        : `Of 100, good for ${named(a)}: ${named(down.label)} down, ${named(across.label)} across`,
      columns: [left(''), ...across.values.map((v) => right(name(v)))],
      rows: down.values.map((x) => ({ cells: [name(x), ...across.values.map((y) => shown(at(x, y)))] })),
    },
    lines: [],
  };
}

/** Readings of a game, without what the headline has said. */
function gameOnScreen(results: Results): Section {
  const section = game(results);
  const dominated = section.lines.slice(3);
  const mixes = section.lines.slice(0, 2);
  const few = dominated.slice(0, MOST_DOMINATED);
  const rest = dominated.length - few.length;
  return {
    ...section,
    lines: [
      ...mixes,
      ...few,
      ...(rest > 0 ? [`… and ${counted(rest, 'more option', 'more options')} like that: ${MORE}.`] : []),
    ],
  };
}
const MOST_DOMINATED = 3;

/** Where it is printed and why each cap absorbs it are for --full. */
function sensitivityOnScreen(results: Results): Section {
  const section = sensitivity(results);
  const { rows, unmoved, pairs = [] } = results.sensitivity!;
  const hiding = section.lines.filter((line) => / counts only where /.test(line)).slice(0, 2);
  const capped = rows.filter((r) => r.note !== undefined).length;
  const lines = [
    ...hiding,
    ...(pairs.length > hiding.length
      ? [
          `${counted(pairs.length - hiding.length, 'more pair hides each other', 'more pairs hide each other')}: ${MORE}.`,
        ]
      : []),
    ...(capped === 0 ? [] : [`A cap absorbs part of the change of ${capped} of these rows: ${MORE}.`]),
    ...(unmoved.length === 0
      ? []
      : [`${unmoved.length} more ${unmoved.length === 1 ? 'row changes' : 'rows change'} nothing here: ${MORE}.`]),
  ];
  const table: Table | undefined = section.table && {
    ...section.table,
    columns: section.table.columns.slice(0, -1),
    rows: section.table.rows.map((row) => ({ ...row, cells: row.cells.slice(0, -1) })),
  };
  return shortened({ ...section, ...(table ? { table } : {}), lines }, 'rows that move it less');
}

/** Values around the best one. */
function tuningOnScreen(results: Results): Section {
  const section = tuning(results);
  const t = results.tuning!;
  const { table } = section;
  if (table === undefined || table.rows.length <= MOST_ROWS) return { ...section, lines: fewLines(section.lines) };
  const best = t.tried.findIndex((one) => one.values.every((v, i) => v === t.best[i]?.to));
  const from = Math.min(Math.max(0, best - Math.floor(MOST_TRIED / 2)), table.rows.length - MOST_TRIED);
  return {
    ...section,
    table: { ...table, rows: table.rows.slice(from, from + MOST_TRIED) },
    lines: [`${table.rows.length} values were tried: ${MORE}.`, ...fewLines(section.lines)],
  };
}
const MOST_TRIED = 7;

/** Sentences about caps are long; the line that introduces the variant file stays. */
const fewLines = (lines: readonly string[]): string[] => lines.filter((line) => line.length <= 240);

/** How often each value of the measure comes up, and which one it was. */
function chances(luck: Luck): Section {
  const all = luck.distribution ?? [];
  const at = Math.max(
    0,
    all.findIndex((d) => d.value === luck.observed),
  );
  const from = Math.max(0, Math.min(at - Math.floor(MOST_ROWS / 2), all.length - MOST_ROWS));
  return {
    table: {
      title: plain(luck.label),
      columns: [right('value'), right('share'), left('')],
      rows: all.slice(from, from + MOST_ROWS).map((d) => ({
        cells: [decimal(d.value), percent(d.p), d.value === luck.observed ? 'yours' : ''],
        bar: d.p,
      })),
    },
    lines: [],
  };
}

const isMoved = (d: Difference): boolean => d.base !== 0 || d.value !== 0;

/** The differences that matter: who wins, the outcomes that moved most, the main measures. */
function comparison(results: Results): Section {
  const variants = [...new Set(results.differences!.map((d) => d.cell))];
  return variants.length === 1 ? oneVariant(results) : severalVariants(results, variants);
}

const MOST_OUTCOMES = 7;

function oneVariant(results: Results): Section {
  const all = results.differences!.filter(isMoved);
  const sums = isContest(results) ? all.filter((d) => d.id.startsWith('winner=')) : [];
  const outcomes = all.filter((d) => d.kind === 'outcome' && !d.id.startsWith('winner=') && d.id !== 'advantage');
  const same = (x: Difference, y: Difference): boolean => x.base === y.base && x.value === y.value;
  const own = outcomes.filter((d) => !sums.some((s) => same(s, d)));
  const most = [...own].sort((x, y) => Math.abs(y.difference) - Math.abs(x.difference));
  const kept = most.slice(0, Math.max(0, MOST_OUTCOMES - sums.length));
  const measures = all.filter((d) => d.kind === 'measure' && isMain(d)).slice(0, 3);
  const shown = [...sums, ...own.filter((d) => kept.includes(d)), ...measures];
  const sampled = shown.some((d) => d.low !== undefined);
  const names = cellNames(results);
  const figure = (d: Difference, v: number): string => (d.kind === 'outcome' ? percent(v) : decimal(v));
  return {
    table: {
      title: 'Against the base',
      columns: [
        left('what'),
        right(names[0]),
        right(names[shown[0]?.cell ?? 1] ?? ''),
        right('difference'),
        ...(sampled ? [left('')] : []),
      ],
      rows: shown.map((d) => ({
        cells: [
          plain(d.label),
          figure(d, d.base),
          figure(d, d.value),
          change(d),
          ...(sampled ? [d.verdict === 'no detectable difference' ? 'not detectable' : ''] : []),
        ],
      })),
    },
    lines: verdictNotes(results),
  };
}

function change(d: Difference): string {
  const half = halfWidth(d);
  if (d.kind === 'measure') return signed(d.difference, 2) + (half === 0 ? '' : ` ±${half.toPrecision(1)}`);
  return `${points(d.difference)}${plusMinus(half)} pp`;
}

/** One line per variant. */
function severalVariants(results: Results, variants: readonly number[]): Section {
  const all = results.differences!;
  const names = cellNames(results);
  const sums = ['winner=a', 'winner=b'].filter((id) => all.some((d) => d.id === id && isMoved(d)));
  const moved = [...new Set(all.filter((d) => d.kind === 'outcome' && isMoved(d)).map((d) => d.id))];
  const most = (id: string): number => Math.max(...all.filter((d) => d.id === id).map((d) => Math.abs(d.difference)));
  const ids = isContest(results)
    ? sums
    : moved
        .filter((id) => !id.includes('=') && id !== 'advantage')
        .sort((x, y) => most(y) - most(x))
        .slice(0, 3);
  const of = (cell: number, id: string) => all.find((d) => d.cell === cell && d.id === id);
  const unsure = all.some((d) => ids.includes(d.id) && d.verdict === 'no detectable difference');
  return {
    table: {
      title: 'Against the base, difference in percentage points',
      columns: [left(''), ...ids.flatMap((id) => [right(plain(of(variants[0], id)?.label ?? id)), right('')])],
      rows: [
        { cells: [names[0], ...ids.flatMap((id) => [percent(of(variants[0], id)?.base ?? 0), ''])] },
        ...variants.map((cell) => ({
          cells: [
            names[cell],
            ...ids.flatMap((id) => {
              const d = of(cell, id);
              if (d === undefined) return ['', ''];
              const mark = d.verdict === 'no detectable difference' ? '?' : '';
              return [percent(d.value), points(d.difference) + plusMinus(halfWidth(d)) + mark];
            }),
          ],
        })),
      ],
    },
    lines: [...(unsure ? ['? = no difference that these trials can detect.'] : []), ...verdictNotes(results)],
  };
}

/** Caps and readings change how a comparison is read; how the dice were shared does not. */
function verdictNotes(results: Results): string[] {
  const notes = (results.verdicts ?? []).flatMap((v) => v.notes.map(plain));
  const told = notes
    .filter((note) => !/^(?:Intervals are|Played under|Each was played|The two were played)/.test(note))
    .map((note) => note.replace(/; \d+ rulings? ha(?:s|ve) no effect:.*$/, `: ${MORE}.`));
  return [...new Set(told)];
}
