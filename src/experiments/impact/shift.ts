import type { Sides } from '../../scenarios/prepare.ts';
import type { Tally } from '../../sim/tally.ts';
import { objective } from '../objective.ts';
import { objectiveValue } from '../objective-value.ts';

/** What becomes of one situation. */
export interface Shift {
  readonly base: readonly [number, number];
  readonly value: readonly [number, number];
  readonly endOtherwise: number;
  readonly moved: boolean;
  readonly turned: boolean;
}

/** Differences below this are rounding. */
const DUST = 1e-10;

/** How often each side wins. */
const wins = (tally: Tally, sides: Sides): [number, number] => [
  objectiveValue(objective('winner=a', tally, sides), tally).value,
  objectiveValue(objective('winner=b', tally, sides), tally).value,
];

/** Sets two exact tallies of one situation against each other. */
export function shiftOf(before: Tally, after: Tally, sides: Sides): Shift {
  const [base, value] = [wins(before, sides), wins(after, sides)];
  const common = before.measures.map((m) => m.id).filter((id) => after.measures.some((m) => m.id === id));
  const endOtherwise = totalVariation(law(before, []), law(after, []));
  return {
    base,
    value,
    endOtherwise: endOtherwise < DUST ? 0 : endOtherwise,
    moved: totalVariation(law(before, common), law(after, common)) >= DUST,
    turned: likelier(base) * likelier(value) < 0,
  };
}

/** 1 when the first side wins oftener, -1 when the second does, 0 when neither does. */
const likelier = ([a, b]: readonly [number, number]): number => (Math.abs(a - b) < DUST ? 0 : Math.sign(a - b));

/** The probability of every outcome, or of every ending by these measures. */
function law(tally: Tally, measures: readonly string[]): Map<string, number> {
  const places = measures.map((id) => tally.measures.findIndex((m) => m.id === id));
  const found = new Map<string, number>();
  const total = tally.trials ?? 1;
  for (const { outcome, values, weight } of tally.ends) {
    const key = `${tally.outcomes[outcome].id} ${places.map((p) => values[p]).join(' ')}`;
    found.set(key, (found.get(key) ?? 0) + weight / total);
  }
  return found;
}

/** Total variation: the least share of encounters that must come out differently. */
function totalVariation(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const key of new Set([...a.keys(), ...b.keys()])) sum += Math.abs((a.get(key) ?? 0) - (b.get(key) ?? 0));
  return sum / 2;
}
