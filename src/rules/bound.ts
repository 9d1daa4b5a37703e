import type { ModifierRow, ModifierTable, Value } from './book.ts';
import {
  type Condition,
  conditions,
  type FactRecord,
  type Facts,
  type FactValue,
  swapped,
  type When,
} from './pattern.ts';

/*
 * Patterns and tables bound to the facts of one machine. Most facts of a scenario stand still: a unit's arm and traits,
 * the rulings. What they decide is decided once, here; only facts that follow the state (getters) are asked at every
 * node. The records are frozen, so that a plain value cannot change unseen.
 */

type Look = () => FactValue;
/** A condition that the state decides. */
interface Open {
  readonly look: Look;
  readonly test: Condition['test'];
  readonly holds: Condition['holds'];
}

/** Facts that stand still are `fixed`; the others are asked through `look`. */
function bindFact(record: FactRecord, fact: string): { readonly fixed: FactValue } | { readonly look: Look } {
  let found: PropertyDescriptor | undefined;
  for (let at = record; at !== null && !found; at = Object.getPrototypeOf(at))
    found = at === Object.prototype ? {} : Object.getOwnPropertyDescriptor(Object.freeze(at), fact);
  const { get } = found ?? {};
  return get ? { look: () => get.call(record) as FactValue } : { fixed: found?.value as FactValue };
}

/** What is left of a pattern to ask; null when it can never hold. */
function bindPattern(list: readonly Condition[], facts: Facts): Open[] | null {
  const open: Open[] = [];
  for (const { side, fact, test, holds } of list) {
    const bound = bindFact(facts[side], fact);
    if ('look' in bound) open.push({ look: bound.look, test, holds });
    else if (!holds(bound.fixed)) return null;
  }
  return open;
}

const never = (): boolean => false;
const always = (): boolean => true;

function allHold(open: readonly Open[]): boolean {
  for (const { look, test, holds } of open) {
    const value = look();
    // Most tests are for one plain value: comparing here saves a call.
    if (value !== test && !holds(value)) return false;
  }
  return true;
}

function bindPatterns(patterns: readonly (readonly Condition[])[], facts: Facts): () => boolean {
  const left = patterns.map((list) => bindPattern(list, facts)).filter((open) => open !== null);
  if (left.length === 0) return never;
  if (left.some((open) => open.length === 0)) return always;
  if (left.length === 1) {
    const [only] = left;
    return () => allHold(only);
  }
  return () => left.some(allHold);
}

/** A `when` bound to facts: does it hold as things are? */
export function boundMatcher(when: When | undefined, facts: Facts): () => boolean {
  if (when === undefined) return always;
  return bindPatterns((Array.isArray(when) ? when : [when]).map(conditions), facts);
}

/** Rows outlive machines, and the tables that an edit of another row makes: each is taken apart once. */
const conditionsOfRow = new WeakMap<ModifierRow, readonly (readonly Condition[])[]>();
const UNCONDITIONAL: readonly (readonly Condition[])[] = [[]];

/** The patterns of a row, of which any will do. */
export function patternsOf(row: ModifierRow): readonly (readonly Condition[])[] {
  if (row.when === undefined) return UNCONDITIONAL;
  let known = conditionsOfRow.get(row);
  if (!known) {
    known = (Array.isArray(row.when) ? row.when : [row.when]).map(conditions);
    conditionsOfRow.set(row, known);
  }
  return known;
}

const conditionTexts = new WeakMap<ModifierRow, string>();

/** The condition of a row, for telling whether another has the same. */
export function conditionText(row: ModifierRow): string {
  const known = conditionTexts.get(row) ?? JSON.stringify(row.when ?? null);
  conditionTexts.set(row, known);
  return known;
}

/** A row for one unit: a pair makes two of these, one for either figure. */
interface Entry {
  readonly row: ModifierRow;
  readonly asEnemy: boolean;
  readonly holds: () => boolean;
  readonly worth: number | (() => number);
}

function entriesOf(table: ModifierTable, facts: Facts): Entry[] {
  const own = sharedBinding(facts);
  let theirs: typeof own | undefined;
  const entries: Entry[] = [];
  for (const row of table.rows) {
    const holds = own(row);
    if (holds !== never) entries.push({ row, asEnemy: false, holds, worth: bindValue(row.value, facts) });
    if (typeof row.value !== 'object' || !('pair' in row.value)) continue;
    theirs ??= sharedBinding(swapped(facts));
    const turned = theirs(row);
    if (turned !== never) entries.push({ row, asEnemy: true, holds: turned, worth: row.value.pair[1] });
  }
  return entries;
}

/** Binds rows so that those under one condition share what it is bound to: a file may say the same hundreds of times. */
function sharedBinding(facts: Facts): (row: ModifierRow) => () => boolean {
  const known = new Map<string, () => boolean>();
  return (row) => {
    const condition = conditionText(row);
    const found = known.get(condition) ?? bindPatterns(patternsOf(row), facts);
    known.set(condition, found);
    return found;
  };
}

