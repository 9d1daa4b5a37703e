import type { CellResult, Difference, Results } from '../src/results/types.ts';
import { labelOf as nameOf } from '../src/words/labels.ts';
import { askedWords } from '../src/words/readings.ts';
import { cellNames } from './cells.ts';
import { betterOf } from './fights.ts';
import { count, decimal, decimalRange, percent, percentRange, points, pointsRange, signed } from './number.ts';
import { intervalTitle, left, right, type Section, type Table } from './table.ts';
import { plain } from './text.ts';

/** What `--full` adds for whoever wants to go on from the figures. */
export function fullSections(results: Results): Section[] {
  const tables = [
    quantiles(results),
    conditionals(results),
    joint(results),
    survival(results),
    correlations(results),
    tests(results),
    interactions(results),
  ];
  return [
    ...tables.filter((table) => table.rows.length > 0).map((table) => ({ table, lines: [] })),
    ...openReadings(results),
  ];
}

/** What sets each reading on which the answer hangs. Lines, since the cells of a table would tear an option apart. */
function openReadings(results: Results): Section[] {
  const lines = (results.readings?.hanging ?? []).map(
    ({ question, key, to }) => `${plain(askedWords(question))} --set rulings.${key}=${to}`,
  );
  return lines.length === 0 ? [] : [{ lines: ['To play another reading:', ...new Set(lines)] }];
}

/** Rows of every cell; with several cells each row says which. */
function perCell(
  results: Results,
  title: string,
  columns: Table['columns'],
  rowsOf: (cell: CellResult) => readonly string[][],
): Table {
  const names = cellNames(results);
  const several = results.cells.length > 1;
  return {
    title,
    columns: [...(several ? [left('case')] : []), ...columns],
    rows: results.cells.flatMap((cell, i) =>
      rowsOf(cell).map((cells) => ({ cells: [...(several ? [names[i]] : []), ...cells] })),
    ),
  };
}

const labelOf = (cell: CellResult, id: string): string => plain(cell.measures.find((m) => m.id === id)?.label ?? id);
const isSampled = (results: Results): boolean => results.cells.some((cell) => cell.engine === 'sample');

function quantiles(results: Results): Table {
  const known = results.cells.flatMap((cell) => cell.measures).find((m) => m.quantiles !== undefined);
  const shares = known?.quantiles?.map((q) => q.share) ?? [];
  return perCell(
    results,
    'Medians and quantiles: so many per cent have at most',
    [left('measure'), ...shares.map((s) => right(s === 0.5 ? 'median' : `${Math.round(s * 100)}%`))],
    (cell) =>
      cell.measures.flatMap((m) =>
        m.quantiles === undefined ? [] : [[plain(m.label), ...m.quantiles.map((q) => decimal(q.value))]],
      ),
  );
}

function conditionals(results: Results): Table {
  // Charges that never come to a fight are not won: the same words as in every other table.
  const better = betterOf(results, 0).endsWith('better');
  const condition = (winner: string): string => {
    if (winner === 'winner=none') return `neither side ${better ? 'comes off better' : 'wins'}`;
    return betterOf(results, winner === 'winner=a' ? 0 : 1);
  };
  const sampled = isSampled(results);
  return perCell(
    results,
    'Means given how it ends',
    [
      left('measure'),
      left('given that'),
      right('which is'),
      right('mean'),
      right('spread (sd)'),
      ...(sampled ? [right(intervalTitle(results))] : []),
    ],
    (cell) =>
      (cell.details?.conditionals ?? []).map((c) => [
        labelOf(cell, c.measure),
        condition(c.given),
        percent(c.p),
        decimal(c.mean),
        decimal(c.sd),
        ...(sampled ? [decimalRange(c)] : []),
      ]),
  );
}

/** The likeliest pairs; results.json has them all. */
const MOST_PAIRS = 20;

