import { describe, expect, test } from 'vitest';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { compile } from '../../../src/sim/compile.ts';
import { expectSampledAgrees, machineOf } from './agreement.ts';
import { odds, refusals, ruledBy } from './odds.ts';

const line = (fs: number, more: object = {}) => ({ arm: 'infantry', formation: 'line', fs, ...more });
const column = (fs: number, more: object = {}) => ({ arm: 'infantry', formation: 'attack-column', fs, ...more });
const horse = (fs: number, more: object = {}) => ({
  arm: 'cavalry',
  formation: 'line',
  cavalryType: 'heavy',
  fs,
  ...more,
});
const guns = (fs: number, more: object = {}) => ({ arm: 'artillery', fs, ...more });
const meets = (attacker: object, defender: object, contact = 'fresh') => ({ attacker, defender, contact });

const oneRound = ruledBy(oth2, { maxRounds: 1 });
const oneRoundHalf = ruledBy(othHalf, { maxRounds: 1, drawTest: 'off' });

/**
 * Rows of the hit tables as chances of 0, 1, 2 and 3 hits:
 * 10: 0 5 3 2   9: 1 5 3 1 (oth-half 1 5 2 2)   8: 2 4 3 1   7: 3 4 2 1   6: 4 3 3 0   5: 5 3 2 0   4: 6 4   3: 7 3 …
 */
