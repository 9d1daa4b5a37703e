import { charts } from '../../reports/choose.ts';
import type { Section } from '../../reports/table.ts';
import { loadAdvances } from '../stand-ins/font.ts';
import { quiet, resultsOf } from './experiments.ts';
import type { ChartEntry, Play } from './protocol.ts';

/** What the charts of a play show, as tables; the pictures are drawn one by one. */
export async function chartsOf(play: Play): Promise<readonly ChartEntry[]> {
  await loadAdvances();
  return charts(await resultsOf(play, quiet)).map(({ name, spec }) => {
    const { columns, title } = spec.usermeta.grognard;
    return {
      name,
      title,
      columns: columns.map((c) => c.title),
      rows: spec.data.values.map((row) => columns.map((c) => shown(row[c.field]))),
    };
  });
}

const shown = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** All figures, as the command line prints them with --full. */
export async function tablesOf(play: Play): Promise<readonly Section[]> {
  const { sections } = await import('../../reports/tables.ts');
  return sections(await resultsOf(play, quiet));
}
