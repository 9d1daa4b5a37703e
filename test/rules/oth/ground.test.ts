import { describe, expect, test } from 'vitest';
import type { Rulebook } from '../../../src/rules/book.ts';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { hitChances, roundsOdds } from './by-hand.ts';
import { odds, refusals, ruledBy } from './odds.ts';
import { expectSampled } from './sampled.ts';

const led = { commander: { control: 5 } };
const line = (more: object = {}) => ({ fs: 8, ...more });
const heavy = (more: object = {}) => ({ arm: 'cavalry', cavalryType: 'heavy', fs: 8, ...led, ...more });
const oneRound = ruledBy(oth2, { maxRounds: 1 });
/** The chance that one sum of hits is at least `by` over another. */
const over = (won: readonly number[], lost: readonly number[], by: number): number =>
  won.reduce((sum, p, i) => sum + p * lost.reduce((part, q, j) => part + (i - j >= by ? q : 0), 0), 0);
/** Chances of the sum of two units' hits. */
const both = (one: readonly number[], two: readonly number[]): number[] => {
  const sums = Array<number>(one.length + two.length - 1).fill(0);
  for (const [i, p] of one.entries()) for (const [j, q] of two.entries()) sums[i + j] += p * q;
  return sums;
};

describe('ground is left by whoever leaves it', () => {
  test('opportunity contact from behind an obstacle (line 358): two horse charge each other, 8 + 4 each', async () => {
    const situation = {
      attacker: heavy({ reaction: 'counter' }),
      defender: heavy({ place: 'obstacle', reaction: 'opportunity' }),
    };
    const o = odds(oth2, 'charge', situation);
    // Control 5 passes both tests (8 + 3). Nobody stands behind anything: even all the way.
    const even = roundsOdds({ attacker: 8, defender: 8, plus: (round) => (round === 1 ? [4, 4] : [0, 0]) });
    expect(o.outcome('attacker-retreats')).toBeCloseTo(0.26091, 6);
    expect(o.outcome('attacker-retreats')).toBeCloseTo(even['attacker-retreats'], 12);
    expect(o.outcome('defender-retreats')).toBeCloseTo(even['defender-retreats'], 12);
    await expectSampled(oth2, 'charge', situation);
  });

  test('cavalry whose test to interrupt fails stays behind its obstacle: no charge row against it', () => {
    const stays = heavy({ place: 'obstacle', reaction: 'opportunity', commander: { control: 5 }, hits: 0 });
    const o = odds(oth2, 'charge', {
      attacker: heavy(),
      // FS 1 would rout: hits leave it at FS 3, and an enemy to flank and rear takes 6 off. 3 + 3 - 6 = 0 never passes.
      defender: { ...stays, hits: 5, enemyToFlank: true, enemyToRear: true },
    });
    // Heavy horse has no +4 at an obstacle (line 484), and cavalry has no row for defending one: 8 against 3.
    const fight = roundsOdds({ attacker: 8, defender: 3, plus: () => [0, 0] });
    expect(o.outcome('defender-retreats')).toBeCloseTo(fight['defender-retreats'], 12);
  });

  test('a line counters out of woods (lines 359, 403, 413): 8 + 1 against 8', async () => {
    const situation = { attacker: line(led), defender: line({ woods: 'woods', reaction: 'counter' }) };
    const fight = roundsOdds({ attacker: 8, defender: 8, plus: (round) => (round === 1 ? [1, 0] : [0, 0]) });
    const o = odds(oth2, 'charge', situation);
    expect(o.outcome('attacker-retreats')).toBeCloseTo(0.250019, 6);
    expect(o.outcome('attacker-retreats')).toBeCloseTo(fight['attacker-retreats'], 12);
    const melee = { attacker: line(), defender: line({ woods: 'woods', countering: true }) };
    expect(odds(oth2, 'melee', melee).outcome('attacker-retreats')).toBeCloseTo(fight['attacker-retreats'], 12);
    await expectSampled(oth2, 'melee', melee);
  });

  test('one that stands in the woods keeps them: 8 + 1 - 2 against 8 + 2', () => {
    const fight = roundsOdds({ attacker: 8, defender: 8, plus: (round) => (round === 1 ? [-1, 2] : [-2, 2]) });
    const o = odds(oth2, 'charge', { attacker: line(led), defender: line({ woods: 'woods', reaction: 'stand' }) });
    expect(o.outcome('attacker-retreats')).toBeCloseTo(fight['attacker-retreats'], 12);
  });

  test('skirmishers caught evading are out of their woods, and off their height', () => {
    const runner = { fs: 8, formation: 'skirmish', reaction: 'evade' };
    const caught = (more: object) =>
      odds(oneRound, 'charge', { attacker: line({ ...led, reach: 40 }), defender: { ...runner, ...more } }).text;
    expect(caught({ woods: 'woods' })).toBe(caught({}));
    expect(caught({ higher: true })).toBe(caught({}));
    const melee = (more: object) =>
      odds(oneRound, 'melee', { attacker: line(), defender: { fs: 8, formation: 'skirmish', evaded: true, ...more } });
    expect(melee({ woods: 'woods' }).text).toBe(melee({}).text);
    expect(melee({ place: 'obstacle', higher: true }).text).toBe(melee({}).text);
  });

  test('who comes down from a height to meet the enemy is still above him (line 427): 8 + 1 against 8 + 1', () => {
    const fight = roundsOdds({ attacker: 8, defender: 8, plus: (round) => (round === 1 ? [1, 1] : [0, 1]) });
    const o = odds(oth2, 'charge', { attacker: line(led), defender: line({ higher: true, reaction: 'counter' }) });
    expect(o.outcome('attacker-retreats')).toBeCloseTo(fight['attacker-retreats'], 12);
  });

  test('cavalry that goes for the enemy is shot at in the open: cover stays behind', () => {
    // The first charger, a line, stands and delivers at the cavalry that interrupts it.
    const shot = (more: object) =>
      odds(oth2, 'charge', {
        attacker: line({ ...led, reaction: 'stand-and-deliver' }),
        defender: heavy({ reaction: 'opportunity', ...more }),
      }).text;
    expect(shot({ cover: true })).toBe(shot({}));
    expect(shot({ goneToGround: true, obscured: true })).toBe(shot({}));
  });
});

