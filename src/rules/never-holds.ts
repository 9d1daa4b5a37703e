import type { Rulebook } from './book.ts';
import type { FactType, Vocabulary } from './encounter.ts';
import {
  type Condition,
  conditions,
  type FactSide,
  type FactValue,
  type Pattern,
  testText,
  type When,
} from './pattern.ts';
import type { Narrowed } from './table-reads.ts';

/** What scenarios may write: all words, and between which numbers a key may lie. */
export interface ScenarioValues {
  readonly words: ReadonlySet<string>;
  readonly numbers: ReadonlyMap<string, readonly [low: number, high: number]>;
}

/** All that is known of what the conditions of a table's rows can meet. */
export interface Reachable {
  readonly book: Rulebook;
  readonly vocabulary: Vocabulary;
  readonly values: ScenarioValues;
  /** What is narrower for this table than for rows in general. */
  readonly facts: Readonly<Partial<Record<FactSide, Narrowed>>>;
  /** The kinds of unit that there are; every unit is one of them. */
  readonly units: readonly Narrowed[];
}

/**
 * Why a condition can never hold, in words; undefined where it can, as far as trying every legal value of each fact
 * tells. Facts are tried one by one, and those of one unit against every kind of unit: what contradicts itself in other
 * ways is not found.
 */
export function neverHolds(when: When | undefined, reachable: Reachable): string | undefined {
  if (when === undefined) return undefined;
  const patterns = (Array.isArray(when) ? when : [when]) as readonly Pattern[];
  const reasons = patterns.map((pattern) => impossible(conditions(pattern), reachable));
  return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
}

function impossible(list: readonly Condition[], reachable: Reachable): string | undefined {
  const alone = list.find((c) => !mayHold(c, reachable, {}));
  if (alone) return `${alone.side}.${alone.fact} is never ${testText(alone.test)} here`;
  for (const side of ['self', 'enemy'] as const) {
    const own = list.filter((c) => c.side === side);
    const kinds = reachable.units.filter((unit) => overlap(unit, reachable.facts[side] ?? {}));
    if (kinds.length === 0 || kinds.some((unit) => own.every((c) => mayHold(c, reachable, unit)))) continue;
    const asked = own.filter((c) => kinds.some((unit) => c.fact in unit));
    return `no unit there has ${asked.map((c) => `${side}.${c.fact} ${testText(c.test)}`).join(' with ')}`;
  }
  return undefined;
}

const overlap = (unit: Narrowed, facts: Narrowed): boolean =>
  Object.entries(unit).every(([fact, values]) => facts[fact]?.some((v) => values.includes(v)) ?? true);

/** Can a unit of this kind (any, where it says nothing) meet the condition? */
function mayHold(c: Condition, reachable: Reachable, unit: Narrowed): boolean {
  const legal = [legalValues(c, reachable), reachable.facts[c.side]?.[c.fact], unit[c.fact]];
  const known = legal.filter((list) => list !== undefined);
  const [first, ...rest] = known.sort((a, b) => a.length - b.length);
  return first === undefined || first.some((v) => rest.every((list) => list.includes(v)) && c.holds(v));
}

/** Undefined where anything may be written. */
function legalValues(
  { side, fact, test }: Condition,
  { book, vocabulary, values: { words, numbers } }: Reachable,
): readonly FactValue[] | undefined {
  if (side === 'ruling') {
    const allowed = book.rulings[fact]?.allowed;
    return allowed && [...(allowed.words ?? []), ...wholeNumbers(allowed.integer ?? [1, 0])];
  }
  const known: Readonly<Record<string, FactType>> = side === 'now' ? vocabulary.now : vocabulary.unit;
  const type = known[fact];
  switch (type?.type) {
    case 'flag':
      return [true, false, undefined];
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
