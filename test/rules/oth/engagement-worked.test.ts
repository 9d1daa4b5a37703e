import { describe, expect, test } from 'vitest';
import type { Rulebook } from '../../../src/rules/book.ts';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { hitChances, passes, type Sheet } from './by-hand.ts';
import { odds, ruledBy } from './odds.ts';

/*
 * Engagements small enough to be worked out on paper. The arithmetic stands in the test; `endWhen` asks where the units
 * are. Natural tens are off, and nobody wavers or routs, unless a case is about that.
 */
const calm = { waveringAt: 0, routingAt: 0, naturalTen: 'off' };
const book2 = ruledBy(oth2, calm);
const half = ruledBy(othHalf, calm);
const oneRound2 = ruledBy(oth2, { ...calm, maxRounds: 1 });
const oneRoundHalf = ruledBy(othHalf, { ...calm, maxRounds: 1 });
const led = { commander: { control: 5 } };
const played = (book: Rulebook, situation: object) => odds(book, 'engagement', { turns: 1, ...situation });
/** The chance that the distance is so before the first turn is over. */
const stands = (book: Rulebook, situation: object, distance: unknown): number =>
  odds(book, 'engagement', { ...situation, turns: 2, endWhen: { now: { distance } } }).p('turns', 1);
const shooters = [{ do: 'fire' }, { do: 'hold' }, { do: 'rest' }];
const idle = [{ do: 'hold' }, { do: 'rest' }];
/** The mean of the hits that a score causes. */
const meanHits = (score: number, sheet: Sheet = 'oth2') =>
  hitChances(score, sheet).reduce((sum, p, n) => sum + n * p, 0);

describe('moving', () => {
  const goes = (unit: object, foe: object = {}) => ({
    a: { fs: 8, ...unit, tactic: [{ do: 'advance' }] },
    b: { fs: 8, ...foe, tactic: idle },
    ...{ distance: 40, edge: 60, sequence: ['a-moves'] },
  });
  test.each([
    ['attack column, three segments of 6 (line 128)', { formation: 'attack-column' }, 22],
    ['march column, four of 6 (line 127)', { formation: 'march-column' }, 16],
    ['closed column, one of 6 (line 130)', { formation: 'closed-column' }, 34],
    ['square, one of 4 (line 134)', { formation: 'square' }, 36],
    [
      'cavalry in skirmish, three of 12 (line 141)',
      { arm: 'cavalry', formation: 'skirmish', training: 'irregular' },
      4,
    ],
    ['guns by hand, 2 (line 145)', { arm: 'artillery' }, 38],
    ['heavy guns by hand, none (line 145)', { arm: 'artillery', gun: 'heavy' }, 40],
    ['horse guns, two of 12 (line 144)', { arm: 'artillery', formation: 'limbered', horseArtillery: true }, 16],
  ])('oth2: %s', (_name, unit, at) => {
    expect(stands(book2, goes(unit), at)).toBe(1);
  });

  test.each([
    ['line, 3 and 3 (line 56)', {}, 34],
    ['foot guns, three of 3 (line 67)', { arm: 'artillery', formation: 'limbered' }, 31],
    ['column of squadrons, two of 6 (line 62)', { arm: 'cavalry', formation: 'column-of-squadrons' }, 28],
  ])('oth-half: %s', (_name, unit, at) => {
    expect(stands(half, goes(unit), at)).toBe(1);
  });

  test('a square stands still with cavalry within 12, and goes 4 at 12.5 (line 134)', () => {
    const square = (distance: number) => ({ ...goes({ formation: 'square' }, { arm: 'cavalry' }), distance });
    expect(stands(book2, square(12), { lt: 12 })).toBe(0);
    expect(stands(book2, square(12.5), 8.5)).toBe(1);
  });

  test('moving after a volley is tested for (line 120): FS 8 goes on in .8', () => {
    const situation = {
      a: { fs: 8, tactic: [{ do: 'fire' }, { do: 'advance-one-segment' }] },
      b: { fs: 8, tactic: idle },
      ...{ distance: 12, sequence: ['a-shoots', 'a-moves'] },
    };
    expect(stands(book2, situation, 6)).toBeCloseTo(passes(8), 12);
  });

  test('militia that will not fire go back one move of 6 (line 211): FS 5 fails in .5', () => {
    const situation = {
      a: { fs: 5, training: 'militia', tactic: shooters },
      b: { fs: 8, tactic: idle },
      ...{ distance: 10, sequence: ['a-shoots'] },
    };
    expect(stands(book2, situation, 16)).toBeCloseTo(1 - passes(5), 12);
  });
});

