import { runCells } from '../src/experiments/cells.ts';
import { scenarioFrom } from '../src/scenarios/load.ts';
import { builtInSuite } from '../src/scenarios/suite/built-in.ts';
import type { SuiteGroup } from '../src/scenarios/suite/suite.ts';

export interface CellsRow {
  readonly rules: string;
  /** Situations of the built-in suite, and those measured: evenly spread over every group. */
  readonly situations: number;
  readonly measured: number;
  /** Processor time of a cell within an experiment over the suite, and run by itself. */
  readonly suiteMs: number;
  readonly aloneMs: number;
}

const MEASURED = 240;

/** What a cell of a suite costs, against the same cells loaded and run one by one. */
export async function cells(rules = 'oth2'): Promise<CellsRow> {
  const suite = await builtInSuite(rules);
  const situations = suite.groups.reduce((n, g) => n + g.situations.length, 0);
  const picked = suite.groups.map((g) => spread(g, Math.ceil((MEASURED * g.situations.length) / situations)));
  const together = async (): Promise<void> => {
    for (const g of picked) await runCells(g.loaded, g.situations, { engine: 'exact', maxCells: 1e9 }, () => undefined);
  };
  const alone = async (): Promise<void> => {
    for (const { loaded, situations: own } of picked)
      for (const { overrides } of own) {
        const value = { rules, encounter: loaded.encounter, ...loaded.situation };
        const text = { file: 'alone', value, at: () => ({ file: 'alone' }) };
        const fresh = await scenarioFrom(text, { set: overrides }, () => Promise.reject(new Error('No files here.')));
        await runCells(fresh, [{ overrides: [] }], { engine: 'exact' }, () => undefined);
      }
  };
  const measured = picked.reduce((n, g) => n + g.situations.length, 0);
  // Code that has run once is compiled: both start warm.
  await together();
  const suiteMs = (await processorMsOf(together)) / measured;
  await alone();
  const aloneMs = (await processorMsOf(alone)) / measured;
  return { rules, situations, measured, suiteMs, aloneMs };
}

const spread = (group: SuiteGroup, most: number): SuiteGroup => ({
  ...group,
  situations: Array.from(
    { length: Math.min(most, group.situations.length) },
    (_, i) => group.situations[Math.floor((i * group.situations.length) / Math.min(most, group.situations.length))],
  ),
});

async function processorMsOf(work: () => Promise<void>): Promise<number> {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}
