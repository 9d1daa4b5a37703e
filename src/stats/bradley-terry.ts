import { exp, log } from './elementary.ts';

/** A pair that met: the score of the first against the second, from 0 to 1; a half is even. */
export interface Meeting {
  readonly first: number;
  readonly second: number;
  readonly score: number;
}

/** So much of a drawn meeting with an average opponent keeps the strength of whoever always wins or loses finite. */
const DRAWN = 1e-3;
const MOST_ROUNDS = 20_000;
const STILL = 1e-12;

/**
 * Strengths by the Bradley–Terry model: the first is expected to score a / (a + b) against the second. Scores may be any
 * share, not only wins and losses. The likelihood is climbed by minorisation and maximisation (Hunter 2004), which never
 * goes down; the geometric mean of the strengths is 1.
 *
 * bradleyTerry(2, [{ first: 0, second: 1, score: 0.75 }]) // about [1.73, 0.58]: three to one
 */
export function bradleyTerry(count: number, meetings: readonly Meeting[]): number[] {
  const won = new Array<number>(count).fill(DRAWN / 2);
  for (const { first, second, score } of meetings) {
    won[first] += score;
    won[second] += 1 - score;
  }
  let strengths = new Array<number>(count).fill(1);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const shares = strengths.map((s) => DRAWN / (s + 1));
    for (const { first, second } of meetings) {
      const share = 1 / (strengths[first] + strengths[second]);
      shares[first] += share;
      shares[second] += share;
    }
    const next = centred(won.map((w, i) => w / shares[i]));
    const moved = Math.max(...next.map((s, i) => Math.abs(log(s / strengths[i]))));
    strengths = next;
    if (moved < STILL) break;
  }
  return strengths;
}

function centred(strengths: readonly number[]): number[] {
  const mean = strengths.reduce((sum, s) => sum + log(s), 0) / strengths.length;
  return strengths.map((s) => s / exp(mean));
}
