import { describe, expect, test } from 'vitest';
import type { RulingValue } from '../../../src/rules/book.ts';
import { oth2 } from '../../../src/rules/oth/books.ts';
import { odds, ruledBy } from './odds.ts';

/**
 * Infantry against infantry in oth2 once more, written straight through with loops over both dice and the figures of
 * the sheet, for comparison with the machine under many rulings at once.
 */
interface Case {
  readonly a: number;
  readonly b: number;
  readonly column: boolean;
  readonly aspect: 'front' | 'flank' | 'rear';
  readonly rulings: Readonly<Record<string, RulingValue>>;
}
interface Side {
  readonly start: number;
  hits: number;
}
const ROWS: Readonly<Record<number, string>> = {
  10: '3322211111',
  9: '3222111110',
  8: '3222111100',
  7: '3221111000',
  6: '2221110000',
  5: '2211100000',
  4: '1111000000',
};

function play(c: Case): Map<string, number> {
  const r = (key: string) => c.rulings[key] ?? oth2.rulings[key].value;
  const ends = new Map<string, number>();
  const most = Number(r('maxRounds'));
  const hitsAt = (score: number, face: number): number => {
    if (score < 4) {
      const reaches =
        r('lowScore') === 'literal' || (score > 0 && (r('lowScore') === 'literal-min-1' || face <= score));
      return reaches ? Number(ROWS[4][face - 1]) : 0;
    }
    const shifted = score > 10 && r('highScore') === 'shift' ? Math.max(1, face - (score - 10)) : face;
    return Number(ROWS[Math.min(10, score)][shifted - 1]);
  };
  const fs = (s: Side) => (r('fsUsed') === 'starting' ? s.start : s.start - s.hits);
  const hurt = (s: Side, n: number): Side => ({ ...s, hits: Math.min(s.start, s.hits + n) });
  const out = (s: Side) => s.hits >= s.start;

  type Round = {
    n: number;
    a: Side;
    b: Side;
    won: 'a' | 'b' | null;
    fresh: boolean;
    column: boolean;
    aspect: Case['aspect'];
    lead: number;
    p: number;
  };
  const end = (what: string, s: { n: number; a: Side; b: Side; p: number }) => {
    const key = `${what} ${s.a.hits} ${s.b.hits} ${s.n}`;
    ends.set(key, (ends.get(key) ?? 0) + s.p);
  };

  /** Somebody has left the field. */
  function leave(s: Round, loser: 'a' | 'b', how: string): void {
    const winner = loser === 'a' ? 'b' : 'a';
    const side = loser === 'a' ? 'attacker' : 'defender';
    const policy = r('winnerPolicy');
    const tests = r('followUpTest') === 'on';
    if (policy === 'none' && !tests) {
      end(`${side}-${how}`, s);
      return;
    }
    const may = how === 'retreats' && s.n < most && !out(s[winner]);
    const turned = winner === 'b' && r('flankLasts') !== 'whole-combat' ? 'front' : s.aspect;
    const follow = (p: number) => fight({ ...s, n: s.n + 1, won: winner, fresh: false, aspect: turned, p });
    const stay = (p: number) => {
      const rallied = policy === 'rally' && !out(s[winner]) ? Math.max(0, s[winner].hits - 1) : s[winner].hits;
      end(`${side}-${how}`, { ...s, [winner]: { ...s[winner], hits: rallied }, p });
    };
    if (may && policy === 'follow-up') {
      follow(s.p);
      return;
    }
    if (!may || !tests) {
      stay(s.p);
      return;
    }
    const target = fs(s[winner]) - (r('testPass') === 'strictly-under' ? 1 : 0);
    const pass = Math.max(0, Math.min(10, target)) / 10;
    if (pass > 0) stay(s.p * pass);
    if (pass < 1) follow(s.p * (1 - pass));
  }

  /** Rounds still to be fought, equal ones taken together. */
  const waiting = new Map<string, Round>();
  function fight(s: Round): void {
    const key = JSON.stringify({ ...s, p: 0 });
    waiting.set(key, { ...s, p: s.p + (waiting.get(key)?.p ?? 0) });
  }
  function roll(s: Round): void {
    const flank = { front: [0, 0], flank: [4, -2], rear: [6, -4] }[s.aspect];
    const order = r('simultaneous');
    for (let fa = 1; fa <= 10; fa++) {
      for (let fb = 1; fb <= 10; fb++) {
        const contact = s.fresh ? 1 + (s.column ? 2 : 0) : 0;
        const scoreA = (x: Side) => fs(x) + contact + flank[0] + (s.won === 'a' ? 2 : 0);
        const scoreB = (x: Side) => fs(x) + flank[1] + (s.won === 'b' ? 2 : 0);
        let { a, b } = s;
        let x = 0;
        let y = 0;
        let edge = 0;
        if (order === 'defender-first') {
          y = hitsAt(scoreB(b), fb);
          edge -= scoreB(b) - fb;
          a = hurt(a, y);
          if (!out(a)) {
            x = hitsAt(scoreA(a), fa);
            edge += scoreA(a) - fa;
            b = hurt(b, x);
          }
        } else {
          x = hitsAt(scoreA(a), fa);
          edge += scoreA(a) - fa;
          if (order === 'attacker-first') b = hurt(b, x);
          if (order === 'yes' || !out(b)) {
            y = hitsAt(scoreB(b), fb);
            edge -= scoreB(b) - fb;
            a = hurt(a, y);
          }
          if (order === 'yes') b = hurt(b, x);
        }
        const margin = r('loseBy') === 'score-margin' ? edge : x - y + (r('loseBy') === 'fh-all-rounds' ? s.lead : 0);
        if (x === 0 && y === 0 && margin === 0) {
          a = hurt(a, 1);
          b = hurt(b, 1);
        }
        after({ ...s, a, b, p: s.p / 100 }, margin);
      }
    }
  }

  function anyOut(s: Round): boolean {
    if (out(s.a) && out(s.b)) end('both-broken', s);
    else if (out(s.a)) leave(s, 'a', 'broken');
    else if (out(s.b)) leave(s, 'b', 'broken');
    else return false;
    return true;
  }
  function after(s: Round, margin: number): void {
    const lead = r('loseBy') === 'fh-all-rounds' ? margin : 0;
    if (r('brokenTiming') === 'before-result' && anyOut({ ...s, lead })) return;
    const loser = margin > 0 ? 'b' : margin < 0 ? 'a' : null;
    if (loser && Math.abs(margin) >= 2) {
      // Struck in the flank, it turns as it goes back.
      const aspect = loser === 'b' && s.aspect === 'flank' ? 'front' : s.aspect;
      leave({ ...s, aspect, lead }, loser, out(s[loser]) ? 'broken' : 'retreats');
      return;
    }
    if (anyOut({ ...s, lead })) return;
    const turned =
      r('flankLasts') !== 'whole-combat' && (r('flankLasts') === 'first-round' || loser === 'a') ? 'front' : s.aspect;
    const fresh =
      s.fresh && (r('contactBonus') === 'every-round' || (r('contactBonus') === 'until-not-won' && loser === 'b'));
    let { a, column } = s;
    if (column && loser !== 'b') {
      if (r('reform') === 'unable') a = hurt(a, 1);
      else if (r('reform') === 'able') column = false;
    }
    const next: Round = {
      ...s,
      a,
      column,
      aspect: turned,
      fresh,
      lead,
      won: loser === 'a' ? 'b' : loser === 'b' ? 'a' : null,
    };
    if (anyOut(next)) return;
    if (s.n < most) {
      fight({ ...next, n: s.n + 1 });
      return;
    }
    if (r('undecided') === 'last-round-loser-retreats' && loser) {
      leave(next, loser, 'retreats');
      return;
    }
    end(r('undecided') === 'attacker-falls-back' ? 'attacker-falls-back' : 'undecided', next);
  }
  const unit = (fs: number): Side => ({ start: fs, hits: 0 });
  fight({
    n: 1,
    a: unit(c.a),
    b: unit(c.b),
    won: null,
    fresh: true,
    column: c.column,
    aspect: c.aspect,
    lead: 0,
    p: 1,
  });
  // A map keeps the order of insertion, and a round is only ever entered from the one before.
  for (const [key, s] of waiting) {
    waiting.delete(key);
    roll(s);
  }
  return ends;
}

