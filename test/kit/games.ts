import { join, resolve } from 'node:path';
import { loadScenario } from '../../src/scenarios/files.ts';
import { type PreparedCell, prepareCell } from '../../src/scenarios/prepare.ts';
import { compile } from '../../src/sim/compile.ts';
import { exact } from '../../src/sim/exact.ts';
import type { Tally } from '../../src/sim/tally.ts';

const folder = resolve(import.meta.dirname, '../../src/scenarios/examples/games');
export const rulesFile = (game: string): string => join(folder, `${game}.rules.yaml`);

/** A situation of one of the example games. */
export async function situationOf(game: string, scenario: Readonly<Record<string, unknown>>): Promise<PreparedCell> {
  return prepareCell(await loadScenario({ ...scenario, rules: rulesFile(game) }));
}

export async function exactly(game: string, scenario: Readonly<Record<string, unknown>>): Promise<Tally> {
  return exact(compile((await situationOf(game, scenario)).built.machine));
}

/** Shares of the outcomes by id. */
export const sharesOf = (tally: Tally): Record<string, number> =>
  Object.fromEntries(
    tally.outcomes.map((o, i) => [
      o.id,
      tally.ends.filter((e) => e.outcome === i).reduce((sum, e) => sum + e.weight, 0),
    ]),
  );

export function meanOf(tally: Tally, measure: string): number {
  const at = tally.measures.findIndex((m) => m.id === measure);
  return tally.ends.reduce((sum, e) => sum + e.weight * e.values[at], 0);
}
