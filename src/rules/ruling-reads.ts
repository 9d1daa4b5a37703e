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
