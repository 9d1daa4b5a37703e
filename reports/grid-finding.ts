import type { Axis, CellResult, Results } from '../src/results/types.ts';
import { fixed } from '../src/words/figures.ts';
import { labelOf } from '../src/words/labels.ts';
import { agree } from '../src/words/names.ts';
import { bestFor } from './best-off.ts';
import { advantage, isContest, movingFigure, valueName } from './cells.ts';
import { evenFinding } from './number-finding.ts';
import { ownerOf, spread, TIE, worthTo } from './options-finding.ts';
import { capital, list, shownText, theSideThat } from './text.ts';

/** What several axes show together: where the fight is even, the best answer to each option, which axis matters most. */

export function gridFinding(results: Results): string {
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
  const matters = `${shownText(most.axis.label)} ${agree(most.axis.label, 'matters')} most`;
  return `${leads} in every case, by ${size(Math.min(...sizes))} to ${size(Math.max(...sizes))} percentage points; ${matters}`;
}

/** Options of both sides: the first one's best answer to each of the second's. */
function choicesFinding(results: Results, [own, other]: readonly [Axis, Axis]): string {
  const side = ownerOf(own, results);
  const worth = worthTo(results, side);
  const whose = { side: results.cells[0].sides[side], axis: own, isContest: true };
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
    const start = bestFor(whose, [valueName(always)], ` whatever the ${shownText(other.label)}`);
    return `${start}, ${gain} percentage points further ahead than ${shownText(valueName(next))}`;
  }
  const answers = own.values
    .map((x) => ({ x, against: other.values.filter((_, j) => best[j][0] === x) }))
    .filter((a) => a.against.length > 0);
  const clauses = answers.map(
    (a) => `${shownText(valueName(a.x))} against ${list(a.against.map((y) => shownText(valueName(y))))}`,
  );
  return bestFor(whose, [clauses.join('; ')]);
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
export function axesFinding(results: Results): string {
  const { label, of } = movingFigure(results);
  const effects = effectsOf(results, (cell) => of(cell).p);
  const size = (by: number): string => fixed(Math.abs(by * 100), 1);
  const [most, ...rest] = effects;
  const name = ({ axis }: (typeof effects)[number]): string => shownText(labelOf(axis.label));
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
