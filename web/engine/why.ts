import { DEFAULT_SEED } from '../../src/experiments/options.ts';
import { type ExplainedRoll, explainRolls } from '../../src/explain/rolls.ts';
import { storyOf } from '../../src/explain/story.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import type { Story } from '../../src/sim/trace.ts';
import { load, withoutAxes } from './loading.ts';
import type { Scenario } from './protocol.ts';

/** Every roll with the rows behind it. */
export async function rolls(scenario: Scenario): Promise<readonly ExplainedRoll[]> {
  return explainRolls(prepareCell(await load(withoutAxes(scenario))).built.machine);
}

/** One encounter of the sampled run, die by die. */
export async function story(scenario: Scenario, encounter: number): Promise<Story & { readonly trials: number }> {
  const loaded = await load(withoutAxes(scenario));
  return storyOf(prepareCell(loaded).built.machine, { seed: loaded.options.seed ?? DEFAULT_SEED, encounter });
}
