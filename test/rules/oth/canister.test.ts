import { describe, expect, it } from 'vitest';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { odds, refusals, ruledBy } from './odds.ts';

const shot = (gun: string, distance: number, more: object = {}) => ({
  firer: { arm: 'artillery', formation: 'unlimbered', fs: 6, gun, ...more },
  target: { formation: 'line', fs: 8 },
  distance,
});

describe.each([
  // The canister figure of medium guns (001:269, 002:157), and a distance past it but within range.
  ['oth2', oth2, 9],
  [
    'oth-half',
    othHalf,
    Number(
      othHalf.tables['fire.artillery.ranges'].rows
        .map((r) => ('cells' in r && r.id === 'medium' ? r.cells['canister'] : 0))
        .find((n) => n),
    ),
  ],
] as const)('ammunition in %s', (_, book, reach) => {
  const keeping = ruledBy(book, { ammunition: 'canister' });
  const solid = ruledBy(book, { ammunition: 'round-shot' });

  it('is canister up to its range, whether by default or by choice', () => {
    const [auto, canister, round] = [book, keeping, solid].map((b) => odds(b, 'fire', shot('medium', reach)));
    expect(canister.text).toBe(auto.text);
    // One hit before the die (001:326, 002:148): canister never misses, round shot does.
    expect(auto.p('target.hits', 0)).toBe(0);
    expect(round.p('target.hits', 0)).toBeGreaterThan(0);
  });

  it('is round shot beyond by default, and nothing for guns that keep to canister', () => {
    expect(refusals(book, 'fire', shot('medium', reach + 1))).toEqual([]);
    expect(refusals(solid, 'fire', shot('medium', reach + 1))).toEqual([]);
    expect(refusals(keeping, 'fire', shot('medium', reach + 1))).toHaveLength(1);
    expect(refusals(book, 'fire', shot('medium', reach + 1, { ammunition: 'canister' }))[0]).toMatch(
      /Canister reaches/,
    );
  });

  it('leaves pieces that have no canister as they are', () => {
    expect(refusals(keeping, 'fire', shot('medium', reach + 1, { piece: 'mortar' }))).toEqual(
      refusals(book, 'fire', shot('medium', reach + 1, { piece: 'mortar' })),
    );
  });
});
