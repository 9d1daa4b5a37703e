import { levelText, percent, points } from '../words/figures.ts';
import { agree, bareName, theName } from '../words/names.ts';
import { type OwnTerms, ownTerms } from '../words/own-terms.ts';
import { leadWords } from './advantage-words.ts';
import { capital } from './best-words.ts';
import type { Objective } from './objective.ts';
import type { PairedDifference } from './paired-difference.ts';
import { figure, signedFigure } from './words.ts';

/** What a search found for one side, which is told in the terms of that side. */
export interface Searched {
  readonly side: string;
  readonly sides: readonly [string, string];
  readonly goodFor: string;
  readonly asked: Objective;
  readonly level: number;
  /** Undefined where the search came back to what is written. */
  readonly tactic: string | undefined;
  readonly d: PairedDifference;
  /** Whether fresh dice bear the gain out. */
  readonly helps: boolean;
  /** Other tactics that came out the same. */
  readonly same: readonly string[];
}

/** What a search found for each side, whoever gains most first. */
export function searchedText(found: readonly Searched[], tactics: number): string {
  const gains = found.filter((f) => f.helps);
  const others = found.filter((f) => !f.helps);
  const against = found.length > 1 ? ' Each side against the other as written.' : '';
  if (gains.length === 0) {
    const best = others.flatMap((f) => (f.tactic === undefined ? [] : [` ${unproved(f)}`]));
    const all = `Nothing that was tried is shown to be better than what is written: ${figureText(found[0], found[0].d.base)}`;
    return `${all}. ${tactics} tactics were tried.${best.join('')}${against}`;
  }
  const sizes = gains.map((f) => `${gains.length > 1 ? `${theName(f.side)} ` : ''}${changeText(f)}`);
  return [
    ...gains.map((f) => `${capital(f.tactic ?? '')}: ${insteadText(f)}.${sameText(f.same)}`),
    ...others.map(nothingBetter),
    `Found with fresh dice: ${sizes.join('; ')}.`,
    `The best of ${tactics} tactics tried, not proved best.${against}`,
  ].join(' ');
}

/** "Side B: nothing that was tried is shown to be better than what is written." */
const nothingBetter = ({ side }: Searched): string =>
  `${capital(theName(side))}: nothing that was tried is shown to be better than what is written.`;

/** What came first in a search and did not hold up with fresh dice is told, and not recommended. */
const unproved = (found: Searched): string =>
  `${capital(theName(found.side))}: the best of the search, ${found.tactic}, gave ${changeText(found)} with fresh dice.`;

/** "side A wins 9.3% instead of 3.0%". */
function insteadText(found: Searched): string {
  const { asked, side, sides, d } = found;
  if (asked.kind !== 'advantage')
    return `${figureText(found, d.value)} instead of ${shown(found, terms(found).of(d.base))}`;
  const { long, short } = leadWords(asked, side === sides[1] ? 'b' : 'a', sides);
  return `${long(d.value)}, instead of ${short(d.base)}`;
}

const terms = ({ asked, goodFor, side, sides }: Searched): OwnTerms =>
  ownTerms({ objective: asked, goodFor }, side, sides);

const shown = ({ asked }: Searched, value: number): string => {
  if (asked.kind === 'advantage') return `${points(value)} percentage points`;
  return asked.kind === 'mean' ? figure(value) : percent(value);
};

/** "the Line is not beaten 51.1%", "side A wins 9.3%", "how much oftener side A wins than the Line: +3.0 …". */
function figureText(found: Searched, value: number): string {
  const own = terms(found);
  const { side, asked } = found;
  const figures = shown(found, own.of(value));
  if (asked.kind === 'advantage') return leadWords(asked, side === found.sides[1] ? 'b' : 'a', found.sides).long(value);
  if (own.isTurned) return `${theName(side)} ${agree(side, 'is')} not beaten in ${figures}`;
  const whose = found.sides.find((s) => own.label.startsWith(`${bareName(s)} `));
  const what = whose === undefined ? own.label : theName(whose) + own.label.slice(bareName(whose).length);
  return `${what} ${figures}`;
}

function changeText(found: Searched): string {
  const { d, asked, level } = found;
  const own = terms(found);
  const isMean = asked.kind === 'mean';
  const turn = own.isTurned ? -1 : 1;
  const sign = turn * d.difference >= 0 ? 1 : -1;
  const size = (x: number) => (isMean ? signedFigure(sign * turn * x) : points(sign * turn * x)).replace('+', '');
  const by = `${size(d.difference)}${isMean ? '' : ' percentage points'} ${sign > 0 ? 'more' : 'less'}`;
  const [near, far] = sign * turn > 0 ? [d.low, d.high] : [d.high, d.low];
  return `${by} (${levelText(level)} interval ${size(near)} to ${size(far)})`;
}

/** Other ways to play that nothing tells from the chosen one. */
const sameText = (tactics: readonly string[]): string =>
  tactics.length === 0
    ? ''
    : ` Just as good under the same dice: ${tactics.slice(0, MOST_NAMED).join('; ')}${tactics.length > MOST_NAMED ? `; ${tactics.length - MOST_NAMED} more` : ''}.`;

const MOST_NAMED = 2;
