import type { Axis, CellResult, Difference, Estimate, Results } from '../src/results/types.ts';
import { isChosen } from '../src/words/chosen.ts';
import { fixed } from '../src/words/figures.ts';
import { labelOf, theLabel } from '../src/words/labels.ts';
import { agree } from '../src/words/names.ts';
import {
  advantage,
  cellNames,
  isContest,
  isGrid,
  movingFigure,
  outcomeOf,
  SELF_EVIDENT,
  shownOutcomes,
  success,
  together,
  valueName,
} from './cells.ts';
import { comparisonFinding } from './comparison.ts';
import { betterOf } from './fights.ts';
import { percent, percentPair } from './number.ts';
import { evenFinding, numberFinding } from './number-finding.ts';
import { capital, list, named, theSide, theSideThat } from './text.ts';

/** What a set of cases shows: which option is best and what it gains, where the fight is even, what matters most. */
export function casesFinding(results: Results): string {
  const axes = results.axes ?? [];
  const [axis] = axes;
  const same = sameEverywhere(results) ?? oddOneOut(results);
  if (same !== undefined) return same;
  if (isGrid(results)) return gridFinding(results);
  if (axes.length === 1 && axis.kind === 'number') return numberFinding(results, axis);
  if (axes.length <= 1) return isEdition(results) ? editionFinding(results) : optionsFinding(results);
  return axesFinding(results);
}

/** Shares closer than this are one figure to a reader. */
const TIE = 0.0005;

const spread = (figures: readonly number[]): number => Math.max(...figures) - Math.min(...figures);

function sameEverywhere(results: Results): string | undefined {
  const outcomes = shownOutcomes(results);
  if (outcomes.some((o) => spread(results.cells.map((cell) => outcomeOf(cell, o.id).p)) >= TIE)) return undefined;
  const { label, of } = success(results);
  const what =
    results.axes?.length === 1
      ? `${capital(named(results.axes[0].label))} makes no difference`
      : 'Nothing here makes a difference';
  return `${what}: ${label} ${percent(of(results.cells[0]).p)} of the time in every case`;
}

/** "Only “no first contact, defender uphill” differs: the attacker wins 41.7%, not 72.2%". */
function oddOneOut(results: Results): string | undefined {
  const { cells } = results;
  const isSame = (x: CellResult, y: CellResult): boolean =>
    shownOutcomes(results).every((o) => Math.abs(outcomeOf(x, o.id).p - outcomeOf(y, o.id).p) < TIE);
  const odd = cells.filter((cell) => cells.filter((other) => isSame(cell, other)).length === 1);
  if (cells.length < 4 || odd.length !== 1) return undefined;
  const rest = cells.filter((cell) => cell !== odd[0]);
  if (!rest.every((cell) => isSame(cell, rest[0]))) return undefined;
  const { label, of } = movingFigure(results);
  const [its, others] = percentPair(of(odd[0]).p, of(rest[0]).p);
  const name = cellNames(results)[cells.indexOf(odd[0])];
  return `Only “${named(name)}” differs: ${label} ${its} of the time, not ${others}`;
}

/** Nobody chooses the cards either that his regiments are played by. */
const EDITIONS: readonly string[] = [...SELF_EVIDENT, 'cards'];

const isEdition = (results: Results): boolean =>
  results.cells.every((cell) => Object.keys(cell.labels).some((key) => EDITIONS.includes(key)));

/** Editions and variants: the one that differs most from the first, as a comparison tells it. */
function editionFinding(results: Results): string {
  if (!isContest(results)) return outcomeMoved(results);
  const [base] = results.cells;
  const won = (cell: CellResult, winner: 'a' | 'b'): Estimate => together(cell, (o) => o.winner === winner);
  const found = results.cells.slice(1).flatMap((cell, i) =>
    (['a', 'b'] as const).map((winner): Difference => {
      const [before, after] = [won(base, winner), won(cell, winner)];
      const difference = after.p - before.p;
      return {
        cell: i + 1,
        variant: cellNames(results)[i + 1],
        kind: 'outcome',
        id: `winner=${winner}`,
        label: betterOf(results, winner === 'a' ? 0 : 1),
        base: before.p,
        value: after.p,
        difference,
        verdict: overlap(before, after) ? 'no detectable difference' : difference > 0 ? 'more' : 'less',
        size: '',
      };
    }),
  );
  const moved = found
    .filter((d) => d.verdict !== 'no detectable difference' && Math.abs(d.difference) >= TIE)
    .sort((x, y) => Math.abs(y.difference) - Math.abs(x.difference));
  return (moved.length > 0 ? comparisonFinding(results, moved) : undefined) ?? outcomeMoved(results);
}

/** Exact figures overlap only where they are equal. */
const overlap = (x: Estimate, y: Estimate): boolean =>
  (x.low ?? x.p) <= (y.high ?? y.p) && (y.low ?? y.p) <= (x.high ?? x.p);

