import { afterEach, describe, expect, it } from 'vitest';
import { closePool, threadPool } from '../../workers/pool.ts';

afterEach(closePool);

describe('a pool of threads', () => {
  it('starts no more than enough for a run of one piece, and all for the next run', async () => {
    const one = await threadPool(2, 1);
    expect(one.piscina.threads.length).toBe(1);
    await one.giveBack();
    const two = await threadPool(2);
    expect(two.piscina.threads.length).toBe(2);
    await two.giveBack();
    // Threads that are there already are taken as they are.
    const again = await threadPool(2, 1);
    expect(again.piscina).toBe(two.piscina);
    await again.giveBack();
  });
});
