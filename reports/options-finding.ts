import type { Axis, CellResult, Estimate, Results } from '../src/results/types.ts';
import { isChosen } from '../src/words/chosen.ts';
import { theLabel } from '../src/words/labels.ts';
import { agree } from '../src/words/names.ts';
import { bestFor } from './best-off.ts';
import { advantage, cellNames, isContest, movingFigure, outcomeOf, shownOutcomes, success, together } from './cells.ts';
import { betterOf } from './fights.ts';
import { percent, percentPair } from './number.ts';
import { capital, shownText, theSide } from './text.ts';

/** Which of several options is best for whose choice it is, and what it gains. */

/** Shares closer than this are one figure to a reader. */
export const TIE = 0.0005;

export const spread = (figures: readonly number[]): number => Math.max(...figures) - Math.min(...figures);

/** Exact figures overlap only where they are equal. */
export const overlap = (x: Estimate, y: Estimate): boolean =>
  (x.low ?? x.p) <= (y.high ?? y.p) && (y.low ?? y.p) <= (x.high ?? x.p);

/** "Defender card makes no difference to who wins: the attacker 27.8%, the defender 16.7%; …". */
function sameWinners(results: Results): string | undefined {
  const [axis] = results.axes ?? [];
  const [base] = results.cells;
  const won = (cell: CellResult): number[] =>
    (['a', 'b'] as const).map((side) => together(cell, (o) => o.winner === side).p);
  const isSame = results.cells.every((cell) => won(cell).every((p, i) => Math.abs(p - won(base)[i]) < TIE));
  if (axis === undefined || !isContest(results) || !isSame) return undefined;
  const shares = base.sides.map((side, i) => `${theSide(side)} ${percent(won(base)[i])}`);
  const moved = outcomeMoved(results);
  const what = moved.startsWith('With ') ? `; ${moved.charAt(0).toLowerCase()}${moved.slice(1)}` : '';
  return `${capital(shownText(axis.label))} ${agree(axis.label, 'makes')} no difference to who wins: ${shares.join(', ')}${what}`;
}

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
  return `With ${shownText(theLabel(most.name))}: ${shownText(most.o.label)} ${after} of the time, not ${before}`;
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
  if (spread(figures) < TIE) return sameWinners(results) ?? outcomeMoved(results);
  const names = cellNames(results).map((name) => withoutSide(name, results.cells[0].sides[side]));
  const top = Math.max(...figures);
  const best = results.cells.filter((_, i) => top - figures[i] < TIE);
  const others = results.cells.filter((cell) => !best.includes(cell));
  const figureShown = isContest(results) ? toldFigure(results) : movingFigure(results);
  const often = isContest(results) ? '' : ' of the time';
  const isExact = results.cells.every((cell) => cell.trials === null);
  if (isExact && axis !== undefined && isSlight(results.cells.map((cell) => figureShown.of(cell).p)))
    return `${capital(shownText(axis.label))} hardly ${agree(axis.label, 'matters')}: ${alike(results, figureShown, often)}`;
  // What these trials cannot tell from the best is not advised against.
  const close = others.filter(
    (cell) => figureShown.of(cell).low !== undefined && overlap(figureShown.of(cell), figureShown.of(best[0])),
  );
  if (close.length === others.length)
    return alikeFinding(results, figureShown, often, axis === undefined || isChosen(axis.path));
  const options = names.filter((_, i) => top - figures[i] < TIE || close.includes(results.cells[i]));
  const whose = { side: results.cells[0].sides[side], axis, isContest: isContest(results) };
  const start = bestFor(whose, options);
  const rest = others.filter((cell) => !close.includes(cell));
  const shares = [...best, ...close].map((cell) => figureShown.of(cell).p);
  const gain = `${figureShown.label} ${range(shares)}${often}, ${against(rest.map((cell) => figureShown.of(cell).p))}`;
  return `${start}${close.length > 0 ? ' (too close to tell apart in these trials)' : ''}; ${gain}`;
}

/** "These trials tell no option from another: side B wins in 36.7% to 39.8%". */
function alikeFinding(
  results: Results,
  figureShown: ReturnType<typeof toldFigure>,
  often: string,
  isChoice: boolean,
): string {
  return `These trials tell no ${isChoice ? 'option' : 'case'} from another: ${alike(results, figureShown, often)}`;
}

const alike = (results: Results, figureShown: ReturnType<typeof toldFigure>, often: string): string =>
  `${figureShown.label.replace(/ then(?= )/, '')} ${range(results.cells.map((cell) => figureShown.of(cell).p))}${often}`;

/** Nobody would play or write otherwise for half a percentage point. */
const SLIGHT = 0.005;
export const isSlight = (shares: readonly number[]): boolean => spread(shares) < SLIGHT;
/** "With variant A the attacker wins 44.4% …" is news only where something moves; `name` as it stands in the finding. */
export const slightly = (finding: string, name: string): string =>
  finding.startsWith(`With ${name}`)
    ? `Next to nothing changes with ${name}: ${finding.slice(`With ${name}`.length).replace(/^[:,]? /, '')}`
    : finding;

/** "36.7%", "36.7% to 39.8%". */
function range(shares: readonly number[]): string {
  const [low, high] = [percent(Math.min(...shares)), percent(Math.max(...shares))];
  return low === high ? low : `${low} to ${high}`;
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
