import type { ObjectiveValue } from './objective-value.ts';

/** A point that has been tried. */
export interface Tried extends ObjectiveValue {
  readonly values: readonly number[];
  readonly trials: number | null;
}

/** Evaluates the objective at a point, with this many trials where it is sampled. */
export type Evaluate = (values: readonly number[], trials: number) => Promise<Tried>;

/** How the first look of a race compares with the last. */
const COARSE = 1 / 16;
const LEAST_TRIALS = 2_000;
/** A line of more points than this is scanned and bisected; up to it every point is raced. */
const RACED = 200;
const SCANNED = 65;

/**
 * The points nearest to a target when every look is noisy. A short list is raced: all are looked at briefly, those that
 * can no longer be nearest drop out, the rest are looked at again for longer. A long line is scanned, bisected wherever
 * it crosses the target, and the points about each crossing are raced.
 */
export async function searchNoisy(
  points: readonly (readonly number[])[],
  target: number,
  trials: number,
  evaluate: Evaluate,
): Promise<Tried[]> {
  const tried = new Map<string, Tried>();
  const look = async (point: readonly number[], n: number): Promise<Tried> => {
    const key = point.join('|');
    const known = tried.get(key);
    if (known && (known.trials ?? Number.POSITIVE_INFINITY) >= n) return known;
    const found = await evaluate(point, n);
    tried.set(key, found);
    return found;
  };
  const line = points[0].length === 1 && points.length > RACED;
  const racing = line ? await crossings(points, target, coarse(trials), look) : points;
  await race(racing, target, trials, look);
  return [...tried.values()];
}

const coarse = (trials: number): number => Math.min(trials, Math.max(LEAST_TRIALS, Math.round(trials * COARSE)));

/** The points about every place where the figures cross the target, and the nearest scanned point. */
async function crossings(
  points: readonly (readonly number[])[],
  target: number,
  trials: number,
  look: Evaluate,
): Promise<(readonly number[])[]> {
  const last = points.length - 1;
  const scanned = Array.from({ length: SCANNED }, (_, i) => Math.round((i * last) / (SCANNED - 1)));
  const side = async (i: number) => Math.sign((await look(points[i], trials)).value - target);
  const keep = new Set<number>();
  const distances: [number, number][] = [];
  for (const i of scanned) distances.push([i, Math.abs((await look(points[i], trials)).value - target)]);
  keep.add(distances.sort((a, b) => a[1] - b[1])[0][0]);
  for (let k = 0; k + 1 < scanned.length; k++) {
    let [low, high] = [scanned[k], scanned[k + 1]];
    const atLow = await side(low);
    if (atLow === (await side(high))) continue;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((await side(middle)) === atLow) low = middle;
      else high = middle;
    }
    // Near the crossing the noise may have misled a step or two: the neighbours race as well.
    for (let i = low - 2; i <= high + 2; i++) if (i >= 0 && i <= last) keep.add(i);
  }
  return [...keep].map((i) => points[i]);
}

async function race(
  points: readonly (readonly number[])[],
  target: number,
  trials: number,
  look: Evaluate,
): Promise<void> {
  let runners = points;
  for (let n = coarse(trials); ; n = Math.min(trials, n * 4)) {
    const seen: { point: readonly number[]; least: number; most: number }[] = [];
    for (const point of runners) seen.push({ point, ...distance(await look(point, n), target) });
    const best = Math.min(...seen.map((s) => s.most));
    runners = seen.filter((s) => s.least <= best).map((s) => s.point);
    if (n >= trials) return;
    if (runners.length === 1) {
      await look(runners[0], trials);
      return;
    }
  }
}

/** How near to the target a point can be, and how far from it. */
function distance({ value, interval }: ObjectiveValue, target: number): { least: number; most: number } {
  const { low, high } = interval ?? { low: value, high: value };
  const ends = [Math.abs(low - target), Math.abs(high - target)];
  return { least: low <= target && target <= high ? 0 : Math.min(...ends), most: Math.max(...ends) };
}
