import { exampleNames } from '../../src/scenarios/examples.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { cellsOf } from '../../src/scenarios/load.ts';
import { type LoadedScenario, type Override, prepareCell } from '../../src/scenarios/prepare.ts';
import type { Automaton } from '../../src/sim/automaton.ts';
import { compile } from '../../src/sim/compile.ts';
import { StateBudgetError } from '../../src/sim/error.ts';

/** The first cell of a built-in scenario. */
export interface FirstCell {
  readonly name: string;
  readonly loaded: LoadedScenario;
  readonly overrides: readonly Override[];
}

let found: Promise<FirstCell[]> | undefined;

/** The first cell of every built-in scenario. */
export function firstCells(): Promise<FirstCell[]> {
  found ??= Promise.all(
    exampleNames().map(async (name) => {
      const loaded = await loadScenario(name);
      return { name, loaded, overrides: cellsOf(loaded)[0] };
    }),
  );
  return found;
}

/** The automaton of a cell, or null where it is larger than the budget. */
export function automatonOf({ loaded, overrides }: FirstCell, stateBudget: number): Automaton | null {
  try {
    return compile(prepareCell(loaded, overrides).built.machine, { stateBudget });
  } catch (e) {
    if (e instanceof StateBudgetError) return null;
    throw e;
  }
}

/** A table row of Markdown; bars inside would end a cell. */
export const row = (...cells: readonly string[]): string =>
  `| ${cells.map((c) => c.replaceAll('|', '\\|')).join(' | ')} |`;
export const head = (...cells: readonly string[]): string[] => [row(...cells), row(...cells.map(() => '---'))];
export const GENERATED_BY = '<!-- Written by `npm run docs`; edits here are lost. -->';
