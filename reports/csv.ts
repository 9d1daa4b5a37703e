import { stringify } from 'csv-stringify/sync';
import type { CellResult, Results } from '../src/results/types.ts';
import { cellNames, valueName } from './cells.ts';
import { cellRows } from './csv/cells.ts';
import { compareRows } from './csv/comparison.ts';
import { gameRows } from './csv/game.ts';
import { questionRows } from './csv/questions.ts';
import { COLUMNS, type Field, type Row } from './csv/row.ts';
import { impactRows, logRows, pointsRows, targetRows } from './csv/suites.ts';
import { labelled } from './labelled.ts';

/**
 * Tidy CSV: a row for each cell and outcome, measure, or value of a measure, then what the command adds. Text that a
 * spreadsheet would run as a formula is escaped. Files start with a byte-order mark, or Excel takes UTF-8 for something
 * else; a pipe has no use for one.
 */
export function csv(results: Results, options: { readonly bom?: boolean } = {}): string {
  const shown = labelled(results);
  // Ids as they are, and beside them what readers are told.
  const withLabels = rows(shown);
  const all = rows(results).map((row, i): Row => ({ ...row, label: withLabels[i].label }));
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

function rows(results: Results): Row[] {
  if (results.impact !== undefined) return impactRows(results.impact);
  if (results.targetTuning !== undefined)
    return [...results.cells.flatMap(cellRows), ...targetRows(results.targetTuning)];
  if (results.points !== undefined) return [...results.cells.flatMap(cellRows), ...pointsRows(results.points)];
  if (results.log !== undefined) return [...results.cells.flatMap(cellRows), ...logRows(results.log)];
  return [...results.cells.flatMap(cellRows), ...compareRows(results), ...questionRows(results), ...gameRows(results)];
}