describe('driven back (line 330)', () => {
  const volleys = {
    a: { fs: 8, tactic: shooters },
    b: { fs: 8, tactic: idle },
    ...{ distance: 6, sequence: ['a-shoots'] },
  };
  test('an engaged line goes back half a segment: 3, on three hits of row 10, in .2', () => {
    // 8 + 2 + 1 reads as 10.
    expect(stands(book2, volleys, 9)).toBeCloseTo(0.2, 12);
    expect(stands(book2, volleys, 12)).toBe(0);
  });
  test('one that is not engaged goes back the whole segment', () => {
    const free = ruledBy(book2, { engagedWithin: 5 });
    expect(stands(free, volleys, 12)).toBeCloseTo(0.2, 12);
  });
  test('and the second volley is then over short range: 1.7 + .2 x .7 + .8 x 1.4', () => {
    // At 9: 8 - 1 = 7, one hit at most. At 6: 8 + 1 = 9.
    expect(played(book2, { ...volleys, turns: 2 }).mean('b.hits')).toBeCloseTo(1.7 + 0.2 * 0.7 + 0.8 * meanHits(9), 12);
  });
  test('a charger that is driven back goes half a segment from contact: horse 6 (lines 330, 356)', () => {
    const situation = {
      a: { arm: 'cavalry', fs: 8, ...led, tactic: [{ do: 'charge' }] },
      b: { fs: 10, tactic: [{ do: 'stand-and-deliver' }] },
      ...{ distance: 12, sequence: ['a-moves', 'b-defensive-fire'] },
    };
    // 8 + 3 - 3 goes in; FS 10 fires well; 10 + 3 reads as 10: three hits in .2.
    expect(stands(book2, situation, 6)).toBeCloseTo(passes(8) * 0.2, 12);
  });
});

describe('evading', () => {
  test('oth2: horse at 12 reaches 24; runners of 6 + D10 get away on 7 to 10, to 1 to 4 inches', () => {
    const situation = {
      a: { arm: 'cavalry', fs: 8, ...led, tactic: [{ do: 'charge' }] },
      b: { fs: 8, formation: 'skirmish', tactic: [{ do: 'evade' }] },
      ...{ distance: 12, sequence: ['a-moves'] },
    };
    for (const away of [1, 2, 3, 4]) expect(stands(book2, situation, away)).toBeCloseTo(passes(8) * 0.1, 12);
    // Caught, on 1 to 6.
    expect(stands(book2, situation, 0)).toBeCloseTo(passes(8) * 0.6, 12);
  });
  test('oth-half: half the die and 3; at 6 from a reach of 12 they get away on 7 to 10, to 0.5 to 2', () => {
    const situation = {
      a: { arm: 'cavalry', fs: 8, ...led, tactic: [{ do: 'charge' }] },
      b: { fs: 8, formation: 'skirmish', tactic: [{ do: 'evade' }] },
      ...{ distance: 6, sequence: ['a-moves'] },
    };
    for (const away of [0.5, 1, 1.5, 2]) expect(stands(half, situation, away)).toBeCloseTo(0.1, 12);
  });

  const column = { fs: 7, formation: 'attack-column', ...led };
  const noReform = ruledBy(oneRound2, { reform: 'ignore' });
  test('a caught evader fights at -4 that turn alone: locked, next turn it has not evaded', () => {
    const o = played(noReform, {
      a: { ...column, tactic: [{ when: { now: { turn: 1 } }, do: 'charge' }] },
      b: { fs: 8, formation: 'skirmish', tactic: [{ do: 'evade' }] },
      ...{ distance: 1, turns: 2, sequence: ['a-moves', 'a-combats'] },
    });
    // The column reaches 18, they run 16 at most: caught, FS 7. 7 + 1 + 2 + 3 + 2 reads as 10; a quarter of 7 is 2,
    // 2 - 4 - 2 never hits. By 1, in .5, they stay locked.
    // Turn 2: 7 + 2 = 9 against 2 - 2 = 0; nobody hit, in .1, marks both.
    const second = meanHits(9) + 0.1;
    expect(o.mean('b.hits')).toBeCloseTo(1 + meanHits(10) + 0.5 * second, 12);
    expect(o.mean('a.hits')).toBeCloseTo(0.5 * 0.1, 12);
  });
  test('one that evaded, was beaten back and is charged again stands as one that never evaded', () => {
    const o = played(noReform, {
      a: { fs: 4, ...led, moraleSupport: true, tactic: [{ do: 'charge' }] },
      b: { fs: 12, formation: 'open-order', tactic: [{ when: { now: { turn: 1 } }, do: 'evade' }, { do: 'stand' }] },
      ...{ distance: 1, turns: 2, sequence: ['a-moves', 'a-combats'] },
    });
    // A line goes in with 4 + 3 + 1, reaches 12, and catches them on 1 to 5 (1 + 6 + 5 = 12); on 6 to 10 they are 1 to
    // 5 inches off. FS 11. Caught: 4 + 1 + 3 + 1 = 9 against a quarter of 11, 3 - 4 - 1.
    // Turn 2 after a retreat of 3, or after getting away: 4 + 1 + 1 = 6 against a quarter of what is left, less 1.
    const fresh = (fs: number) => {
      const own = hitChances(Math.ceil(fs / 4) - 1);
      const mark = hitChances(6)[0] * own[0];
      return meanHits(6) + mark;
    };
    // Locked after one hit or a mark: 4 (or 3 after the mark) + 1 without contact rows.
    const locked = (a: number, fs: number) => {
      const mark = hitChances(a + 1)[0] * hitChances(Math.ceil(fs / 4) - 1)[0];
      return meanHits(a + 1) + mark;
    };
    const [none, one, two, three] = hitChances(9);
    const caught =
      none * (1 + locked(3, 10)) +
      one * (1 + locked(4, 10)) +
      two * (2 + passes(8) * fresh(9)) +
      three * (3 + passes(8) * fresh(8));
    const away = passes(8) * fresh(11);
    // Whoever will not go in the first time tries again, and then nobody evades.
    const refused = passes(8) * fresh(12);
    const wanted = passes(8) * (1 + 0.5 * caught + 0.5 * away) + (1 - passes(8)) * refused;
    expect(o.mean('b.hits')).toBeCloseTo(wanted, 12);
  });
});

