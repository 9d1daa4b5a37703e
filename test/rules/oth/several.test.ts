import { describe, expect, test } from 'vitest';
import { oth2 } from '../../../src/rules/oth/books.ts';
import { expectSampledAgrees } from './agreement.ts';
import { odds, refusals, ruledBy } from './odds.ts';

const line = (fs: number, more: object = {}) => ({ arm: 'infantry', formation: 'line', fs, ...more });
const oneRound = ruledBy(oth2, { maxRounds: 1 });

/** Chances of 0, 1, 2 and 3 hits in tenths, by row of the oth2 hit table. */
const ROWS: Readonly<Record<number, readonly number[]>> = {
  10: [0, 5, 3, 2],
  9: [1, 5, 3, 1],
  8: [2, 4, 3, 1],
  7: [3, 4, 2, 1],
  6: [4, 3, 3, 0],
  5: [5, 3, 2, 0],
  4: [6, 4, 0, 0],
  3: [7, 3, 0, 0],
  2: [8, 2, 0, 0],
  1: [9, 1, 0, 0],
  0: [10, 0, 0, 0],
};
const chances = (score: number): readonly number[] =>
  ROWS[Math.max(0, Math.min(10, score))].map((tenths) => tenths / 10);

interface At {
  readonly first: number;
  readonly second: number;
  readonly defender: number;
  readonly round: number;
  readonly won: 'attacker' | 'defender' | 'nobody';
  readonly flank: boolean;
}

/**
 * Two lines on one line, the second on its flank, worked out again: scores from the sheet, hits on the first unit, marks
 * on all, results by the difference of the sums.
 */
function twoOnOne(at: At, add: (outcome: string, p: number) => void, p = 1): void {
  const { first, second, defender, round, won, flank } = at;
  const moved = round === 1 ? 1 : 0;
  const bonus = won === 'attacker' ? 2 : 0;
  const one = chances(first + moved + bonus);
  const two = second > 0 ? chances(second + moved + bonus + (flank ? 4 : 0)) : [1, 0, 0, 0];
  const back = chances(defender + (won === 'defender' ? 2 : 0) - (flank && second > 0 ? 2 : 0));
  for (const [a, pa] of one.entries())
    for (const [b, pb] of two.entries())
      for (const [c, pc] of back.entries()) {
        const q = p * pa * pb * pc;
        if (q === 0) continue;
        const mark = a + b + c === 0 ? 1 : 0;
        const left = {
          first: Math.max(0, first - c - mark),
          second: Math.max(0, second - mark),
          defender: Math.max(0, defender - a - b - mark),
        };
        const by = a + b - c;
        if (left.first === 0 && left.defender === 0) add('both-broken', q);
        else if (left.first === 0) add('attacker-broken', q);
        else if (left.defender === 0) add('defender-broken', q);
        else if (by >= 2) add('defender-retreats', q);
        else if (by <= -2) add('attacker-retreats', q);
        else if (round === 3) add('undecided', q);
        else {
          const winner = by === 1 ? 'attacker' : by === -1 ? 'defender' : 'nobody';
          twoOnOne({ ...left, round: round + 1, won: winner, flank: flank && winner !== 'defender' }, add, q);
        }
      }
}

