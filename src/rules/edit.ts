import type { Cell, CellRow, CellTable, ModifierRow, ModifierTable, Value } from './book.ts';
import { canonical } from './hash.ts';
import { didYouMean } from './nearest.ts';
import type { Problem } from './problem.ts';

export const sameValue = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

/** A modifier row with another value, or with one part of a compound value changed; undefined after a problem. */
export function editModifier(
  table: ModifierTable,
  row: ModifierRow,
  part: string | undefined,
  to: unknown,
  was: unknown,
  at: Problem['path'],
  problems: Problem[],
): ModifierRow | undefined {
  const path = `${table.id}.${row.id}`;
  const parts = partsOf(row.value);
  if (part !== undefined && !(part in parts)) {
    const names = Object.keys(parts);
    const message = `The row '${path}' has no part '${part}'; it has ${names.join(', ')}.${didYouMean(part, names)}`;
    problems.push({ path: at, message, found: part, allowed: names });
    return undefined;
  }
  const old = part === undefined ? row.value : parts[part];
  if (was !== undefined && !sameValue(asValue(was), old)) {
    problems.push({ path: [...at, 'was'], message: wasText(was, path, old), found: was });
    return undefined;
  }
  const next = part === undefined || part === 'value' ? asValue(to) : withPart(row.value, part, to);
  if (next === undefined) {
    const message = `A modifier is a number, such as -1 or 2, or a pair of them, such as [3, -3]; found ${JSON.stringify(to)}.`;
    problems.push({ path: at, message, found: to });
    return undefined;
  }
  const broken = figuresOf(next).find((n) => !Number.isInteger(n));
  const whole = table.rows.every((r) => figuresOf(r.value).every(Number.isInteger));
  if (broken !== undefined && whole) {
    const message = `The rows of '${table.id}' are whole numbers; found ${broken}.`;
    problems.push({ path: at, message, found: broken });
    return undefined;
  }
  return { ...row, value: next };
}

function partsOf(value: Value): Record<string, unknown> {
  if (typeof value === 'number') return { value };
  if ('pair' in value) return { value, first: value.pair[0], second: value.pair[1] };
  if ('fact' in value) return { value, fact: value.fact, plus: value.plus ?? 0 };
  return { value, per: value.per, each: value.each, min: value.min ?? null, max: value.max ?? null };
}

function withPart(value: Value, part: string, to: unknown): Value | undefined {
  if (typeof value === 'number') return undefined;
  if (part === 'fact' || part === 'per') return typeof to === 'string' ? asValue({ ...value, [part]: to }) : undefined;
  if (typeof to !== 'number') return undefined;
  if ('fact' in value) return asValue({ ...value, plus: to });
  if ('pair' in value) return { pair: part === 'first' ? [to, value.pair[1]] : [value.pair[0], to] };
  return { ...value, [part]: to };
}

/** What a file or flag says, as a value; undefined when it is none. */
function asValue(input: unknown): Value | undefined {
  const figure = (n: unknown): n is number => typeof n === 'number' && Math.abs(n) <= 1000;
  const pair = (p: unknown): Value | undefined =>
    Array.isArray(p) && p.length === 2 && figure(p[0]) && figure(p[1]) ? { pair: [p[0], p[1]] } : undefined;
  if (figure(input)) return input;
  if (Array.isArray(input)) return pair(input);
  if (input === null || typeof input !== 'object') return undefined;
  const r = input as Record<string, unknown>;
  if ('pair' in r) return pair(r['pair']);
  if (typeof r['fact'] === 'string') return figure(r['plus'] ?? 0) ? (input as Value) : undefined;
  if (typeof r['per'] === 'string' && figure(r['each'])) return input as Value;
  return undefined;
}

const figuresOf = (value: Value): number[] => {
  if (typeof value === 'number') return [value];
  if ('pair' in value) return [...value.pair];
  if ('fact' in value) return [value.plus ?? 0];
  return [value.each, value.min, value.max].filter((n) => n !== undefined);
};

/** A row of a printed grid with another cell; undefined after a problem. */
export function editCell(
  table: CellTable,
  row: CellRow,
  column: string | undefined,
  to: unknown,
  was: unknown,
  at: Problem['path'],
  problems: Problem[],
): CellRow | undefined {
  const path = `${table.id}.${row.id}`;
  if (column === undefined || !table.columns.includes(column)) {
    const what =
      column === undefined
        ? `Name a column too: '${path}.${table.columns[0]}'`
        : `The table '${table.id}' has no column '${column}'`;
    const hint = column === undefined ? '' : didYouMean(column, table.columns);
    const message = `${what}; its columns are ${table.columns.join(', ')}.${hint}`;
    problems.push({ path: at, message, found: column, allowed: table.columns });
    return undefined;
  }
  const old = row.cells[column] ?? null;
  if (was !== undefined && !sameValue(was, old)) {
    problems.push({ path: [...at, 'was'], message: wasText(was, `${path}.${column}`, old), found: was });
    return undefined;
  }
  const kinds = new Set(table.rows.map((r) => kindOf(r.cells[column] ?? null)));
  kinds.delete('a dash (null)');
  const kind = kindOf(to);
  if (kind !== 'a dash (null)' && kinds.size > 0 && !kinds.has(kind)) {
    const message = `The column '${column}' of '${table.id}' holds ${[...kinds].join(' or ')}; found ${JSON.stringify(to)}.`;
    problems.push({ path: at, message, found: to });
    return undefined;
  }
  return { ...row, cells: { ...row.cells, [column]: to as Cell } };
}

function kindOf(cell: unknown): string {
  if (cell === null) return 'a dash (null)';
  if (Array.isArray(cell)) return 'a list';
  if (typeof cell === 'number') return 'a number';
  return typeof cell === 'boolean' ? 'true or false' : 'a word';
}

const wasText = (was: unknown, path: string, old: unknown): string =>
  `The variant says ${path} was ${JSON.stringify(was)}, but the rulebook says ${JSON.stringify(old)}.`;
