import type { Luck, Results } from '../../src/results/types.ts';
import { counted } from '../../src/words/names.ts';
import { sensitivity } from '../answers.ts';
import { game, notChosen } from '../game.ts';
import { decimal, percent } from '../number.ts';
import { left, right, type Section, type Table } from '../table.ts';
import { capital, plain } from '../text.ts';
import { tuning } from '../tuning.ts';
import { MORE, MOST_ROWS, shortened } from './short.ts';

/** Answers of matrix, sensitivity, tune and run --observed, cut to one screen. */

/** Readings of a game, without what the headline has said. */
export function gameOnScreen(results: Results): Section {
  const { table, advice, dominated } = game(results);
  // The headline has said what is best for the first side, unless it is a mix.
  const mixes = results.game!.onePlayer === true ? advice : advice.filter((line, i) => i > 0 || /^Best mix/.test(line));
  const few = dominated.slice(0, MOST_DOMINATED);
  const rest = dominated.length - few.length;
  const more = rest > 0 ? [`… and ${counted(rest, 'more option', 'more options')} like that: ${MORE}.`] : [];
  return { table, lines: [...mixes, ...few, ...more, ...notChosen(results)] };
}
const MOST_DOMINATED = 3;

/** Where it is printed and why each cap absorbs it are for --full. */
export function sensitivityOnScreen(results: Results): Section {
  const section = sensitivity(results);
  const { rows, unmoved, pairs = [] } = results.sensitivity!;
  const hiding = section.lines.filter((line) => / makes no difference as long as /.test(line)).slice(0, 1);
  const capped = rows.filter((r) => r.note !== undefined).length;
  const hidden = pairs.length - hiding.length;
  const more = [
    ...(hidden > 0 ? [counted(hidden, 'more pair hides each other', 'more pairs hide each other')] : []),
    ...(capped > 0 ? [`a cap absorbs part of the change of ${counted(capped, 'row')}`] : []),
    ...(unmoved.length > 0 ? [counted(unmoved.length, 'more row changes nothing', 'more rows change nothing')] : []),
  ];
  const lines = [...hiding, ...(more.length > 0 ? [`${capital(more.join('; '))}: ${MORE}.`] : [])];
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
  if (section.table === undefined) return { ...section, lines };
  const best = t.tried.findIndex((one) => one.values.every((v, i) => v === t.best[i]?.to));
  // Where there is no room for all, what the headline speaks of stays.
  const rows = section.table.rows.map((row, i) => ({ ...row, rank: Math.abs(i - best) }));
  const from = Math.min(Math.max(0, best - Math.floor(MOST_TRIED / 2)), Math.max(0, rows.length - MOST_TRIED));
  const table = { ...section.table, rows: rows.slice(from, from + MOST_TRIED) };
  return { ...section, table, lines, hidden: rows.length - table.rows.length };
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
