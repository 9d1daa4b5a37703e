/**
 * A second, plain reading of the hit tables and of three rounds of combat, for figures that are worked out in a test.
 * It knows two units, their fatigue scores and what is added to them, and nothing of the program.
 */

/** Chances of 0, 1, 2 and 3 hits in tenths, by score: lines 313 to 320 of oth2. */
const OTH2_ROWS: readonly (readonly number[])[] = [
  [10, 0, 0, 0],
  [9, 1, 0, 0],
  [8, 2, 0, 0],
  [7, 3, 0, 0],
  [6, 4, 0, 0],
  [5, 3, 2, 0],
  [4, 3, 3, 0],
  [3, 4, 2, 1],
  [2, 4, 3, 1],
  [1, 5, 3, 1],
  [0, 5, 3, 2],
];
/** Line 139 of oth-half: a score of 9 does more harm. */
const HALF_ROWS = OTH2_ROWS.map((row, score) => (score === 9 ? [1, 5, 2, 2] : row));
export type Sheet = 'oth2' | 'oth-half';

/** Chances of 0 to 3 hits with a score. */
export const hitChances = (score: number, sheet: Sheet = 'oth2'): readonly number[] =>
  (sheet === 'oth2' ? OTH2_ROWS : HALF_ROWS)[Math.max(0, Math.min(10, score))].map((tenths) => tenths / 10);
/** The chance that D10 is equal to or under a target. */
export const passes = (target: number): number => Math.max(0, Math.min(10, target)) / 10;

export interface Rounds {
  readonly attacker: number;
  readonly defender: number;
  /** What is added to the scores of attacker and defender in a round, the bonus for winning the last one apart. */
  readonly plus: (round: number) => readonly [number, number];
  readonly rounds?: number;
}
export type RoundsOutcome = 'attacker-retreats' | 'defender-retreats' | 'undecided' | 'broken';
/** What is left of both at the end of a way through the fight. */
export type Ending = (outcome: RoundsOutcome, attacker: number, defender: number, p: number) => void;

/**
 * Even fights of oth2, lines 503 to 511: 0 carries on (a mark on both if nobody was hit), 1 carries on with +2 for the
 * winner, 2 sends the loser back; a unit at 0 is broken.
 */
export function playRounds({ plus, rounds = 3, ...start }: Rounds, ended: Ending): void {
  const play = (a: number, d: number, round: number, won: number, p: number): void => {
    const [plusA, plusD] = plus(round);
    for (const [onD, pa] of hitChances(a + plusA + (won > 0 ? 2 : 0)).entries())
      for (const [onA, pd] of hitChances(d + plusD + (won < 0 ? 2 : 0)).entries()) {
        const q = p * pa * pd;
        if (q === 0) continue;
        const mark = onA + onD === 0 ? 1 : 0;
        const [leftA, leftD] = [Math.max(0, a - onA - mark), Math.max(0, d - onD - mark)];
        const by = onD - onA;
        if (leftA === 0 || leftD === 0) ended('broken', leftA, leftD, q);
        else if (by >= 2) ended('defender-retreats', leftA, leftD, q);
        else if (by <= -2) ended('attacker-retreats', leftA, leftD, q);
        else if (round === rounds) ended('undecided', leftA, leftD, q);
        else play(leftA, leftD, round + 1, by, q);
      }
  };
  play(start.attacker, start.defender, 1, 0, 1);
}

/** The chances of the outcomes of such a fight. */
export function roundsOdds(fight: Rounds): Readonly<Record<RoundsOutcome, number>> {
  const odds = { 'attacker-retreats': 0, 'defender-retreats': 0, undecided: 0, broken: 0 };
  playRounds(fight, (outcome, _a, _d, p) => {
    odds[outcome] += p;
  });
  return odds;
}
