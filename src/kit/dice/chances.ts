import { type Die, die, MOST_CASES } from '../../sim/die.ts';

/**
 * The chances of a throw in whole numbers: how many of `total` equally likely cases show each value. Big numbers, so that
 * nothing is rounded however many dice are thrown; only `asDie` brings them down to what a die holds.
 */
export interface Chances {
  readonly cases: ReadonlyMap<number, bigint>;
  readonly total: bigint;
}

/** One case for each value listed; a value listed twice is twice as likely. */
export function evenly(values: readonly number[]): Chances {
  const cases = new Map<number, bigint>();
  for (const v of values) cases.set(v, (cases.get(v) ?? 0n) + 1n);
  return { cases, total: BigInt(values.length) };
}

export const always = (value: number): Chances => ({ cases: new Map([[value, 1n]]), total: 1n });

/** What a function of two independent throws comes to. */
export function combine(a: Chances, b: Chances, of: (x: number, y: number) => number): Chances {
  const cases = new Map<number, bigint>();
  for (const [x, p] of a.cases)
    for (const [y, q] of b.cases) {
      const value = of(x, y);
      cases.set(value, (cases.get(value) ?? 0n) + p * q);
    }
  return lowest({ cases, total: a.total * b.total });
}

/** Pairs of values that are gone through one by one; of more than that, totals are worked out all at once. */
const FEW_PAIRS = 1_000;

/** The total of two independent throws. */
export function sum(a: Chances, b: Chances): Chances {
  const few = a.cases.size * b.cases.size <= FEW_PAIRS;
  return few || isSparse(a) || isSparse(b) ? combine(a, b, (x, y) => x + y) : lowest(multiplied(a, b));
}

export const difference = (a: Chances, b: Chances): Chances =>
  sum(
    a,
    map(b, (x) => -x),
  );

const values = ({ cases }: Chances): number[] => [...cases.keys()].sort((x, y) => x - y);

function isSparse(a: Chances): boolean {
  const all = values(a);
  return all[all.length - 1] - all[0] > 4 * all.length;
}

/**
 * One product of two long numbers. Each holds the cases of a value in a place of its own, the least value last, with so
 * many digits to a place that nothing is carried over; so the product holds the cases of every total.
 */
function multiplied(a: Chances, b: Chances): Chances {
  const total = a.total * b.total;
  const digits = total.toString(16).length;
  const product = (written(a, digits) * written(b, digits)).toString(16);
  const cases = new Map<number, bigint>();
  const least = values(a)[0] + values(b)[0];
  for (let end = product.length, value = least; end > 0; end -= digits, value++) {
    const found = BigInt(`0x${product.slice(Math.max(0, end - digits), end)}`);
    if (found > 0n) cases.set(value, found);
  }
  return { cases, total };
}

function written(a: Chances, digits: number): bigint {
  const all = values(a);
  let text = '0x';
  for (let value = all[all.length - 1]; value >= all[0]; value--)
    text += (a.cases.get(value) ?? 0n).toString(16).padStart(digits, '0');
  return BigInt(text);
}

export function map(a: Chances, of: (x: number) => number): Chances {
  const cases = new Map<number, bigint>();
  for (const [x, p] of a.cases) cases.set(of(x), (cases.get(of(x)) ?? 0n) + p);
  return lowest({ cases, total: a.total });
}

/** A throw that decides which throw follows. */
export function chain(a: Chances, next: (x: number) => Chances): Chances {
  const after = [...a.cases].map(([x, p]) => ({ p, then: next(x) }));
  const common = after.reduce((n, { then }) => lcm(n, then.total), 1n);
  const cases = new Map<number, bigint>();
  for (const { p, then } of after)
    for (const [y, q] of then.cases) cases.set(y, (cases.get(y) ?? 0n) + p * q * (common / then.total));
  return lowest({ cases, total: a.total * common });
}

/** The sum of n throws of the same kind, by doubling. */
export function times(a: Chances, n: number): Chances {
  let all = always(0);
  let power = a;
  for (let left = n; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) all = sum(all, power);
    if (left > 1) power = sum(power, power);
  }
  return all;
}

/** How likely a value is, as a number. */
export const share = (a: Chances, value: number): number => ratio(a.cases.get(value) ?? 0n, a.total);

/** p / q to double precision, however long both are. */
export function ratio(p: bigint, q: bigint): number {
  const excess = BigInt(Math.max(0, q.toString(2).length - 1000));
  return Number(p >> excess) / Number(q >> excess);
}

function lowest({ cases, total }: Chances): Chances {
  let common = total;
  for (const p of cases.values()) {
    common = gcd(common, p);
    if (common === 1n) break;
  }
  if (common <= 1n) return { cases, total };
  return { cases: new Map([...cases].map(([v, p]) => [v, p / common])), total: total / common };
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
const lcm = (a: bigint, b: bigint): bigint => (a / gcd(a, b)) * b;

/**
 * The throw as a die. Where the cases add up to more than 2^53 they are scaled down to it: each share moves by less than
 * 2^-53, which is less than double precision rounds anyway.
 */
export function asDie(id: string, chances: Chances): Die {
  const { cases, total } = lowest(chances);
  const values = [...cases.keys()].filter((v) => cases.get(v)! > 0n).sort((a, b) => a - b);
  const most = BigInt(MOST_CASES);
  if (total <= most) {
    return die(
      id,
      values,
      values.map((v) => Number(cases.get(v)!)),
    );
  }
  const scaled = values.map((v) => cases.get(v)! * most);
  const weights = scaled.map((w) => w / total);
  let left = most - weights.reduce((a, b) => a + b, 0n);
  const byRest = values.map((_, i) => i).sort((i, k) => (scaled[i] % total > scaled[k] % total ? -1 : 1));
  for (const i of byRest) {
    if (left === 0n) break;
    weights[i]++;
    left--;
  }
  return die(id, values, weights.map(Number));
}
