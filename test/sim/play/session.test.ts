import { expect, it } from 'vitest';
import type { AnyMachine } from '../../../src/rules/encounter.ts';
import { type BlockProgress, PlaySession } from '../../../src/sim/play/session.ts';
import { toyEngagement } from '../toy-engagement.ts';

const machine = toyEngagement({ pairs: 2, turns: 2, fs: 3 }) as AnyMachine;
const plan = { trials: 8_000, blockSize: 2_000, blocks: 4 };

/** Stops the second block once it has come so far. */
function stopping(after: number): () => BlockProgress {
  let block = 0;
  return () => {
    const second = ++block === 2;
    return { pause: (played) => second && played >= after, done: () => false };
  };
}

it('a run that is stopped in the midst of a block keeps what is done of it', () => {
  const session = new PlaySession([machine]);
  const { done, counts } = session.blocks(plan, 5, 0, 4, stopping(100));
  expect(done).toBe(1);
  const { trials } = counts[0];
  expect(trials).toBeGreaterThanOrEqual(2_100);
  expect(trials).toBeLessThan(4_000);
  const whole = new PlaySession([machine]).blocks({ ...plan, trials }, 5, 0, 2);
  expect(whole.counts[0].blocks).toEqual(counts[0].blocks);
  expect(whole.counts[0].squares).toEqual(counts[0].squares);
});

it('of two that stand against each other only whole blocks are kept', () => {
  const session = new PlaySession([machine, machine]);
  const { done, counts, joint } = session.blocks(plan, 5, 0, 4, stopping(100));
  expect(done).toBe(1);
  expect(counts.map((c) => c.trials)).toEqual([2_000, 2_000]);
  expect([...joint!.values()].reduce((a, b) => a + b, 0)).toBe(2_000);
});
