import { describe, expect, test } from 'vitest';
import type { Rulebook } from '../../../src/rules/book.ts';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { hitChances, passes } from './by-hand.ts';
import { odds, refusals, ruledBy } from './odds.ts';
import { expectSampled } from './sampled.ts';

/*
 * The winner of a combat comes on into a new contact (line 539 of oth2, 346 of oth-half), and commanders who ride two
 * segments (line 125). One round decides, natural tens are off, and nobody wavers or routs.
 */
const rules = { winnerPolicy: 'advance', waveringAt: 0, routingAt: 0, naturalTen: 'off', maxRounds: 1 };
const book2 = ruledBy(oth2, rules);
const half = ruledBy(othHalf, rules);
const mean = (chances: readonly number[]) => chances.reduce((sum, p, n) => sum + n * p, 0);
const once = [{ when: { now: { turn: 1 } }, do: 'charge' }, { do: 'hold' }];
const idle = [{ do: 'stand' }, { do: 'hold' }, { do: 'rest' }];
const alone = { supportingFire: 'no', enemyOnFlank: 'no' };

describe('a winner comes on into contact', () => {
  /** b's first unit, at FS 1, is broken by any hit; the second is level with the winner then, in the next lane. */
  const beside = (fs: number, more: object = {}) => ({
    a: { fs, tactic: once, ...more },
    b: { fs: 1, tactic: idle, others: [{ fs: 8, tactic: idle }] },
    ...{ distance: 4, spacing: 6, turns: 1, together: true, sequence: ['a-moves', 'a-combats', 'b-combats'] },
  });
  // Its friend within 6 supports it: 1 + 1 = 2.
  const struckBack = 0.2;
  const tenth = mean(hitChances(10));

  test('it meets the unit beside the one it broke, a segment of 6 away, and they fight in the next combats', async () => {
    const o = odds(ruledBy(book2, alone), 'engagement', beside(12, { commander: { control: 5 } }));
    // 12 + 3 passes both tests. 12 + 1 reads as 10 both times; 8 strikes back in the second fight.
    expect(o.sum('b.hits.combat')).toBeCloseTo(1 + tenth, 12);
    expect(o.sum('a.hits.combat')).toBeCloseTo(struckBack + mean(hitChances(8)), 12);
    await expectSampled(ruledBy(book2, alone), 'engagement', beside(12, { commander: { control: 5 } }));
  });
  test('it tests as for any contact, unless ruling winnerContact lets it go free', () => {
    // FS 9 goes in on .9; 9 + 1 breaks the first. At FS 8 (in .2) it passes on .8 and strikes as 9.
    // A draw without hits marks both.
    const second = (at9: number, at8: number) => 0.8 * at9 * tenth + 0.2 * at8 * (mean(hitChances(9)) + 0.1 * 0.2);
    const hits = (winnerContact: string) =>
      odds(ruledBy(book2, { ...alone, winnerContact }), 'engagement', beside(9)).sum('b.hits.combat');
    expect(hits('tested')).toBeCloseTo(passes(9) * (1 + second(passes(9), passes(8))), 12);
    expect(hits('free')).toBeCloseTo(passes(9) * (1 + second(1, 1)), 12);
  });
  test('further off than a segment it comes no nearer than it can', () => {
    const far = { ...beside(12, { commander: { control: 5 } }), spacing: 7 };
    // Nobody within 6 supports it: 1.
    const o = odds(ruledBy(book2, alone), 'engagement', far);
    expect(o.sum('b.hits.combat')).toBeCloseTo(1, 12);
    expect(o.sum('a.hits.combat')).toBeCloseTo(0.1, 12);
  });
  test('guns that have won do not come on, and a holding winner stays', () => {
    const stays = ruledBy(book2, { ...alone, winnerPolicy: 'hold' });
    expect(odds(stays, 'engagement', beside(12, { commander: { control: 5 } })).sum('b.hits.combat')).toBeCloseTo(
      1,
      12,
    );
  });

  const between = (book: Rulebook, spacing: number) =>
    odds(book, 'engagement', {
      a: { fs: 12, lane: 2, commander: { control: 5 }, tactic: once },
      b: { fs: 1, lane: 2, tactic: idle, others: [1, 3].map((lane) => ({ fs: 1, lane, tactic: idle })) },
      ...{ distance: 2, spacing, turns: 2, sequence: ['a-moves', 'a-combats', 'b-combats'] },
    });
  test('once a turn (oth2); as often as it wins (oth-half)', () => {
    // Turn 1: the first is broken, then one of the next lanes. oth-half meets the third, and fights it in turn 2.
    expect(between(book2, 6).p('b.out', 2)).toBeCloseTo(1, 12);
    expect(between(half, 3).outcome('b-broken') + between(half, 3).p('b.out', 3)).toBeGreaterThan(0.99);
  });

  const pursued = (book: Rulebook) =>
    odds(book, 'engagement', {
      a: { fs: 12, commander: { control: 5 }, tactic: once },
      b: { fs: 5, aspect: 'rear', underStrength: true, tactic: idle },
      ...{ distance: 2, turns: 1, sequence: ['a-moves', 'a-combats', 'b-combats'] },
    });
  test('any enemy, the beaten one too (oth2); another one only (oth-half)', () => {
    const stays = (book: Rulebook) => pursued(ruledBy(book, { winnerPolicy: 'hold' })).sum('b.hits.combat');
    expect(pursued(book2).sum('b.hits.combat')).toBeGreaterThan(stays(book2) + 0.4);
    const quiet = ruledBy(half, { drawTest: 'off' });
    expect(pursued(quiet).sum('b.hits.combat')).toBeCloseTo(stays(quiet), 12);
  });
});

