import { describe, expect, test } from 'vitest';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { odds, refusals, ruledBy } from './odds.ts';
import { expectSampled } from './sampled.ts';

describe('commander at risk', () => {
  test.each([
    [1, 0.1],
    [2, 0.2],
    [3, 0.3],
    [4, 0.4],
    [7, 0.4],
  ])('%i hits kill him in %d', (hits, p) => {
    expect(odds(oth2, 'commander', { hits }).p('commander.lost', 1)).toBeCloseTo(p, 12);
  });

  test('oth2: the replacement is poor on 1-2, ordinary on 3-8, good on 9-10', async () => {
    const situation = { commander: { range: 16, control: 5, inspiration: 2 }, hits: 3 };
    const o = odds(oth2, 'commander', situation);
    expect(o.outcome('killed-poor')).toBeCloseTo(0.3 * 0.2, 12);
    expect(o.outcome('killed-equal')).toBeCloseTo(0.3 * 0.6, 12);
    expect(o.outcome('killed-good')).toBeCloseTo(0.3 * 0.2, 12);
    // 16 unhurt; 8 poor, 12 otherwise. Control 5, else 3, 3, 4. Inspiration 2, else 0, 0, 1.
    expect(o.mean('commander.range')).toBeCloseTo(0.7 * 16 + 0.3 * (0.2 * 8 + 0.8 * 12), 12);
    expect(o.mean('commander.control')).toBeCloseTo(0.7 * 5 + 0.3 * (0.8 * 3 + 0.2 * 4), 12);
    expect(o.mean('commander.inspiration')).toBeCloseTo(0.7 * 2 + 0.3 * 0.2 * 1, 12);
    await expectSampled(oth2, 'commander', situation);
  });

  test('oth-half: the same range, control 2, inspiration 0, without a die', () => {
    const o = odds(othHalf, 'commander', { commander: { range: 6, control: 4, inspiration: 1 }, hits: 2 });
    expect(o.outcome('killed-equal')).toBeCloseTo(0.2, 12);
    expect(o.p('commander.range', 6)).toBeCloseTo(1, 12);
    expect(o.p('commander.control', 2)).toBeCloseTo(0.2, 12);
    expect(o.p('commander.inspiration', 0)).toBeCloseTo(0.2, 12);
  });

  test('three events are three dice; once on the total by ruling commanderCheck', () => {
    const situation = { hits: [1, 0, 2] };
    expect(odds(oth2, 'commander', situation).outcome('unhurt')).toBeCloseTo(0.9 * 0.8, 12);
    const once = ruledBy(oth2, { commanderCheck: 'once-per-combat-on-total' });
    expect(odds(once, 'commander', situation).outcome('unhurt')).toBeCloseTo(0.7, 12);
  });

  test('overrun: lost unless a unit within 12 (oth-half 6) takes him in', () => {
    const lost = (book: typeof oth2, nearestUnit: number) =>
      odds(book, 'commander', { overrun: { nearestUnit } }).p('commander.lost', 1);
    expect(lost(oth2, 12)).toBe(0);
    expect(lost(oth2, 13)).toBeCloseTo(1, 12);
    expect(lost(othHalf, 7)).toBeCloseTo(1, 12);
  });

  test('refuses a commander who runs no risk', () => {
    expect(refusals(oth2, 'commander', { commander: { attached: false }, hits: 2 })[0]).toMatch(/base contact/);
    expect(refusals(oth2, 'commander', {})[0]).toMatch(/at risk only/);
  });
});