describe('several units in one combat', () => {
  const flanked = {
    attacker: line(6, { others: [line(5, { into: 'flank' })] }),
    defender: line(7),
  };

  test('one round by hand: 7 and 10 against 7 - 2 = 5', async () => {
    const o = odds(oneRound, 'melee', flanked);
    // Sums of rows 7 and 10: 1 .15, 2 .29, 3 .28, 4 .19, 5 .07, 6 .02; row 5 strikes back 0 .5, 1 .3, 2 .2.
    // Two more than the defender: .5 x .85 + .3 x .56 + .2 x .28.
    expect(o.outcome('defender-retreats')).toBeCloseTo(0.425 + 0.168 + 0.056, 12);
    expect(o.outcome('attacker-retreats')).toBe(0);
    // The first unit takes all that the defender deals.
    expect([0, 1, 2].map((n) => o.p('attacker.hits', n))).toEqual([0.5, 0.3, 0.2].map((p) => expect.closeTo(p, 12)));
    expect(o.p('attacker2.hits', 0)).toBeCloseTo(1, 12);
    await expectSampledAgrees(oneRound, 'melee', flanked, 58);
  });

  test.each([
    [6, 5, 7, true],
    [3, 2, 4, true],
    [2, 1, 2, false],
    [8, 8, 8, false],
  ])('three rounds of %d and %d on %d, flank %s, as worked out again', (first, second, defender, flank) => {
    const expected = new Map<string, number>();
    twoOnOne({ first, second, defender, round: 1, won: 'nobody', flank }, (outcome, p) =>
      expected.set(outcome, (expected.get(outcome) ?? 0) + p),
    );
    const o = odds(oth2, 'melee', {
      attacker: line(first, { others: [line(second, flank ? { into: 'flank' } : {})] }),
      defender: line(defender),
    });
    expect(expected.size).toBeGreaterThan(2);
    for (const [outcome, p] of expected) expect(o.outcome(outcome), outcome).toBeCloseTo(p, 11);
  });

  test('a round without a hit marks every unit: rows 3 + 1, 2 + 1 against 3', () => {
    const o = odds(oneRound, 'melee', { attacker: line(3, { others: [line(2)] }), defender: line(3) });
    expect(o.p('attacker2.hits', 1)).toBeCloseTo(0.6 * 0.7 * 0.7, 12);
  });

  test('a unit beside the defender strikes too, and the first takes the hits', () => {
    const o = odds(oneRound, 'melee', { attacker: line(6), defender: line(5, { others: [line(4)] }) });
    // Row 7 against the sum of rows 5 and 4: 0 .3, 1 .38, 2 .24, 3 .08.
    expect([1, 2, 3].map((n) => o.p('defender.hits', n))[1]).toBeCloseTo(0.2, 12);
    expect(o.p('attacker.hits', 3)).toBeCloseTo(0.08, 12);
    expect(o.outcome('attacker-retreats')).toBeCloseTo(0.3 * (0.24 + 0.08) + 0.4 * 0.08, 12);
  });

  test('a column beside it that cannot reform takes a hit where the sum did not win', () => {
    const beside = { arm: 'infantry', formation: 'attack-column', fs: 5, cannotReform: true };
    const o = odds(oneRound, 'melee', { attacker: line(6, { others: [beside] }), defender: line(7) });
    // Rows 7 and 8 against row 7; drawn or lost by 1 in the first round, without a mark; a mark is a hit of its own.
    const [a, b, d] = [ROWS[7], ROWS[8], ROWS[7]].map((row) => row.map((tenths) => tenths / 10));
    let once = 0;
    for (const [i, p] of a.entries())
      for (const [j, q] of b.entries())
        for (const [k, r] of d.entries()) if (i + j - k <= 0 && i + j - k >= -1 && i + j + k > 0) once += p * q * r;
    const marked = a[0] * b[0] * d[0];
    expect(o.p('attacker2.hits', 1)).toBeCloseTo(once, 12);
    expect(o.p('attacker2.hits', 2)).toBeCloseTo(marked, 12);
  });

  test('a natural ten of the unit beside is its own test, and its own hit', () => {
    const tens = ruledBy(oneRound, { naturalTen: 'also-close-combat' });
    const o = odds(tens, 'melee', { attacker: line(9, { others: [line(4)] }), defender: line(9) });
    // A ten in ten; then the test against FS 4 fails on 5 to 10. Row 10 always hits, so nothing is marked.
    expect(o.p('attacker2.hits', 1)).toBeCloseTo(0.1 * 0.6, 12);
  });

  test('what cannot be is refused where it stands', () => {
    const others = (unit: object) => ({ attacker: line(6, { others: [unit] }), defender: line(7) });
    expect(refusals(oth2, 'melee', others({ arm: 'artillery', fs: 3 }))).toEqual([
      'attacker.others.0.arm: Guns do not move into combat contact.',
    ]);
    const commander = { control: 2, inspiration: 1, attached: true };
    expect(refusals(oth2, 'melee', others(line(5, { commander })))).toEqual([
      'attacker.others.0.commander: The commander of several units in one combat is with the first of them.',
    ]);
  });
});
