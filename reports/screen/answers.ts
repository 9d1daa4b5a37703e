import type { Luck, Results } from '../../src/results/types.ts';
import { counted } from '../../src/words/names.ts';
import { game, sensitivity } from '../answers.ts';
import { decimal, percent } from '../number.ts';
import { left, right, type Section, type Table } from '../table.ts';
import { plain } from '../text.ts';
import { tuning } from '../tuning.ts';
import { MORE, MOST_ROWS, shortened } from './short.ts';

/** Answers of matrix, sensitivity, tune and run --observed, cut to one screen. */

/** Readings of a game, without what the headline has said. */
export function gameOnScreen(results: Results): Section {
  const section = game(results);
  const dominated = section.lines.slice(3);
  // The headline has said what is best for the first side, unless it is a mix or one of several.
  const mixes = section.lines.slice(/^Best for [^.]*\.$/.test(section.lines[0]) ? 1 : 0, 2);
  const few = dominated.slice(0, MOST_DOMINATED);
  const rest = dominated.length - few.length;
  return {
    ...section,
    lines: [
      ...mixes,
      ...few,
      ...(rest > 0 ? [`… and ${counted(rest, 'more option', 'more options')} like that: ${MORE}.`] : []),
    ],
  };
}
const MOST_DOMINATED = 3;

/** Where it is printed and why each cap absorbs it are for --full. */
export function sensitivityOnScreen(results: Results): Section {
  const section = sensitivity(results);
  const { rows, unmoved, pairs = [] } = results.sensitivity!;
  const hiding = section.lines.filter((line) => / makes no difference as long as /.test(line)).slice(0, 2);
  const capped = rows.filter((r) => r.note !== undefined).length;
  const lines = [
    ...hiding,
    ...(pairs.length > hiding.length
      ? [
          `${counted(pairs.length - hiding.length, 'more pair hides each other', 'more pairs hide each other')}: ${MORE}.`,
        ]
      : []),
    ...(capped === 0 ? [] : [`A cap absorbs part of the change of ${capped} of these rows: ${MORE}.`]),
    ...(unmoved.length === 0
      ? []
      : [`${unmoved.length} more ${unmoved.length === 1 ? 'row changes' : 'rows change'} nothing here: ${MORE}.`]),
  ];
  const table: Table | undefined = section.table && {
    ...section.table,
    columns: section.table.columns.slice(0, -1),
    rows: section.table.rows.map((row) => ({ ...row, cells: row.cells.slice(0, -1) })),
  };
  return shortened({ ...section, ...(table ? { table } : {}), lines }, 'rows that move it less');
}

/** Values around the best one; of caps, only what nothing beyond a value does, for that is why a target is missed. */
export function tuningOnScreen(results: Results): Section {
  const section = tuning(results);
  const t = results.tuning!;
  const caps = t.caps.map(plain);
  const lines = section.lines.flatMap((line) => {
    if (!caps.includes(line)) return [line];
    const [beyond] = /^.* changes nothing beyond [^:]*/.exec(line) ?? [];
    return beyond === undefined || t.reached ? [] : [`${beyond}: the end of a table absorbs it.`];
  });
  const { table } = section;
  if (table === undefined || table.rows.length <= MOST_TRIED) return { ...section, lines };
  const best = t.tried.findIndex((one) => one.values.every((v, i) => v === t.best[i]?.to));
  const from = Math.min(Math.max(0, best - Math.floor(MOST_TRIED / 2)), table.rows.length - MOST_TRIED);
  return {
    ...section,
    table: { ...table, rows: table.rows.slice(from, from + MOST_TRIED) },
    lines: [`${table.rows.length} values were tried: ${MORE}.`, ...lines],
  };
}
const MOST_TRIED = 5;

/** How often each value of the measure comes up, and which one it was. */
export function chances(luck: Luck): Section {
  const all = luck.distribution ?? [];
  const at = Math.max(
    0,
    all.findIndex((d) => d.value === luck.observed),
  );
  const from = Math.max(0, Math.min(at - Math.floor(MOST_ROWS / 2), all.length - MOST_ROWS));
  return {
    table: {
      title: plain(luck.label),
      columns: [right('value'), right('share'), left('')],
      rows: all.slice(from, from + MOST_ROWS).map((d) => ({
        cells: [decimal(d.value), percent(d.p), d.value === luck.observed ? 'yours' : ''],
        bar: d.p,
      })),
    },
    lines: [],
  };
}
