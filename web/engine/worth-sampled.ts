import { evaluate } from '../../src/engine/evaluate.ts';
import { evaluatePaired } from '../../src/engine/paired.ts';
import { defaultObjective, objective as objectiveOf } from '../../src/experiments/objective.ts';
import { objectiveValue, pairedDifference } from '../../src/experiments/objective-value.ts';
import { DEFAULT_SEED } from '../../src/experiments/options.ts';
import { type LoadedScenario, type PreparedCell, prepareCell } from '../../src/scenarios/prepare.ts';
import type { Trier } from './worth-of.ts';

/** Pairs of plays behind an estimate: about half a second for three battalions a side, and three points either way. */
const PLAYS = 500;

/** Tries values by playing the fight with and without them under the same dice, as `compare` does, only for less long. */
export async function sampledTrier(loaded: LoadedScenario, objective: string | undefined): Promise<Trier> {
  const base = prepareCell(loaded);
  // It is known to be too large to be worked out: that is not tried again.
  const engine = {
    engine: 'sample',
    seed: loaded.options.seed ?? DEFAULT_SEED,
    trials: PLAYS,
    stateBudget: 1,
  } as const;
  const { tally } = await evaluate(source(base), engine);
  const wanted = objective ?? defaultObjective([tally], base.sides);
  const of = objectiveOf(wanted, tally, base.sides);
  return {
    about: {
      objective: wanted,
      label: of.label,
      isShare: of.kind !== 'mean',
      base: objectiveValue(of, tally).value,
      plays: PLAYS,
    },
    change: async (path, value) => {
      const other = prepareCell(loaded, [{ path, value }]);
      const compared = (shape: Parameters<typeof objectiveOf>[1]) => objectiveOf(wanted, shape, base.sides);
      const pair = await evaluatePaired(source(base), source(other), { ...engine, compared });
      const { difference, low, high } = pairedDifference(compared(pair.a.tally), compared(pair.b.tally), pair);
      return { change: difference, low, high };
    },
  };
}

const source = ({ built, recipe }: PreparedCell) => ({ machine: built.machine, recipe });
