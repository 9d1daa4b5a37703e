import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import { evaluatePaired } from '../../src/engine/paired.ts';
import type { EngineOptions } from '../../src/engine/types.ts';
import type { Tally } from '../../src/sim/tally.ts';
import { sigmasApart } from '../sim/agree.ts';
import { toyFight } from '../sim/toy.ts';
import { toyEngagement } from '../sim/toy-engagement.ts';

const TRIALS = 50_000;
const options: EngineOptions = { engine: 'sample', seed: 21, trials: TRIALS };

/** The figures of a whole tally, in the order of its blocks' means. */
function figures({ outcomes, measures, ends, sums }: Tally): number[] {
  const mean = (of: (e: Tally['ends'][number]) => number) => ends.reduce((t, e) => t + e.weight * of(e), 0) / TRIALS;
  return [
    ...outcomes.map((_, o) => mean((e) => (e.outcome === o ? 1 : 0))),
    ...measures.map((_, m) => mean((e) => e.values[m])),
    ...sums.map((s) => s.mean),
  ];
}

const overall = (blocks: Tally['blocks'], i: number) =>
  blocks.reduce((t, b) => t + b.means[i] * b.trials, 0) / blocks.reduce((t, b) => t + b.trials, 0);

describe('two encounters under the same dice', () => {
  it.each([
    ['walked', { machine: toyFight() }, { machine: toyFight({ a: 5, b: 6 }) }, 'product of the two automata', {}],
    [
      'played',
      { machine: toyEngagement({ turns: 2, fs: 4 }) },
      { machine: toyEngagement({ turns: 2, fs: 3 }) },
      'keyed dice',
      { stateBudget: 100 },
    ],
  ])('%s: the blocks of either side, and of the difference, add up to its figures', async (_n, a, b, pairing, more) => {
    const pair = await evaluatePaired(a, b, { ...options, ...more });
    expect(pair.pairing).toBe(pairing);
    const [of, other] = [figures(pair.a.tally), figures(pair.b.tally)];
    of.forEach((x, i) => {
      expect(overall(pair.a.tally.blocks, i)).toBeCloseTo(x, 9);
      expect(overall(pair.b.tally.blocks, i)).toBeCloseTo(other[i], 9);
      expect(overall(pair.differences, i)).toBeCloseTo(other[i] - x, 9);
    });
    for (const [source, { tally }] of [
      [a, pair.a],
      [b, pair.b],
    ] as const) {
      const alone = await evaluate(source, { engine: 'exact', seed: 1 });
      expect(sigmasApart(tally, alone.tally)).toBeLessThan(4.5);
      const [played, known] = [tally.sums[0], alone.tally.sums[0]];
      expect(Math.abs(played.mean - known.mean) / (known.sd / Math.sqrt(TRIALS))).toBeLessThan(4.5);
    }
  });
});