describe('a commander who rides two segments rallies nobody in that turn (line 125)', () => {
  const ridden = (rides: number, spacing: number) =>
    odds(ruledBy(oth2, { waveringAt: 0, routingAt: 0 }), 'engagement', {
      a: {
        ...{ fs: 8, tactic: [{ do: 'hold' }, { do: 'rally' }] },
        commander: { control: 2, with: 1, goes: 'to-the-shaken', rides, range: 6 },
        others: [{ fs: 8, hits: 4, lane: 2, tactic: [{ do: 'hold' }, { do: 'rally' }] }],
      },
      b: { fs: 8, tactic: idle, others: [{ fs: 8, tactic: idle }] },
      ...{ distance: 6, spacing, turns: 1, edge: 60, sequence: ['a-command', 'a-rallies'] },
    });
  // At 6 inches nobody rallies by itself.
  test('one segment of 24: he is there, and rallies', () => {
    expect(ridden(1, 24).mean('a.hits')).toBeLessThan(-0.3);
    expect(ridden(2, 24).mean('a.hits')).toBeCloseTo(ridden(1, 24).mean('a.hits'), 12);
  });
  test('48: he is there with two and rallies nobody; with one he stays away', () => {
    expect(ridden(1, 48).mean('a.hits')).toBe(0);
    expect(ridden(2, 48).mean('a.hits')).toBe(0);
  });
  test('he is where he rode to: in the next turn he rallies', () => {
    const next = (rides: number) =>
      odds(ruledBy(oth2, { waveringAt: 0, routingAt: 0 }), 'engagement', {
        a: {
          ...{ fs: 8, tactic: [{ do: 'hold' }, { do: 'rally' }] },
          commander: { control: 2, with: 1, goes: 'to-the-shaken', rides, range: 6 },
          others: [{ fs: 8, hits: 4, lane: 2, tactic: [{ do: 'hold' }, { do: 'rally' }] }],
        },
        b: { fs: 8, tactic: idle, others: [{ fs: 8, tactic: idle }] },
        ...{ distance: 6, spacing: 48, turns: 2, edge: 60, sequence: ['a-command', 'a-rallies'] },
      }).mean('a.hits');
    expect(next(1)).toBe(0);
    // With the unit he spends all his control on it: tests at 4, then at 5 or 4.
    const shed = passes(4) + passes(4) * passes(5) + (1 - passes(4)) * passes(4);
    expect(next(2)).toBeCloseTo(-shed, 12);
  });
  test('one who stays has nowhere to ride', () => {
    const situation = { a: { fs: 8, commander: { with: 1, rides: 2 } }, b: { fs: 8 }, distance: 12 };
    expect(refusals(oth2, 'engagement', situation)[0]).toMatch(/rides nowhere/);
  });
});

describe('a skirmisher that is out of command', () => {
  test('turns free without a test, and tests once before it goes (lines 45, 174)', () => {
    const situation = {
      a: {
        ...{ fs: 5, formation: 'skirmish', aspect: 'rear', command: { division: true, brigade: true, unit: false } },
        tactic: [{ do: 'turn-to-face' }, { do: 'advance' }],
      },
      b: { fs: 5, tactic: idle },
      ...{ distance: 16, turns: 2, sequence: ['a-moves'] },
    };
    const at = (self: object, distance: unknown) =>
      odds(oth2, 'engagement', { ...situation, endWhen: { self, now: { distance } } }).p('turns', 1);
    expect(at({ aspect: 'front' }, 16)).toBeCloseTo(1 - passes(5), 12);
    expect(at({ aspect: 'front' }, 10)).toBeCloseTo(passes(5), 12);
  });
});