describe('rallying', () => {
  test('tests that one unit does not need go to the next: control 3 between one hit and four', () => {
    const of = (hits: number) => ({ fs: 8, hits, commander: { control: 3 } });
    const o = played(book2, {
      a: { ...of(1), others: [of(4)], tactic: 'stand' },
      b: { fs: 8, others: [{ fs: 8 }] },
      ...{ distance: 6, sequence: ['a-rallies'] },
    });
    // Two tests for the first, at 7 + 1: it keeps its hit in .2 x .2, and hands one back in .8.
    const first = 1 - 0.2 * 0.2;
    // The second, at 4 + 1: two tests after a hand-back (.5, then .6 or .5), else one.
    const second = 0.8 * (0.5 + 0.5 * 0.6 + 0.5 * 0.5) + 0.2 * 0.5;
    expect(o.mean('a.hits')).toBeCloseTo(-first - second, 12);
  });
  test('a unit that has moved this turn does not rally by itself; one that held sheds 1, or 2 at FS 4', () => {
    const tired = (action: string) => ({
      a: { fs: 8, hits: 4, tactic: [{ do: action }] },
      b: { fs: 8, tactic: idle },
      ...{ distance: 30, sequence: ['a-moves', 'a-rallies'] },
    });
    expect(played(book2, tired('advance')).mean('a.hits')).toBe(0);
    expect(played(book2, tired('hold')).mean('a.hits')).toBeCloseTo(-1 - passes(4), 12);
  });
  test('at 6 it is too near for that, at 6.5 not (line 81); militia need more than 12 (line 83)', () => {
    const at = (distance: number, training = 'regular') =>
      played(book2, {
        a: { fs: 8, hits: 4, training, tactic: [{ do: 'rally' }] },
        b: { fs: 8, tactic: idle },
        ...{ distance, sequence: ['a-rallies'] },
      }).mean('a.hits');
    expect(at(6)).toBe(0);
    expect(at(6.5)).toBeCloseTo(-1.4, 12);
    expect(at(12, 'militia')).toBe(0);
    expect(at(12.5, 'militia')).toBeCloseTo(-passes(4), 12);
  });
});

