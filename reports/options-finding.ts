import type { Axis, CellResult, Estimate, Results } from '../src/results/types.ts';
import { isChosen } from '../src/words/chosen.ts';
import { theLabel } from '../src/words/labels.ts';
import { advantage, cellNames, isContest, movingFigure, outcomeOf, shownOutcomes, success, together } from './cells.ts';
import { betterOf } from './fights.ts';
import { percent, percentPair } from './number.ts';
import { capital, named, theSide, theSideThat } from './text.ts';

/** Which of several options is best for whose choice it is, and what it gains. */

/** Shares closer than this are one figure to a reader. */
export const TIE = 0.0005;

export const spread = (figures: readonly number[]): number => Math.max(...figures) - Math.min(...figures);

/** Exact figures overlap only where they are equal. */
export const overlap = (x: Estimate, y: Estimate): boolean =>
  (x.low ?? x.p) <= (y.high ?? y.p) && (y.low ?? y.p) <= (x.high ?? x.p);

/** The outcome that a case changes most against the first one. */
export function outcomeMoved(results: Results): string {
  const names = cellNames(results);
  const [base] = results.cells;
  const [most] = results.cells
    .slice(1)
    .flatMap((cell, i) =>
      shownOutcomes(results).map((o) => ({
        o,
        name: names[i + 1],
        before: outcomeOf(base, o.id),
        after: outcomeOf(cell, o.id),
      })),
    )
    .sort((x, y) => Math.abs(y.after.p - y.before.p) - Math.abs(x.after.p - x.before.p));
  if (overlap(most.before, most.after)) return 'No difference that these trials can detect';
  const [before, after] = percentPair(most.before.p, most.after.p);
  return `With ${named(theLabel(most.name))}: ${named(most.o.label)} ${after} of the time, not ${before}`;
}

const FIRST: readonly string[] = ['attacker', 'firer', 'charger', 'unit', 'a', 'pursuer'];
const SECOND: readonly string[] = ['defender', 'target', 'b', 'pursued'];

/** Whose choice an axis is: the side that its path begins with; the first where it does not say. */
export function ownerOf(axis: Axis | undefined, results: Results): 0 | 1 {
  const start = axis?.path.split('.')[0] ?? '';
  return SECOND.includes(start) || (start === results.cells[0].sides[1] && !FIRST.includes(start)) ? 1 : 0;
}

/** What a case is worth to a side: wins less losses, or how often it goes well. */
export function worthTo(results: Results, side: 0 | 1): (cell: CellResult) => number {
  const of = isContest(results) ? advantage : (cell: CellResult) => success(results).of(cell).p;
  return side === 0 ? of : (cell) => -of(cell);
}

/** "Best for the defender: emergency square; the attacker then wins 22%, against 36 to 43% with the others". */
export function optionsFinding(results: Results): string {
  const [axis] = results.axes ?? [];
  const side = ownerOf(axis, results);
  const worth = worthTo(results, side);
  const figures = results.cells.map(worth);
  if (spread(figures) < TIE) return outcomeMoved(results);
  const names = cellNames(results).map((name) => withoutSide(name, results.cells[0].sides[side]));
  const top = Math.max(...figures);
  const best = results.cells.filter((_, i) => top - figures[i] < TIE);
  const others = results.cells.filter((cell) => !best.includes(cell));
  const told = isContest(results) ? toldFigure(results) : movingFigure(results);
  const often = isContest(results) ? '' : ' of the time';
  // What these trials cannot tell from the best is not advised against.
  const close = others.filter((cell) => told.of(cell).low !== undefined && overlap(told.of(cell), told.of(best[0])));
  if (close.length === others.length)
    return alikeFinding(results, told, often, axis === undefined || isChosen(axis.path));
  const state = IS_STATE.exec(axis?.path ?? '')?.[1];
  const options = names
    .filter((_, i) => top - figures[i] < TIE || close.includes(results.cells[i]))
    .map((name) => named(state === undefined || name.includes(state) ? name : `${state} ${name}`));
  const start = `${bestFor(results, axis, side)}${options.join(' or ')}`;
  const rest = others.filter((cell) => !close.includes(cell));
  const shares = [...best, ...close].map((cell) => told.of(cell).p);
  const gain = `${told.label} ${range(shares)}${often}, ${against(rest.map((cell) => told.of(cell).p))}`;
  return `${start}${close.length > 0 ? ' (too close to tell apart in these trials)' : ''}; ${gain}`;
}

/** "These trials tell no option from another: side B wins in 36.7% to 39.8%". */
function alikeFinding(results: Results, told: ReturnType<typeof toldFigure>, often: string, isChoice: boolean): string {
  const what = told.label.replace(/ then(?= )/, '');
  return `These trials tell no ${isChoice ? 'option' : 'case'} from another: ${what} ${range(results.cells.map((cell) => told.of(cell).p))}${often}`;
}

/** "36.7%", "36.7% to 39.8%". */
function range(shares: readonly number[]): string {
  const [low, high] = [percent(Math.min(...shares)), percent(Math.max(...shares))];
  return low === high ? low : `${low} to ${high}`;
}

/** What a unit is, which nobody chooses in the middle of a fight. */
const IS_TROOP = /\.(?:card|type|arm|cavalryType|class|grade|quality)$/;

/** What a unit is like just now: “sharp” alone would not say of what. */
const IS_STATE = /\.(cohesion|morale|condition|training|order)$/;

/**
 * "Best for the defender: ", of choices; "The defender is best off with " of what nobody chooses; of kinds of troops "Best
 * as the defender: ", or "Best at it: " where one is tested.
 */
export function bestFor(results: Results, axis: Axis | undefined, side: 0 | 1): string {
  const name = results.cells[0].sides[side];
  if (axis !== undefined && IS_TROOP.test(axis.path))
    return isContest(results) ? `Best as ${theSide(name)}: ` : 'Best at it: ';
  return axis === undefined || isChosen(axis.path)
    ? `Best for ${theSide(name)}: `
    : `${capital(theSideThat(name, 'is'))} best off with `;
}

/** "not 43%", "against 36% to 43% with the others". */
function against(others: readonly number[]): string {
  if (others.length === 1) return `not ${percent(others[0])}`;
  return `against ${range(others)} with the others`;
}

/** The figure that shows the choice best: of both sides' wins the one that moves more. */
function toldFigure(results: Results): { label: string; of: (cell: CellResult) => Estimate } {
  const figures = ([0, 1] as const).map((side) => ({
    side,
    of: (cell: CellResult) => together(cell, (o) => o.winner === (side === 0 ? 'a' : 'b')),
  }));
  const moves = figures.map(({ of }) => spread(results.cells.map((cell) => of(cell).p)));
  const { side, of } = figures[moves[1] > moves[0] + TIE ? 1 : 0];
  const who = betterOf(results, side);
  // "the attacker wins", "the attacker comes off better": "then" stands before the verb.
  const [, name, verb] = /^(.*?) ((?:wins?|comes? off better))$/.exec(who) ?? ['', who, ''];
  return { label: `${name} then ${verb}${/better$/.test(verb) ? ' in' : ''}`, of };
}

/** "Best for the attacker: attacker FS 8" would say it twice. */
const withoutSide = (name: string, side: string): string =>
  name.startsWith(`${side} `) ? name.slice(side.length + 1) : name;
