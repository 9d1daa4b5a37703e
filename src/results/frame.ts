import type { LoadedScenario, PreparedCell } from '../scenarios/prepare.ts';
import { RESULTS_SCHEMA, type Results } from './types.ts';
import { VERSION } from './version.ts';

type Frame = Pick<Results, 'schema' | 'kind' | 'version' | 'command' | 'seed' | 'title' | 'scenario'>;

/** What every result says about itself: where it came from and the line that gives it again. */
export function resultsFrame(
  kind: Results['kind'],
  loaded: LoadedScenario,
  base: PreparedCell,
  seed: number,
  command?: string,
): Frame {
  return {
    schema: RESULTS_SCHEMA,
    kind,
    version: VERSION,
    command: command ?? `grognard ${kind} ${loaded.source} --seed ${seed}`,
    seed,
    title: loaded.title,
    scenario: {
      source: loaded.source,
      encounter: loaded.encounter,
      rules: loaded.rules,
      situation: base.situation,
      variants: loaded.variants.map((v) => v.variant),
    },
  };
}
