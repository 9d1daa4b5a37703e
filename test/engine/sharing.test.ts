import { describe, expect, it } from 'vitest';
import { evaluatePaired } from '../../src/engine/paired.ts';
import type { EngineOptions, TallyShape } from '../../src/engine/types.ts';
import { toyFight } from '../sim/toy.ts';
import { toyEngagement } from '../sim/toy-engagement.ts';

const options: EngineOptions = { engine: 'sample', seed: 5, trials: 4_096 };
const wins =
  (who: 'a' | 'b') =>
  ({ outcomes }: TallyShape) => ({
    ofEnd: (e: { outcome: number }) => (outcomes[e.outcome].winner === who ? 1 : 0),
  });
const [fight, stronger] = [{ machine: toyFight() }, { machine: toyFight({ a: 5, b: 6 }) }];

describe('dice are shared only where that takes variance out of the difference', () => {
  it('which it does where both read a roll the same way', async () => {
    const pair = await evaluatePaired(fight, stronger, { ...options, compared: wins('a') });
    expect(pair.pairing).toBe('product of the two automata');
    expect(pair.sharingHurts).toBeUndefined();
  });

  it.each([
    ['walked', fight, stronger, {}],
    ['walked against one base', fight, stronger, { sharedBase: true }],
    [
      'played',
      { machine: toyEngagement({ turns: 2, fs: 4 }) },
      { machine: toyEngagement({ turns: 2, fs: 3 }) },
      { stateBudget: 100 },
    ],
  ])('and not where what is good for one is bad for the other (%s)', async (_name, a, b, more) => {
    // The first is asked how often A wins and the second how often B does, so that every roll counts the other way.
    let asked = 0;
    const compared = (shape: TallyShape) => wins(asked++ % 2 === 0 ? 'a' : 'b')(shape);
    const pair = await evaluatePaired(a, b, { ...options, ...more, compared });
    expect(pair.pairing).toBe('independent dice');
    expect(pair.sharingHurts).toBe(true);
    expect(pair.joint).toEqual([]);
  });
});

describe('a base that several variants share', () => {
  it('is one and the same sample for all of them, whether its dice are shared or not', async () => {
    const others = [
      { a: 5, b: 6 },
      { a: 3, b: 6 },
      { a: 6, b: 2 },
    ].map((s) => ({ machine: toyFight(s) }));
    const pairs = [];
    for (const other of others) pairs.push(await evaluatePaired(fight, other, { ...options, sharedBase: true }));
    let asked = 0;
    const compared = (shape: TallyShape) => wins(asked++ % 2 === 0 ? 'a' : 'b')(shape);
    pairs.push(await evaluatePaired(fight, stronger, { ...options, sharedBase: true, compared }));
    expect(pairs.map((p) => p.pairing)).toEqual(['keyed dice', 'keyed dice', 'keyed dice', 'independent dice']);
    for (const pair of pairs) expect(pair.a.tally.ends).toEqual(pairs[0].a.tally.ends);
  });

  it('is paired as closely as the product of the two would pair it', async () => {
    const flips = (
      joint: readonly { a: number; b: number; weight: number }[],
      same: (a: number, b: number) => boolean,
    ) => joint.reduce((n, j) => n + (same(j.a, j.b) ? 0 : j.weight), 0);
    const long = { ...options, trials: 200_000 };
    const [keyed, product] = [
      await evaluatePaired(fight, stronger, { ...long, sharedBase: true }),
      await evaluatePaired(fight, stronger, long),
    ];
    const shares = [keyed, product].map(({ a, b, joint }) =>
      flips(joint, (x, y) => a.tally.ends[x].outcome === b.tally.ends[y].outcome),
    );
    const noise = Math.sqrt(shares[0] + shares[1]);
    expect(Math.abs(shares[0] - shares[1])).toBeLessThan(4.5 * noise);
    for (const side of ['a', 'b'] as const) {
      expect(Math.abs(keyed[side].tally.sums[0].mean - product[side].tally.sums[0].mean)).toBeLessThan(
        4.5 * Math.SQRT2 * (product[side].tally.sums[0].sd / Math.sqrt(200_000)),
      );
    }
  });
});
