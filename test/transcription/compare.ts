import { cell, type Rulebook, ruled } from '../../src/rules/book.ts';
import { type Evidence, evidence } from './evidence.ts';
import { othHalf, othHalfGrids } from './oth-half.ts';
import { oth2, oth2Grids } from './oth2.ts';
import { pikeShot, pikeShotGrids } from './pike-shot.ts';
import { othReadings, pikeShotReadings, type Reading, sywReadings } from './readings.ts';
import type { Grid, GridRow, SecondHand } from './second-hand.ts';
import { syw, sywGrids } from './syw.ts';

/** A printed figure that the book holds in another place than the row of its line, and the proof that it does. */
interface Elsewhere {
  readonly lines: readonly number[];
  readonly figure: number;
  readonly held: (book: Rulebook) => boolean;
}

/** A sheet as it was transcribed the second time, and how its book may differ from it in form. */
export interface Transcription {
  readonly lines: readonly SecondHand[];
  readonly grids: readonly Grid[];
  readonly readings: Readonly<Record<string, Reading>>;
  readonly elsewhere: readonly Elsewhere[];
  /** Figures of the book that the line only implies: the faces between two ends, a whole score before a cap. */
  readonly implied: Readonly<Record<number, readonly number[]>>;
  /** Modifier rows that stand at a line for want of a better one but are there by ruling: table/row. */
  readonly byRuling: readonly string[];
}

const modifier = (book: Rulebook, table: string, row: string, value: number): boolean => {
  const t = book.tables[table];
  return t?.kind === 'modifiers' && t.rows.some((r) => r.id === row && r.value === value);
};
const wonLast = (tables: readonly string[]) => (book: Rulebook) =>
  tables.every((t) => modifier(book, t, 'won-last', 2));
const faces = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** By the name of the sheet. */
export const transcriptions = {
  oth2: {
    lines: oth2,
    grids: oth2Grids,
    readings: othReadings,
    elsewhere: [
      { lines: [505], figure: 2, held: wonLast(['melee.infantry']) },
      { lines: [510], figure: 2, held: wonLast(['melee.cavalry']) },
      { lines: [515], figure: 2, held: wonLast(['melee.infantry', 'melee.cavalry']) },
      { lines: [527], figure: 2, held: wonLast(['melee.artillery']) },
      { lines: [534], figure: 2, held: wonLast(['melee.infantry', 'melee.cavalry', 'melee.artillery']) },
      { lines: [91], figure: 6, held: (b) => cell(b, 'morale.distances', 'support', 'inches') === 6 },
      { lines: [324], figure: 2, held: (b) => ruled(b, 'artilleryOverShortCap') === 2 },
      { lines: [522], figure: 3, held: (b) => ruled(b, 'maxRounds') === 3 },
    ],
    implied: { 111: faces(3, 8), 229: [100], 230: [100], 392: [100] },
    byRuling: ['fire.artillery.ruled/ragged-volley'],
  },
  'oth-half': {
    lines: othHalf,
    grids: othHalfGrids,
    readings: othReadings,
    elsewhere: [
      { lines: [301], figure: 2, held: wonLast(['melee.infantry']) },
      { lines: [306], figure: 2, held: wonLast(['melee.cavalry']) },
      { lines: [311, 317, 341], figure: 2, held: wonLast(['melee.infantry', 'melee.cavalry']) },
      { lines: [146], figure: 2, held: (b) => (b.rulings['artilleryOverShortCap']?.allowed.integer?.[1] ?? 0) >= 2 },
    ],
    implied: { 107: [100], 108: [100], 189: [100], 295: faces(1, 10) },
    byRuling: ['commander.combat/control-5', 'commander.combat/control-5-as-4'],
  },
  syw: {
    lines: syw,
    grids: sywGrids,
    readings: sywReadings,
    // A row from 5 runs to the 6 of the die.
    elsewhere: [{ lines: [114], figure: 6, held: (b) => cell(b, 'charge.raw', 'steady', 'from') === 5 }],
    implied: {},
    byRuling: ['fire.modifiers/hard-cover-small-arms'],
  },
  'pike-shot': {
    lines: pikeShot,
    grids: pikeShotGrids,
    readings: pikeShotReadings,
    elsewhere: [],
    // The full march rate; the order of the three grades.
    implied: { 7: [1], 9: [1], 92: [1, 2, 3] },
    byRuling: ['waver.modifiers/veteran-rallying', 'melee.strength/ferocity'],
  },
} as const satisfies Record<string, Transcription>;

const without = (list: readonly number[], taken: readonly number[]): number[] => {
  const left = [...list];
  for (const t of taken) {
    const i = left.indexOf(t);
    if (i >= 0) left.splice(i, 1);
  }
  return left;
};
/** A percentage may be held as a share, and one half as 50 per cent. */
const sameFigure = (a: number, b: number): boolean => a === b || (a === 50 && b === 0.5) || (a === 0.5 && b === 50);
const path = (e: Evidence): string => `${e.table.id}/${e.id}`;

const lineIndex = new WeakMap<readonly SecondHand[], Map<number, SecondHand>>();
function linesOf(lines: readonly SecondHand[]): Map<number, SecondHand> {
  const index = lineIndex.get(lines) ?? new Map(lines.map((m) => [m.line, m]));
  lineIndex.set(lines, index);
  return index;
}

function grouped<K, T>(list: readonly T[], key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of list) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

/** One printed line may stand in several rows of a table ("open order and skirmish"); equal rows count once. */
function givenBy(rows: readonly Evidence[]): number[] {
  const seen = new Set<string>();
  return rows.flatMap((e) => {
    const key = `${e.table.id} ${e.given.join()}`;
    if (e.table.kind === 'cells' && seen.has(key)) return [];
    seen.add(key);
    return e.given;
  });
}