/** The outcome that a case changes most against the first one. */
function outcomeMoved(results: Results): string {
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
function ownerOf(axis: Axis | undefined, results: Results): 0 | 1 {
  const start = axis?.path.split('.')[0] ?? '';
  return SECOND.includes(start) || (start === results.cells[0].sides[1] && !FIRST.includes(start)) ? 1 : 0;
}

/** What a case is worth to a side: wins less losses, or how often it goes well. */
function worthTo(results: Results, side: 0 | 1): (cell: CellResult) => number {
  const of = isContest(results) ? advantage : (cell: CellResult) => success(results).of(cell).p;
  return side === 0 ? of : (cell) => -of(cell);
}

/** "Best for the defender: emergency square; the attacker then wins 22%, against 36 to 43% with the others". */
function optionsFinding(results: Results): string {
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
function bestFor(results: Results, axis: Axis | undefined, side: 0 | 1): string {
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

function gridFinding(results: Results): string {
  const axes = results.axes as readonly [Axis, Axis];
  if (isContest(results) && axes.some((axis) => axis.kind === 'number'))
    return evenFinding(results, axes) ?? leadFinding(results) ?? axesFinding(results);
  const [own, other] = axes.map((axis) => ownerOf(axis, results));
  const areOptions = axes.every((axis) => axis.kind === 'list' && axis.values.every((v) => typeof v === 'string'));
  return isContest(results) && areOptions && own !== other ? choicesFinding(results, axes) : axesFinding(results);
}

/** One side leads everywhere. */
function leadFinding(results: Results): string | undefined {
  const all = results.cells.map(advantage);
  const side = Math.min(...all) > 0 ? 0 : Math.max(...all) < 0 ? 1 : undefined;
  if (side === undefined) return undefined;
  const sizes = all.map(Math.abs);
  const size = (lead: number): string => fixed(Math.abs(lead * 100), 1);
  const [most] = effectsOf(results, advantage);
  const leads = capital(theSideThat(results.cells[0].sides[side], 'leads'));
  const matters = `${named(most.axis.label)} ${agree(most.axis.label, 'matters')} most`;
  return `${leads} in every case, by ${size(Math.min(...sizes))} to ${size(Math.max(...sizes))} percentage points; ${matters}`;
}

/** Options of both sides: the first one's best answer to each of the second's. */
function choicesFinding(results: Results, [own, other]: readonly [Axis, Axis]): string {
  const side = ownerOf(own, results);
  const worth = worthTo(results, side);
  const at = (x: Axis['values'][number], y: Axis['values'][number]): number =>
    worth(results.cells.find((cell) => cell.labels[own.path] === x && cell.labels[other.path] === y) as CellResult);
  const best = other.values.map((y) => {
    const figures = own.values.map((x) => at(x, y));
    const top = Math.max(...figures);
    return own.values.filter((_, i) => top - figures[i] < TIE);
  });
  const always = own.values.find((x) => best.every((options) => options.includes(x)));
  if (always !== undefined) {
    const others = own.values.filter((x) => x !== always);
    const mean = (x: Axis['values'][number]): number => other.values.reduce<number>((sum, y) => sum + at(x, y), 0);
    const next = others.reduce((top, x) => (mean(x) > mean(top) ? x : top));
    const gains = other.values.map((y) => (at(always, y) - at(next, y)) * 100);
    const [least, largest] = [Math.min(...gains), Math.max(...gains)].map((gain) => gain.toFixed(1));
    // What makes no difference here and there is not a gain of 0.0.
    const gain = least === largest ? least : Number(least) === 0 ? `up to ${largest}` : `${least} to ${largest}`;
    return `${bestFor(results, own, side).replace(/: $/, ` whatever the ${named(other.label)}: `)}${named(valueName(always))}, ${gain} percentage points further ahead than ${named(valueName(next))}`;
  }
  const answers = own.values
    .map((x) => ({ x, against: other.values.filter((_, j) => best[j][0] === x) }))
    .filter((a) => a.against.length > 0);
  const told = answers.map(
    (a) => `${named(valueName(a.x))} against ${list(a.against.map((y) => named(valueName(y))))}`,
  );
  return `${bestFor(results, own, side)}${told.join('; ')}`;
}

/** How far each axis moves a figure, on average over the others: the one that moves it most first. */
function effectsOf(results: Results, of: (cell: CellResult) => number): { axis: Axis; means: number[]; by: number }[] {
  return (results.axes ?? [])
    .map((axis) => {
      const means = axis.values.map((value) => {
        const own = results.cells.filter((cell) => cell.labels[axis.path] === value);
        return own.reduce((sum, cell) => sum + of(cell), 0) / Math.max(1, own.length);
      });
      return { axis, means, by: spread(means) };
    })
    .sort((x, y) => y.by - x.by);
}

/** "Control matters most: from 2 to 5 “passes the test” rises by 30.0 percentage points; morale support moves it by 10.0". */
function axesFinding(results: Results): string {
  const { label, of } = movingFigure(results);
  const effects = effectsOf(results, (cell) => of(cell).p);
  const size = (by: number): string => fixed(Math.abs(by * 100), 1);
  const [most, ...rest] = effects;
  const name = ({ axis }: (typeof effects)[number]): string => named(labelOf(axis.label));
  const equal = effects.filter((e) => size(e.by) === size(most.by));
  if (equal.length > 1)
    return `${capital(list(equal.map(name)))} matter alike: each moves “${label}” by ${size(most.by)} percentage points on average`;
  const others = rest
    .slice(0, 2)
    .map((e, i) =>
      Number(size(e.by)) === 0
        ? `${name(e)} changes nothing`
        : `${name(e)} ${i === 0 ? `${agree(e.axis.label, 'moves')} it ` : ''}by ${size(e.by)}`,
    );
  const { axis, means } = most;
  const [first, last] = [0, means.length - 1];
  const isSteady = axis.kind === 'number' && Math.abs(Math.abs(means[last] - means[first]) - most.by) < TIE;
  const way = means[last] > means[first] ? 'rises' : 'falls';
  const moved = isSteady
    ? `from ${valueName(axis.values[first])} to ${valueName(axis.values[last])} “${label}” ${way} by ${size(most.by)}`
    : `it moves “${label}” by ${size(most.by)}`;
  return `${capital(name(most))} ${agree(name(most), 'matters')} most: ${moved} percentage points${others.length > 0 ? `; ${list(others)}` : ''}`;
}