describe('a charge and an engagement of one charge agree about the ground', () => {
  const CASES: readonly (readonly [string, object, object, string])[] = [
    ['a counter out of woods', line(), line({ woods: 'open-woods' }), 'counter'],
    ['a counter from behind an obstacle', line(), line({ place: 'obstacle' }), 'counter'],
    ['a counter from a height', line(), line({ higher: true }), 'counter'],
    ['a stand on a height', line(), line({ higher: true }), 'stand'],
    ['a stand in woods', line(), line({ woods: 'open-woods' }), 'stand'],
    ['a charge from a height', line({ higher: true }), line(), 'stand'],
    ['an evade out of woods', heavy(), { fs: 7, formation: 'skirmish', woods: 'woods' }, 'evade'],
    ['an interrupted charge', heavy(), heavy({ place: 'obstacle' }), 'opportunity'],
    ['an interrupted charge from a height', heavy(), heavy({ higher: true }), 'opportunity'],
  ];
  test.each(CASES)('%s', (_name, a, b, reaction) => {
    for (const [book, distance] of [
      [oth2, 6],
      [othHalf, 3],
    ] as readonly [Rulebook, number][]) {
      const lone = odds(book, 'charge', { attacker: a, defender: { ...b, reaction }, distance });
      const played = odds(book, 'engagement', {
        a: { ...a, tactic: [{ do: 'charge' }, { do: 'stand' }] },
        b: { ...b, tactic: [{ do: reaction }] },
        ...{ distance, turns: 1, sequence: ['a-moves', 'b-defensive-fire', 'a-combats'] },
      });
      expect(played.mean('a.fs'), book.id).toBeCloseTo(lone.mean('attacker.fs'), 11);
      expect(played.mean('b.fs'), book.id).toBeCloseTo(lone.mean('defender.fs'), 11);
    }
  });

  test('an evader that gets away has left its woods: the next charge finds it in the open', () => {
    const o = odds(oth2, 'engagement', {
      a: heavy({ tactic: [{ do: 'charge' }] }),
      b: { fs: 8, formation: 'skirmish', woods: 'woods', tactic: [{ do: 'evade' }] },
      ...{ distance: 12, turns: 2, sequence: ['a-moves'], endWhen: { enemy: { woods: 'none' } } },
    });
    // The horse goes in with 8 + 3 - 3; whether it catches the runners or not, they have run.
    expect(o.p('turns', 1)).toBeCloseTo(0.8, 12);
  });
});

