import type { Difference, Results } from '../src/results/types.ts';
import { isChosen } from '../src/words/chosen.ts';
import { fixed, UNDETECTED } from '../src/words/figures.ts';
import { theLabel } from '../src/words/labels.ts';
import { bareName } from '../src/words/names.ts';
import { bestFor } from './best-off.ts';
import { casesFinding } from './cases-finding.ts';
import { isContest, ownTactic } from './cells.ts';
import { comparisonFinding } from './comparison.ts';
import { alikeOptions, bestPairText, isFlat } from './game.ts';
import { decimal, decimalRange, figureChange, percent, percentPair, percentRange, shareChange } from './number.ts';
import { isShare } from './objective-figures.ts';
import { isSlight, slightly } from './options-finding.ts';
import { capital, plain, shownText, theSide, theSideThat } from './text.ts';

export { isShare };

/** Titles state what was found, not what was asked. */

/** The subtitle: what is drawn, then the scenario's own title. */
export function setting(results: Results, what: string): string[] {
  const title = plain(results.title);
  return title === '' ? [`${what}.`] : [`${what}.`, `${capital(title)}${/[.!?]$/.test(title) ? '' : '.'}`];
}

/** "With no column bonus the attacker wins 27% of fights instead of 35%", else the outcome that changed most. */
export function differenceFinding(results: Results, all: readonly Difference[]): string {
  const found = all
    .filter((d) => d.verdict === 'more' || d.verdict === 'less')
    .sort((x, y) => Math.abs(y.difference) - Math.abs(x.difference));
  if (found.length === 0) {
    return results.cells.some((cell) => cell.engine === 'sample')
      ? 'No difference that these trials can detect'
      : 'No difference at all: the results are the same';
  }
  const contest = isContest(results) ? comparisonFinding(results, found) : undefined;
  const [most] = found.filter((d) => d.id !== 'advantage');
  const [before, after] = percentPair(most.base, most.value);
  const finding =
    contest ??
    `With ${shownText(theLabel(most.variant))}: ${shownText(most.label)} ${after} of the time, not ${before}`;
  return found.every((d) => isSlight([d.base, d.value]))
    ? slightly(finding, shownText(theLabel(most.variant)))
    : finding;
}

export function tornadoFinding(results: Results): string {
  const s = results.sensitivity;
  if (s === undefined || s.rows.length === 0) return 'No modifier moves the result here';
  const top = s.rows.find((row) => !row.note?.startsWith(UNDETECTED));
  if (top === undefined) return 'No modifier moves the result by more than these trials can detect';
  const swing = Math.max(Math.abs(top.minusChange), Math.abs(top.plusChange));
  const shown = (v: number): string =>
    isShare(results, s.objective.id) ? `${fixed(v * 100, 1)} percentage points` : decimal(v);
  const whole = Math.abs(top.withoutChange);
  // Losing the row is what a reader can picture; a point of it only where that moves more.
  if (whole >= swing - 1e-12) {
    const { before, after } = (isShare(results, s.objective.id) ? shareChange : figureChange)(
      s.base,
      s.base + top.withoutChange,
    );
    return `“${capital(shownText(top.label))}” matters most: without it ${objectiveIn(results, s.objective.label)} ${after}, not ${before}`;
  }
  const moved = shown(swing);
  return `“${capital(shownText(top.label))}” matters most: one point moves “${shownText(s.objective.label)}” by up to ${moved}`;
}

/** The most options of a mix that a title names; the chart has them all. */
const MOST_TOLD = 3;

/** What the game is worth; of sampled cells with the interval that holds it. */
function gameValue(results: Results, { objective, equilibrium: { value, interval } }: NonNullable<Results['game']>) {
  const share = isShare(results, objective);
  const shown = share ? percent(value) : decimal(value);
  return interval === undefined ? shown : `${shown} (${(share ? percentRange : decimalRange)(interval)})`;
}

export function matrixFinding(results: Results): string {
  const game = results.game;
  if (game === undefined) return casesFinding(results);
  const value = gameValue(results, game);
  const name = (option: string): string => ownTactic(results, 'row', option);
  const mix = game.equilibrium.rows
    .map((weight, i) => ({ weight, option: name(game.rowPlayer.options[i]) }))
    .filter((o) => o.weight > 0.0005)
    .sort((x, y) => y.weight - x.weight);
  // Where several choices do equally well by themselves, none is called the best.
  const alike = alikeOptions(game.rowPlayer);
  const isChoice = game.onePlayer === true || isChosen(results.axes?.[0]?.path ?? '');
  const areAllAlike =
    game.onePlayer !== true && !isChoice && alike.length === game.rowPlayer.options.length && alike.length <= MOST_TOLD;
  const shown = mix.slice(0, mix.length > MOST_TOLD + 1 ? MOST_TOLD : mix.length);
  const others = mix.length > shown.length ? ` and ${mix.length - shown.length} others` : '';
  const best =
    game.onePlayer === true
      ? bestPairText(results)
      : alike.length > 1 && alike.length <= MOST_TOLD
        ? `${alike.map(name).join(' or ')}${areAllAlike ? '' : ' alike'}`
        : mix.length === 1
          ? mix[0].option
          : shown.map((o) => `${percent(o.weight)} ${o.option}`).join(', ') + others;
  if (isFlat(game)) {
    const who = game.onePlayer === true ? theSideThat(game.rowPlayer.side, 'chooses') : 'either side chooses';
    return `It makes no difference what ${who} here: ${shownText(game.objective)} ${value}`;
  }
  // What the best choice is worth is what it gives against the best answer.
  const bound = game.onePlayer === true ? '' : game.goodFor === game.rowPlayer.side ? 'at least ' : 'at most ';
  const axis = game.onePlayer === true ? undefined : results.axes?.[0];
  const found = areAllAlike
    ? `It makes no difference to ${theSide(game.rowPlayer.side)}: ${best}`
    : bestFor({ side: game.rowPlayer.side, axis, isContest: true }, [best]);
  const hedged =
    game.told === false ? `As far as these trials tell, ${found.charAt(0).toLowerCase()}${found.slice(1)}` : found;
  return `${hedged}; ${objectiveOf(results, game.objective)} ${bound}${value}`;
}

/** "the attacker wins", "the attacker comes off better in": the objective before its figure. */
function objectiveIn(results: Results, objective: string): string {
  const side = results.cells[0].sides.find((s) => objective.startsWith(`${bareName(plain(s))} `));
  if (side === undefined) return `“${shownText(objective)}” is`;
  return `${theSide(side)}${objective.slice(bareName(plain(side)).length)}${/ wins?$/.test(objective) ? '' : ' in'}`;
}

/** "the attacker then comes off better in": the objective in a sentence, where it is a side's own. */
function objectiveOf(results: Results, objective: string): string {
  const side = results.cells[0].sides.find((s) => objective.startsWith(`${bareName(plain(s))} `));
  if (side === undefined) return shownText(objective);
  const rest = objective.slice(bareName(plain(side)).length);
  return `${theSide(side)} then${rest}${/ wins?$/.test(rest) ? '' : ' in'}`;
}
