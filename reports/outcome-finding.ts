import type { CellResult, Results } from '../src/results/types.ts';
import { isContest, noun, outcomeOf, shownOutcomes } from './cells.ts';
import { contactFinding, fightsWon } from './fights.ts';
import { labelled } from './labelled.ts';
import { decimal, percent, percentPair } from './number.ts';
import { capital, shownText, theSide, theSideThat } from './text.ts';

/** What an answer may have besides its cells: its headline speaks of that. */
const MORE = [
  'evening',
  'log',
  'targetTuning',
  'points',
  'impact',
  'luck',
  'tuning',
  'best',
  'sensitivity',
  'game',
] as const satisfies readonly (keyof Results)[];

/** The headline of one situation and nothing else; undefined where there is more to tell. A page needs no other at first. */
export function plainHeadline(raw: Results): string | undefined {
  const isPlain = raw.cells.length === 1 && MORE.every((part) => raw[part] === undefined);
  return isPlain && (raw.differences ?? []).length === 0 ? outcomeFinding(labelled(raw)) : undefined;
}

/** "The attacker wins 35% of fights; the defender 20%"; of a handful of plays with their number. */
export function outcomeFinding(results: Results, cell: CellResult = results.cells[0]): string {
  const { trials } = cell;
  const isHandful = cell.engine === 'sample' && trials !== null && trials !== undefined && trials < FEW;
  return `${finding(results, cell)}${isHandful ? ` (in ${trials} ${trials === 1 ? 'play' : 'plays'} only)` : ''}`;
}

/** Shares of fewer plays may be off by more than five points. */
const FEW = 400;

function finding(results: Results, cell: CellResult): string {
  if (!isContest(results)) return mostLikely(results, cell);
  const charged = contactFinding(cell);
  if (charged !== undefined) return charged;
  const [a, b, none] = [fightsWon(cell, 'a').p, fightsWon(cell, 'b').p, fightsWon(cell, 'none').p];
  const first = { side: cell.sides[0], p: a };
  const second = { side: cell.sides[1], p: b };
  const [winner, loser] = a >= b ? [first, second] : [second, first];
  const [most, least] = percentPair(winner.p, loser.p);
  if (none > 0.5) {
    const each = `${theSideThat(first.side, 'wins')} ${percentPair(a, b)[0]}, ${theSide(second.side)} ${percentPair(a, b)[1]}`;
    return `No winner in ${percent(none)} of ${noun(results)}; ${each}`;
  }
  if (winner.p > loser.p && winner.p - loser.p < EVEN)
    return `About even: ${theSideThat(winner.side, 'wins')} ${most} of ${noun(results)}, ${theSide(loser.side)} ${least}`;
  if (winner.p === loser.p) return `An even fight: each side wins ${most} of ${noun(results)}`;
  return `${capital(theSideThat(winner.side, 'wins'))} ${most} of ${noun(results)}; ${theSide(loser.side)} ${least}`;
}

/** Leads smaller than this are an even fight to a reader. */
const EVEN = 0.03;

/** "Target hit, no worse 62% of the time; no effect 30%". */
function mostLikely(results: Results, cell: CellResult): string {
  const ranked = shownOutcomes(results)
    .map((o) => ({ label: shownText(o.label), p: outcomeOf(cell, o.id).p }))
    .filter((o) => o.p > 0)
    .sort((x, y) => y.p - x.p);
  if (ranked.length === 0) return 'Nothing came of it';
  const [first, second] = ranked;
  const mean = results.scenario.encounter === 'fire' ? hitsOnAverage(cell) : '';
  if (second === undefined || first.p > 0.9995) return `${capital(first.label)} ${percent(first.p)} of the time${mean}`;
  const [most, next] = percentPair(first.p, second.p);
  return `${capital(first.label)} ${most} of the time; ${second.label} ${next}${mean}`;
}

/** What a volley costs the target, whatever it is called: "; 1.70 fatigue hits on the target on average". */
function hitsOnAverage({ measures: [hits] }: CellResult): string {
  return hits === undefined ? '' : `; ${decimal(hits.mean)} ${shownText(hits.label)} on average`;
}
