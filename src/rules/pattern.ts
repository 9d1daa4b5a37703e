/**
 * Patterns over the facts of an encounter. A row of a sheet, a tactic and a variant all speak this one language:
 *
 *   { self: { formation: 'line', fired: false }, now: { range: 'short' } }
 *   { enemy: { formation: { oneOf: ['square', 'closed-column'] } }, now: { round: { gte: 2 } } }
 */
export type FactValue = string | number | boolean | readonly string[] | undefined | null;
export type FactRecord = { readonly [fact: string]: FactValue };

/** What is known when a row is looked at: the unit concerned, its opponent, the moment, and the rulings in force. */
export interface Facts {
  readonly self: FactRecord;
  readonly enemy: FactRecord;
  readonly now: FactRecord;
  readonly ruling: FactRecord;
}
export type FactSide = keyof Facts;

export type Test =
  | string
  | number
  | boolean
  | readonly (string | number)[]
  | {
      readonly oneOf?: readonly (string | number)[];
      readonly not?: string | number | boolean | readonly (string | number)[];
      readonly gt?: number;
      readonly gte?: number;
      readonly lt?: number;
      readonly lte?: number;
      /** A list fact (such as `traits`) holds this word. */
      readonly has?: string;
    };
export type Pattern = { readonly [Side in FactSide]?: { readonly [fact: string]: Test } };
/** One pattern, or several of which any will do. */
export type When = Pattern | readonly Pattern[];

/** One condition of a pattern, taken apart. */
export interface Condition {
  readonly side: FactSide;
  readonly fact: string;
  readonly test: Test;
  readonly holds: (value: FactValue) => boolean;
}

/** The facts that a condition looks at. */
export function factsIn(when: When | undefined): ReadonlySet<string> {
  const patterns: readonly Pattern[] = when === undefined ? [] : Array.isArray(when) ? when : [when];
  return new Set(patterns.flatMap((p) => Object.values(p).flatMap((side) => Object.keys(side ?? {}))));
}

const SIDES: readonly FactSide[] = ['self', 'enemy', 'now', 'ruling'];

export function conditions(pattern: Pattern): Condition[] {
  return SIDES.flatMap((side) =>
    Object.entries(pattern[side] ?? {}).map(([fact, test]) => ({ side, fact, test, holds: predicate(test) })),
  );
}

/** A missing fact counts as false, so that a flag nobody mentioned is simply not set. */
function predicate(test: Test): (value: FactValue) => boolean {
  if (Array.isArray(test)) return (v) => (test as readonly unknown[]).includes(v);
  if (typeof test !== 'object') return (v) => (v ?? false) === test || v === test;
  const t = test as Exclude<Test, string | number | boolean | readonly unknown[]>;
  const parts: ((v: FactValue) => boolean)[] = [];
  if (t.oneOf) parts.push((v) => t.oneOf!.includes(v as string));
  if (t.not !== undefined) {
    const inner = predicate(t.not as Test);
    parts.push((v) => !inner(v));
  }
  const number = (compare: (v: number) => boolean) => (v: FactValue) => typeof v === 'number' && compare(v);
  if (t.gt !== undefined) parts.push(number((v) => v > t.gt!));
  if (t.gte !== undefined) parts.push(number((v) => v >= t.gte!));
  if (t.lt !== undefined) parts.push(number((v) => v < t.lt!));
  if (t.lte !== undefined) parts.push(number((v) => v <= t.lte!));
  if (t.has !== undefined) parts.push((v) => Array.isArray(v) && v.includes(t.has!));
  return (v) => parts.every((p) => p(v));
}

/** Takes a `when` apart once, so that matching it many times costs little. */
export function matcher(when: When | undefined): (facts: Facts) => boolean {
  if (when === undefined) return () => true;
  const patterns = (Array.isArray(when) ? when : [when]).map(conditions);
  return (facts) => {
    for (const list of patterns) {
      let all = true;
      for (const c of list) {
        const value = facts[c.side][c.fact];
        // Most tests are for one plain value: comparing here saves a call for every condition of every row.
        if (value === c.test) continue;
        if (!c.holds(value)) {
          all = false;
          break;
        }
      }
      if (all) return true;
    }
    return false;
  };
}

/** The same facts with some added or replaced. Getters stay getters; nothing is copied, for `facts` stands behind. */
export const withFacts = (facts: FactRecord, more: FactRecord): FactRecord =>
  Object.defineProperties(Object.create(facts), Object.getOwnPropertyDescriptors(more)) as FactRecord;

/** The same facts seen from the other side. */
export const swapped = (f: Facts): Facts => ({ self: f.enemy, enemy: f.self, now: f.now, ruling: f.ruling });

/** A test in words: "one of square, closed-column", "not line", "more than 6". */
export function testText(test: Test): string {
  if (Array.isArray(test)) return `one of ${test.join(', ')}`;
  if (typeof test !== 'object') return String(test);
  const t = test as Exclude<Test, string | number | boolean | readonly unknown[]>;
  const words: string[] = [];
  if (t.oneOf) words.push(`one of ${t.oneOf.join(', ')}`);
  if (t.not !== undefined) words.push(`not ${Array.isArray(t.not) ? `one of ${t.not.join(', ')}` : String(t.not)}`);
  if (t.gt !== undefined) words.push(`more than ${t.gt}`);
  if (t.gte !== undefined) words.push(`at least ${t.gte}`);
  if (t.lt !== undefined) words.push(`less than ${t.lt}`);
  if (t.lte !== undefined) words.push(`at most ${t.lte}`);
  if (t.has !== undefined) words.push(`has ${t.has}`);
  return words.join(' and ');
}

export const factText = (v: FactValue): string => (Array.isArray(v) ? v.join(', ') || 'none' : String(v ?? false));
