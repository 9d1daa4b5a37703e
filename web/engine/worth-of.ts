import { evaluate } from '../../src/engine/evaluate.ts';
import { defaultObjective, type Objective, objective as objectiveOf } from '../../src/experiments/objective.ts';
import { objectiveValue } from '../../src/experiments/objective-value.ts';
import { InputError } from '../../src/rules/problem.ts';
import { type LoadedScenario, prepareCell } from '../../src/scenarios/prepare.ts';
import { SimError } from '../../src/sim/error.ts';
import { breathe } from '../../src/sim/giving-way.ts';
import type { Tally } from '../../src/sim/tally.ts';
import { alternatives, type Field, type Scalar, valueAt } from '../form/fields.ts';
import type { Listener } from './answers.ts';
import { formOf } from './form-of.ts';
import { load, withoutAxes } from './loading.ts';
import type { Alternative, Scenario, Worth } from './protocol.ts';

/** Encounters with more states than this take too long to be worked out some hundred times. */
const MOST_STATES = 60_000;
const TELL_EVERY_MS = 250;

/**
 * What every other value of every field would do to the odds, worked out exactly, one after the other, and told as it
 * goes. Fields that are set come first: they are the ones looked at.
 */
export async function worthOf(
  { scenario, objective }: { readonly scenario: Scenario; readonly objective?: string },
  listener: Listener,
): Promise<Worth> {
  const loaded = await load(withoutAxes(scenario));
  const base = await tallyOf(loaded, []);
  if (typeof base === 'string') return { ...NOTHING, reason: base };
  const { sides } = prepareCell(loaded);
  const wanted = objective ?? defaultObjective([base], sides);
  const read = (tally: Tally): { readonly of: Objective; readonly value: number } => {
    const of = objectiveOf(wanted, tally, sides);
    return { of, value: objectiveValue(of, tally).value };
  };
  const { of, value } = read(base);
  const fields: Record<string, Alternative[]> = {};
  const worth = (done: boolean): Worth => ({
    objective: wanted,
    label: of.label,
    isShare: of.kind !== 'mean',
    base: value,
    fields,
    done,
  });
  let toldMs = performance.now();
  const { groups } = await formOf(scenario);
  const all = groups.flatMap((g) => g.fields);
  const isSet = (f: Field) => valueAt(scenario, f.path) !== undefined;
  for (const field of [...all.filter(isSet), ...all.filter((f) => !isSet(f))]) {
    const found: Alternative[] = [];
    for (const other of alternatives(field, valueAt(scenario, field.path))) {
      found.push(await alternativeOf(loaded, field.path, other, (tally) => read(tally).value - value));
      await breathe();
      listener.signal.throwIfAborted();
    }
    if (found.length > 0) fields[field.path] = found;
    if (performance.now() - toldMs < TELL_EVERY_MS) continue;
    listener.soFar(worth(false));
    toldMs = performance.now();
  }
  return worth(true);
}

const NOTHING: Worth = { objective: '', label: '', isShare: true, base: 0, fields: {}, done: true };

async function alternativeOf(
  loaded: LoadedScenario,
  path: string,
  value: Scalar,
  change: (tally: Tally) => number,
): Promise<Alternative> {
  try {
    const tally = await tallyOf(loaded, [{ path, value }]);
    return typeof tally === 'string' ? { value } : { value, change: change(tally) };
  } catch (error) {
    if (error instanceof InputError) return { value, refused: error.problems[0].message };
    // Another measure, another shape: it cannot be set beside the base.
    if (error instanceof SimError) return { value };
    throw error;
  }
}

/** The exact tally; a sentence where the encounter is too large for that. */
async function tallyOf(
  loaded: LoadedScenario,
  overrides: readonly { path: string; value: Scalar }[],
): Promise<Tally | string> {
  const { built, recipe } = prepareCell(loaded, overrides);
  if ((built.machine.records ?? []).length > 1) return TOO_LARGE;
  try {
    const options = { engine: 'auto', seed: 1, trials: 1, stateBudget: MOST_STATES } as const;
    const { tally } = await evaluate({ machine: built.machine, recipe }, options);
    return tally.trials === null ? tally : TOO_LARGE;
  } catch (error) {
    if (error instanceof SimError) return TOO_LARGE;
    throw error;
  }
}

const TOO_LARGE = 'This encounter is too large to try every choice in the background.';
