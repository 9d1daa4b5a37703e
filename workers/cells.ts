import { bringFamily, loadBooks } from '../src/rules/registry.ts';
import { type LoadedScenario, prepareCell } from '../src/scenarios/prepare.ts';
import { compile } from '../src/sim/compile.ts';
import { StateBudgetError } from '../src/sim/error.ts';
import { exact } from '../src/sim/exact.ts';
import type { CellAnswer, CellsAnswer, CellsTask } from './task.ts';

let known: { id: number; scenario: LoadedScenario } | null = null;

/** Works cells of a scenario out exactly; null for a cell that is too large to be compiled whole. */
export async function exactCells(task: CellsTask): Promise<CellsAnswer> {
  // The scenario is kept from task to task, and with it the books that its cells share.
  if (known?.id !== task.id) known = { id: task.id, scenario: task.scenario };
  const { scenario } = known;
  const books = [...scenario.overrides, ...task.cells.flat()].filter((o) => o.path === 'rules');
  const named = [scenario.rules, ...books.map((o) => String(o.value))];
  await loadBooks(named.filter((name) => !scenario.books.has(name)));
  for (const book of scenario.books.values()) await bringFamily(book);
  return { cells: task.cells.map((overrides) => exactCell(scenario, overrides, task.stateBudget)) };
}

function exactCell(
  scenario: LoadedScenario,
  overrides: CellsTask['cells'][number],
  stateBudget: number | undefined,
): CellAnswer | null {
  const startMs = performance.now();
  const { built } = prepareCell(scenario, overrides);
  try {
    const automaton = compile(built.machine, { stateBudget });
    const tally = exact(automaton);
    const { states } = automaton;
    const evaluation = { tally, method: 'compiled whole', states, elapsedMs: performance.now() - startMs };
    return { evaluation, notes: built.notes, sides: built.sides };
  } catch (error) {
    if (error instanceof StateBudgetError) return null;
    throw error;
  }
}