describe('how far a unit moved is remembered as long as it matters', () => {
  test('oth-half: a line that came on by 6 is shot at with -1 (line 132): 8 - 1 - 1', () => {
    const situation = (action: string) => ({
      a: { fs: 8, tactic: [{ do: action }] },
      b: { fs: 8, tactic: shooters },
      ...{ sequence: ['a-moves', 'a-rallies', 'a-combats', 'b-shoots'] },
    });
    expect(played(half, { ...situation('advance'), distance: 12 }).mean('a.hits')).toBeCloseTo(0.6, 12);
    expect(played(half, { ...situation('hold'), distance: 6 }).mean('a.hits')).toBeCloseTo(0.7, 12);
  });
  test('oth2: cavalry that moved makes no opportunity move in the enemy turn (line 358): it stands', () => {
    const heavy = { arm: 'cavalry', cavalryType: 'heavy', fs: 5, ...led, moraleSupport: true, overStrength: true };
    const charged = (action: string, distance: number) =>
      stands(
        oneRound2,
        {
          a: { ...heavy, tactic: [{ do: action }, { do: 'opportunity' }, { do: 'stand' }] },
          b: { ...heavy, tactic: [{ do: 'charge' }] },
          ...{ distance, sequence: ['a-moves', 'a-rallies', 'b-moves', 'b-combats'] },
        },
        6,
      );
    // 5 + 3 + 1 + 1 passes every test. Whoever goes in has 5 + 4 = 9, the other 5; the loser by 2 goes back 6.
    const by2 = (won: readonly number[], lost: readonly number[]) =>
      won.reduce((sum, p, i) => sum + p * lost.reduce((part, q, j) => part + (i - j >= 2 ? q : 0), 0), 0);
    const either = by2(hitChances(9), hitChances(5)) + by2(hitChances(5), hitChances(9));
    expect(charged('advance-to-18', 30)).toBeCloseTo(either, 12);
    // It tells them apart by who is hurt.
    const hurt = (action: string, distance: number) =>
      played(oneRound2, {
        a: { ...heavy, tactic: [{ do: action }, { do: 'opportunity' }, { do: 'stand' }] },
        b: { ...heavy, tactic: [{ do: 'charge' }, { do: 'stand' }] },
        ...{ distance, sequence: ['a-moves', 'a-rallies', 'b-moves', 'b-combats'] },
      }).mean('a.hits');
    const mark = hitChances(9)[0] * hitChances(5)[0];
    expect(hurt('advance-to-18', 30)).toBeCloseTo(meanHits(9) + mark, 12);
    expect(hurt('hold', 18)).toBeCloseTo(meanHits(5) + mark, 12);
  });
});