function bindValue(value: Value, facts: Facts): number | (() => number) {
  if (typeof value === 'number') return value;
  if ('pair' in value) return value.pair[0];
  const [side, fact] = ('fact' in value ? value.fact : value.per).split('.') as [keyof Facts, string];
  const bound = bindFact(facts[side], fact);
  const read = (found: FactValue): number => {
    const n = typeof found === 'number' ? found : 0;
    if ('fact' in value) return n + (value.plus ?? 0);
    return Math.min(
      value.max ?? Number.POSITIVE_INFINITY,
      Math.max(value.min ?? Number.NEGATIVE_INFINITY, n * value.each),
    );
  };
  if ('fixed' in bound) return read(bound.fixed);
  const { look } = bound;
  return () => read(look());
}

/** What the value of a row is as things are; of a pair, the figure for whoever the row names. */
export function worthOfValue(value: Value, facts: Facts): number {
  const worth = bindValue(value, facts);
  return typeof worth === 'number' ? worth : worth();
}

const worthOf = ({ worth }: Pick<Entry, 'worth'>): number => (typeof worth === 'number' ? worth : worth());

/** What the rows of these tables add up to for `facts.self`, as things are whenever it is called. */
export function modifierSum(tables: readonly ModifierTable[], facts: Facts): () => number {
  const sums = tables.map((table) => tableSum(table, facts));
  if (sums.length === 1) return sums[0];
  return () => {
    let sum = 0;
    for (const one of sums) sum += one();
    return sum;
  };
}

function tableSum(table: ModifierTable, facts: Facts): () => number {
  const unless = table.unless ? boundMatcher(table.unless, facts) : never;
  if (unless === always) return () => 0;
  const entries = entriesOf(table, facts);
  const rows = entries.some(({ row }) => row.replaces) ? replacing(entries) : plain(entries);
  return unless === never ? rows : () => (unless() ? 0 : rows());
}

function plain(entries: readonly Entry[]): () => number {
  let fixed = 0;
  const open: { readonly holds: Entry['holds']; worth: Entry['worth'] }[] = [];
  const numbers = new Map<Entry['holds'], (typeof open)[number]>();
  for (const { holds, worth } of entries) {
    const same = numbers.get(holds);
    if (typeof worth !== 'number') open.push({ holds, worth });
    else if (holds === always) fixed += worth;
    else if (same) same.worth = (same.worth as number) + worth;
    else {
      const first = { holds, worth };
      numbers.set(holds, first);
      open.push(first);
    }
  }
  return () => {
    let sum = fixed;
    for (const entry of open) if (entry.holds()) sum += worthOf(entry);
    return sum;
  };
}

/** A row that counts may stand in for others, which then do not. */
function replacing(entries: readonly Entry[]): () => number {
  const by = new Map<string, number[]>();
  entries.forEach(({ row }, i) => {
    for (const id of new Set(row.replaces)) by.set(id, [...(by.get(id) ?? []), i]);
  });
  const replacedBy = entries.map(({ row }) => by.get(row.id) ?? []);
  const counts = new Array<boolean>(entries.length).fill(false);
  const gone = (i: number): boolean => replacedBy[i].some((other) => counts[other]);
  return () => {
    let sum = 0;
    for (let i = 0; i < entries.length; i++) counts[i] = entries[i].holds();
    for (let i = 0; i < entries.length; i++) if (counts[i] && !gone(i)) sum += worthOf(entries[i]);
    return sum;
  };
}

/** A row that counts as things are, and what it is worth. */
export interface CountingRow {
  readonly table: ModifierTable;
  readonly row: ModifierRow;
  readonly value: number;
  /** The row names the opponent first, and this unit has the second figure of its pair. */
  readonly asEnemy: boolean;
}

/** Rows bound to facts once: what they add up to, and which of them count, from the same entries. */
export function boundRows(
  tables: readonly ModifierTable[],
  facts: Facts,
): { readonly sum: () => number; readonly counting: () => CountingRow[] } {
  let lists: { table: ModifierTable; unless: () => boolean; entries: Entry[] }[] | undefined;
  const bind = () =>
    tables.map((table) => ({
      table,
      unless: table.unless ? boundMatcher(table.unless, facts) : never,
      entries: entriesOf(table, facts),
    }));
  const counting = () => {
    // Only explanations ask for the rows.
    lists ??= bind();
    return lists.flatMap(({ table, unless, entries }) => {
      if (unless()) return [];
      const held = entries.filter((e) => e.holds());
      const gone = new Set(held.flatMap((e) => e.row.replaces ?? []));
      return held
        .filter((e) => !gone.has(e.row.id))
        .map((e) => ({ table, row: e.row, value: worthOf(e), asEnemy: e.asEnemy }));
    });
  };
  return { sum: modifierSum(tables, facts), counting };
}
