import type { Cell, CellRow, CellTable, Rulebook, Source, Table, Value } from '../../src/rules/book.ts';
import type { Pattern, Test, When } from '../../src/rules/pattern.ts';

/** What a rulebook holds for one printed line, taken apart for comparison. */
export interface Evidence {
  readonly table: Table;
  readonly id: string;
  readonly line: number;
  /** What the row gives: its value with sign, or the figures of its cells in order. */
  readonly given: readonly number[];
  /** Where else a figure of the line may stand: thresholds, and the figures of the row's id, label and column names. */
  readonly spoken: readonly number[];
  readonly cells: readonly Cell[];
  readonly label: string;
}

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  no: 0,
  half: 0.5,
  one: 1,
  single: 1,
  once: 1,
  two: 2,
  twice: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  ten: 10,
  twelve: 12,
};

/** Every figure of a text, also those in words. "D6" says one die of six faces. */
export function figuresIn(text: string): number[] {
  const spelled = text
    .replace(/½/g, ' 0.5 ')
    .replace(/(?<![\d])[dD](\d+)/g, ' 1 $1 ')
    .replace(/(\d)[dD](\d)/g, '$1 $2')
    .replace(/[a-z]+/gi, (w) =>
      Object.hasOwn(NUMBER_WORDS, w.toLowerCase()) ? ` ${NUMBER_WORDS[w.toLowerCase()]} ` : w,
    );
  return [...spelled.matchAll(/(?<![\w)])-?\d+(?:\.\d+)?/g)].map((m) => Number(m[0]));
}

function ofValue(v: Value): number[] {
  if (typeof v === 'number') return [v];
  if ('pair' in v) return [...v.pair];
  if ('fact' in v) return [];
  return [v.each, ...(v.max === undefined ? [] : [v.max]), ...(v.min === undefined ? [] : [v.min])];
}

function ofCell(c: Cell): number[] {
  if (typeof c === 'number') return [c];
  // A cell such as 'no-move' is a name, not a count; 'half' and '6F' are figures.
  if (typeof c === 'string') return c === 'half' ? [0.5] : figuresIn(c.replace(/[a-z-]+/g, ' '));
  return Array.isArray(c) ? c.flatMap((x: number | string) => ofCell(x)) : [];
}

function ofTest(t: Test): number[] {
  if (typeof t === 'number') return [t];
  if (typeof t === 'string') return figuresIn(t);
  if (typeof t !== 'object') return [];
  if (Array.isArray(t)) return t.flatMap((x: number | string) => ofTest(x));
  return Object.values(t).flatMap((x) => ofTest(x as Test));
}

function ofWhen(when: When | undefined): number[] {
  const patterns: readonly Pattern[] = when === undefined ? [] : Array.isArray(when) ? when : [when as Pattern];
  return patterns.flatMap((p) =>
    Object.values(p).flatMap((facts) =>
      Object.entries(facts).flatMap(([fact, test]) => [...figuresIn(fact), ...ofTest(test)]),
    ),
  );
}

const named = (table: Table, r: { id: string; label: string; source: Source }) => ({
  table,
  id: r.id,
  line: r.source.line,
  label: r.label,
});

/** The segment marked F is counted by its place; the grids compare it. */
const PLACES = ['fatigueSegment'];

/** Where a table gives the lowest score of each row ("from"), the score next below the row above it ends the row. */
function upperEnds(table: CellTable, r: CellRow): number[] {
  if (!table.columns.includes('from') || table.columns.includes('to')) return [];
  const starts = table.rows.flatMap((x) => (typeof x.cells['from'] === 'number' ? [x.cells['from']] : []));
  const from = r.cells['from'];
  const above = starts.filter((x) => typeof from !== 'number' || x > from);
  return above.length === 0 ? [] : [Math.min(...above) - 1];
}

type SourcedEvidence = Evidence & { readonly source: Source };

function rowsOf(table: Table): SourcedEvidence[] {
  switch (table.kind) {
    case 'modifiers':
      return table.rows.map((r) => ({
        ...named(table, r),
        source: r.source,
        given: ofValue(r.value),
        spoken: [...figuresIn(r.id), ...figuresIn(r.label), ...ofWhen(r.when)],
        cells: [],
      }));
    case 'cells':
      return table.rows.map((r) => ({
        ...named(table, r),
        source: r.source,
        given: table.columns.filter((c) => !PLACES.includes(c)).flatMap((c) => ofCell(r.cells[c] ?? null)),
        spoken: [
          ...figuresIn(r.id),
          ...figuresIn(r.label),
          ...table.columns.flatMap(figuresIn),
          ...upperEnds(table, r),
        ],
        cells: table.columns.map((c) => r.cells[c] ?? null),
      }));
    case 'text':
      return table.rows.map((r) => ({
        ...named(table, r),
        source: r.source,
        given: [],
        spoken: [...figuresIn(r.id), ...figuresIn(r.label)],
        cells: [],
      }));
  }
}

/** Books that differ in one table share the others, and so does their evidence. */
const known = new WeakMap<Table, SourcedEvidence[]>();
function takenApart(table: Table): SourcedEvidence[] {
  const rows = known.get(table) ?? rowsOf(table);
  known.set(table, rows);
  return rows;
}

/** Every row of the book that is printed on the given sheet; rows borrowed from another sheet are left to that one. */
export const evidence = (book: Rulebook, sheet: string): Evidence[] =>
  Object.values(book.tables)
    .flatMap(takenApart)
    .filter((r) => r.source.sheet === sheet);