describe('oth2, one round by hand', () => {
  test('infantry that cavalry counters has no row for moving in: 8 - 6 = 2, or 8 + 1 + 2 - 6 = 5', () => {
    const fight = meets(column(8), horse(6, { countering: true }));
    // The horse, 6 + 4 + 6, reads row 10 and always hits, so no 0-0 mark adds to its own hits.
    const o = odds(oneRound, 'melee', fight);
    expect([0, 1, 2].map((n) => o.p('defender.hits', n))).toEqual([
      expect.closeTo(0.8, 12),
      expect.closeTo(0.2, 12),
      0,
    ]);
    const keeps = odds(ruledBy(oneRound, { counteredInfantry: 'keeps' }), 'melee', fight);
    expect([0, 1, 2].map((n) => keeps.p('defender.hits', n))).toEqual([
      expect.closeTo(0.5, 12),
      expect.closeTo(0.3, 12),
      expect.closeTo(0.2, 12),
    ]);
  });

  test('attack column 8 + 1 + 2 = 11 (row 10) into a line of 7 (row 7)', async () => {
    const fight = meets(column(8), line(7));
    const o = odds(oneRound, 'melee', fight);
    // Lost by 2: 2-0 is .3 x .3, 3-0 and 3-1 are .2 x .7.
    expect(o.outcome('defender-retreats')).toBeCloseTo(0.09 + 0.14, 12);
    // 1-3 is .5 x .1.
    expect(o.outcome('attacker-retreats')).toBeCloseTo(0.05, 12);
    expect(o.outcome('undecided')).toBeCloseTo(0.72, 12);
    expect(o.mean('defender.hits')).toBeCloseTo(0.5 + 2 * 0.3 + 3 * 0.2, 12);
    expect(o.mean('attacker.hits')).toBeCloseTo(0.4 + 2 * 0.2 + 3 * 0.1, 12);
    expect(o.mean('rounds')).toBe(1);
    await expectSampledAgrees(oneRound, 'melee', fight, 1);
  });

  test('heavy cavalry 6 + 4 charge + 6 = 16 (row 10) at open infantry 8 - 6 = 2 (faces 1 and 2)', async () => {
    const fight = meets(horse(6), line(8));
    const o = odds(oneRound, 'melee', fight);
    // 2-0 is .3 x .8; 3-0 and 3-1 are .2 x 1: destroyed, not merely beaten.
    expect(o.outcome('defender-destroyed')).toBeCloseTo(0.24 + 0.2, 12);
    expect(o.outcome('undecided')).toBeCloseTo(0.56, 12);
    // A destroyed unit has no FS left; the rest keep 8 less 1, 2, 2 or 3: only 2-1 and 1-x carry on.
    expect(o.mean('defender.fs')).toBeCloseTo(7 * 0.5 + 6 * 0.3 * 0.2, 12);
    await expectSampledAgrees(oneRound, 'melee', fight, 2);
  });

  test('secure flanks: cavalry 6 + 4 - 2 = 8 (row 8) against 8 + 3 = 11 (row 10)', async () => {
    const fight = meets(horse(6), line(8, { secureFlanks: true }));
    const o = odds(oneRound, 'melee', fight);
    // 0-2 and 0-3 are .2 x .5, 1-3 is .4 x .2; 3-1 is .1 x .5.
    expect(o.outcome('attacker-retreats')).toBeCloseTo(0.1 + 0.08, 12);
    expect(o.outcome('defender-destroyed')).toBeCloseTo(0.05, 12);
    await expectSampledAgrees(oneRound, 'melee', fight, 3);
  });

  test('an emergency square of FS 2 (2 + 3) breaks only at FS 0: cavalry 10 - 5 = 5 hits twice on 1 and 2', async () => {
    const fight = meets(horse(10), line(2, { formation: 'emergency-square' }));
    const o = odds(oth2, 'melee', fight);
    expect(o.outcome('defender-broken')).toBeCloseTo(0.2, 12);
    expect(o.outcome('attacker-retreats')).toBeCloseTo(0.8, 12);
    expect(o.mean('rounds')).toBe(1);
    // No mark for 0-0 against a square: the cavalry only ever lose what row 5 gives, .3 + 2 x .2.
    expect(o.mean('attacker.hits')).toBeCloseTo(0.7, 12);
    await expectSampledAgrees(oth2, 'melee', fight, 4);
  });

  test('skirmishers in emergency square: cavalry 7 - 3 = 4 instead of 7 - 5 = 2', () => {
    const square = { formation: 'emergency-square' };
    expect(
      odds(oth2, 'melee', meets(horse(7), line(9, { ...square, skirmishUnit: true }))).mean('defender.hits'),
    ).toBeCloseTo(0.4, 12);
    expect(odds(oth2, 'melee', meets(horse(7), line(9, square))).mean('defender.hits')).toBeCloseTo(0.2, 12);
  });

  test('infantry 8 + 1 = 9 against guns 4 - 4 = 0, which never hit: destroyed by 1 or more', async () => {
    const fight = meets(line(8), guns(4));
    const o = odds(oth2, 'melee', fight);
    // Round 1 misses on a 10 (.1) and both take the mark; 7 then misses .3, 6 misses .4.
    const beaten = 0.9 + 0.1 * 0.7 + 0.1 * 0.3 * 0.6;
    // Guns that come to FS 0 are broken first: 3 hits on FS 3 (.1 of row 7), 2 on FS 2 (.3 of row 6).
    const broken = 0.1 * 0.1 + 0.03 * 0.3;
    expect(o.outcome('defender-broken')).toBeCloseTo(broken, 12);
    expect(o.outcome('defender-destroyed')).toBeCloseTo(beaten - broken, 12);
    expect(o.outcome('undecided')).toBeCloseTo(0.1 * 0.3 * 0.4, 12);
    expect(o.mean('attacker.hits')).toBeCloseTo(0.1 + 0.1 * 0.3 + 0.1 * 0.3 * 0.4, 12);
    expect(o.mean('rounds')).toBeCloseTo(0.9 + 2 * 0.07 + 3 * 0.03, 12);
    await expectSampledAgrees(oth2, 'melee', fight, 5);
  });

  test('guns of FS 10 behind heavy works: 10 - 4 + 4 = 10 win by 1 and carry on, by 2 drive off', () => {
    // 6 + 1 - 5 = 2: hits on 1 and 2.
    const o = odds(oneRound, 'melee', meets(line(6), guns(10, { place: 'heavy-fieldworks' })));
    // Guns lose only if the attacker hits more often: never, row 10 always hits. 0-2, 0-3 are .8 x .5; 1-3 is .2 x .2.
    expect(o.outcome('attacker-retreats')).toBeCloseTo(0.4 + 0.04, 12);
    expect(o.outcome('defender-destroyed')).toBe(0);
  });

  test('into a flank: 6 + 1 + 4 = 11 against 8 - 2 = 6; into the rear 6 + 1 + 6 against 8 - 4 = 4', () => {
    const flank = odds(oneRound, 'melee', meets(line(6), line(8, { aspect: 'flank' })));
    // 2-0 .3 x .4, 3-0 and 3-1 .2 x .7.
    expect(flank.outcome('defender-retreats')).toBeCloseTo(0.12 + 0.14, 12);
    const rear = odds(oneRound, 'melee', meets(line(6), line(8, { aspect: 'rear' })));
    // Row 4: .6 none, .4 one. 2-0 .3 x .6, 3-x .2.
    expect(rear.outcome('defender-retreats')).toBeCloseTo(0.18 + 0.2, 12);
  });

  test('wood and brick: 9 + 1 - 4 = 6 against no more than 3 a face + 4 = 7', () => {
    const o = odds(oneRound, 'melee', meets(line(9), line(6, { place: 'bua-wood-and-brick' })));
    // Row 6 (4 3 3 0) against row 7 (3 4 2 1): 2-0 is .3 x .3; 0-2, 0-3 are .4 x .3, 1-3 is .3 x .1.
    expect(o.outcome('defender-retreats')).toBeCloseTo(0.09, 12);
    expect(o.outcome('attacker-retreats')).toBeCloseTo(0.12 + 0.03, 12);
  });

  test('both in woods: lines 8 + 1 - 3 and 8 - 3, skirmishers at a quarter', () => {
    const woods = { woods: 'woods' };
    const o = odds(oneRound, 'melee', meets(line(8, woods), line(8, woods)));
    // Row 6 gives .3 + .6, row 5 .3 + .4, and the mark for 0-0 (.4 x .5) on both.
    expect(o.mean('defender.hits')).toBeCloseTo(0.9 + 0.2, 12);
    expect(o.mean('attacker.hits')).toBeCloseTo(0.7 + 0.2, 12);
    const loose = odds(oneRound, 'melee', meets(line(8, woods), line(8, { ...woods, formation: 'skirmish' })));
    // Line 8 + 1 - 3 + 2 = 8; skirmishers 25% of 8 is 2, - 1 - 2 = -1.
    expect(loose.mean('defender.hits')).toBeCloseTo(0.4 + 0.6 + 0.3 + 0.2, 12);
    expect(loose.mean('attacker.hits')).toBeCloseTo(0.2, 12);
  });

  test('deep formation: 50% of 7 is 4 in round 1, then all of it and 2 more in round 2', () => {
    const deep = horse(7, { formation: 'deep-formation', cavalryType: 'light' });
    // Round 1: 4 + 3 = 7 for the deep, 8 for the other: light horse that stands has no charge.
    const o = odds(oneRound, 'melee', meets(deep, horse(8)));
    expect(o.mean('defender.hits')).toBeCloseTo(0.4 + 0.4 + 0.3 + 0.3 * 0.2, 12);
    expect(o.mean('attacker.hits')).toBeCloseTo(0.4 + 0.6 + 0.3 + 0.3 * 0.2, 12);
  });

  test('an attached commander adds his inspiration and is hit on as many faces as his unit takes hits', async () => {
    const fight = meets(column(6, { commander: { attached: true, inspiration: 2 } }), line(7));
    const o = odds(oneRound, 'melee', fight);
    // 6 + 1 + 2 + 2 = 11, row 10, so no mark; row 7: 1, 2 or 3 hits kill on 1, 2 or 3 faces.
    expect(o.mean('attacker.commanderLost')).toBeCloseTo(0.4 * 0.1 + 0.2 * 0.2 + 0.1 * 0.3, 12);
    expect(o.mean('defender.hits')).toBeCloseTo(1.7, 12);
    await expectSampledAgrees(oth2, 'melee', fight, 6);
  });
});

