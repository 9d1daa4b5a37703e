import { describe, expect, test } from 'vitest';
import { othHalf } from '../../../src/rules/oth/books.ts';
import { expectSampledAgrees } from './agreement.ts';
import { odds, ruledBy } from './odds.ts';

/** Chances of 0, 1, 2, 3 hits in tenths, as oth-half prints its rows. */
const ROWS: Readonly<Record<number, readonly number[]>> = {
  4: [6, 4, 0, 0],
  5: [5, 3, 2, 0],
  6: [4, 3, 3, 0],
  7: [3, 4, 2, 1],
  8: [2, 4, 3, 1],
  9: [1, 5, 2, 2],
  10: [0, 5, 3, 2],
};
const chances = (score: number): readonly number[] => {
  const low = Math.max(0, score);
  return score < 4 ? [10 - low, low, 0, 0] : ROWS[Math.min(10, score)];
};
type DrawTest = 'both-on-draw' | 'attacker-only-on-draw' | 'off';

/** Broken units and rounds lost by 2 or more; null when the fight goes on to its tests. */
function overAtOnce(leftA: number, leftB: number, margin: number): string | null {
  if (leftA === 0 && leftB === 0) return 'both-broken';
  if (leftA === 0) return 'attacker-broken';
  if (leftB === 0) return 'defender-broken';
  return margin > 1 ? 'defender-retreats' : margin < -1 ? 'attacker-retreats' : null;
}

/** Line against line in oth-half, round by round: `helpA` and `helpB` go on the tests after a round. */
function play(a: number, b: number, helpA: number, helpB: number, drawTest: DrawTest): Map<string, number> {
  const ends = new Map<string, number>();
  const end = (what: string, p: number): void => {
    ends.set(what, (ends.get(what) ?? 0) + p);
  };
  let states = new Map<string, number>([[`${a} ${b} -`, 1]]);
  for (let round = 1; round <= 3; round++) {
    const next = new Map<string, number>();
    const goOn = (key: string, p: number) => {
      if (round === 3) end('undecided', p);
      else next.set(key, (next.get(key) ?? 0) + p);
    };
    for (const [key, q] of states) {
      const [fa, fb, won] = [Number(key.split(' ')[0]), Number(key.split(' ')[1]), key.split(' ')[2]];
      const mine = chances(fa + (round === 1 ? 1 : 0) + (won === 'a' ? 2 : 0));
      const theirs = chances(fb + (won === 'b' ? 2 : 0));
      mine.forEach((pa, x) => {
        theirs.forEach((pb, y) => {
          const p = (q * pa * pb) / 100;
          if (p === 0) return;
          const mark = x + y === 0 ? 1 : 0;
          const leftA = Math.max(0, fa - y - mark);
          const leftB = Math.max(0, fb - x - mark);
          const over = overAtOnce(leftA, leftB, x - y);
          if (over) {
            end(over, p);
            return;
          }
          const passA = Math.min(10, leftA + helpA) / 10;
          const passB = Math.min(10, leftB + helpB) / 10;
          const beatenA = leftA === 1 ? 'attacker-broken' : 'attacker-retreats';
          const beatenB = leftB === 1 ? 'defender-broken' : 'defender-retreats';
          const testsA = drawTest !== 'off' && y >= x;
          const testsB = drawTest !== 'off' && (x > y || (x === y && drawTest === 'both-on-draw'));
          const failA = testsA ? 1 - passA : 0;
          const failB = testsB ? 1 - passB : 0;
          const bothGone =
            leftA === 1 && leftB === 1
              ? 'both-broken'
              : leftA === 1
                ? 'attacker-broken'
                : leftB === 1
                  ? 'defender-broken'
                  : 'both-retreat';
          if (failA * failB > 0) end(bothGone, p * failA * failB);
          if (failA > 0) end(beatenA, p * failA * (1 - failB));
          if (failB > 0) end(beatenB, p * failB * (1 - failA));
          const stay = p * (1 - failA) * (1 - failB);
          if (stay > 0) goOn(`${leftA} ${leftB} ${x > y ? 'a' : y > x ? 'b' : '-'}`, stay);
        });
      });
    }
    states = next;
  }
  return ends;
}

const DRAWS = ['both-on-draw', 'attacker-only-on-draw', 'off'] as const;
describe('oth-half, line against line, played straight through', () => {
  test.each(
    DRAWS.flatMap((drawTest) =>
      [
        [8, 7, 0, 0],
        [5, 6, 1, 0],
        [3, 3, 0, 3],
        [2, 9, 2, 1],
      ].map(([a, b, helpA, helpB]) => [drawTest, a, b, helpA, helpB] as const),
    ),
  )('drawTest %s, FS %i against %i, help %i and %i', (drawTest, a, b, helpA, helpB) => {
    // Support is + 1, control 4 is + 2.
    const help = (n: number) => ({
      moraleSupport: n % 2 === 1,
      ...(n >= 2 ? { commander: { control: 4 } } : {}),
    });
    const book = ruledBy(othHalf, { drawTest });
    const o = odds(book, 'melee', { attacker: { fs: a, ...help(helpA) }, defender: { fs: b, ...help(helpB) } });
    for (const [outcome, p] of play(a, b, helpA, helpB, drawTest))
      expect(o.outcome(outcome), outcome).toBeCloseTo(p, 11);
  });

  test('and sampled', async () => {
    await expectSampledAgrees(othHalf, 'melee', { attacker: { fs: 8 }, defender: { fs: 7 } }, 31);
  });
});
