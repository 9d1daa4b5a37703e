import { describe, expect, test } from 'vitest';
import { bradleyTerry, type Meeting } from '../../src/stats/bradley-terry.ts';

const pairs = (n: number): [number, number][] =>
  Array.from({ length: n }, (_, i) => i).flatMap((i) =>
    Array.from({ length: n - i - 1 }, (_, k): [number, number] => [i, i + k + 1]),
  );
const meetings = (score: (i: number, j: number) => number, n: number): Meeting[] =>
  pairs(n).map(([first, second]) => ({ first, second, score: score(first, second) }));

describe('the Bradley–Terry model', () => {
  test('finds the strengths that scores were made from', () => {
    const made = [4, 2, 1, 0.5, 0.25];
    const found = bradleyTerry(
      5,
      meetings((i, j) => made[i] / (made[i] + made[j]), 5),
    );
    for (const [i, s] of found.entries()) expect(s).toBeCloseTo(made[i], 2);
  });

  test('equal scores mean equal strengths', () => {
    for (const s of bradleyTerry(
      4,
      meetings(() => 0.5, 4),
    ))
      expect(s).toBeCloseTo(1, 9);
  });

  test('is the likeliest: no step in any direction makes the scores likelier', () => {
    const scores = meetings((i, j) => 0.5 + 0.07 * (j - i) - 0.05 * ((i + j) % 3), 5);
    const found = bradleyTerry(5, scores);
    const likelihood = (s: readonly number[]) =>
      scores.reduce((sum, m) => {
        const p = s[m.first] / (s[m.first] + s[m.second]);
        return sum + m.score * Math.log(p) + (1 - m.score) * Math.log(1 - p);
      }, 0);
    found.forEach((_, i) => {
      for (const step of [0.97, 1.03]) {
        const moved = found.map((s, k) => (k === i ? s * step : s));
        expect(likelihood(moved)).toBeLessThan(likelihood(found));
      }
    });
  });

  test('whoever always wins is strong but finite', () => {
    const [a, b] = bradleyTerry(2, [{ first: 0, second: 1, score: 1 }]);
    expect(a / b).toBeGreaterThan(100);
    expect(Number.isFinite(a)).toBe(true);
  });
});
