import { isFilling } from '../sim/filling.ts';
import type { Rulebook, Ruling, RulingValue } from './book.ts';
import type { FactRecord } from './pattern.ts';

const plainFacts = new WeakMap<Rulebook['rulings'], FactRecord>();

/** The rulings in force, as facts that rows may ask; where somebody watches, each is read from the book when it is asked. */
export function rulingFacts(book: Rulebook): FactRecord {
  const known = plainFacts.get(book.rulings);
  if (known) return known;
  let isWatched = false;
  const facts: Record<string, RulingValue> = {};
  for (const { key } of Object.values(book.rulings)) {
    const ruling = book.rulings[key];
    const own = Object.getOwnPropertyDescriptor(ruling, 'value');
    if (own?.get === undefined) facts[key] = ruling.value;
    else {
      isWatched = true;
      Object.defineProperty(facts, key, { enumerable: true, get: () => ruling.value });
    }
  }
  // Every step of every cell asks for them.
  if (!isWatched) plainFacts.set(book.rulings, Object.freeze(facts));
  return facts;
}

/** Books that are watched, with their rulings as they are when nobody asks. */
const unwatched = new WeakMap<Rulebook['rulings'], Rulebook['rulings']>();

/**
 * A question about rulings that is settled when a machine is made. Of a book that is watched it is asked each time, so
 * that another reading can be tried in the machine that stands, and only what hangs on it is worked out again.
 */
export function asRuled<T>(book: Rulebook, ask: () => T): () => T {
  if (unwatched.has(book.rulings)) return ask;
  const settled = ask();
  return () => settled;
}

/** What a ruling may say in a machine that is being made: how it is read or, of a book that is watched, any way. */
export function readingsOf(book: Rulebook, key: string): readonly RulingValue[] {
  const { [key]: ruling } = unwatched.get(book.rulings) ?? book.rulings;
  if (!ruling) return [];
  return unwatched.has(book.rulings) ? [ruling.value, ...otherReadings(ruling)] : [ruling.value];
}
export const mayBe = (book: Rulebook, key: string, value: RulingValue): boolean =>
  readingsOf(book, key).includes(value);
export const mayBeUpTo = (book: Rulebook, key: string): number => Math.max(...readingsOf(book, key).map(Number));

/** The readings that may be taken instead: every other word, or one less and one more. */
export function otherReadings({ allowed, value }: Ruling): RulingValue[] {
  const words = (allowed.words ?? []).filter((w) => w !== value);
  const [low, high] = allowed.integer ?? [1, 0];
  const around = typeof value === 'number' ? [value - 1, value + 1] : [low];
  return [...words, ...around.filter((n) => n >= low && n <= high)];
}

/** A book that is watched: which rulings were asked for, and which of them while a table was filled that others look at. */
export interface WatchedRulings {
  readonly book: Rulebook;
  readonly read: Set<string>;
  readonly tabled: Set<string>;
  /** Takes one ruling in another way while `work` goes on: for rulings that are asked for whenever they decide something. */
  during<T>(key: string, value: RulingValue, work: () => Promise<T>): Promise<T>;
}

/** A copy of the book that remembers which rulings were asked for, by procedure or by row. */
export function recordingRulings(book: Rulebook): WatchedRulings {
  const read = new Set<string>();
  const tabled = new Set<string>();
  let other: { readonly key: string; readonly value: RulingValue } | undefined;
  const recorded = ({ value, ...rest }: Ruling): Ruling =>
    Object.defineProperty({ ...rest } as Ruling, 'value', {
      enumerable: true,
      get: () => {
        read.add(rest.key);
        if (isFilling()) tabled.add(rest.key);
        return other?.key === rest.key ? other.value : value;
      },
    });
  const rulings = Object.fromEntries(Object.entries(book.rulings).map(([key, r]) => [key, recorded(r)]));
  unwatched.set(rulings, book.rulings);
  const during = async <T>(key: string, to: RulingValue, work: () => Promise<T>): Promise<T> => {
    other = { key, value: to };
    try {
      return await work();
    } finally {
      other = undefined;
    }
  };
  return { book: { ...book, rulings }, read, tabled, during };
}