const CHOICES: Readonly<Record<string, readonly RulingValue[]>> = {
  loseBy: ['fh-this-round', 'fh-all-rounds', 'score-margin'],
  simultaneous: ['yes', 'attacker-first', 'defender-first'],
  brokenTiming: ['before-result', 'after-result'],
  maxRounds: [1, 2, 3],
  undecided: ['stay-locked', 'attacker-falls-back', 'last-round-loser-retreats'],
  contactBonus: ['first-round', 'every-round', 'until-not-won'],
  flankLasts: ['until-defender-wins', 'first-round', 'whole-combat'],
  reform: ['able', 'unable', 'ignore'],
  winnerPolicy: ['none', 'hold', 'follow-up', 'rally'],
  followUpTest: ['off', 'on'],
  lowScore: ['roll-under', 'literal', 'literal-min-1'],
  highScore: ['cap', 'shift'],
  fsUsed: ['current', 'starting'],
  testPass: ['equal-or-under', 'strictly-under'],
};

/** A small generator of its own, so that the cases are the same every time. */
function picker(seed: number): <T>(list: readonly T[]) => T {
  let x = seed;
  return (list) => {
    x = (Math.imul(x, 1103515245) + 12345) >>> 0;
    return list[(x >>> 16) % list.length];
  };
}
const alone: Case[] = Object.entries(CHOICES).flatMap(([key, values]) =>
  values.map((value): Case => ({ a: 7, b: 6, column: true, aspect: 'flank', rulings: { [key]: value } })),
);
const pick = picker(7);
const together: Case[] = Array.from({ length: 40 }, () => ({
  a: pick([2, 3, 5, 8, 10]),
  b: pick([3, 4, 6, 9]),
  column: pick([true, false]),
  aspect: pick(['front', 'flank', 'rear'] as const),
  rulings: Object.fromEntries(Object.entries(CHOICES).map(([key, values]) => [key, pick(values)])),
}));

function expectSame(c: Case): void {
  const o = odds(ruledBy(oth2, c.rulings), 'melee', {
    attacker: { fs: c.a, formation: c.column ? 'attack-column' : 'line' },
    defender: { fs: c.b, aspect: c.aspect },
  });
  const wanted = play(c);
  const outcomes = new Map<string, number>();
  const mean = [0, 0, 0];
  for (const [key, p] of wanted) {
    const [outcome, ...values] = key.split(' ');
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + p);
    values.forEach((v, i) => {
      mean[i] += Number(v) * p;
    });
  }
  for (const [outcome, p] of outcomes) expect(o.outcome(outcome), outcome).toBeCloseTo(p, 10);
  expect(o.mean('attacker.hits')).toBeCloseTo(mean[0], 10);
  expect(o.mean('defender.hits')).toBeCloseTo(mean[1], 10);
  expect(o.mean('rounds')).toBeCloseTo(mean[2], 10);
}

describe('infantry against infantry, played straight through', () => {
  test.each(alone.map((c) => [JSON.stringify(c.rulings), c] as const))('%s', (_name, c) => expectSame(c));
  test.each(together.map((c, i) => [`many rulings together, ${i + 1}`, c] as const))('%s', (_name, c) => expectSame(c));
});