describe('oth2, three rounds against an independent recursion', () => {
  /** Chances of 0, 1, 2, 3 hits at a score, written out from the sheet. */
  const chances = (score: number): number[] => {
    if (score < 1) return [1, 0, 0, 0];
    if (score < 4) return [1 - score / 10, score / 10, 0, 0];
    const row: Record<number, number[]> = {
      4: [6, 4, 0, 0],
      5: [5, 3, 2, 0],
      6: [4, 3, 3, 0],
      7: [3, 4, 2, 1],
      8: [2, 4, 3, 1],
      9: [1, 5, 3, 1],
      10: [0, 5, 3, 2],
    };
    return row[Math.min(10, score)].map((n) => n / 10);
  };
  /** A column (or line) of `a` moves into a line of `b`; tells each ending with its chance. */
  function fight(a: number, b: number, bonus: number, tell: (outcome: string, rounds: number, p: number) => void) {
    const round = (n: number, a: number, b: number, won: 'a' | 'b' | null, p: number): void => {
      const mine = chances(a + (n === 1 ? bonus : 0) + (won === 'a' ? 2 : 0));
      const theirs = chances(b + (won === 'b' ? 2 : 0));
      mine.forEach((pa, x) => {
        theirs.forEach((pb, y) => {
          const q = p * pa * pb;
          if (q === 0) return;
          const mark = x === 0 && y === 0 ? 1 : 0;
          const left = Math.max(0, a - y - mark);
          const kept = Math.max(0, b - x - mark);
          if (left === 0 && kept === 0) tell('both-broken', n, q);
          else if (left === 0) tell('attacker-broken', n, q);
          else if (kept === 0) tell('defender-broken', n, q);
          else if (x - y >= 2) tell('defender-retreats', n, q);
          else if (y - x >= 2) tell('attacker-retreats', n, q);
          else if (n === 3) tell('undecided', n, q);
          else round(n + 1, left, kept, x > y ? 'a' : y > x ? 'b' : null, q);
        });
      });
    };
    round(1, a, b, null, 1);
  }

  test.each([
    ['attack column 8, line 7', 8, 7, 3, column(8)],
    ['line 5, line 9', 5, 9, 1, line(5)],
    ['column 3, line 4', 3, 4, 3, column(3)],
    ['impetuous line 10, line 2', 10, 2, 2, line(10, { impetuous: true })],
  ])('%s', async (_name, a, b, bonus, attacker) => {
    const outcomes = new Map<string, number>();
    let rounds = 0;
    fight(a, b, bonus, (outcome, n, p) => {
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + p);
      rounds += n * p;
    });
    const o = odds(oth2, 'melee', meets(attacker, line(b)));
    for (const [outcome, p] of outcomes) expect(o.outcome(outcome), outcome).toBeCloseTo(p, 12);
    expect(o.mean('rounds')).toBeCloseTo(rounds, 12);
    await expectSampledAgrees(oth2, 'melee', meets(attacker, line(b)), a * 100 + b);
  });
});

