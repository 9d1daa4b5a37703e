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

/** Three words in an id make a part of a measure: `attacker.hits.round2`. */
const PART = /^[\w-]+\.[\w-]+\./;
/**
 * What follows from another: the fatigue score left from the hits, the charges that come to contact from the outcomes, and
 * how good the next commander of a fight is from whether the first was lost.
 */
const FOLLOWS = /\.(?:fs|phaseHits)$|^(?:attacker|defender)\.(?:control|inspiration)$|^contact$/;

/** Parts of a measure, and what follows from another, wait for --full. Told by ids: a unit's name may say anything. */
export const isMain = (m: Pick<MeasureResult, 'id'>): boolean => !PART.test(m.id) && !FOLLOWS.test(m.id);

/** What both sides bear together follows from what each does, which stands beside it. */
export const isSum = (m: Pick<MeasureResult, 'label'>): boolean => /\bboth sides together$/.test(m.label);
