import type { Section, TableRow } from '../table.ts';
import { MORE } from './short.ts';

/** A table that must give way keeps at least these rows. */
const LEAST_ROWS = 2;

/** Sections whose tables are cut, row by row, until all take no more lines than there is room for. */
export function fitted(
  sections: readonly Section[],
  room: number,
  linesOf: (s: Section) => number,
): readonly Section[] {
  const linesOfAll = (all: readonly Section[]): number => all.reduce((sum, s) => sum + linesOf(s), 0);
  const most = Math.max(0, ...sections.map((s) => s.table?.rows.length ?? 0));
  for (let cut = 0; cut <= most; cut += 1) {
    const shown = sections.map((s) => shorter(s, cut));
    if (linesOfAll(shown) <= room) return shown;
  }
  // A file gives way before what is left of the tables.
  if (sections.some((s) => s.file !== undefined)) return fitted(sections.map(withoutFile), room, linesOf);
  const last = sections.findLastIndex((s) => s.spare === true);
  if (last >= 0) return fitted(sections.toSpliced(last, 1), room, linesOf);
  return sections.map((s) => shorter(s, most));
}

/** The line that announces the file says where it is to be found. */
function withoutFile({ file, ...section }: Section): Section {
  if (file === undefined) return section;
  return { ...section, lines: section.lines.map((line) => line.replace(/:$/, `: ${MORE}.`)) };
}

/** A table without its last `cut` rows by rank, and how many those are. */
function shorter(section: Section, cut: number): Section {
  const { table, lines, hidden = 0 } = section;
  if (table === undefined) return section;
  const rank = (row: TableRow): number => row.rank ?? table.rows.indexOf(row);
  const byRank = [...table.rows].sort((x, y) => rank(x) - rank(y));
  const kept = byRank.slice(0, Math.max(LEAST_ROWS, byRank.length - cut));
  const rest = table.rows.length - kept.length + hidden;
  if (rest === 0) return section;
  return {
    ...section,
    table: { ...table, rows: table.rows.filter((row) => kept.includes(row)) },
    lines: [`… and ${rest} more: ${MORE}.`, ...lines],
  };
}
