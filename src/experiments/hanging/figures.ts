import { contactOf } from '../../results/contact.ts';
import type { EncounterKind } from '../../rules/encounter.ts';
import type { Sides } from '../../scenarios/prepare.ts';
import type { Tally } from '../../sim/tally.ts';
import { isOneSided } from '../../words/kinds.ts';
import { agree, bareName } from '../../words/names.ts';

/** A reading that moves a figure of the headline by more than this is named. */
export const MOVES = 0.05;

interface Figure {
  readonly figure: string;
  readonly p: number;
}

/** A figure as the rulings stand, and under another reading. */
interface Move {
  readonly figure: string;
  readonly base: number;
  readonly value: number;
}

export const isContest = (kind: EncounterKind): boolean => !isOneSided(kind);

export const winnerShare = (tally: Tally, winner: 'a' | 'b'): number =>
  tally.ends.reduce((sum, e) => sum + (tally.outcomes[e.outcome].winner === winner ? e.weight : 0), 0) /
  (tally.trials ?? 1);

/** How much oftener side A wins than side B; exactly 0 where only rounding is left. */
export const lead = (tally: Tally): number => {
  const found = winnerShare(tally, 'a') - winnerShare(tally, 'b');
  return Math.abs(found) < 1e-9 ? 0 : found;
};

/** The same of fights that took place: a charge that never came to contact is nobody's win. */
export function leadInFights(tally: Tally): number {
  const contact = contactOf(tally);
  if (contact === undefined) return lead(tally);
  const found = contact.won.a.p - contact.won.b.p;
  return Math.abs(found) < 1e-9 ? 0 : found;
}

/**
 * May a reading that is asked for with this chance move the headline enough to be named, or turn the winner? Where it is
 * not asked for all stays as it was, so that no share moves by more than the chance, and no lead by more than twice that.
 */
export function mayMove(kind: EncounterKind, printed: Tally, exposure: number): boolean {
  const met = contactOf(printed)?.met.p ?? 1;
  // A share of the fights that take place moves by more: their number may fall as well.
  if (exposure > MOVES * (met - exposure)) return true;
  return isContest(kind) && 2 * exposure > Math.min(Math.abs(lead(printed)), Math.abs(leadInFights(printed)));
}

/** Rounding aside, every charge comes to contact. */
const alwaysMeets = (tally: Tally): boolean => (contactOf(tally)?.met.p ?? 1) > 1 - 1e-9;

/**
 * What the headline of a run speaks of. How it is measured is settled by what was printed: under another reading some
 * charges may fail to meet, and wins are then still shares of all charges. A share of nothing is left out.
 */
function headlineFigures(kind: EncounterKind, { names }: Sides, printed: Tally, tally: Tally): Figure[] {
  if (!isContest(kind)) return tally.outcomes.map((o, i) => ({ figure: o.label, p: outcomeShare(tally, i) }));
  const contact = contactOf(tally);
  const wins = (i: 0 | 1, when = '') => `${bareName(names[i])} ${agree(names[i], 'wins')}${when}`;
  if (contact === undefined)
    return [
      { figure: wins(0), p: winnerShare(tally, 'a') },
      { figure: wins(1), p: winnerShare(tally, 'b') },
    ];
  const [won, when] = alwaysMeets(printed) ? [contact.won, ''] : [contact.whenMet, ' when the two meet'];
  return [
    { figure: 'charges that come to contact', p: contact.met.p },
    ...(won
      ? [
          { figure: wins(0, when), p: won.a.p },
          { figure: wins(1, when), p: won.b.p },
        ]
      : []),
  ];
}

const outcomeShare = (tally: Tally, at: number): number =>
  tally.ends.reduce((sum, e) => sum + (e.outcome === at ? e.weight : 0), 0);

/** The figure of the headline that moves most, of those that there are under both readings. */
export function largestMove(kind: EncounterKind, sides: Sides, printed: Tally, other: Tally): Move | undefined {
  const after = new Map(headlineFigures(kind, sides, printed, other).map(({ figure, p }) => [figure, p]));
  return headlineFigures(kind, sides, printed, printed)
    .flatMap(({ figure, p: base }) => {
      const value = after.get(figure);
      return value === undefined ? [] : [{ figure, base, value }];
    })
    .sort((x, y) => size(y) - size(x))[0];
}

export const size = ({ base, value }: Move): number => Math.abs(value - base);
