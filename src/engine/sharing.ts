import type { AnyMachine } from '../rules/encounter.ts';
import type { Automaton } from '../sim/automaton.ts';
import { arcsOf, propagate } from '../sim/exact.ts';
import { tallyPlay } from '../sim/play/counts.ts';
import { PlaySession } from '../sim/play/session.ts';
import type { Product } from '../sim/product.ts';
import { mix32 } from '../sim/random.ts';
import { byDice, sumMoments } from '../sim/sums.ts';
import type { EndTally } from '../sim/tally.ts';
import type { ComparedFigure, EngineOptions, TallyShape } from './types.ts';

/**
 * Whether two machines should share their dice. Where a good roll for one is a bad roll for the other, sharing makes
 * their difference less certain than dice of their own would.
 */
export interface JointLaw {
  readonly pairs: readonly { readonly a: End; readonly b: End; readonly weight: number }[];
  /** By sum of the first: the variance of the difference under shared dice, and under dice of their own. */
  readonly sums: readonly { readonly shared: number; readonly unshared: number }[];
}
type End = Pick<EndTally, 'outcome' | 'values'>;

/** By the figure that is compared; where that is certain in both, by all figures together. */
export function sharingHelps(law: JointLaw, a: TallyShape, b: TallyShape, { compared }: EngineOptions): boolean {
  const [first, second] = [compared?.(a), compared?.(b)];
  if (first?.sum !== undefined) {
    const { shared, unshared } = law.sums[first.sum];
    return shared <= unshared;
  }
  if (first?.ofEnd && second?.ofEnd) {
    const { covariance, spread } = together(law, first, second);
    if (spread > 0) return covariance >= 0;
  }
  const correlations = commonFigures(a, b).map(([x, y]) => {
    const { covariance, spread } = together(law, x, y);
    return spread > 0 ? covariance / spread : 0;
  });
  return correlations.reduce((sum, r) => sum + r, 0) >= 0;
}

/** The covariance of a figure of both, and the product of their standard deviations. */
function together({ pairs }: JointLaw, first: ComparedFigure, second: ComparedFigure) {
  const figures = pairs.map(({ a, b, weight }) => ({
    x: first.ofEnd!({ ...a, weight }),
    y: second.ofEnd!({ ...b, weight }),
    weight,
  }));
  const total = figures.reduce((sum, f) => sum + f.weight, 0);
  const mean = (of: (f: (typeof figures)[number]) => number) =>
    figures.reduce((sum, f) => sum + of(f) * f.weight, 0) / total;
  const [x, y] = [mean((f) => f.x), mean((f) => f.y)];
  return {
    covariance: mean((f) => (f.x - x) * (f.y - y)),
    spread: Math.sqrt(mean((f) => (f.x - x) ** 2) * mean((f) => (f.y - y) ** 2)),
  };
}

/** Every outcome and measure that both have. */
function commonFigures(a: TallyShape, b: TallyShape): (readonly [ComparedFigure, ComparedFigure])[] {
  const both = (x: readonly { id: string }[], y: readonly { id: string }[]) =>
    x.flatMap(({ id }, i) => {
      const j = y.findIndex((other) => other.id === id);
      return j < 0 ? [] : [[i, j] as const];
    });
  const outcome = (o: number): ComparedFigure => ({ ofEnd: (e) => (e.outcome === o ? 1 : 0) });
  const measure = (m: number): ComparedFigure => ({ ofEnd: (e) => e.values[m] });
  return [
    ...both(a.outcomes, b.outcomes).map(([i, j]) => [outcome(i), outcome(j)] as const),
    ...both(a.measures, b.measures).map(([i, j]) => [measure(i), measure(j)] as const),
  ];
}

/** The law of a product, exactly. */
export function productLaw(a: Automaton, b: Automaton, { automaton, pairs }: Product): JointLaw {
  const weights = propagate(arcsOf(automaton));
  const shares = byDice(automaton);
  const variance = (amountOf: (e: readonly number[]) => number) => sumMoments(automaton, shares, amountOf).sd ** 2;
  const sums = a.sums.length;
  return {
    pairs: pairs.map((p, i) => ({ a: a.ends[p.a], b: b.ends[p.b], weight: weights[i] })),
    // The product's sums are the differences, then a's own.
    sums: a.sums.map((_, k) => ({
      shared: variance((e) => e[k]),
      unshared: variance((e) => e[sums + k]) + variance((e) => e[k] + e[sums + k]),
    })),
  };
}

/** Pairs that are played to find out; enough to tell a covariance that matters from none. */
const PILOT = 256;

/**
 * The same from a few pairs that are played first and then thrown away, so that they cannot bend the result. They hang
 * on the seed alone.
 */
export function pilotHelps(a: AnyMachine, b: AnyMachine, options: EngineOptions, walk = false): boolean {
  const pairs = Math.min(PILOT, Math.max(64, Math.floor((options.trials ?? Number.POSITIVE_INFINITY) / 8)));
  const session = new PlaySession([a, b], walk ? { walk } : { direct: true });
  const plan = { trials: pairs, blockSize: pairs, blocks: 1 };
  const played = session.blocks(plan, mix32(options.seed ^ 0x70696c6f) >>> 0, 0, 1);
  const tallies = [a, b].map((machine, i) => tallyPlay(machine, played.counts[i], false));
  const law: JointLaw = {
    pairs: [...played.joint!].map(([key, weight]) => {
      const [x, y] = key.split('#').map(endOf);
      return { a: x, b: y, weight };
    }),
    sums: tallies[0].sums.map(({ id, mean, sd }, k) => {
      const other = tallies[1].sums.find((s) => s.id === id);
      if (!other) return { shared: 0, unshared: 0 };
      const shared = played.sumDifferences!.squares[k] / pairs - (other.mean - mean) ** 2;
      return { shared, unshared: sd ** 2 + other.sd ** 2 };
    }),
  };
  return sharingHelps(law, tallies[0], tallies[1], options);
}

const endOf = (key: string): End => {
  const [outcome, ...values] = key.split('|').map(Number);
  return { outcome, values };
};