describe('several units in one combat', () => {
  const three = line({ fs: 3 });
  test('hits by phase are those of the first unit: .3 and a mark of .6 x .6 x .7', () => {
    const o = odds(oneRound, 'melee', { attacker: { ...three, others: [three] }, defender: three });
    // 3 + 1 hits in .4, the defender's 3 in .3. A mark when nobody hits.
    expect(o.sum('attacker.hits.round1')).toBeCloseTo(0.3 + 0.6 * 0.6 * 0.7, 12);
    expect(o.sum('attacker.hits.round1')).toBeCloseTo(0.552, 12);
    expect(o.sum('attacker.hits.round1')).toBeCloseTo(o.mean('attacker.hits'), 12);
    expect(o.sum('defender.hits.round1')).toBeCloseTo(o.mean('defender.hits'), 12);
  });

  test('woods are asked of each that strikes (line 424): 8 + 1 - 2 from outside, 8 + 1 - 3 inside, against 8 + 2', () => {
    const o = odds(oneRound, 'melee', {
      attacker: line({ others: [line({ woods: 'woods' })] }),
      defender: line({ woods: 'woods' }),
    });
    const wanted = over(both(hitChances(7), hitChances(6)), hitChances(10), 2);
    expect(wanted).toBeCloseTo(0.212, 12);
    expect(o.outcome('defender-retreats')).toBeCloseTo(wanted, 12);
  });

  test('oth-half: 2 + 1 - 2 - 1 in the woods, 2 + 1 - 2 outside, against open order 2 - 1', () => {
    // Open order and skirmish fight with a quarter (ruling openSkirmishCombatPct): 2 of 8.
    const skirmish = { fs: 8, formation: 'skirmish' };
    const o = odds(ruledBy(othHalf, { maxRounds: 1 }), 'melee', {
      attacker: { ...skirmish, woods: 'woods', others: [skirmish] },
      defender: { fs: 8, formation: 'open-order', woods: 'woods' },
    });
    // Scores 0 and 1 against 1. The attacker goes when he fails the test after a draw or a round lost by 1.
    // Nobody hit: .9 x .9, both marked, FS 7 each: the attacker alone fails in .3 x .7.
    // Both hit: .1 x .1, the same scores. He alone is hit: .9 x .1, FS 7 fails in .3.
    const wanted = 0.81 * 0.3 * 0.7 + 0.01 * 0.3 * 0.7 + 0.09 * 0.3;
    expect(wanted).toBeCloseTo(0.1992, 12);
    expect(o.outcome('attacker-retreats')).toBeCloseTo(wanted, 12);
  });
});

