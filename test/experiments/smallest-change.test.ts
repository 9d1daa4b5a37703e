import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  conflict,
  inOrderOfChange,
  type Point,
  type Shortfalls,
  smallestChange,
} from '../../src/experiments/targets/smallest-change.ts';

/** A small problem with figures of no shape whatever: shortfalls by point and target. */
interface Problem {
  readonly distances: readonly (readonly number[])[];
  readonly table: readonly (readonly number[])[];
}

const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 });
const problem: fc.Arbitrary<Problem> = fc
  .tuple(sizes, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 9 }))
  .chain(([dims, targets, met]) => {
    const points = dims.reduce((n, d) => n * d, 1);
    const shortfall = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 5 }));
    return fc.record({
      distances: fc.constant(dims.map((d, k) => Array.from({ length: d }, (_, i) => Math.abs(i - (k % d))))),
      table: fc.array(
        fc.array(
          shortfall.map(([roll, by]) => (roll < met ? 0 : by / 10)),
          { minLength: targets, maxLength: targets },
        ),
        { minLength: points, maxLength: points },
      ),
    });
  });

function asked({ distances, table }: Problem) {
  const place = (point: Point) => point.reduce((at, v, i) => at * distances[i].length + v, 0);
  let questions = 0;
  const shortfalls: Shortfalls = async (points, target) => {
    questions += points.length;
    return points.map((p) => table[place(p)][target]);
  };
  return { shortfalls, place, questions: () => questions };
}

/** Every point, judged in full. */
function bruteForce({ distances, table }: Problem) {
  const points = distances.reduce<number[][]>((all, d) => all.flatMap((h) => d.map((_, i) => [...h, i])), [[]]);
  const key = (p: Point, i: number): number[] => {
    const steps = p.map((v, k) => distances[k][v]);
    const missed = table[i].filter((s) => s > 0);
    const sum = missed.reduce((a, b) => a + b, 0);
    return [missed.length, sum, steps.filter((s) => s > 0).length, steps.reduce((a, b) => a + b, 0), i];
  };
  const compare = (a: readonly number[], b: readonly number[]) => {
    for (const [i, x] of a.entries()) if (Math.abs(x - b[i]) > 1e-12) return x - b[i];
    return 0;
  };
  return points.map((p, i) => ({ point: p, key: key(p, i) })).sort((a, b) => compare(a.key, b.key))[0];
}

describe('the search for the smallest change', () => {
  test('finds what trying everything finds', async () => {
    await fc.assert(
      fc.asyncProperty(problem, async (p) => {
        const { shortfalls } = asked(p);
        const points = inOrderOfChange(p.distances.map((distances) => ({ distances })));
        const found = await smallestChange(points, p.table[0].length, shortfalls);
        const brute = bruteForce(p);
        expect(found.point).toEqual(brute.point);
        expect(found.missed.length).toBe(brute.key[0]);
        expect(found.shortfall).toBeCloseTo(brute.key[1], 12);
      }),
      { numRuns: 500 },
    );
  });

  test('a conflict cannot be met, and can without any one of its targets', async () => {
    await fc.assert(
      fc.asyncProperty(problem, async (p) => {
        const { shortfalls } = asked(p);
        const targets = p.table[0].length;
        fc.pre(!p.table.some((row) => row.every((s) => s === 0)));
        const points = inOrderOfChange(p.distances.map((distances) => ({ distances })));
        const core = await conflict(points, targets, shortfalls);
        const metTogether = (set: readonly number[]) => p.table.some((row) => set.every((t) => row[t] === 0));
        expect(metTogether(core)).toBe(false);
        for (const t of core) expect(metTogether(core.filter((x) => x !== t))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('asks less than everything: it stops at the first that meets all, and drops what cannot win', async () => {
    const distances = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    const points = inOrderOfChange([{ distances }, { distances }, { distances }]);
    let questions = 0;
    const near: Shortfalls = async (list, target) => {
      questions += list.length;
      return list.map((p) => (p[target] >= 1 ? 0 : 1));
    };
    const found = await smallestChange(points, 3, near);
    expect(found.point).toEqual([1, 1, 1]);
    expect(questions).toBeLessThan(points.length * 3 * 0.6);
    expect(found.looked).toBeLessThan(points.length);
  });

  test('fewer rows go before fewer steps', () => {
    const points = inOrderOfChange([{ distances: [0, 1] }, { distances: [0, 1, 2, 3] }]);
    expect(points.slice(0, 6)).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [0, 2],
      [0, 3],
      [1, 1],
    ]);
  });
});
