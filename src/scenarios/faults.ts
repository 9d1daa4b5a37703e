import { InputError, type Problem } from '../rules/problem.ts';
import { kindOf, type Override } from './override.ts';
import { type LoadedScenario, resolveCell } from './prepare.ts';

/** Tries the first cell, then every value of every axis beside the first values of the others. */
export function faultsOf(loaded: LoadedScenario, axisAt: (path: string) => Problem['at']): readonly Problem[] {
  const first = loaded.vary.map((a): Override => ({ path: a.path, value: a.values[0], at: axisAt(a.path) }));
  const ofFirst = faultsOfCell(loaded, first);
  const base = ofFirst.length > 0 ? [...ofFirst, ...faultsOfSituation(loaded, first)] : ofFirst;
  return [...base, ...faultsOfAxes(loaded, first, base.length)];
}

/** A slip is often wrong in every cell: this many problems are enough, of all axes and of one. */
const MOST_FAULTS = 200;
const MOST_OF_AXIS = 40;
/** Values that are tried before anything is run, over all axes. */
const TRIED_VALUES = 500;

function faultsOfAxes(loaded: LoadedScenario, first: readonly Override[], known: number): readonly Problem[] {
  const most = Math.max(2, Math.floor(TRIED_VALUES / Math.max(1, loaded.vary.length)));
  const found: Problem[] = [];
  loaded.vary.forEach((axis, i) => {
    const before = found.length;
    for (const value of sampled(axis.values.slice(1), most)) {
      if (known + found.length >= MOST_FAULTS || found.length - before >= MOST_OF_AXIS) return;
      found.push(
        ...faultsOfCell(
          loaded,
          first.map((o, k) => (k === i ? { ...o, value } : o)),
        ),
      );
    }
  });
  return found;
}

/**
 * What is wrong with the situation whatever is wrong with the edits of the book, so that both are told at once. Where a
 * variant adds rows, the situation may speak of them, and is looked at only once the variant is right.
 */
function faultsOfSituation(loaded: LoadedScenario, first: readonly Override[]): readonly Problem[] {
  if ([...loaded.variants, ...loaded.named.values()].some((v) => v.variant.add !== undefined)) return [];
  const isSituation = (o: Override) => kindOf(o.path) === 'situation';
  const bare = { ...loaded, variants: [], overrides: loaded.overrides.filter(isSituation) };
  return faultsOfCell(bare, first.filter(isSituation));
}

/** Of a very long axis both ends are tried; the rest is met when it is run. */
const sampled = <T>(values: readonly T[], most: number): readonly T[] =>
  values.length <= most ? values : [...values.slice(0, Math.floor(most / 2)), ...values.slice(-Math.floor(most / 2))];

function faultsOfCell(loaded: LoadedScenario, overrides: readonly Override[]): readonly Problem[] {
  try {
    resolveCell(loaded, overrides);
    return [];
  } catch (e) {
    if (e instanceof InputError) return e.problems;
    throw e;
  }
}