describe('oth-half by hand', () => {
  test('French line 7 + 2 = 9, whose row 9 is 1 5 2 2, against a line of 6', async () => {
    const fight = meets(line(7, { french: true }), line(6));
    const o = odds(oneRoundHalf, 'melee', fight);
    // Row 6 is 4 3 3 0: 2-0 .2 x .4, 3-0 and 3-1 .2 x .7; 0-2 .1 x .3.
    expect(o.outcome('defender-retreats')).toBeCloseTo(0.08 + 0.14, 12);
    expect(o.outcome('attacker-retreats')).toBeCloseTo(0.03, 12);
    await expectSampledAgrees(oneRoundHalf, 'melee', fight, 11);
  });

  test('a draw is tested for by both, a round lost by 1 by the loser; failing costs a hit and the field', async () => {
    const book = ruledBy(othHalf, { maxRounds: 1 });
    const fight = meets(line(3), line(3));
    const o = odds(book, 'melee', fight);
    // 3 + 1 = 4 hits on .4, 3 on .3, always for 1.
    // 0-0 (.42): a mark, FS 2, each fails .8 and takes another hit. 1-1 (.12): FS 2 again, the same.
    // 1-0 (.28): defender at FS 2 fails .8. 0-1 (.18): attacker at FS 2 fails .8.
    const drawn = 0.42 + 0.12;
    expect(o.outcome('both-retreat')).toBeCloseTo(drawn * 0.64, 12);
    expect(o.outcome('attacker-retreats')).toBeCloseTo(drawn * 0.8 * 0.2 + 0.18 * 0.8, 12);
    expect(o.outcome('defender-retreats')).toBeCloseTo(drawn * 0.8 * 0.2 + 0.28 * 0.8, 12);
    expect(o.outcome('undecided')).toBeCloseTo(drawn * 0.04 + 0.18 * 0.2 + 0.28 * 0.2, 12);
    await expectSampledAgrees(book, 'melee', fight, 12);
  });

  test('whoever fights guns has + 4, the guns - 4, and guns that win by 1 have no + 2', () => {
    const o = odds(oneRoundHalf, 'melee', meets(line(5), guns(10)));
    // 5 + 1 + 4 = 10 against 10 - 4 = 6. Guns are destroyed when 1-0, 2-0, 2-1, 3-x: .5x.4 + .3x.7 + .2x1.
    expect(o.outcome('defender-destroyed')).toBeCloseTo(0.2 + 0.21 + 0.2, 12);
  });

  test('cavalry 7 + 4 - 6 = 5, as no charge counts, against a square 8 + 6 = 14, three rounds', () => {
    const one = odds(oneRoundHalf, 'melee', meets(horse(11), line(8, { formation: 'emergency-square' })));
    // 11 - 6 = 5 against row 10: .5 x .5 lost by 2 at 0-2, 0-3, and 1-3 .3 x .2.
    expect(one.outcome('attacker-retreats')).toBeCloseTo(0.25 + 0.06, 12);
    const three = odds(
      ruledBy(othHalf, { drawTest: 'off' }),
      'melee',
      meets(horse(11), line(8, { formation: 'square' })),
    );
    expect(three.mean('rounds')).toBeGreaterThan(1.5);
  });

  test('buildings: a round won by 1 lets the next be fought on bare scores', () => {
    const book = ruledBy(othHalf, { maxRounds: 2, drawTest: 'off' });
    const o = odds(book, 'melee', meets(line(4, { higher: true }), line(3, { place: 'bua-fortified' })));
    // Round 1: 4 + 1 + 1 - 8 = -2, no hits; the garrison 3 + 8 = 11 always hits: the attacker never wins a round.
    expect(o.mean('defender.hits')).toBe(0);
    // Wooden: 9 + 1 - 2 = 8 against 3 + 2 = 5. Won by 1: 1-0 .4x.5, 2-1 .3x.3, 3-2 .1x.2.
    const wood = odds(book, 'melee', meets(line(9), line(9, { place: 'bua-wooden' })));
    const mods = odds(
      ruledBy(book, { buaFoughtIn: 'no-bua-modifiers' }),
      'melee',
      meets(line(9), line(9, { place: 'bua-wooden' })),
    );
    // Round 2, after 1-0, 2-1 and 3-2, so with FS 9, 8 and 7: bare scores against 11, 10 and 9 with the bonus for winning.
    // Mean hits 1.5, 1.3, 1.1 against 1.7, 1.7, 1.5; the garrison's 3 misses .7, so 0-0 marks .7 of the misses.
    const bare = 0.2 * (1.5 + 0.07) + 0.09 * (1.3 + 0.14) + 0.02 * (1.1 + 0.21);
    const bonus = 0.2 * 1.7 + 0.09 * 1.7 + 0.02 * (1.5 + 0.07);
    expect(mods.mean('defender.hits') - wood.mean('defender.hits')).toBeCloseTo(bonus - bare, 12);
  });

  test('buildings catch fire on 8 or more, wooden ones on 7, once an assault or once a round', () => {
    const at = (place: string, book = othHalf) =>
      odds(book, 'melee', meets(line(8), line(8, { place }))).mean('building.alight');
    expect(at('bua-wood-and-brick')).toBeCloseTo(0.3, 12);
    expect(at('bua-wooden')).toBeCloseTo(0.4, 12);
    const each = ruledBy(othHalf, { buaFireDie: 'd10-per-round', maxRounds: 1 });
    expect(at('bua-wooden', each)).toBeCloseTo(0.4, 12);
    expect(at('bua-wooden', ruledBy(othHalf, { buaFireDie: 'd10-per-round' }))).toBeGreaterThan(0.41);
  });

  test('march column counts as 1 and has - 8; militia - 1; skirmishers - 2', () => {
    const hits = (attacker: object, book = oneRoundHalf) =>
      odds(book, 'melee', meets(line(8), attacker)).mean('attacker.hits');
    // Row 9 misses .1, so marks come from 0-0 only.
    expect(hits(line(8, { formation: 'march-column' }))).toBeCloseTo(0.1, 12);
    const alone = ruledBy(oneRoundHalf, { marchColumn: 'classed-as-1-only' });
    expect(hits(line(8, { formation: 'march-column' }), alone)).toBeCloseTo(0.1 + 0.1 * 0.9, 12);
    // 8 - 1 = 7: 1.1, and .1 x .3 marks.
    expect(hits(line(8, { training: 'militia' }))).toBeCloseTo(1.1 + 0.03, 12);
    // 25% of 8 is 2, - 2 = 0.
    expect(hits(line(8, { formation: 'skirmish' }))).toBeCloseTo(0.1, 12);
  });
});

