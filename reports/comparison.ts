import type { CellResult, Difference, Results } from '../src/results/types.ts';
import { fixed } from '../src/words/figures.ts';
import { theLabel } from '../src/words/labels.ts';
import { agree, theNames } from '../src/words/names.ts';
import { noun } from './cells.ts';
import { betterIn } from './fights.ts';
import { asShown, percentPair } from './number.ts';
import { capital, plain, shownText, theSide, theSideThat } from './text.ts';

/** Contact and decidedness that move less than this are left out of a headline. */
const WORTH_TELLING = 0.005;
/** The lead must move at least this much of what the wins do, or the wins alone would mislead. */
const LEAD_SHARE = 0.75;

/**
 * What a variant does to a contest, from the differences that were found. Where fewer charges come to contact, that is
 * the finding; where both sides win more often, or both less, it is how many fights are decided and what becomes of the
 * lead; else it is how often the side that gained or lost most wins.
 */
export function comparisonFinding(results: Results, found: readonly Difference[]): string | undefined {
  const moved = (d: Difference) => d.id === 'winner=a' || d.id === 'winner=b';
  const most = found.find(moved);
  const met = metChange(results, most?.cell ?? found[0].cell);
  if (met !== undefined) return met;
  if (most === undefined) return undefined;
  const own = found.filter((d) => d.cell === most.cell && moved(d));
  const [a, b] = (['winner=a', 'winner=b'] as const).map((id) => own.find((d) => d.id === id));
  const start = `With ${shownText(theLabel(most.variant))}`;
  // Whoever looked for the best play of a side is told what it was judged by: its own wins may have become fewer.
  const sought = results.differences?.find(
    (d) => d.cell === most.cell && moved(d) && d.id === results.best?.objective.id,
  );
  if (sought === undefined && a !== undefined && b !== undefined && misleads(a, b))
    return `${start}, ${decidedFinding(results, a, b)}`;
  const headline = sought ?? a ?? b ?? most;
  const [before, after] = percentPair(headline.base, headline.value);
  const share = betterIn(results, headline.id === 'winner=a' ? 0 : 1, after);
  return `${start} ${share} of ${noun(results)} instead of ${before}`;
}

/** Both win more often, or both less, and the lead does not follow. */
export function misleads(a: Pick<Difference, 'difference'>, b: Pick<Difference, 'difference'>): boolean {
  if (a.difference * b.difference <= 0) return false;
  return Math.abs(a.difference - b.difference) < LEAD_SHARE * Math.max(Math.abs(a.difference), Math.abs(b.difference));
}

/** "90% of fights are decided instead of 58%, and the attacker's lead falls from 31.3 to 29.5 points". */
function decidedFinding(results: Results, a: Difference, b: Difference): string {
  const [before, after] = percentPair(asShown(a.base) + asShown(b.base), asShown(a.value) + asShown(b.value));
  const lead = results.differences?.find((d) => d.cell === a.cell && d.id === 'advantage');
  const start = `${after} of ${noun(results)} are decided instead of ${before}`;
  if (lead?.verdict === 'no detectable difference')
    return `${start}; no change in the lead that these trials can detect`;
  return `${start}; ${leadWords(results.cells[0].sides, asShown(a.base) - asShown(b.base), asShown(a.value) - asShown(b.value))}`;
}

/** What becomes of the lead: it grows, falls, passes to the other side or stays. */
export function leadWords(sides: CellResult['sides'], before: number, after: number): string {
  const size = (lead: number): string => fixed(Math.abs(lead * 100), 1);
  const leader = (lead: number): string => plain(sides[lead >= 0 ? 0 : 1]);
  if (size(before) === size(after) && before * after >= 0)
    return Number(size(after)) === 0
      ? 'neither side leads, as before'
      : `${shownText(theNames(leader(after)))} lead stays at ${size(after)} percentage points`;
  if (Number(size(after)) === 0)
    return `${shownText(theNames(leader(before)))} lead of ${size(before)} percentage points is gone`;
  if (Number(size(before)) === 0)
    return `${theSide(leader(after))} now ${agree(leader(after), 'leads')} by ${size(after)} percentage points`;
  if (before * after < 0)
    return `the lead passes from ${theSide(leader(before))} (${size(before)} percentage points) to ${theSide(leader(after))} (${size(after)})`;
  const verb = Math.abs(after) > Math.abs(before) ? 'grows' : 'falls';
  return `${shownText(theNames(leader(after)))} lead ${verb} from ${size(before)} to ${size(after)} percentage points`;
}

/** "With the new test, 72% of charges come to contact instead of 90%; when they do, the attacker wins 45%, not 40%". */
function metChange(results: Results, index: number): string | undefined {
  const [before, after] = [results.cells[0].contact, results.cells[index]?.contact];
  const shift = results.differences?.find((d) => d.cell === index && d.id === 'contact');
  if (before === undefined || after === undefined || shift === undefined) return undefined;
  if (shift.verdict !== 'more' && shift.verdict !== 'less') return undefined;
  if (Math.abs(after.met.p - before.met.p) < WORTH_TELLING) return undefined;
  const [was, is] = percentPair(before.met.p, after.met.p);
  const start = capital(
    `with ${shownText(theLabel(shift.variant))}, ${is} of charges come to contact instead of ${was}`,
  );
  if (before.whenMet === undefined || after.whenMet === undefined) return start;
  const side = after.whenMet.a.p >= after.whenMet.b.p ? 0 : 1;
  const winner = side === 0 ? 'a' : 'b';
  const [won, wins] = percentPair(before.whenMet[winner].p, after.whenMet[winner].p);
  const subject = theSideThat(results.cells[0].sides[side], 'wins');
  return won === wins
    ? `${start}; when they do, ${subject} ${wins} as before`
    : `${start}; when they do, ${subject} ${wins}, not ${won}`;
}
