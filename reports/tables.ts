import type { CellResult, MeasureResult, Results } from '../src/results/types.ts';
import { convergence, differences, evening, luckLine, robustness, sensitivity } from './answers.ts';
import { bestSections } from './best.ts';
import { cellNames, outcomeOf, seriesOf, shownOutcomes } from './cells.ts';
import { fullSections } from './full.ts';
import { game } from './game.ts';
import { impactSections } from './impact/sections.ts';
import { labelled } from './labelled.ts';
import { logSections } from './luck-log.ts';
import { decimal, decimalRange, halfWidth, meanError, percent, percentRange } from './number.ts';
import { pointsSections } from './points.ts';
import { roundingNote } from './rounding.ts';
import { plusMinus } from './screen/short.ts';
import { intervalTitle, left, right, type Section, type Table } from './table.ts';
import { targetSections } from './target-tuning.ts';
import { distinct } from './text.ts';
import { tuning } from './tuning.ts';

/** Cells side by side up to here; more get a row each. */
const MOST_COLUMNS = 4;
/** All the figures of a result: what the command asked first, then how every cell ends and its averages. */
export function sections(raw: Results, { full = false }: { readonly full?: boolean } = {}): Section[] {
  const results = labelled(raw);
  if (results.cells.length === 0) return [{ lines: ['There is no cell to show.'] }];
  if (results.impact !== undefined) return impactSections(results.impact);
  if (results.log !== undefined) return logSections(results.log);
  if (results.targetTuning !== undefined) return targetSections(results.targetTuning);
  if (results.points !== undefined) return pointsSections(results.points);
  const all: (Section | undefined)[] = [
    // What cannot happen has no tails worth showing.
    results.luck === undefined || results.luck.possible === false
      ? undefined
      : { lines: [luckLine(results.luck, results.cells[0].sides)] },
    results.evening === undefined ? undefined : evening(results.evening),
    results.convergence === undefined ? undefined : convergence(results),
    ...(results.best === undefined ? [] : bestSections(results)),
    results.game === undefined ? undefined : game(results),
    results.sensitivity === undefined ? undefined : sensitivity(results),
    results.tuning === undefined ? undefined : tuning(results),
    outcomesSection(results),
    measures(results),
    results.differences === undefined ? undefined : differences(results),
    results.robustness === undefined || results.robustness.length === 0 ? undefined : robustness(results.robustness),
    ...(full ? fullSections(results) : []),
  ];
  return all.filter((section) => section !== undefined);
}

/** The table of outcomes, and a word where its shares do not add up. */
function outcomesSection(results: Results): Section {
  const table = outcomes(results);
  const columns = table.columns.map((_, i) => table.rows.map((row) => row.cells[i]));
  const byCell =
    results.cells.length <= MOST_COLUMNS
      ? columns.slice(1, 1 + results.cells.length)
      : table.rows.map((row) => row.cells.slice(1));
  return { table, lines: roundingNote(byCell) };
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

function oneCell(results: Results, cell: CellResult): Table {
  const sampled = cell.engine === 'sample';
  const shown = shownOutcomes(results);
  return {
    title: 'How it ends',
    columns: [left('outcome'), right('share'), ...(sampled ? [right(intervalTitle(results))] : [])],
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
          ...(sampled ? [right(`${intervalTitle(results)} of the mean`)] : []),
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
    return decimal(own.mean) + meanError(own);
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
