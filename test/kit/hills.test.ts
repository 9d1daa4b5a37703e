import { describe, expect, it } from 'vitest';
import { differing } from './hills.ts';

describe('Over the Hills as a file', () => {
  it.each([1, 2, 3, 4, 5])('plays 100 random situations as the built-in book does, to 1e-12 (lot %i)', async (lot) => {
    expect(await differing(100, lot)).toEqual([]);
  });
});
