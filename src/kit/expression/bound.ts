import { ExpressionError } from './parse.ts';
import { type NumberType, number, type Type, typeText } from './types.ts';

export type Value = number | string | boolean;

/** Something that can be read: its type, and how. What never changes is `fixed`, and is worked out once. */
export interface Bound {
  readonly type: Type;
  readonly read: () => Value;
  readonly fixed: boolean;
  /** Where the value of a variable is kept: operators look there themselves. */
  readonly box?: Box;
  /** Stands in for an expression that could not be read; nothing is known of it. */
  readonly unread?: true;
}

/** Holds a variable. Boxes have one shape, so that every look, whichever the variable, is the same quick look. */
export interface Box {
  value: Value;
}

/** What the names of an expression stand for. */
export interface Scope {
  readonly find: (name: string) => Bound | undefined;
  /** A printed grid by its name, read by row and column: `fire.hits(score, face)`. */
  readonly grid?: (name: string) => GridReader | undefined;
  /** The scopes in which `it` stands for each unit of a group in turn. */
  readonly each?: (group: string) => readonly Scope[] | undefined;
  /** Every name, for hints. */
  readonly names: () => readonly string[];
}

export interface GridReader {
  readonly rows: Type;
  readonly columns: Type;
  readonly cells: NumberType;
  readonly read: (row: Value, column: Value) => number;
}

const MOST = Number.MAX_SAFE_INTEGER;

export const whole = (n: number): number => (n > MOST ? MOST : n < -MOST ? -MOST : n);

export function expect(kind: Type['kind'], bound: Bound, at: number, what: string): void {
  if (bound.type.kind === kind) return;
  const wanted = { number: 'a number', flag: 'true or false', word: 'a word' }[kind];
  throw new ExpressionError(`${what} needs ${wanted}; this is ${typeText(bound.type)}.`, at);
}

export const ARITHMETIC = {
  '+': (x: number, y: number) => whole(x + y),
  '-': (x: number, y: number) => whole(x - y),
  '*': (x: number, y: number) => whole(x * y) + 0,
  '/': (x: number, y: number) => (y === 0 ? 0 : Math.floor(x / y) + 0),
  '%': (x: number, y: number) => (y === 0 ? 0 : x - y * Math.floor(x / y)),
};

/** The least and most that a sum, product or quotient can come to. */
export function range(op: keyof typeof ARITHMETIC, a: NumberType, b: NumberType): NumberType {
  if (op === '+') return number(whole(a.low + b.low), whole(a.high + b.high));
  if (op === '-') return number(whole(a.low - b.high), whole(a.high - b.low));
  if (op === '%') {
    const most = Math.max(Math.abs(b.low), Math.abs(b.high));
    return number(b.low >= 0 ? 0 : -most, most);
  }
  const work = ARITHMETIC[op];
  // A quotient is largest beside 0, on either side of it.
  const divisors = [b.low, b.high, ...[-1, 1].filter((d) => d >= b.low && d <= b.high)];
  const ends = [a.low, a.high].flatMap((x) => (op === '/' ? divisors : [b.low, b.high]).map((y) => work(x, y)));
  if (op === '/' && b.low <= 0 && b.high >= 0) ends.push(0);
  return number(Math.min(...ends), Math.max(...ends));
}
