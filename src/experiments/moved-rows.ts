import type { Evaluation } from '../engine/types.ts';
import { type Rulebook, sourceText } from '../rules/book.ts';
import { unplayedReason } from '../rules/unplayed.ts';
import { type LoadedScenario, type Override, type PreparedCell, prepareCell } from '../scenarios/prepare.ts';
import { partLabel } from '../words/labels.ts';
import { withoutRuling } from '../words/readings.ts';
import { type RowUse, scoresOf } from './scores.ts';

/** A figure that is moved by one point either way. */
export interface Moved {
  readonly path: string;
  /** The row it is a figure of, by its path in the book. */
  readonly row: string;
  /** Applies here but is worth nothing as printed. */
  readonly idle?: boolean;
  readonly label: string;
  readonly source: string;
  readonly value: number;
  readonly use?: RowUse;
  /** Printed but not played. */
  readonly unplayed?: boolean;
  /** What one point more comes to where the row is worth so much. */
  readonly point: (worth: number) => number;
}

/** The figures of the rows that come up, or of every row. A row worth a fact of the situation gets points on top. */
export function movable(
  book: Rulebook,
  uses: ReadonlyMap<string, RowUse>,
  idle: ReadonlySet<string>,
  every: boolean,
): Moved[] {
  const moved: Moved[] = [];
  for (const table of Object.values(book.tables)) {
    if (table.kind !== 'modifiers') continue;
    for (const row of table.rows) {
      const id = `${table.id}.${row.id}`;
      const use = uses.get(id);
      if (!use && !idle.has(id) && !every) continue;
      const path = `rules.${id}`;
      const source = sourceText(row.source);
      const unplayed = unplayedReason(book, id) !== undefined;
      const { value } = row;
      const label = withoutRuling(row.label);
      const add = (part: string, partLabel: string, figure: number, point: Moved['point']) =>
        moved.push({
          path: `${path}${part}`,
          label: partLabel,
          source,
          value: figure,
          point,
          row: id,
          ...(use ? { use } : {}),
          ...(idle.has(id) ? { idle: true } : {}),
          unplayed,
        });
      if (typeof value === 'number') add('', label, value, () => 1);
      else if ('pair' in value) {
        add('.first', label, value.pair[0], (worth) => (worth === value.pair[0] ? 1 : 0));
        add('.second', partLabel(label, 'second'), value.pair[1], (worth) => (worth === value.pair[1] ? 1 : 0));
      } else if ('per' in value) {
        add('.each', `${label} (each)`, value.each, (worth) => (value.each === 0 ? 0 : worth / value.each));
      } else add('.plus', partLabel(label, 'plus'), value.plus ?? 0, () => 1);
    }
  }
  return moved.map((own) => ({ ...own, label: distinctLabel(own, moved, book) }));
}

/** Two tables may call a row the same: "veterans (Melee)", "veterans (Morale)". */
function distinctLabel({ label, row }: Moved, all: readonly Moved[], book: Rulebook): string {
  if (all.filter((other) => other.label === label).length === 1) return label;
  return `${label} (${tableOf(book, row).title.split(/[,:]/)[0]})`;
}

const tableOf = ({ tables }: Rulebook, row: string) => tables[row.slice(0, row.lastIndexOf('.'))];

/**
 * Rows that apply here but are worth nothing, so that no roll names them: found by giving each of them a point and
 * looking which come up.
 */
export function idleRows(
  loaded: LoadedScenario,
  base: PreparedCell,
  fixed: readonly Override[],
  uses: ReadonlyMap<string, RowUse>,
  evaluation: Evaluation,
): ReadonlySet<string> {
  const raised: Override[] = [];
  for (const table of Object.values(base.book.tables)) {
    if (table.kind !== 'modifiers') continue;
    for (const { id, value } of table.rows) {
      const path = `${table.id}.${id}`;
      if (uses.has(path)) continue;
      if (value === 0) raised.push({ path: `rules.${path}`, value: 1 });
      else if (typeof value === 'object' && 'fact' in value) {
        raised.push({ path: `rules.${path}.plus`, value: (value.plus ?? 0) + 1 });
      }
    }
  }
  if (raised.length === 0) return new Set();
  const { built } = prepareCell(loaded, [...fixed, ...raised]);
  const found = scoresOf(built.machine, evaluation).rows;
  return new Set(raised.map((o) => o.path.replace(/^rules\./, '').replace(/\.plus$/, '')).filter((p) => found.has(p)));
}
