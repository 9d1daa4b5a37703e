import { describe, expect, test } from 'vitest';
import { type PointsOptions, points, scoreOf } from '../../src/experiments/points/points.ts';
import { load, run } from '../../src/index.ts';
import type { Troop } from '../../src/rules/troop.ts';
import { loadBook } from '../../src/scenarios/files.ts';
import { builtInDuels } from '../../src/scenarios/suite/duels.ts';
import { bookTroops } from '../../src/scenarios/troops/roster.ts';
import { bookById } from '../books.ts';

const troop = (name: string, fs: number, more: Record<string, unknown> = {}): Troop => {
  const { points: given, ...values } = more as { points?: number };
  return { name, values: { arm: 'infantry', fs, ...values }, ...(given === undefined ? {} : { points: given }) };
};
const priced = async (troops: readonly Troop[], options: PointsOptions = {}) =>
  (await points(await builtInDuels('oth2', bookById('oth2').book, troops), options)).points!;
const of = (p: Awaited<ReturnType<typeof priced>>, name: string) => p.troops.find((t) => t.name === name)!;

describe('points', () => {
  test('what is the same is worth the same, and what is better is worth more', async () => {
    const found = await priced([troop('one', 8), troop('other', 8), troop('strong', 10), troop('weak', 6)]);
    expect(of(found, 'one').points).toBeCloseTo(of(found, 'other').points, 6);
    expect(found.troops.map((t) => t.name)[0]).toBe('strong');
    expect(found.troops.at(-1)!.name).toBe('weak');
    const twins = found.pairs.find((p) => p.first === 'one' && p.second === 'other')!;
    expect(twins.score).toBeCloseTo(0.5, 12);
  });

  test('the score of a pair is what its encounters say, each side having begun', async () => {
    const [pair] = (
      await points(
        await builtInDuels(
          'pike-shot',
          bookById('pike-shot').book,
          bookTroops(bookById('pike-shot').book, {}).slice(0, 2),
        ),
      )
    ).points!.pairs;
    expect(pair.expected).toBeCloseTo(pair.score, 2);
    expect(pair.score).toBeGreaterThan(0.5);
  });

  test('severity grades a result from one disaster to the other', async () => {
    const { cells } = await run(await load('column-v-line'));
    const by = cells[0].outcomes.reduce((sum, o) => sum + o.p * (o.severity ?? 0), 0);
    const tally = {
      outcomes: cells[0].outcomes.map((o) => ({ severity: o.severity })),
      ends: cells[0].outcomes.map((o, outcome) => ({ outcome, weight: o.p, values: [] })),
      trials: null,
    } as unknown as Parameters<typeof scoreOf>[0];
    expect(scoreOf(tally)).toBeCloseTo(0.5 + by / 10, 12);
  });

  test('given points keep their sum; the dear and the cheap are told', async () => {
    const found = await priced([troop('dear', 7, { points: 40 }), troop('cheap', 9, { points: 10 })]);
    expect(found.troops.reduce((sum, t) => sum + t.points, 0)).toBeCloseTo(50, 9);
    expect(of(found, 'dear').overpriced).toBeGreaterThan(0.1);
    expect(of(found, 'cheap').overpriced).toBeLessThan(-0.1);
    expect(found.text).toMatch(/too dear by|too cheap by/);
  });

  test('a reference fixes the scale', async () => {
    const found = await priced([troop('one', 8), troop('strong', 10)], { reference: { name: 'One', points: 25 } });
    expect(of(found, 'one').points).toBeCloseTo(25, 9);
  });

  test('residuals are what the model leaves over, the worst first', async () => {
    const found = await priced([
      troop('foot', 8),
      troop('horse', 8, { arm: 'cavalry' }),
      troop('guns', 5, { arm: 'artillery' }),
    ]);
    for (const p of found.pairs) expect(p.residual).toBeCloseTo(p.score - p.expected, 12);
    const sizes = found.pairs.map((p) => Math.abs(p.residual));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(found.fit.explained).toBeLessThanOrEqual(1);
  });

  test('the types of a rulebook file are priced over its own encounters', async () => {
    const book = await loadBook('src/scenarios/examples/games/club-muskets.rules.yaml');
    const found = (await points(await builtInDuels(book, book, bookTroops(book, {})))).points!;
    // Eight trained bases beat six veteran ones here.
    expect(found.troops[0].name).toBe('Line battalion');
    expect(found.pairs).toHaveLength(3);
  });

  test.each([
    [[troop('alone', 8)], {}, /at least two troops; there is one/],
    [
      [troop('one', 8), troop('two', 8)],
      { reference: { name: 'too', points: 1 } },
      /no troop 'too'.*Did you mean 'two'/,
    ],
  ] as const)('%# is refused', async (troops, options, message) => {
    await expect(priced(troops, options)).rejects.toThrow(message);
  });
});
