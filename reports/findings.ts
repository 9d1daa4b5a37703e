import type { CellResult, Difference, Results } from '../src/results/types.ts';
import { advantage, cellNames, isContest, noun, outcomeOf, seriesOf, shownOutcomes, success, tactic } from './cells.ts';
import { comparisonFinding } from './comparison.ts';
import { contactFinding, fightsWon } from './fights.ts';
import { decimal, percent, points, roughly, roughPair, wholePoints } from './number.ts';
import { capital, list, named, plain, theSide, theSideThat } from './text.ts';

/** Titles state what was found, not what was asked. */

/** The subtitle: what is drawn, then the scenario's own title. */
export function setting(results: Results, what: string): string[] {
  const title = plain(results.title);
  return title === '' ? [`${what}.`] : [`${what}.`, `${capital(title)}${/[.!?]$/.test(title) ? '' : '.'}`];
}

/** "The attacker wins 35 % of fights; the defender 20 %". */
export function outcomeFinding(results: Results, cell: CellResult = results.cells[0]): string {
  if (!isContest(results)) return mostLikely(results, cell);
  const charged = contactFinding(cell);
  if (charged !== undefined) return charged;
  const [a, b, none] = [fightsWon(cell, 'a').p, fightsWon(cell, 'b').p, fightsWon(cell, 'none').p];
  const first = { side: cell.sides[0], p: a };
  const second = { side: cell.sides[1], p: b };
  const [winner, loser] = a >= b ? [first, second] : [second, first];
  const [most, least] = roughPair(winner.p, loser.p);
  if (none > 0.5) {
    const each = `${theSideThat(first.side, 'wins')} ${roughPair(a, b)[0]}, ${theSide(second.side)} ${roughPair(a, b)[1]}`;
    return `No winner in ${roughly(none)} of ${noun(results)}; ${each}`;
  }
  if (winner.p === loser.p) return `An even fight: each side wins ${most} of ${noun(results)}`;
  return `${capital(theSideThat(winner.side, 'wins'))} ${most} of ${noun(results)}; ${theSide(loser.side)} ${least}`;
}

/** "Target hit 62 % of the time; no effect 30 %". */
function mostLikely(results: Results, cell: CellResult): string {
  const ranked = shownOutcomes(results)
    .map((o) => ({ label: named(o.label), p: outcomeOf(cell, o.id).p }))
    .filter((o) => o.p > 0)
    .sort((x, y) => y.p - x.p);
  if (ranked.length === 0) return 'Nothing came of it';
  const [first, second] = ranked;
  if (second === undefined || first.p > 0.9995) return `${capital(first.label)} ${roughly(first.p)} of the time`;
  const [most, next] = roughPair(first.p, second.p);
  return `${capital(first.label)} ${most} of the time; ${second.label} ${next}`;
}

/** Shares closer than this are told as one: no title shows so small a difference. */
const TIE = 0.0005;

/** Two cases that share a figure are named where their names are this short together; else they are counted. */
const LONGEST_PAIR = 36;

interface Extremes {
  readonly high: number;
  readonly low: number;
  /** "with line", "with stand and counter" or "in 12 of 35 cases" where several share the figure. */
  readonly highest: string;
  readonly lowest: string;
}

/** The cells with the highest and the lowest figure; undefined where all have the same. */
function extremes(
  results: Results,
  of: (cell: CellResult) => number,
  shown: (figure: number) => string = String,
): Extremes | undefined {
  const names = cellNames(results);
  const figures = results.cells.map(of);
  const high = Math.max(...figures);
  const low = Math.min(...figures);
  if (high - low < 1e-9) return undefined;
  // A spread below the tie itself is still a spread.
  const tie = Math.min(TIE, (high - low) / 2);
  const where = (end: number): string => {
    const tied = names.filter((_, i) => Math.abs(figures[i] - end) < tie || shown(figures[i]) === shown(end));
    const told = list(tied.map(named));
    const short = tied.length === 1 || (tied.length === 2 && told.length <= LONGEST_PAIR);
    return short ? `with ${told}` : `in ${tied.length} of ${names.length} cases`;
  };
  return { high, low, highest: where(high), lowest: where(low) };
}

/** How often it goes well for side A: the cell where it does so most often against the one where least. */
export function spreadFinding(results: Results): string {
  const { label, of } = success(results);
  const found = extremes(results, (cell) => of(cell).p);
  if (found === undefined) return `${capital(label)} ${roughly(of(results.cells[0]).p)} of the time in every case`;
  const [most, least] = roughPair(found.high, found.low);
  return `${capital(label)} most often ${found.highest} (${most}), least ${found.lowest} (${least})`;
}

/** Grouped bars show every outcome: where side A does equally well in all cells, the outcome that differs most. */
export function groupedFinding(results: Results): string {
  const { of } = success(results);
  const range = (share: (cell: CellResult) => number): number => {
    const all = results.cells.map(share);
    return Math.max(...all) - Math.min(...all);
  };
  const [most] = shownOutcomes(results)
    .map((o) => ({ o, by: range((cell) => outcomeOf(cell, o.id).p) }))
    .sort((x, y) => y.by - x.by);
  if (most === undefined || most.by < TIE || range((cell) => of(cell).p) >= TIE) return spreadFinding(results);
  const found = extremes(results, (cell) => outcomeOf(cell, most.o.id).p) as Extremes;
  const [often, seldom] = roughPair(found.high, found.low);
  return `${capital(named(most.o.label))} most often ${found.highest} (${often}), least ${found.lowest} (${seldom})`;
}

