import {
  byId,
  type CellTable,
  type ModifierRow,
  type ModifierTable,
  type Rulebook,
  type Ruling,
  type Source,
  type Table,
  type Value,
} from '../../rules/book.ts';
import type { When } from '../../rules/pattern.ts';
import type { BookFile } from './shape.ts';

type LineOf = (path: readonly (string | number)[]) => number;

/** "to-hit" as people read it: "to hit". */
export const inWords = (id: string): string => id.replaceAll(/[-.]/g, ' ');

/** The tables and rulings of a file as a rulebook, which variants, `rules show` and `rules diff` read like any other. */
export function rulebookOf(file: BookFile, lineOf: LineOf, program: NonNullable<Rulebook['program']>): Rulebook {
  const sheet = file.title;
  const source = (group: string, id: string, title: string, page: unknown): Source => ({
    sheet,
    section: page === undefined ? title : `${title}, ${typeof page === 'number' ? `page ${page}` : String(page)}`,
    line: lineOf([group, id]),
  });
  const at = (table: Source, path: readonly (string | number)[], page?: unknown): Source => ({
    ...table,
    line: lineOf(path),
    ...(page === undefined
      ? {}
      : { section: `${table.section}, ${typeof page === 'number' ? `page ${page}` : String(page)}` }),
  });
  const tables: Table[] = [
    ...Object.entries(file.figures ?? {}).map(([id, t]) => {
      const title = t.title ?? inWords(id);
      const own = source('figures', id, title, t.page);
      return figures(id, title, own, t.rows, (row, page) => at(own, ['figures', id, 'rows', row], page));
    }),
    ...Object.entries(file.modifiers ?? {}).map(([id, t]) => {
      const title = t.title ?? inWords(id);
      const own = source('modifiers', id, title, t.page);
      return modifierTable(id, title, own, t, (row, page) => at(own, ['modifiers', id, 'rows', row], page));
    }),
    ...Object.entries(file.grids ?? {}).map(([id, t]): CellTable => {
      const title = t.title ?? inWords(id);
      const own = source('grids', id, title, t.page);
      const columns = t.columns.map(String);
      return {
        ...{ kind: 'cells', id, title, source: own, columns },
        rows: Object.entries(t.rows).map(([row, cells]) => ({
          id: row,
          label: inWords(row),
          cells: Object.fromEntries(columns.map((c, i) => [c, cells[i] ?? null])),
          source: at(own, ['grids', id, 'rows', row]),
        })),
      };
    }),
    ...typesTable(file, lineOf),
  ];
  return {
    id: file.id,
    title: file.title,
    ...(file.label === undefined ? {} : { label: file.label }),
    family: `${program.file}`,
    sheets: { [file.id]: file.title },
    tables: byId(tables),
    rulings: Object.fromEntries(Object.entries(file.rulings ?? {}).map(([key, r]) => [key, rulingOf(key, r)])),
    program,
  };
}

type SourceOf = (row: string, page?: unknown) => Source;

function figures(
  id: string,
  title: string,
  source: Source,
  rows: NonNullable<BookFile['figures']>[string]['rows'],
  of: SourceOf,
): ModifierTable {
  const made = Object.entries(rows).map(([row, figure]): ModifierRow => {
    const [value, label] =
      typeof figure === 'number' ? [figure] : Array.isArray(figure) ? figure : [figure.value, figure.label];
    const page = typeof figure === 'object' && !Array.isArray(figure) ? figure.page : undefined;
    return { id: row, label: label ?? inWords(row), value, source: of(row, page) };
  });
  return { kind: 'modifiers', figures: true, id, title, source, rows: made };
}

function modifierTable(
  id: string,
  title: string,
  source: Source,
  table: NonNullable<BookFile['modifiers']>[string],
  of: SourceOf,
): ModifierTable {
  const rows = Object.entries(table.rows).map(([row, written]): ModifierRow => {
    const { value, label, when, replaces, page } =
      typeof written === 'number'
        ? { value: written, label: undefined, when: undefined, replaces: undefined, page: undefined }
        : Array.isArray(written)
          ? { value: written[0], label: written[1], when: written[2], replaces: undefined, page: undefined }
          : written;
    return {
      id: row,
      label: label ?? inWords(row),
      value: value as Value,
      ...(when === undefined ? {} : { when: when as When }),
      ...(replaces ? { replaces } : {}),
      source: of(row, page),
    };
  });
  return { kind: 'modifiers', id, title, source, ...(table.unless ? { unless: table.unless as When } : {}), rows };
}

export const TYPES_TABLE = 'types';

/** Named kinds of unit as a grid, so that variants and `--set rules.types.old-guard.bases=10` reach their values. */
function typesTable(file: BookFile, lineOf: LineOf): CellTable[] {
  const types = Object.entries(file.types ?? {});
  if (types.length === 0) return [];
  const columns = [...new Set(types.flatMap(([, t]) => Object.keys(t)))].filter((c) => c !== 'title');
  const source: Source = { sheet: file.title, section: 'types', line: lineOf(['types']) };
  return [
    {
      ...{ kind: 'cells', id: TYPES_TABLE, title: 'Types of unit', source, columns },
      rows: types.map(([id, t]) => ({
        id,
        label: String(t['title'] ?? inWords(id)),
        cells: Object.fromEntries(columns.map((c) => [c, t[c] ?? null])),
        source: { ...source, line: lineOf(['types', id]) },
      })),
    },
  ];
}

function rulingOf(key: string, r: NonNullable<BookFile['rulings']>[string]): Ruling {
  const words = r.read?.map(String);
  const plain = (v: string | number | boolean | undefined) => (typeof v === 'boolean' ? String(v) : v);
  const value = plain(r.default) ?? words?.[0] ?? r.between?.[0] ?? 0;
  return {
    id: key,
    key,
    question: r.ask,
    default: value,
    value,
    allowed: { ...(words ? { words } : {}), ...(r.between ? { integer: r.between } : {}) },
    ...(r.because ? { reason: r.because } : {}),
  };
}
