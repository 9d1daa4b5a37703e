import type { Rulebook } from './book.ts';
import type { FactType, Vocabulary } from './encounter.ts';
import { type Condition, conditions, type FactValue, type Pattern, testText, type When } from './pattern.ts';

/** What scenarios may write: all words, and between which numbers a key may lie. */
export interface ScenarioValues {
  readonly words: ReadonlySet<string>;
  readonly numbers: ReadonlyMap<string, readonly [low: number, high: number]>;
}

/**
 * Why a condition can never hold, in words; undefined where it can, as far as trying every legal value of each fact
 * tells. Facts are tried one by one: what only contradicts itself between two of them is not found.
 */
export function neverHolds(
  when: When | undefined,
  book: Rulebook,
  vocabulary: Vocabulary,
  values: ScenarioValues,
): string | undefined {
  if (when === undefined) return undefined;
  const patterns = (Array.isArray(when) ? when : [when]) as readonly Pattern[];
  const impossible = patterns.map((pattern) =>
    conditions(pattern).find((c) => {
      const legal = legalValues(c, book, vocabulary, values);
      return legal !== undefined && !legal.some((v) => c.holds(v));
    }),
  );
  const [first] = impossible;
  return first && impossible.every((c) => c !== undefined)
    ? `${first.side}.${first.fact} is never ${testText(first.test)}`
    : undefined;
}

/** Undefined where anything may be written. */
function legalValues(
  { side, fact, test }: Condition,
  book: Rulebook,
  vocabulary: Vocabulary,
  { words, numbers }: ScenarioValues,
): readonly FactValue[] | undefined {
  if (side === 'ruling') {
    const allowed = book.rulings[fact]?.allowed;
    return allowed && [...(allowed.words ?? []), ...wholeNumbers(allowed.integer ?? [1, 0])];
  }
  const known: Readonly<Record<string, FactType>> = side === 'now' ? vocabulary.now : vocabulary.unit;
  const type = known[fact];
  switch (type?.type) {
    case 'flag':
      return [true, false];
    case 'word':
      return [...type.values, ...words, undefined];
    case 'number':
      // A missing figure counts as false; between whole ones others may lie where the sheet halves.
      return [...wholeNumbers(numbers.get(fact) ?? aroundLimits(test)), undefined];
    default:
      return undefined;
  }
}

const MOST_TRIED = 2_000;

/** Whole numbers and the halves between them. */
function wholeNumbers([low, high]: readonly [number, number]): number[] {
  const last = Math.min(high, low + MOST_TRIED);
  return last < low ? [] : Array.from({ length: 2 * (last - low) + 1 }, (_, i) => low + i / 2);
}

/** For facts that no scenario writes itself: the numbers around those that the condition names. */
function aroundLimits(test: Condition['test']): readonly [number, number] {
  const named = JSON.stringify(test)
    .match(/-?\d+(\.\d+)?/g)
    ?.map(Number) ?? [0];
  return [Math.floor(Math.min(...named)) - 2, Math.ceil(Math.max(...named)) + 2];
}