/**
 * A book beside the second transcription of its sheet, whole or at one line. Every method lists what does not agree;
 * an empty list means that all does.
 */
export function comparison(book: Rulebook, sheet: keyof typeof transcriptions, line?: number) {
  const { lines, grids, readings, elsewhere, implied, byRuling }: Transcription = transcriptions[sheet];
  const concerns = (x: { readonly line: number }) => line === undefined || x.line === line;
  const rows = evidence(book, sheet).filter(concerns);
  const printed = rows.filter((e) => !byRuling.includes(path(e)));
  const byLine = grouped(printed, (e) => e.line);
  const byHeading = grouped(printed, (e) => e.table.source.line);
  const listed = linesOf(lines);
  const tablesOf = grouped(rows, (e) => `${e.line} ${e.table.id}`);
  const heldElsewhere = (line: number, figure: number): boolean =>
    elsewhere.some((x) => x.figure === figure && x.lines.includes(line) && x.held(book));

  function heading(m: SecondHand): string[] {
    const table = (byLine.get(m.line + 1) ?? byHeading.get(m.line))?.[0]?.table;
    if (!table) return [`no table begins at line ${m.line}`];
    // A lone figure is the size of the die, which is the procedure's.
    if (table.kind !== 'cells' || m.figures.length === 1) return [];
    return table.columns.join() === m.figures.join() ? [] : [`line ${m.line}: columns ${table.columns.join()}`];
  }

  return {
    /** Figures of a printed line that the book lacks. */
    line(m: SecondHand): string[] {
      if (m.note === 'heading') return heading(m);
      const here = byLine.get(m.line) ?? byHeading.get(m.line);
      if (!here) return [`no row has line ${m.line} as its source`];
      const spoken = here.flatMap((e) => [...e.spoken, ...e.given]);
      const missing = (f: number) => !spoken.some((s) => sameFigure(s, f)) && !heldElsewhere(m.line, f);
      const lost =
        m.note === 'prose'
          ? m.figures.filter(missing)
          : [
              ...without(without(m.figures, m.conditions), givenBy(here)).filter((f) => !heldElsewhere(m.line, f)),
              ...m.conditions.filter(missing),
            ];
      return lost.length > 0 ? [`line ${m.line} prints ${lost.join(' ')}; ${here.map(path).join(', ')} lacks it`] : [];
    },

    /** Modifiers the sheet does not print, in sign or number. */
    unprintedModifiers(): string[] {
      const mods = printed.filter((e) => e.table.kind === 'modifiers');
      return [...grouped(mods, (e) => e.line)].flatMap(([line, here]) => {
        const m = listed.get(line);
        if (!m) return [`line ${line} prints no modifier: ${here.map(path).join(', ')}`];
        const given = here.flatMap((e) => e.given);
        // Nought may stand for a dash, and for a value that varies and is added by a table of its own.
        const nought = m.note === 'dash' || m.note === 'varies';
        const over = without(given, without(m.figures, m.conditions)).filter((f) => f !== 0 || !nought);
        return over.length > 0 ? [`line ${line}, ${here.map(path).join(', ')}: ${over.join(' ')}`] : [];
      });
    },

    /** Figures of printed tables that their line does not carry. */
    unprintedCells(): string[] {
      return printed
        .filter((e) => e.table.kind === 'cells')
        .flatMap((e) => {
          const m = listed.get(e.line);
          const known = [...(m?.figures ?? []), ...(m?.spelled ?? []), ...(implied[e.line] ?? [])];
          // Nought says that nothing happens.
          const over = e.given.filter((f) => f !== 0 && !known.some((k) => sameFigure(k, f)));
          return over.length > 0 ? [`line ${e.line}, ${path(e)}: ${over.join(' ')}`] : [];
        });
    },

    /** Rows that are there by ruling and do not say so. */
    unmarkedRulings(): string[] {
      return byRuling.filter((id) => !/ruling|not printed/.test(rows.find((r) => path(r) === id)?.label ?? ''));
    },

    /** Cells of a grid row that differ, blanks among them. */
    gridRow(grid: Grid, r: GridRow): string[] {
      const reading = readings[grid.title];
      if (!reading) return [`no reading for ${grid.title}`];
      const twins = grid.rows.filter((x) => x.line === r.line);
      const found = reading.tables.flatMap((t) => tablesOf.get(`${r.line} ${t}`) ?? []);
      const held = reading.row ? found.filter((e) => e.id === reading.row) : found;
      if (held.length < twins.length) return [`${grid.title} has no row of line ${r.line}`];
      const mine = twins.length > 1 ? held.slice(twins.indexOf(r), twins.indexOf(r) + 1) : held;
      return mine.flatMap((e) => {
        const columns = e.table.kind === 'cells' ? e.table.columns : [];
        return Object.entries(reading.cells(r)).flatMap(([column, wanted]) => {
          const i = columns.indexOf(column);
          if (i < 0) return [];
          const [is, should] = [JSON.stringify(e.cells[i]), JSON.stringify(wanted)];
          return is === should ? [] : [`line ${r.line}, ${path(e)}.${column} is ${is}, not ${should}`];
        });
      });
    },

    /** Every figure that does not agree. */
    figures(): string[] {
      return [
        ...lines.filter(concerns).flatMap((m) => this.line(m)),
        ...this.unprintedModifiers(),
        ...this.unprintedCells(),
        ...grids.flatMap((g) => g.rows.filter(concerns).flatMap((r) => this.gridRow(g, r))),
      ];
    },
  };
}