describe('laws', () => {
  const mirrored = (id: string) =>
    id.replace(/^(attacker|defender)/, (side) => (side === 'attacker' ? 'defender' : 'attacker'));

  test.each([
    ['lines', line(8), line(6)],
    ['column and line', column(8, { combatSupport: 1 }), line(7, { higher: true })],
    ['cavalry', horse(6, { lancer: true }), horse(7, { cavalryType: 'light' })],
    ['cavalry and infantry', horse(6), line(8, { secureFlanks: true })],
    ['commanders', line(5, { commander: { attached: true, control: 3 } }), line(6)],
  ])('with no attacker and no defender rows in force, sides swapped mirror: %s', (_name, a, b) => {
    for (const book of [oth2, othHalf]) {
      const one = odds(book, 'melee', meets(a, b, 'locked'));
      const two = odds(book, 'melee', meets(b, a, 'locked'));
      for (const side of ['attacker', 'defender'] as const) {
        for (const end of ['broken', 'destroyed', 'retreats'])
          expect(one.outcome(`${side}-${end}`)).toBeCloseTo(two.outcome(mirrored(`${side}-${end}`)), 12);
        expect(one.mean(`${side}.hits`)).toBeCloseTo(two.mean(mirrored(`${side}.hits`)), 12);
      }
      expect(one.outcome('undecided')).toBeCloseTo(two.outcome('undecided'), 12);
      expect(one.mean('rounds')).toBeCloseTo(two.mean('rounds'), 12);
    }
  });

  test('the bench fight stays small', () => {
    const machine = machineOf(oth2, 'melee', meets(column(8), line(7)));
    expect(compile(machine, { measures: ['attacker.hits', 'defender.hits', 'rounds'] }).nodes).toBeLessThanOrEqual(140);
  });

  test('hits never pass the fatigue score, and phases add up to them', async () => {
    const { exact } = await import('../../../src/sim/exact.ts');
    const tally = exact(compile(machineOf(oth2, 'melee', meets(column(8), line(2)))));
    const place = tally.measures.findIndex((m) => m.id === 'defender.hits');
    expect(Math.max(...tally.ends.map((e) => e.values[place]))).toBe(2);
    const mean = tally.ends.reduce((sum, e) => sum + e.weight * e.values[place], 0);
    const phases = tally.sums.filter((s) => s.id.startsWith('defender.hits.')).reduce((sum, s) => sum + s.mean, 0);
    expect(phases).toBeCloseTo(mean, 12);
  });
});