/** The same by wins less losses, which is what a heat map of a contest shows. */
export function advantageFinding(results: Results): string {
  if (!isContest(results)) return spreadFinding(results);
  const side = capital(theSideThat(results.cells[0].sides[0], 'does'));
  // Cells that show the same whole points are equal to the reader.
  const found = extremes(results, advantage, wholePoints);
  if (found === undefined)
    return `${side} equally well in every case (${wholePoints(advantage(results.cells[0]))} points)`;
  const [best, worst] = [wholePoints(found.high), wholePoints(found.low)];
  return `${side} best ${found.highest} (${best} points), worst ${found.lowest} (${worst})`;
}

/** An axis value with a true minus. */
const figure = (value: string | number | boolean): string => named(String(value)).replace(/^-(?=\d)/, '\u2212');

/** "The attacker wins 20 % at 5 and 55 % at 10 (attacker fatigue score)": follows the line that moves most. */
export function lineFinding(results: Results): string {
  const axis = results.axes?.[0];
  // As the axis is drawn, from the least to the most, in whatever order the values were given.
  const at = (cell: CellResult): number => Number(cell.labels[axis?.path ?? '']);
  const cells = axis?.kind === 'number' ? [...results.cells].sort((x, y) => at(x) - at(y)) : results.cells;
  const { label, of } = success(results);
  const moved = seriesOf(results)
    .map((s) => ({ s, swing: Math.abs(s.of(cells[cells.length - 1]).p - s.of(cells[0]).p) }))
    .sort((x, y) => y.swing - x.swing)[0].s;
  const chosen = isContest(results) ? { label: capital(label), of } : { label: capital(moved.label), of: moved.of };
  const first = chosen.of(cells[0]).p;
  const last = chosen.of(cells[cells.length - 1]).p;
  const ends = [cells[0], cells[cells.length - 1]].map((cell) => figure(cell.labels[axis?.path ?? '']));
  const where = axis === undefined ? '' : ` as ${named(axis.label)} goes from ${ends[0]} to ${ends[1]}`;
  const [from, to] = roughPair(first, last);
  if (Math.abs(last - first) < 0.0005) return `${chosen.label} ${from} of the time${where}: it makes no difference`;
  return `${chosen.label} ${last > first ? 'more' : 'less'} often, ${from} to ${to},${where}`;
}

/** "With no column bonus the attacker wins 27 % of fights instead of 35 %", else the outcome that changed most. */
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
  if (contest !== undefined) return contest;
  const [most] = found.filter((d) => d.id !== 'advantage');
  const size = points(Math.abs(most.difference)).replace('+', '').replace(/\.0$/, '');
  return `With ${named(most.variant)}: ${named(most.label)} ${size} points ${most.verdict} often`;
}

export function tornadoFinding(results: Results): string {
  const s = results.sensitivity;
  const top = s?.rows[0];
  if (s === undefined || top === undefined) return 'No modifier moves the result here';
  const swing = Math.max(Math.abs(top.minusChange), Math.abs(top.plusChange));
  const shown = (v: number): string =>
    isShare(results, s.objective.id) ? `${(v * 100).toFixed(1)} points` : decimal(v);
  const whole = Math.abs(top.withoutChange);
  if (whole > swing) {
    const way = top.withoutChange < 0 ? 'falls' : 'rises';
    return `“${capital(named(top.label))}” matters most: without it “${named(s.objective.label)}” ${way} by ${shown(whole)}`;
  }
  const moved = shown(swing);
  return `“${capital(named(top.label))}” matters most: one point moves “${named(s.objective.label)}” by up to ${moved}`;
}

/** Objectives are shares (of an outcome, of wins) unless they name a measure. */
export function isShare(results: Results, objective: string): boolean {
  return !results.cells.some((cell) => cell.measures.some((m) => m.id === objective || m.label === objective));
}

/** A title names so many options of a mix; the chart has them all. */
const MOST_TOLD = 3;

export function matrixFinding(results: Results): string {
  const game = results.game;
  if (game === undefined) return spreadFinding(results);
  const owner = `${named(game.rowPlayer.side)} `;
  // "Best for the attacker: attacker FS 8" would say it twice.
  const withoutSide = (option: string): string => (option.startsWith(owner) ? option.slice(owner.length) : option);
  const value = isShare(results, game.objective) ? percent(game.equilibrium.value) : decimal(game.equilibrium.value);
  const mix = game.equilibrium.rows
    .map((weight, i) => ({ weight, option: withoutSide(tactic(results, 'row', game.rowPlayer.options[i])) }))
    .filter((o) => o.weight > 0.0005)
    .sort((x, y) => y.weight - x.weight);
  // Where several choices do equally well by themselves, none is called the best.
  const alike = (game.rowPlayer.free ?? []).filter((o) => o.most > 0.9995).map((o) => o.option);
  const told = mix.slice(0, mix.length > MOST_TOLD + 1 ? MOST_TOLD : mix.length);
  const others = mix.length > told.length ? ` and ${mix.length - told.length} others` : '';
  const best =
    alike.length > 1 && alike.length <= MOST_TOLD
      ? `${alike.map((o) => withoutSide(tactic(results, 'row', o))).join(' or ')} alike`
      : mix.length === 1
        ? mix[0].option
        : told.map((o) => `${roughly(o.weight)} ${o.option}`).join(', ') + others;
  const column = game.columnPlayer.options[game.equilibrium.columns.indexOf(1)];
  const pair = game.onePlayer === true ? ` with ${tactic(results, 'column', column)}` : '';
  const hedge = game.told === false ? 'As far as these trials tell, best for' : 'Best for';
  return `${hedge} ${theSide(game.rowPlayer.side)}: ${best}${pair}; ${named(game.objective)} ${value}`;
}
