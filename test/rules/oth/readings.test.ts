import { describe, expect, test } from 'vitest';
import type { Rulebook } from '../../../src/rules/book.ts';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { hitChances, passes } from './by-hand.ts';
import { odds, ruledBy } from './odds.ts';

/* Readings of lines that can be read in two ways, each worked out both ways. */
const meanHits = (score: number) => hitChances(score).reduce((sum, p, n) => sum + n * p, 0);
const missing = (...scores: number[]) => scores.reduce((p, score) => p * hitChances(score)[0], 1);
const oneRound = (book: Rulebook, more: object = {}) => ruledBy(book, { maxRounds: 1, naturalTen: 'off', ...more });

describe('oth-half', () => {
  test.each([
    ['adds', 6 - 4 + 2],
    ['none', 6 - 4],
  ])('commanderAtGuns %s: guns of 6 with control 4 strike with %i', (commanderAtGuns, score) => {
    const o = odds(oneRound(othHalf, { commanderAtGuns, drawTest: 'off' }), 'melee', {
      attacker: { fs: 5 },
      defender: { arm: 'artillery', fs: 6, commander: { control: 4, attached: true } },
    });
    // 5 + 1 + 4 = 10 always hits: no marks.
    expect(o.mean('attacker.hits')).toBeCloseTo(meanHits(score), 12);
  });

  test.each([
    ['adds', 8 + 1 - 4 - 3],
    ['replaces', 8 + 1 - 4],
  ])(
    'placeAndCover %s: a volley at 2 into wooden buildings with cover has %i (lines 123, 126)',
    (placeAndCover, score) => {
      const o = odds(oneRound(othHalf, { placeAndCover }), 'fire', {
        firer: { fs: 8, fired: true },
        target: { fs: 8, place: 'bua-wooden', cover: true },
        distance: 2,
      });
      expect(o.mean('target.hits')).toBeCloseTo(meanHits(score), 12);
    },
  );
  test.each([
    ['adds', 8 + 1 - 2 - 1],
    ['replaces', 8 + 1 - 2],
  ])('placeAndCover %s: round shot at 6 has %i (lines 163, 168, 170)', (placeAndCover, score) => {
    const o = odds(oneRound(othHalf, { placeAndCover }), 'fire', {
      firer: { arm: 'artillery', fs: 8, fired: true },
      target: { fs: 8, place: 'bua-wooden', cover: true },
      distance: 6,
    });
    expect(o.mean('target.hits')).toBeCloseTo(meanHits(score), 12);
  });
});

describe('reformWhenBeaten: a column of companies that is beaten back and followed up (line 394)', () => {
  const fight = { attacker: { fs: 8, formation: 'column-of-companies' }, defender: { fs: 8 } };
  const book = (reformWhenBeaten: string) =>
    ruledBy(oth2, { maxRounds: 2, winnerPolicy: 'follow-up', naturalTen: 'off', reformWhenBeaten });
  test('in column it strikes back with a quarter, in line with all it has', () => {
    // Round 1: a quarter of 8 and 1, 3, against 8. Beaten by 2 or 3 unhurt: .7 x .3 at FS 6, .7 x .1 at 5; by 2 having
    // hit: .3 x .1 at 5, when the winner of 7 + 2 misses in .1 and the mark falls less often.
    const round2 = (fs: number) => meanHits(fs) - meanHits(2);
    const marks = 0.3 * 0.1 * (missing(9, 5) - missing(9, 2));
    const more = 0.7 * 0.3 * round2(6) + (0.7 * 0.1 + 0.3 * 0.1) * round2(5) + marks;
    const [yes, no] = ['yes', 'no'].map((how) => odds(book(how), 'melee', fight).mean('defender.hits'));
    expect(yes - no).toBeCloseTo(more, 12);
  });
  test('one that cannot reform takes its hit', () => {
    const stuck = { ...fight, attacker: { ...fight.attacker, cannotReform: true } };
    const still = (how: string) =>
      odds(ruledBy(oth2, { maxRounds: 1, naturalTen: 'off', reformWhenBeaten: how }), 'melee', stuck).mean(
        'attacker.hits',
      );
    // Beaten in .7 x .4 + .3 x .1.
    expect(still('yes') - still('no')).toBeCloseTo(0.7 * 0.4 + 0.3 * 0.1, 12);
  });
  test('in an engagement it is found in line afterwards', () => {
    const found = (how: string) =>
      odds(
        ruledBy(oth2, { maxRounds: 1, reform: 'able', reformWhenBeaten: how, waveringAt: 0, routingAt: 0 }),
        'engagement',
        {
          a: { fs: 8, formation: 'column-of-companies', commander: { control: 5 }, tactic: [{ do: 'charge' }] },
          b: { fs: 8, tactic: [{ do: 'stand' }] },
          ...{ distance: 6, turns: 2, sequence: ['a-moves', 'a-combats'] },
          endWhen: { self: { formation: 'line' }, now: { distance: 3 } },
        },
      ).p('turns', 1);
    expect(found('yes')).toBeCloseTo(0.7 * 0.4 + 0.3 * 0.1, 12);
    expect(found('no')).toBe(0);
  });
});