describe('opportunity contact asks that the enemy moves within 12, not that he starts there (line 358)', () => {
  const charge = (distance: number, more: object = {}) => ({
    attacker: heavy({ reaction: 'counter', ...more }),
    defender: heavy({ reaction: 'opportunity' }),
    distance,
  });
  test('from 14, 18 and 24 the charge comes within 12 on its way: as from 12', () => {
    for (const distance of [14, 18, 24])
      expect(odds(oth2, 'charge', charge(distance)).text).toBe(odds(oth2, 'charge', charge(12)).text);
    expect(refusals(othHalf, 'charge', charge(10))).toEqual([]);
  });

  test('the charger is met at 12: one move of the horse away from a foot charger that forms square', () => {
    // A line that may go 24 forms an emergency square: D10 equal or under 8 - 2, the horse one move of 12 away.
    const met = (distance: number) =>
      odds(oth2, 'charge', {
        attacker: line({ ...led, reach: 24, reaction: 'emergency-square' }),
        defender: heavy({ reaction: 'opportunity' }),
        distance,
      }).text;
    expect(met(20)).toBe(met(12));
  });

  test('in an engagement and in oth-half too', () => {
    const played = (book: Rulebook, distance: number) =>
      odds(book, 'engagement', {
        a: heavy({ tactic: [{ do: 'charge' }, { do: 'counter' }] }),
        b: heavy({ tactic: [{ do: 'opportunity' }] }),
        ...{ distance, turns: 1, sequence: ['a-moves', 'a-combats'] },
      }).text;
    expect(played(oth2, 20)).toBe(played(oth2, 12));
    expect(played(othHalf, 10)).toBe(played(othHalf, 6));
    // Told to stand, b has no charge row: the opportunity was taken.
    const stood = odds(oth2, 'engagement', {
      a: heavy({ tactic: [{ do: 'charge' }] }),
      b: heavy({ tactic: [{ do: 'stand' }] }),
      ...{ distance: 20, turns: 1, sequence: ['a-moves', 'a-combats'] },
    });
    expect(stood.text).not.toBe(played(oth2, 20));
  });
});

describe('open woods', () => {
  test('oth-half: formed infantry may stand and fight in them (line 222): 8 + 1 - 3 against 8 - 3', () => {
    const open = { woods: 'open-woods' };
    const o = odds(ruledBy(othHalf, { maxRounds: 1, drawTest: 'off' }), 'melee', {
      attacker: line(open),
      defender: line(open),
    });
    expect(o.outcome('defender-retreats')).toBeCloseTo(over(hitChances(6), hitChances(5), 2), 12);
    expect(refusals(othHalf, 'melee', { attacker: line({ woods: 'woods' }), defender: line() })[0]).toMatch(/normal/);
  });

  test('oth2: guns defend them (line 495): 4 - 4 + 2 against a line of 8 + 1 - 2', () => {
    const o = odds(oneRound, 'melee', {
      attacker: line(),
      defender: { arm: 'artillery', fs: 4, woods: 'open-woods' },
    });
    expect(o.p('attacker.hits', 1)).toBeCloseTo(0.2 + 0.3 * 0.8, 12);
    expect(o.outcome('defender-destroyed') + o.outcome('defender-broken')).toBeCloseTo(
      over(hitChances(7), hitChances(2), 1),
      12,
    );
  });

  test('oth2: both sides in them fight at -3, loose troops at -1', () => {
    const open = { woods: 'open-woods' };
    const normal = { woods: 'woods' };
    const fought = (ground: object) => [
      odds(oth2, 'melee', { attacker: line(ground), defender: line(ground) }).text,
      odds(oth2, 'melee', { attacker: { fs: 8, formation: 'skirmish', ...ground }, defender: line(ground) }).text,
    ];
    expect(fought(open)).toEqual(fought(normal));
    expect(fought(open)).not.toEqual(fought({}));
  });

  test('the row for cavalry in dense woods says that line 156 keeps cavalry out of them', () => {
    const { rows } = oth2.tables['melee.cavalry'] as unknown as { rows: readonly { id: string; label: string }[] };
    expect(rows.find((r) => r.id === 'dense-woods')?.label).toMatch(/line 156/);
  });
});