describe('neighbours', () => {
  const going = (book: Rulebook, neighbour: object) =>
    stands(
      book,
      {
        a: { fs: 5, tactic: [{ do: 'charge' }], others: [{ fs: 8, ...neighbour, tactic: idle }] },
        b: { fs: 8, tactic: [{ do: 'stand' }], others: [{ fs: 8, tactic: idle }] },
        ...{ distance: 3, sequence: ['a-moves'] },
      },
      0,
    );
  test('a steady neighbour supports the test to go in (line 65): 5 + 1', () => {
    expect(going(book2, {})).toBeCloseTo(passes(6), 12);
    expect(going(half, {})).toBeCloseTo(passes(6), 12);
  });
  test('a wavering one does not (line 71): 5', () => {
    expect(going(ruledBy(book2, { waveringAt: 2 }), { hits: 6 })).toBeCloseTo(passes(5), 12);
  });
  test('nor one further off than 6 (3)', () => {
    expect(going(ruledBy(book2, { spacing: 7 }), {})).toBeCloseTo(passes(5), 12);
    expect(going(ruledBy(half, { spacing: 4 }), {})).toBeCloseTo(passes(5), 12);
  });

  test('fire that makes one unit waver has its neighbour test in the command phase: 1.7 + .5 x .2', () => {
    const o = played(ruledBy(oth2, { naturalTen: 'off' }), {
      a: { fs: 8, hits: 4, tactic: idle, others: [{ fs: 8, tactic: idle }] },
      b: { fs: 8, tactic: shooters, others: [{ arm: 'cavalry', fs: 8, tactic: idle }] },
      ...{ distance: 6, sequence: ['b-shoots', 'a-command'] },
    });
    // Row 10 leaves FS 3 in .5; 2 wavers and 1 routs, in .5 together. The other tests at 8, without support.
    expect(o.mean('a.hits')).toBeCloseTo(meanHits(10) + 0.5 * (1 - passes(8)), 12);
  });
  test('oth-half: the same within 3, a failure costs 1 (line 353)', () => {
    const o = played(ruledBy(othHalf, { naturalTen: 'off' }), {
      a: { fs: 8, hits: 4, tactic: idle, others: [{ fs: 8, tactic: idle }] },
      // A march column does not fire.
      b: { fs: 8, tactic: shooters, others: [{ fs: 8, formation: 'march-column', tactic: idle }] },
      ...{ distance: 3, sequence: ['b-shoots', 'a-command'] },
    });
    // 8 + 1 + 1 = 10.
    expect(o.mean('a.hits')).toBeCloseTo(meanHits(10, 'oth-half') + 0.5 * 0.2, 12);
  });

  test('two that support in combat are worth 2, one is worth 1 (line 430)', () => {
    const hurt = (combatSupport: number) =>
      played(oneRound2, {
        a: { fs: 5, ...led, moraleSupport: true, overStrength: true, combatSupport, tactic: [{ do: 'charge' }] },
        b: { fs: 12, tactic: [{ do: 'stand' }] },
        ...{ distance: 3, sequence: ['a-moves', 'a-combats'] },
      }).mean('b.hits');
    // 12 reads as 10 and always hits, so that nothing is marked: 5 + 1 and the support.
    expect([0, 1, 2, 3].map(hurt)).toEqual([6, 7, 8, 8].map((score) => expect.closeTo(meanHits(score), 12)));
  });
});

describe('the sequence of play', () => {
  const comers = (distance: number) => ({
    a: { fs: 8, tactic: [{ do: 'fire' }, { do: 'advance-to-short-range' }, { do: 'rest' }] },
    b: { fs: 8, tactic: shooters },
    distance,
  });
  test('oth2: A shoots before it moves, so that who comes on from 18 is shot at first (lines 9 to 17)', () => {
    const o = played(book2, comers(18));
    expect(o.mean('b.hits')).toBe(0);
    // 8 + 2 + 1 reads as 10.
    expect(o.mean('a.hits')).toBeCloseTo(meanHits(10), 12);
  });
  test('a tactic may ask for the range band: short up to 6, over it up to 12 (line 218), none beyond', () => {
    const unit = { fs: 8, tactic: idle };
    const isIn = (distance: number, range: string) =>
      odds(book2, 'engagement', { a: unit, b: unit, distance, turns: 2, sequence: ['a-moves'], endWhen: { now: { range } } }); // biome-ignore format: one line
    const bands = (distance: number) =>
      ['short', 'over', 'none'].filter((range) => isIn(distance, range).p('turns', 1) === 1);
    expect([6, 6.5, 12, 12.5].map((inches) => bands(inches))).toEqual([['short'], ['over'], ['over'], ['none']]);
  });
  test('oth-half: B shoots at the end of A’s turn, and A at the end of B’s (lines 12 and 20)', () => {
    const o = played(half, comers(9));
    // A comes on by 6: 8 + 1 + 1 - 1 = 9. A answers with what is left, + 1 + 1.
    const onA = hitChances(9, 'oth-half');
    expect(o.mean('a.hits')).toBeCloseTo(meanHits(9, 'oth-half'), 12);
    const answer = onA.reduce((sum, p, n) => sum + p * meanHits(8 - n + 2, 'oth-half'), 0);
    expect(o.mean('b.hits')).toBeCloseTo(answer, 12);
  });
  test('units locked in combat fight in the combats of both sides, without contact rows the second time', () => {
    const o = played(oneRound2, {
      a: { fs: 7, ...led, tactic: [{ do: 'charge' }] },
      b: { fs: 7, tactic: [{ do: 'stand' }] },
      ...{ distance: 3, sequence: ['a-moves', 'a-combats', 'b-combats'] },
    });
    // 8 against 7; drawn or lost by 1 they fight again, with what is left, and no +2 from the turn before.
    let [onA, onB] = [0, 0];
    for (const [b, p] of hitChances(8).entries())
      for (const [a, q] of hitChances(7).entries()) {
        const mark = a + b === 0 ? 1 : 0;
        onA += p * q * (a + mark);
        onB += p * q * (b + mark);
        if (Math.abs(a - b) >= 2) continue;
        const [own, foe] = [hitChances(7 - a - mark), hitChances(7 - b - mark)];
        const again = own[0] * foe[0];
        onA += p * q * (meanHits(7 - b - mark) + again);
        onB += p * q * (meanHits(7 - a - mark) + again);
      }
    expect(o.mean('a.hits')).toBeCloseTo(onA, 12);
    expect(o.mean('b.hits')).toBeCloseTo(onB, 12);
  });
});

