import type { CellResult, Difference, Estimate, Results } from '../src/results/types.ts';
import { theLabel } from '../src/words/labels.ts';
import {
  cellNames,
  isContest,
  isGrid,
  movingFigure,
  outcomeOf,
  SELF_EVIDENT,
  shownOutcomes,
  success,
  together,
} from './cells.ts';
import { comparisonFinding } from './comparison.ts';
import { betterOf } from './fights.ts';
import { axesFinding, gridFinding } from './grid-finding.ts';
import { percent, percentPair } from './number.ts';
import { numberFinding } from './number-finding.ts';
import { isSlight, optionsFinding, outcomeMoved, overlap, slightly, spread, TIE } from './options-finding.ts';
import { capital, shownText } from './text.ts';

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

function sameEverywhere(results: Results): string | undefined {
  const outcomes = shownOutcomes(results);
  if (outcomes.some((o) => spread(results.cells.map((cell) => outcomeOf(cell, o.id).p)) >= TIE)) return undefined;
  const { label, of } = success(results);
  const what =
    results.axes?.length === 1
      ? `${capital(shownText(results.axes[0].label))} makes no difference`
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
  return `Only “${shownText(name)}” differs: ${label} ${its} of the time, not ${others}`;
}

/** Nobody chooses the cards either that his regiments are played by, nor how a rule is read. */
const EDITIONS: readonly string[] = [...SELF_EVIDENT, 'cards'];

const isEdition = (results: Results): boolean =>
  results.cells.every((cell) =>
    Object.keys(cell.labels).some((key) => EDITIONS.includes(key) || key.startsWith('rulings.')),
  );

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
  const finding = (moved.length > 0 ? comparisonFinding(results, moved) : undefined) ?? outcomeMoved(results);
  return moved.length > 0 && moved.every((d) => isSlight([d.base, d.value]))
    ? slightly(finding, shownText(theLabel(moved[0].variant)))
    : finding;
}
