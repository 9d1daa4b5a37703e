import { evaluate } from '../../src/engine/evaluate.ts';
import { defaultObjective, objective as objectiveOf } from '../../src/experiments/objective.ts';
import { objectiveValue } from '../../src/experiments/objective-value.ts';
import { type LoadedScenario, prepareCell } from '../../src/scenarios/prepare.ts';
import { SimError } from '../../src/sim/error.ts';
import type { Tally } from '../../src/sim/tally.ts';
import type { Scalar } from '../form/fields.ts';
import type { Trier } from './worth-of.ts';

/** Encounters with more states than this take too long to be worked out some hundred times. */
const MOST_STATES = 60_000;

/** Tries values exactly; null where the encounter is too large for that. */
export async function exactTrier(loaded: LoadedScenario, objective: string | undefined): Promise<Trier | null> {
  const base = await tallyOf(loaded, []);
  if (!base) return null;
  const { sides } = prepareCell(loaded);
  const wanted = objective ?? defaultObjective([base], sides);
  const valueIn = (tally: Tally): number => objectiveValue(objectiveOf(wanted, tally, sides), tally).value;
  const { label, kind } = objectiveOf(wanted, base, sides);
  const value = valueIn(base);
  return {
    about: { objective: wanted, label, isShare: kind !== 'mean', base: value },
    change: async (path, other) => {
      const tally = await tallyOf(loaded, [{ path, value: other }]);
      return tally ? { change: valueIn(tally) - value } : {};
    },
  };
}

async function tallyOf(
  loaded: LoadedScenario,
  overrides: readonly { readonly path: string; readonly value: Scalar }[],
): Promise<Tally | null> {
  const { built, recipe } = prepareCell(loaded, overrides);
  if ((built.machine.records ?? []).length > 1) return null;
  try {
    const options = { engine: 'auto', seed: 1, trials: 1, stateBudget: MOST_STATES } as const;
    const { tally } = await evaluate({ machine: built.machine, recipe }, options);
    return tally.trials === null ? tally : null;
  } catch (error) {
    if (error instanceof SimError) return null;
    throw error;
  }
}
