import type { NearRow, ReasonRow } from '../sim/machine.ts';
import { type ModifierRow, type ModifierTable, sourceText, type Value } from './book.ts';
import {
  type Condition,
  conditions,
  type FactRecord,
  type Facts,
  factText,
  matcher,
  swapped,
  testText,
} from './pattern.ts';

/** A row that counts, and what it is worth here. */
export interface AppliedRow {
  readonly table: ModifierTable;
  readonly row: ModifierRow;
  readonly value: number;
  /** True when the row names the opponent first and this unit has the second figure of a pair. */
  readonly asEnemy: boolean;
}

interface Prepared {
  readonly unless: (facts: Facts) => boolean;
  readonly rows: readonly { readonly row: ModifierRow; readonly holds: (facts: Facts) => boolean }[];
  readonly replaces: boolean;
  readonly pairs: boolean;
}
const prepared = new WeakMap<ModifierTable, Prepared>();

function prepare(table: ModifierTable): Prepared {
  let p = prepared.get(table);
  if (!p) {
    p = {
      unless: table.unless ? matcher(table.unless) : () => false,
      rows: table.rows.map((row) => ({ row, holds: matcher(row.when) })),
      replaces: table.rows.some((r) => r.replaces),
      pairs: table.rows.some((r) => isPair(r.value)),
    };
    prepared.set(table, p);
  }
  return p;
}

/** The rows of a table that count for `self`, in printed order. Every row counts once; a row may stand in for others. */
export function applied(table: ModifierTable, facts: Facts): AppliedRow[] {
  const { unless, rows, replaces, pairs } = prepare(table);
  if (unless(facts)) return [];
  const other = pairs ? swapped(facts) : facts;
  const found: AppliedRow[] = [];
  for (const { row, holds } of rows) {
    if (holds(facts)) found.push({ table, row, value: worth(row.value, facts, 0), asEnemy: false });
    if (isPair(row.value) && holds(other)) {
      found.push({ table, row, value: row.value.pair[1], asEnemy: true });
    }
  }
  if (!replaces) return found;
  const gone = new Set(found.flatMap((f) => f.row.replaces ?? []));
  return found.filter((f) => !gone.has(f.row.id));
}

const isPair = (v: Value): v is { readonly pair: readonly [number, number] } => typeof v === 'object' && 'pair' in v;

function worth(value: Value, facts: Facts, place: 0 | 1): number {
  if (typeof value === 'number') return value;
  if ('pair' in value) return value.pair[place];
  if ('fact' in value) return numberAt(value.fact, facts) + (value.plus ?? 0);
  const count = numberAt(value.per, facts) * value.each;
  return Math.min(value.max ?? Number.POSITIVE_INFINITY, Math.max(value.min ?? Number.NEGATIVE_INFINITY, count));
}

// Paths are few and asked for at every node: each is taken apart once.
const places = new Map<string, readonly [side: keyof Facts, fact: string]>();

function numberAt(path: string, facts: Facts): number {
  let place = places.get(path);
  if (!place) {
    place = path.split('.') as [keyof Facts, string];
    places.set(path, place);
  }
  const [side, fact] = place;
  const found = (facts[side] as FactRecord)[fact];
  return typeof found === 'number' ? found : 0;
}

/** The rows that count, for people: value, source and the facts behind each. Rows worth 0 are left out. */
export function reasonRows(tables: readonly ModifierTable[], facts: Facts): ReasonRow[] {
  return reasonsOf(
    tables.flatMap((table) => applied(table, facts)),
    facts,
  );
}

/** Rows that are known to count, for people. */
export const reasonsOf = (rows: readonly AppliedRow[], facts: Facts): ReasonRow[] =>
  rows
    .filter((a) => a.value !== 0)
    .map((a) => ({
      id: `${a.table.id}.${a.row.id}`,
      label: a.row.label,
      value: a.value,
      source: sourceText(a.row.source),
      because: because(a.row, a.asEnemy ? swapped(facts) : facts, a.asEnemy),
    }));

function patternsOf(row: ModifierRow): Condition[][] {
  if (row.when === undefined) return [];
  return (Array.isArray(row.when) ? row.when : [row.when]).map(conditions);
}

const holds = (c: Condition, facts: Facts) => c.holds(facts[c.side][c.fact]);

function because(row: ModifierRow, facts: Facts, asEnemy: boolean): string[] {
  const first = patternsOf(row).find((list) => list.every((c) => holds(c, facts))) ?? [];
  return first.map((c) => `${sideName(c.side, asEnemy)}.${c.fact} = ${factText(facts[c.side][c.fact])}`);
}

function sideName(side: keyof Facts, asEnemy: boolean): string {
  if (!asEnemy) return side;
  return side === 'self' ? 'enemy' : side === 'enemy' ? 'self' : side;
}

/** Rows that a single fact kept out, for people. */
export function nearRows(tables: readonly ModifierTable[], facts: Facts): NearRow[] {
  const near: NearRow[] = [];
  for (const table of tables) {
    const here = new Set(applied(table, facts).map((a) => a.row.id));
    for (const row of table.rows) {
      if (here.has(row.id)) continue;
      const missing = patternsOf(row)
        .filter((list) => list.length > 1 || row.when !== undefined)
        .map((list) => list.filter((c) => !holds(c, facts)))
        .find((list) => list.length === 1)?.[0];
      if (!missing) continue;
      near.push({
        id: `${table.id}.${row.id}`,
        label: row.label,
        value: worth(row.value, facts, 0),
        source: sourceText(row.source),
        fact: `${missing.side}.${missing.fact}`,
        found: factText(facts[missing.side][missing.fact]),
        wanted: testText(missing.test),
      });
    }
  }
  return near;
}
