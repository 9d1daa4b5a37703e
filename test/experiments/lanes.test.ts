import { expect, test } from 'vitest';
import { inLanes } from '../../src/experiments/lanes.ts';

/** Resolved by hand, so that steps end in any order. */
function gates(n: number) {
  const open: (() => void)[] = [];
  const ready = Array.from({ length: n }, () => new Promise<void>((resolve) => open.push(resolve)));
  return { open, ready };
}

test('so many steps are in hand at a time, and what came of them is in order', async () => {
  const { open, ready } = gates(4);
  const begun: string[] = [];
  const all = inLanes([0, 1, 2, 3], 2, async (i, lane) => {
    begun.push(`${i} in lane ${lane}`);
    await ready[i];
    return i * 10;
  });
  expect(begun).toEqual(['0 in lane 0', '1 in lane 1']);
  open[1]();
  await ready[1];
  await Promise.resolve();
  await Promise.resolve();
  expect(begun.at(-1)).toBe('2 in lane 1');
  for (const go of open) go();
  expect(await all).toEqual([0, 10, 20, 30]);
});

test('what came before a step that was stopped is kept, and nothing more is begun', async () => {
  const begun: number[] = [];
  const done = await inLanes([0, 1, 2, 3], 1, async (i) => {
    begun.push(i);
    return i === 2 ? undefined : i;
  });
  expect(done).toEqual([0, 1]);
  expect(begun).toEqual([0, 1, 2]);
});

test('a fault of one step is that of all', async () => {
  await expect(inLanes([0, 1], 2, async () => Promise.reject(new Error('no such row')))).rejects.toThrow('no such row');
});