describe('refusals', () => {
  test.each([
    ['guns do not attack', oth2, meets(guns(4), line(8)), /Guns do not move/],
    ['a square formed in time', oth2, meets(horse(8), line(8, { formation: 'square' })), /formed in time/],
    ['a square does not come on at cavalry', oth2, meets(line(8, { formation: 'square' }), horse(8)), /within 12/],
    ['the attacker has no flank', oth2, meets(line(8, { aspect: 'flank' }), line(8)), /its own front/],
    [
      'a flanked unit does not counter',
      oth2,
      meets(line(8), line(8, { aspect: 'flank', countering: true })),
      /in front may counter/,
    ],
    ['guns do not counter', oth2, meets(line(8), guns(8, { countering: true })), /Guns cannot counter/],
    ['no share', othHalf, meets(horse(8, { formation: 'open-order' }), line(8)), /no share in combat/],
    ['locked units do not counter', oth2, meets(line(8), line(8, { countering: true }), 'locked'), /no longer counter/],
  ])('%s', (_name, book, situation, message) => {
    expect(refusals(book, 'melee', situation).join('\n')).toMatch(message);
  });

  test('once where a formation is wrong for more than one reason', () => {
    expect(refusals(oth2, 'melee', meets(line(8, { formation: 'column-of-squadrons' }), line(8)))).toEqual([
      "attacker.formation: 'column-of-squadrons' is no formation of infantry; it may be line, attack-column, column-of-companies, closed-column, march-column, open-order, skirmish, square, emergency-square.",
    ]);
  });

  test('unless ruled otherwise, when a square is as good as an emergency square', () => {
    const book = ruledBy(oth2, { cavalryVSquare: 'as-emergency-square' });
    const formed = odds(book, 'melee', meets(horse(8), line(8, { formation: 'square' })));
    const hasty = odds(book, 'melee', meets(horse(8), line(8, { formation: 'emergency-square' })));
    expect(formed.text).toBe(hasty.text);
  });
});
