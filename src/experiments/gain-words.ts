import { levelText, percent, points } from '../words/figures.ts';
import { theName } from '../words/names.ts';
import { capital } from './best-words.ts';
import type { Objective } from './objective.ts';
import type { PairedDifference } from './paired-difference.ts';
import { figure, signedFigure } from './words.ts';

/** "Side B: nothing that was tried is better than what is written (side A wins 3.0%)." */
export const nothingBetter = (side: string, figures: string): string =>
  `${capital(theName(side))}: nothing that was tried is better than what is written (${figures}).`;

/** The same where the best of a search did not hold up with fresh dice: it is told, and not recommended. */
export function notShown(
  side: string,
  figures: string,
  tactic: string,
  asked: Objective,
  d: PairedDifference,
  level: number,
): string {
  const shown = `nothing that was tried is shown to be better than what is written (${figures})`;
  return `${capital(theName(side))}: ${shown}. The best of the search, ${tactic}, gave with fresh dice ${changeText(asked, d, level)}.`;
}

/** "Side A: fire; side A wins 9.3% instead of 3.0% (6.3 percentage points more; 95% interval 5.1 to 7.5)." */
export function gainText(side: string, tactic: string, asked: Objective, d: PairedDifference, level: number): string {
  const show = asked.kind === 'mean' ? figure : percent;
  const figures = `${asked.label} ${show(d.value)} instead of ${show(d.base)}`;
  return `${capital(theName(side))}: ${tactic}; ${figures} (${changeText(asked, d, level)}).`;
}

function changeText(asked: Objective, d: PairedDifference, level: number): string {
  const isMean = asked.kind === 'mean';
  const sign = d.difference >= 0 ? 1 : -1;
  const size = (x: number) => (isMean ? signedFigure(sign * x) : points(sign * x)).replace('+', '');
  const by = `${size(d.difference)}${isMean ? '' : ' percentage points'} ${sign > 0 ? 'more' : 'less'}`;
  const [near, far] = sign > 0 ? [d.low, d.high] : [d.high, d.low];
  return `${by}; ${levelText(level)} interval ${size(near)} to ${size(far)}`;
}

/** Other ways to play that nothing tells from the chosen one. */
export const sameText = (tactics: readonly string[]): string =>
  tactics.length === 0 ? '' : ` Just as good under the same dice: ${tactics.join('; ')}.`;
