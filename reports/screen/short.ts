import type { MeasureResult } from '../../src/results/types.ts';
import type { Section } from '../table.ts';

/** Rows of a table that is not one line per case. */
export const MOST_ROWS = 10;
export const MORE = 'see --full';

/** The first rows, and how many there are besides. */
export function shortened(section: Section, noun: string, most = MOST_ROWS): Section {
  const { table } = section;
  if (table === undefined || table.rows.length <= most) return section;
  const rest = table.rows.length - most;
  return {
    ...section,
    table: { ...table, rows: table.rows.slice(0, most) },
    lines: [`… and ${rest} more ${noun}: ${MORE}.`, ...section.lines],
  };
}

/** " ±0.6" with the decimals of the figure before it, or nothing of an exact figure. */
export function plusMinus(half: number, decimals = 1): string {
  if (half === 0) return '';
  const rounded = (half * 100).toFixed(decimals);
  return ` ±${Number(rounded) === 0 ? `<${10 ** -decimals}` : rounded}`;
}

/** Parts of a measure ("hits, round 2") and what follows from another ("fatigue score left") wait for --full. */
export const isMain = (m: Pick<MeasureResult, 'label'>): boolean => !/,|\bleft\b|come to contact/.test(m.label);

/** What both sides bear together follows from what each does, which stands beside it. */
export const isSum = (m: Pick<MeasureResult, 'label'>): boolean => /\bboth sides together$/.test(m.label);