function joint(results: Results): Table {
  const sampled = isSampled(results);
  const of = results.cells.find((cell) => cell.details?.joint);
  const found = of?.details?.joint;
  return perCell(
    results,
    'What both sides lose together, the likeliest first',
    [
      right(of && found ? labelOf(of, found.first) : ''),
      right(of && found ? labelOf(of, found.second) : ''),
      right('share'),
      ...(sampled ? [right(intervalTitle(results))] : []),
    ],
    (cell) =>
      [...(cell.details?.joint?.rows ?? [])]
        .sort((x, y) => y.p - x.p)
        .slice(0, MOST_PAIRS)
        .map((row) => [
          decimal(row.first),
          decimal(row.second),
          percent(row.p),
          ...(sampled ? [percentRange(row)] : []),
        ]),
  );
}

function survival(results: Results): Table {
  const sampled = isSampled(results);
  return perCell(
    results,
    'Still going on',
    [left('after'), right('share'), ...(sampled ? [right(intervalTitle(results))] : [])],
    (cell) =>
      (cell.details?.survival?.rows ?? []).map((row) => [
        `${labelOf(cell, cell.details!.survival!.measure)}: ${decimal(row.value)}`,
        percent(row.p),
        ...(sampled ? [percentRange(row)] : []),
      ]),
  );
}

function correlations(results: Results): Table {
  const sampled = isSampled(results);
  return perCell(
    results,
    'How measures go together',
    [left('measure'), left('with'), right('correlation'), ...(sampled ? [right(intervalTitle(results))] : [])],
    (cell) =>
      // Hits and what they leave go together by definition.
      (cell.details?.correlations ?? [])
        .filter((c) => Math.abs(c.r) < 1 - 1e-9)
        .map((c) => [
          labelOf(cell, c.first),
          labelOf(cell, c.second),
          signed(c.r, 2),
          ...(sampled ? [decimalRange(c)] : []),
        ]),
  );
}

/** A probability as tests give it: "0.03", "under 0.0001". */
const pText = (p: number | undefined): string =>
  p === undefined ? '' : p < 0.0001 ? 'under 0.0001' : String(Number(p.toPrecision(2)));

const size = (d: Difference, value: number): string =>
  d.kind === 'outcome' ? `${points(value).replace('+', '')} pp` : decimal(value);

function tests(results: Results): Table {
  const all = (results.differences ?? []).filter((d) => d.base !== 0 || d.value !== 0);
  const several = new Set(all.map((d) => d.cell)).size > 1;
  const sampled = all.some((d) => d.low !== undefined);
  return {
    title: 'The differences as a statistician asks for them',
    columns: [
      left('what'),
      ...(several ? [left('variant')] : []),
      right('effect size'),
      ...(sampled ? [right('p'), right('p, corrected'), right('could detect')] : []),
      right('trials it needs'),
    ],
    rows: all.map((d) => ({
      cells: [
        plain(d.label),
        ...(several ? [plain(nameOf(d.variant))] : []),
        d.effect === undefined ? '' : `${d.effect.kind === 'cohens-h' ? 'h' : 'd'} ${signed(d.effect.value, 2)}`,
        ...(sampled
          ? [pText(d.rawPValue), pText(d.pValue), d.detectable === undefined ? '' : size(d, d.detectable)]
          : []),
        d.trialsNeeded === undefined ? '' : count(d.trialsNeeded),
      ],
    })),
  };
}

function interactions(results: Results): Table {
  const all = results.interactions ?? [];
  const sampled = all.some((x) => x.low !== undefined);
  const shown = (x: (typeof all)[number], value: number): string =>
    x.kind === 'outcome' ? points(value) : signed(value, 2);
  return {
    title: 'Two changes together against the sum of each',
    columns: [
      left('changes'),
      left('what'),
      right('each alone, added'),
      right('together'),
      right('interaction'),
      ...(sampled ? [right(intervalTitle(results))] : []),
    ],
    rows: all.map((x) => ({
      cells: [
        `${plain(nameOf(x.first))} and ${plain(nameOf(x.second))}`,
        plain(x.label),
        shown(x, x.added),
        shown(x, x.together),
        shown(x, x.interaction),
        ...(sampled ? [x.kind === 'outcome' ? pointsRange(x) : decimalRange(x)] : []),
      ],
    })),
  };
}
