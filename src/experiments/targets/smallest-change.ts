/**
 * The smallest change that meets every target, over a grid of whole steps: fewest parameters changed, then fewest steps.
 * Where none meets them all, the best compromise: fewest targets missed, then the smallest sum of shortfalls, then the
 * smallest change. Nothing is assumed about how figures move, so the answer is that of trying every point; points are
 * only dropped once what is known of them cannot beat the best one any more.
 */

/** A parameter: how many steps each of its values is from what it is now. */
export interface Steps {
  readonly distances: readonly number[];
}

/** A place in the grid: which value of every parameter is taken. */
export type Point = readonly number[];

/** How far beyond its bounds a target is at each of these points; 0 where it is met. */
export type Shortfalls = (points: readonly Point[], target: number) => Promise<readonly number[]>;

export interface SmallestChange {
  readonly point: Point;
  readonly missed: readonly number[];
  readonly shortfall: number;
  /** Points that were looked at, of all there are. */
  readonly looked: number;
}

/** Sums of shortfalls that differ by less are equal but for rounding. */
const DUST = 1e-9;
/** This many points are asked about together, to keep threads busy. */
const WAVE = 32;

/** Every point of the grid, the smallest change first; of equal ones, the first in the order of the values. */
export function inOrderOfChange(parameters: readonly Steps[]): Point[] {
  const all = parameters.reduce<number[][]>(
    (sofar, { distances }) => sofar.flatMap((head) => distances.map((_, i) => [...head, i])),
    [[]],
  );
  const keyed = all.map((point, place) => {
    const steps = point.map((v, i) => parameters[i].distances[v]);
    return { point, place, rows: steps.filter((s) => s > 0).length, sum: steps.reduce((a, b) => a + b, 0) };
  });
  return keyed.sort((a, b) => a.rows - b.rows || a.sum - b.sum || a.place - b.place).map((k) => k.point);
}

/** Looks through the points in order; stops at the first that misses nothing. */
export async function smallestChange(
  points: readonly Point[],
  targets: number,
  shortfalls: Shortfalls,
  isStopped: () => boolean = () => false,
): Promise<SmallestChange> {
  let best: Omit<SmallestChange, 'looked'> | undefined;
  let looked = 0;
  for (let from = 0; from < points.length; from += WAVE) {
    if (best && (best.missed.length === 0 || isStopped())) break;
    const wave = points.slice(from, from + WAVE);
    looked += wave.length;
    for (const one of await judgedWave(wave, targets, shortfalls, best)) if (!best || isBetter(one, best)) best = one;
  }
  return { ...best!, looked };
}

interface Judged {
  readonly point: Point;
  readonly missed: readonly number[];
  readonly shortfall: number;
}

const isBetter = (a: Judged, b: Judged): boolean =>
  a.missed.length < b.missed.length || (a.missed.length === b.missed.length && a.shortfall < b.shortfall - DUST);

/** What the targets say of a wave of points. A point that can no longer beat the best is not asked about any further. */
async function judgedWave(
  wave: readonly Point[],
  targets: number,
  shortfalls: Shortfalls,
  best: Judged | undefined,
): Promise<Judged[]> {
  let running: Judged[] = wave.map((point) => ({ point, missed: [], shortfall: 0 }));
  for (let target = 0; target < targets && running.length > 0; target++) {
    const found = await shortfalls(
      running.map((r) => r.point),
      target,
    );
    running = running
      .map((r, i) => (found[i] > 0 ? { ...r, missed: [...r.missed, target], shortfall: r.shortfall + found[i] } : r))
      // Misses and shortfalls only grow, and a later point must be better than the best, not as good.
      .filter((r) => !best || isBetter(r, best));
  }
  return running;
}

/**
 * Targets that cannot be met together anywhere in the grid, none of which can be left out of the conflict. Taken that no
 * point meets them all.
 */
export async function conflict(points: readonly Point[], targets: number, shortfalls: Shortfalls): Promise<number[]> {
  let core = Array.from({ length: targets }, (_, t) => t);
  for (const one of [...core]) {
    const rest = core.filter((t) => t !== one);
    if (rest.length > 0 && !(await canBeMet(points, rest, shortfalls))) core = rest;
  }
  return core;
}

/** Targets that no point of the grid meets, whatever becomes of the others. */
export async function impossible(points: readonly Point[], targets: number, shortfalls: Shortfalls): Promise<number[]> {
  const found: number[] = [];
  for (let t = 0; t < targets; t++) if (!(await canBeMet(points, [t], shortfalls))) found.push(t);
  return found;
}

async function canBeMet(
  points: readonly Point[],
  targets: readonly number[],
  shortfalls: Shortfalls,
): Promise<boolean> {
  for (let from = 0; from < points.length; from += WAVE) {
    let left = points.slice(from, from + WAVE);
    for (const target of targets) {
      if (left.length === 0) break;
      const found = await shortfalls(left, target);
      left = left.filter((_, i) => found[i] === 0);
    }
    if (left.length > 0) return true;
  }
  return false;
}