describe('opportunityFailed: cavalry of FS 4 tests to interrupt a charge (line 335)', () => {
  const situation = (fs = 4) => ({
    attacker: { arm: 'cavalry', cavalryType: 'heavy', fs: 8, commander: { control: 5 } },
    defender: { arm: 'cavalry', cavalryType: 'heavy', fs, reaction: 'opportunity' },
  });
  // Passed, in .4: 4 + 4 against a charger that stands, 8. Failed: against 8 + 4.
  const passed = passes(4) * (meanHits(8) + missing(8, 8));
  test.each([
    ['stands', 4],
    ['counters', 8],
  ])('it %s: strikes with %i', (opportunityFailed, score) => {
    const book = oneRound(oth2, { opportunityFailed });
    const wanted = passed + (1 - passes(4)) * meanHits(score);
    expect(odds(book, 'charge', situation()).mean('attacker.hits')).toBeCloseTo(wanted, 12);
    const engaged = odds(ruledBy(book, { waveringAt: 0, routingAt: 0 }), 'engagement', {
      a: { ...situation().attacker, tactic: [{ do: 'charge' }, { do: 'stand' }] },
      b: { arm: 'cavalry', cavalryType: 'heavy', fs: 4, tactic: [{ do: 'opportunity' }] },
      ...{ distance: 12, turns: 1, sequence: ['a-moves', 'a-combats'] },
    });
    expect(engaged.mean('a.hits')).toBeCloseTo(wanted, 12);
  });
});

describe('lockedRounds: a fight that goes on from an earlier turn', () => {
  const horse = { arm: 'cavalry', fs: 5 };
  test.each([
    ['afresh', 6],
    ['go-on', 5],
  ])('%s: lancers of 5 strike with %i (line 464)', (lockedRounds, score) => {
    const o = odds(oneRound(oth2, { lockedRounds }), 'melee', {
      attacker: { ...horse, lancer: true },
      defender: horse,
      contact: 'locked',
    });
    expect(o.mean('defender.hits')).toBeCloseTo(meanHits(score) + missing(score, 5), 12);
  });
  test.each([
    ['afresh', 3],
    // With one round a turn this is its second: all of 5, and 2 (line 465).
    ['go-on', 7],
  ])('%s: a deep formation of 5 strikes with %i (line 447)', (lockedRounds, score) => {
    const o = odds(oneRound(oth2, { lockedRounds }), 'melee', {
      attacker: { ...horse, formation: 'deep-formation' },
      defender: horse,
      contact: 'locked',
    });
    expect(o.mean('defender.hits')).toBeCloseTo(meanHits(score) + missing(score, 5), 12);
  });
  test('in an engagement too: the second turn of lancers', () => {
    const second = (lockedRounds: string) =>
      odds(oneRound(oth2, { lockedRounds, waveringAt: 0, routingAt: 0 }), 'engagement', {
        a: {
          ...horse,
          lancer: true,
          commander: { control: 5 },
          moraleSupport: true,
          overStrength: true,
          tactic: [{ do: 'charge' }],
        },
        b: { ...horse, fs: 9, tactic: [{ do: 'stand' }] },
        ...{ distance: 12, turns: 1, sequence: ['a-moves', 'a-combats', 'b-combats'] },
      }).mean('b.hits');
    // 5 + 3 + 1 = 9 against 9; locked when drawn or lost by 1, and then 5 less its hits, with the lance or without.
    let more = 0;
    for (const [onB, p] of hitChances(9).entries())
      for (const [onA, q] of hitChances(9).entries()) {
        if (Math.abs(onA - onB) > 1) continue;
        const mark = onA + onB === 0 ? 1 : 0;
        const [a, b] = [5 - onA - mark, 9 - onB - mark];
        more += p * q * (meanHits(a + 1) - meanHits(a) + missing(a + 1, b) - missing(a, b));
      }
    expect(second('afresh') - second('go-on')).toBeCloseTo(more, 12);
  });
});

describe('routersCharge: a unit at FS 1 is sent in', () => {
  const refused = (routersCharge: string) =>
    odds(ruledBy(oth2, { routersCharge }), 'charge', {
      attacker: { fs: 8, hits: 7, commander: { control: 5 } },
      defender: { fs: 8 },
    }).outcome('charge-refused');
  test('as told it tests at 1 + 3; never, it stays', () => {
    expect(refused('as-told')).toBeCloseTo(1 - passes(4), 12);
    expect(refused('never')).toBe(1);
  });
  test('in an engagement a router charges nobody, whatever the ruling', () => {
    for (const routersCharge of ['as-told', 'never']) {
      const o = odds(ruledBy(oth2, { routersCharge }), 'engagement', {
        a: {
          fs: 8,
          hits: 7,
          commander: { control: 5 },
          tactic: [{ do: 'charge' }],
          others: [{ fs: 8, tactic: [{ do: 'hold' }] }],
        },
        b: { fs: 8, others: [{ fs: 8 }] },
        ...{ distance: 6, turns: 1, sequence: ['a-moves', 'a-combats'] },
      });
      expect(o.mean('b.hits')).toBe(0);
    }
  });
});
