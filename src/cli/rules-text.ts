import type { Cell, ModifierRow, Rulebook, Ruling, Table, Value } from '../rules/book.ts';
import { rulingChoices } from '../rules/check.ts';
import type { BookDifference } from '../rules/diff.ts';
import { conditions, testText, type When } from '../rules/pattern.ts';
import { unplayedColumns, unplayedReason } from '../rules/unplayed.ts';
import { signed } from './explain-text.ts';

/** "self.formation attack-column and now.range short, or …" */
function whenText(when: When | undefined): string {
  if (when === undefined) return 'always';
  const patterns = (Array.isArray(when) ? when : [when]).map((p) =>
    conditions(p)
      .map((c) => `${c.side}.${c.fact} ${testText(c.test)}`)
      .join(' and '),
  );
  return patterns.map((p) => p || 'always').join(', or ');
}

export function valueText(value: Value): string {
  if (typeof value === 'number') return signed(value);
  if ('pair' in value) return value.pair.map(signed).join(' / ');
  if ('fact' in value) return `as ${value.fact}${value.plus ? ` ${signed(value.plus)}` : ''}`;
  const bounds = [
    value.min === undefined ? '' : `at least ${value.min}`,
    value.max === undefined ? '' : `at most ${value.max}`,
  ];
  return [`${signed(value.each)} per ${value.per}`, ...bounds.filter((b) => b !== '')].join(', ');
}

const cellText = (cell: Cell): string =>
  cell === null
    ? '–'
    : Array.isArray(cell)
      ? cell.join(',') || '–'
      : cell === true
        ? 'yes'
        : cell === false
          ? 'no'
          : String(cell);

/** Columns of figures, each pushed to the right. */
export function alignedRight(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((w, r) => r.map((c, i) => Math.max(w[i] ?? 0, c.length)), []);
  return rows.map((r) => r.map((c, i) => c.padStart(widths[i])).join('  '));
}

/** Columns of text, each as wide as its widest entry. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((w, r) => r.map((c, i) => Math.max(w[i] ?? 0, c.length)), []);
  return rows.map((r) =>
    r
      .map((c, i) => (i === r.length - 1 ? c : c.padEnd(widths[i])))
      .join('  ')
      .trimEnd(),
  );
}

const indented = (lines: readonly string[]) => lines.map((l) => `  ${l}`);

/** A table of a book as people read it: its rows, where each is printed, and what no procedure reads. */
export function tableText(table: Table, book: Rulebook): string {
  const from = book.borrowed?.[table.id];
  const borrowed = from ? `, borrowed from ${from}` : '';
  const placeText = placeOf(table, book);
  const head = `${table.id}: ${table.title} (${table.source.sheet}, line ${table.source.line}${borrowed})`;
  switch (table.kind) {
    case 'modifiers':
      return [
        head,
        ...(table.unless ? [`  not when ${whenText(table.unless)}`] : []),
        ...indented(aligned(table.rows.map((r) => (table.figures ? figureCells : modifierCells)(r, placeText(r))))),
      ].join('\n');
    case 'cells': {
      const rows = table.rows.map((r) => [
        r.id,
        ...table.columns.map((c) => cellText(r.cells[c] ?? null)),
        placeText(r),
      ]);
      return [head, ...indented(aligned([['', ...table.columns, ''], ...rows]))].join('\n');
    }
    case 'text':
      return [head, ...indented(aligned(table.rows.map((r) => [r.id, r.label, placeText(r)])))].join('\n');
  }
}

const figureCells = (row: ModifierRow, place: string): string[] => [
  typeof row.value === 'number' ? String(row.value) : valueText(row.value),
  row.id,
  row.label,
  place,
];

const modifierCells = (row: ModifierRow, place: string): string[] => [
  valueText(row.value),
  row.id,
  row.label,
  [`when ${whenText(row.when)}`, ...(row.replaces ? [`replaces ${row.replaces.join(', ')}`] : []), place].join('; '),
];

/** Where a row is printed, who changed it, and whether it is played. */
const placeOf =
  (table: Table, book: Rulebook) =>
  ({ id, source }: { readonly id: string; readonly source: Table['source'] }): string =>
    [
      source.line > 0 ? `line ${source.line}` : source.sheet,
      ...(source.changedBy ? [`changed by ${source.changedBy}`] : []),
      ...unplayedMark(table, book, id),
    ].join(', ');

function unplayedMark(table: Table, book: Rulebook, row: string): string[] {
  const mark = 'printed but not played';
  const reason = unplayedReason(book, `${table.id}.${row}`);
  if (reason !== undefined) return [reason === '' ? mark : `${mark} (${reason})`];
  const columns = table.kind === 'cells' ? unplayedColumns(book, table, row) : [];
  return columns.length > 0 ? [`${columns.join(', ')} ${mark}`] : [];
}

export function rulingsText(book: Rulebook): string {
  const rows = Object.values(book.rulings).map((r) => [
    r.key,
    r.value === r.default ? String(r.value) : `${r.value} (printed reading: ${r.default})`,
    `${r.id}: ${r.question}${/[?.]$/.test(r.question) ? '' : ':'} ${otherReadings(r)}`,
  ]);
  return ['rulings: readings of what the sheet leaves open', ...indented(aligned(rows))].join('\n');
}

/** What it may be; where no other reading is played, how it is read. */
function otherReadings(ruling: Ruling): string {
  const choices = rulingChoices(ruling);
  const isOpen = choices.length > 1 || ruling.allowed.integer !== undefined;
  return isOpen ? `May be ${choices.join(', ')}.` : (ruling.reason ?? 'No other reading is played.');
}

/** Differences under their tables, one line each. */
export function diffText(found: readonly BookDifference[]): string {
  const tables = new Map<string, BookDifference[]>();
  for (const d of found) tables.set(d.table, [...(tables.get(d.table) ?? []), d]);
  return [...tables]
    .map(([id, list]) => {
      const { title, borrowed } = list[0];
      const head = `${id}: ${title}${borrowed === undefined ? '' : ` (borrowed from ${borrowed})`}`;
      return [head, ...indented(aligned(list.map(differenceCells)))].join('\n');
    })
    .join('\n\n');
}

const SIGNS = { added: '+', removed: '-', changed: '~' } as const;

function differenceCells(d: BookDifference): string[] {
  const what =
    [d.row, d.part === 'value' ? undefined : d.part].filter((x) => x !== undefined).join('.') || 'the whole table';
  const values =
    d.kind === 'changed'
      ? `${partText(d.from, d.part)} → ${partText(d.to, d.part)}`
      : partText(d.kind === 'added' ? d.to : d.from, d.part);
  return [SIGNS[d.kind], what, values, d.part === 'label' ? '' : (d.label ?? '')];
}

function partText(value: unknown, part: string | undefined): string {
  if (part === 'when' || part === 'unless') return whenText(value as When | undefined);
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return part === 'value' || part === undefined ? signed(value) : String(value);
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object') {
    // A grid may have a column 'per' (hits per segment); only a value also says how much each is worth.
    if ('pair' in value || 'fact' in value || 'each' in value) return valueText(value as Value);
    return Object.entries(value)
      .filter(([, v]) => v !== null)
      .map(([k, v]) => `${k} ${cellText(v as Cell)}`)
      .join(', ');
  }
  return String(value);
}