describe('oth-half: the test after a round drawn or lost by 1 (line 364)', () => {
  test('two march columns never hit: a mark each, and who fails goes back 3', () => {
    const column = { fs: 7, formation: 'march-column' };
    const situation = {
      a: { ...column, ...led, tactic: [{ do: 'charge' }] },
      b: { ...column, tactic: [{ do: 'stand' }] },
      ...{ distance: 4, sequence: ['a-moves', 'a-combats'] },
    };
    // FS 6 after the mark: A fails 6 + 3 in .1, B fails 6 in .4.
    expect(stands(oneRoundHalf, situation, 3)).toBeCloseTo(0.1 * 0.6 + 0.9 * 0.4, 12);
    expect(stands(oneRoundHalf, situation, 6)).toBeCloseTo(0.1 * 0.4, 12);
  });
  test('who failed it may not fire in its next fire phase; who was beaten by 2 may', () => {
    const o = played(oneRoundHalf, {
      a: { fs: 7, ...led, moraleSupport: true, tactic: [{ do: 'charge' }] },
      b: { fs: 8, formation: 'skirmish', tactic: [{ do: 'stand' }, { do: 'fire' }] },
      ...{ distance: 3, sequence: ['a-moves', 'a-combats', 'b-shoots'] },
    });
    // 7 + 1 = 8 against a quarter of 8 less 2, which never hits; A's 6 + 3 + 1 holds after a mark.
    const [none, , two, three] = hitChances(8, 'oth-half');
    // Beaten by 2 or 3 the skirmishers are 3 inches off and fire: 6 (5) + 1 + 1.
    const shots = two * meanHits(8, 'oth-half') + three * meanHits(7, 'oth-half');
    expect(o.mean('a.hits')).toBeCloseTo(none + shots, 12);
  });
});

test('a charge that is refused puts no commander at risk for the hits of before', () => {
  // Contact at 4 - 3 for militia at regulars - 2 for an enemy to the flank: always refused. Then he rallies the unit.
  const shed = ['per-event', 'once-per-combat-on-total'].map((commanderCheck) =>
    played(ruledBy(book2, { commanderCheck }), {
      a: {
        ...{ fs: 8, hits: 4, training: 'militia', enemyToFlank: true, commander: { control: 2, attached: true } },
        tactic: [{ do: 'hold-fire' }, { do: 'charge' }, { do: 'rally' }],
      },
      b: { fs: 8, tactic: idle },
      ...{ distance: 4, sequence: ['a-moves', 'a-rallies'], turns: 1 },
    }).mean('a.hits'),
  );
  expect(shed[0]).toBeLessThan(0);
  expect(shed[1]).toBeCloseTo(shed[0], 12);
});

test('one commander lost is lost to every unit that names him', () => {
  const unit = { fs: 8, hits: 4, commander: { control: 2 } };
  const o = played(ruledBy(book2, { drivenBack: 'off' }), {
    a: { ...unit, commander: { control: 2, attached: true }, tactic: idle.slice(0, 1), others: [unit] },
    b: { fs: 8, tactic: shooters, others: [{ arm: 'cavalry', fs: 8, tactic: idle }] },
    ...{ distance: 6, sequence: ['b-shoots', 'a-rallies'] },
  });
  // Row 10: n hits kill him on n in ten. Alive, he has two tests: both on the first, to which he is attached, at what
  // is left + 1 for its neighbour (5 - n, and one more after a success); nothing is left for the second.
  let wanted = 0;
  for (const [n, p] of hitChances(10).entries()) {
    if (p === 0) continue;
    const t = passes(4 - n + 1);
    wanted += p * (n - (1 - n / 10) * (t + t * passes(4 - n + 2) + (1 - t) * t));
  }
  expect(o.mean('a.hits')).toBeCloseTo(wanted, 12);
});
