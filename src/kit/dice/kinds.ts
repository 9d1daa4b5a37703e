import { always, type Chances, chain, evenly, map, times } from './chances.ts';

/** Faces of one die: 1 to n, or faces of one's own. */
export type Faces = readonly number[];

export const oneTo = (n: number): Faces => Array.from({ length: n }, (_, i) => i + 1);

/** Two dice read as tens and ones: 11, 12 … 66. */
export const D66: Faces = oneTo(6).flatMap((tens) => oneTo(6).map((ones) => 10 * tens + ones));

/** The sum of the highest (or lowest) `kept` of `n` dice. */
export function keep(faces: Faces, n: number, kept: number, which: 'highest' | 'lowest'): Chances {
  const cases = new Map<number, bigint>();
  for (const { list, cases: c } of bestOf(faces, n, kept, which)) {
    const value = list.reduce((a, b) => a + b, 0);
    cases.set(value, (cases.get(value) ?? 0n) + c);
  }
  return { cases, total: BigInt(faces.length) ** BigInt(n) };
}

/** How a die of a pool is read. */
export interface PoolDie {
  readonly faces: Faces;
  /** A face of at least this counts (after `add`). */
  readonly atLeast: number;
  /** Added to every face before it is compared. */
  readonly add?: number;
  /** This natural face always counts, or never does, whatever is added. */
  readonly alwaysHits?: number;
  readonly alwaysMisses?: number;
  /** A natural face of at least this counts twice. */
  readonly twice?: number;
  /** Dice that are thrown once more: natural ones, or all that fail. */
  readonly reroll?: 'ones' | 'failures';
  /** A natural face of at least this brings another die, at most `explodeMost` in a row. */
  readonly explode?: number;
  readonly explodeMost?: number;
}

const DEFAULT_EXPLOSIONS = 1;

/** Successes of one die of a pool. */
function successes(rules: PoolDie): Chances {
  return thrown(rules, (rules.explode ?? 0) > 0 ? (rules.explodeMost ?? DEFAULT_EXPLOSIONS) : 0);
}

/** Does a natural face count? */
export function counts(rules: PoolDie, face: number): number {
  if (face === rules.alwaysMisses) return 0;
  const hits = face === rules.alwaysHits || face + (rules.add ?? 0) >= rules.atLeast;
  return hits ? (rules.twice && face >= rules.twice ? 2 : 1) : 0;
}

function thrown(rules: PoolDie, explosionsLeft: number): Chances {
  const { faces, explode = Number.POSITIVE_INFINITY, reroll } = rules;
  const another = explosionsLeft > 0 ? thrown(rules, explosionsLeft - 1) : always(0);
  const read = (face: number): Chances => map(face >= explode ? another : always(0), (x) => x + counts(rules, face));
  const again = (face: number): boolean =>
    (reroll === 'ones' && face === 1) || (reroll === 'failures' && counts(rules, face) === 0);
  const once = chain(evenly(faces), read);
  return reroll ? chain(evenly(faces), (face) => (again(face) ? once : read(face))) : once;
}

/** What becomes of every success: it stays one on a face of at least `atLeast` ("wound 4+"), or is lost on it ("save 5+"). */
export interface Stage extends PoolDie {
  readonly kind: 'go-on' | 'save';
}

/** Successes of n dice after all stages: every die is independent of the others, so one die's chances are added n times. */
export function pool(n: number, first: PoolDie, stages: readonly Stage[] = [], damage: Chances = always(1)): Chances {
  const each = stages.reduceRight((after: Chances, stage) => chain(passes(stage), (k) => times(after, k)), damage);
  return times(
    chain(successes(first), (k) => times(each, k)),
    n,
  );
}

function passes(stage: Stage): Chances {
  const own = successes(stage);
  return stage.kind === 'go-on' ? own : map(own, (k) => (k > 0 ? 0 : 1));
}

/**
 * Both sides sort their dice and compare the highest with the highest, the next with the next, as far as both have dice.
 * The value is how many pairs the second side wins (the first side's losses); pairs less that is the second side's.
 * @param tiesTo who wins an even pair
 */
export function sortedPairs(
  a: { faces: Faces; n: number },
  b: { faces: Faces; n: number },
  tiesTo: 'first' | 'second',
): Chances {
  const pairs = Math.min(a.n, b.n);
  let ways = new Map([['0 0 0', 1n]]);
  // From the best face down: how many dice of either side have shown up, and how many pairs are lost by then.
  for (const face of [...new Set([...a.faces, ...b.faces])].sort((x, y) => y - x)) {
    const [mine, theirs] = [a, b].map(({ faces }) => BigInt(faces.filter((f) => f === face).length));
    const next = new Map<string, bigint>();
    for (const [key, cases] of ways) {
      const [i, k, lost] = key.split(' ').map(Number);
      for (let x = i; x <= (mine > 0n ? a.n : i); x++)
        for (let y = k; y <= (theirs > 0n ? b.n : k); y++) {
          const more =
            choose(a.n - i, x - i) * mine ** BigInt(x - i) * choose(b.n - k, y - k) * theirs ** BigInt(y - k);
          const [first, second] = [x, y].map((shown) => Math.min(shown, pairs));
          const settled = Math.min(Math.max(i, k), pairs);
          const even = Math.max(0, Math.min(first, second) - settled);
          const beaten = Math.max(0, second - Math.max(first, settled)) + (tiesTo === 'second' ? even : 0);
          const then = `${x} ${y} ${lost + beaten}`;
          next.set(then, (next.get(then) ?? 0n) + cases * more);
        }
    }
    ways = next;
  }
  const cases = new Map<number, bigint>();
  for (const [key, found] of ways) {
    const [i, k, lost] = key.split(' ').map(Number);
    if (i === a.n && k === b.n) cases.set(lost, (cases.get(lost) ?? 0n) + found);
  }
  return { cases, total: BigInt(a.faces.length) ** BigInt(a.n) * BigInt(b.faces.length) ** BigInt(b.n) };
}

function choose(n: number, k: number): bigint {
  let ways = 1n;
  for (let i = 0; i < k; i++) ways = (ways * BigInt(n - i)) / BigInt(i + 1);
  return ways;
}

interface Held {
  readonly list: readonly number[];
  cases: bigint;
}

/** The highest (or lowest) `kept` of n dice, best first, with their cases: grown die by die. */
function bestOf(faces: Faces, n: number, kept: number, which: 'highest' | 'lowest'): Held[] {
  const better = (a: number, b: number) => (which === 'highest' ? b - a : a - b);
  let held = new Map<string, Held>([['', { list: [], cases: 1n }]]);
  for (let i = 0; i < n; i++) {
    const next = new Map<string, Held>();
    for (const { list, cases } of held.values())
      for (const face of faces) {
        const grown = [...list, face].sort(better).slice(0, kept);
        const key = grown.join(',');
        const known = next.get(key);
        if (known) known.cases += cases;
        else next.set(key, { list: grown, cases });
      }
    held = next;
  }
  return [...held.values()];
}

/** The sum of n dice. */
export const summed = (faces: Faces, n: number): Chances => times(evenly(faces), n);
