import { styleText } from 'node:util';
import type { Results } from '../src/results/types.ts';
import { briefNote, engineLine, noteLine, notes, rulebookLine } from './caption.ts';
import { aligned, wrapColumns, wrapWords } from './columns.ts';
import { headline } from './headline.ts';
import { impactScreen } from './impact/screen.ts';
import { labelled } from './labelled.ts';
import { fitted } from './screen/fit.ts';
import { screenSections } from './screen.ts';
import { fileLines, type Section, type Table, type TableRow } from './table.ts';
import { sections } from './tables.ts';
import { plain } from './text.ts';

export interface TerminalOptions {
  /** Columns of the screen; 80 unless told. */
  readonly columns?: number;
  readonly colour?: boolean;
  /** Every table and note, however long. */
  readonly full?: boolean;
}

/** How a stream wants its text: colours only on a terminal and never under NO_COLOR. */
export function terminalOptions(stream: { readonly isTTY?: boolean; readonly columns?: number }): TerminalOptions {
  const { NO_COLOR: noColour, FORCE_COLOR: force } = process.env;
  const asked = force !== undefined && force !== '0' && force !== 'false';
  const colour = (noColour === undefined || noColour === '') && (stream.isTTY === true || asked);
  return { columns: stream.columns || 80, colour };
}

type Style = Parameters<typeof styleText>[0];

/** Lines of a screen; a sweep or a matrix may have one more for each of its cases. */
export const SCREEN_LINES = 25;
const SCREEN_COLUMNS = 80;

/** The result as aligned tables with small bars: one screen of what matters, or everything. */
export function terminal(raw: Results, options: TerminalOptions = {}): string {
  const results = labelled(raw);
  const columns = Math.max(40, options.columns ?? 80);
  const paint = (style: Style, text: string): string =>
    options.colour === true ? styleText(style, text, { validateStream: false }) : text;
  const prose = (text: string, style?: Style): string[] =>
    wrapColumns(text, columns).map((line) => (style === undefined ? line : paint(style, line)));
  if (results.impact !== undefined && options.full !== true) {
    const [first, ...rest] = impactScreen(results, columns, (t) => table(t, columns, paint));
    return `${ascii([paint('bold', first), ...rest].join('\n'))}\n`;
  }
  const block = (s: Section): string[] => [
    ...(s.table === undefined ? [] : table(s.table, columns, paint)),
    ...s.lines.flatMap((line) => prose(line)),
    ...fileLines(s.file).map((line) => `  ${line}`),
  ];
  const full = options.full === true;
  const head = [...prose(headline(results), 'bold'), ...prose(plain(results.title), 'dim')];
  const source = prose(`${rulebookLine(results)} ${engineLine(results)}`, 'dim');
  // Whoever copies the line must find its words whole.
  const reproduce = wrapWords(`Reproduce: ${plain(results.command)}`, columns).map((line) => paint('dim', line));
  const found = full ? sections(results, { full }) : screenSections(results);
  const noted = [
    ...notes(results).map((note) => ({ ...note, lines: prose(noteLine(note), note.loud ? 'yellow' : 'dim') })),
    ...found.flatMap((s) => s.readings ?? []).map((text) => ({ loud: false, kept: false, lines: prose(text, 'dim') })),
  ];
  const listed = results.kind === 'sweep' || results.kind === 'matrix' || results.kind === 'run';
  const lines = SCREEN_LINES + (listed && results.cells.length > 1 ? results.cells.length : 0);
  const heightOf = (s: Section): number => (block(s).length === 0 ? 0 : block(s).length + 1);
  const heightOfAll = (all: readonly Section[]): number => all.reduce((sum, s) => sum + heightOf(s), 0);
  // Warnings are shown whatever room there is: in brief where a table would have to give way to them.
  const room = lines - [head, source, reproduce].reduce((sum, own) => sum + own.length, 1);
  const kept = noted.filter((n) => n.kept);
  const rest = kept.length < noted.length ? 1 : 0;
  const whole = kept.reduce((sum, n) => sum + n.lines.length, rest);
  // A narrow window scrolls anyway: its lines are no measure of what matters.
  const isWhole = full || columns < SCREEN_COLUMNS;
  const isTight = !isWhole && heightOfAll(found) + whole > room;
  const warned = isTight ? noted.map((n) => inBrief(n, (text) => prose(text, 'yellow'))) : noted;
  const warnings = warned.reduce((sum, n) => sum + (n.kept ? n.lines.length : 0), rest);
  const parts = fitted(found, isWhole ? Number.POSITIVE_INFINITY : room - warnings, heightOf);
  const answers = parts.map(block).filter((own) => own.length > 0);
  const shown = full
    ? noted.flatMap((n) => n.lines)
    : fitting(warned, room - heightOfAll(parts), (n) => prose(unshown(n), 'dim'));
  const blocks = [head, ...answers, [...source, ...shown, ...reproduce]];
  return `${ascii(blocks.map((lines) => lines.join('\n')).join('\n\n'))}\n`;
}

/** A note in lines; some stand there whatever room there is. */
interface Noted {
  readonly kept: boolean;
  readonly lines: readonly string[];
}

/** A warning in as few words as a picture has for it. */
function inBrief(
  note: Noted & { readonly loud: boolean; readonly kind?: string },
  prose: (text: string) => string[],
): Noted {
  const brief = note.loud ? briefNote(note.kind ?? '') : undefined;
  return brief === undefined ? note : { kept: true, lines: prose(`${brief} More: see --full.`) };
}

const unshown = (n: number): string => `${n} more ${n === 1 ? 'note' : 'notes'}: see --full.`;

/** Warnings always; other notes while there is room for them and for the line that counts the rest. */
function fitting(all: readonly Noted[], room: number, rest: (n: number) => string[]): string[] {
  const quiet = all.filter((n) => !n.kept);
  const kept = all.filter((n) => n.kept).flatMap((n) => n.lines);
  let left = room - kept.length;
  let taken = 0;
  while (taken < quiet.length) {
    const after = taken + 1 < quiet.length ? 1 : 0;
    if (quiet[taken].lines.length + after > left) break;
    left -= quiet[taken].lines.length;
    taken += 1;
  }
  const lines = [...kept, ...quiet.slice(0, taken).flatMap((n) => n.lines)];
  return taken < quiet.length ? [...lines, ...rest(quiet.length - taken)] : lines;
}

/** A terminal's font may lack the narrow space, which has kept figures whole until here. */
const ascii = (text: string): string => text.replace(/[\u202f\u00a0]/g, ' ').replace(/[\u2066-\u2069]/g, '');

const TONE: Readonly<Record<NonNullable<TableRow['winner']>, Style>> = { a: 'blue', b: 'yellow', none: 'gray' };
const MOST_BAR_COLUMNS = 24;
const LEAST_BAR_COLUMNS = 6;

function table(t: Table, columns: number, paint: (style: Style, text: string) => string): string[] {
  const rows = t.rows.map((row) => row.cells);
  const most = Math.max(0, ...t.rows.map((row) => Math.abs(row.bar ?? 0)));
  const signed = t.rows.some((row) => (row.bar ?? 0) < 0);
  // A narrow screen is for the words and the figures first.
  const bars = Math.min(MOST_BAR_COLUMNS, Math.max(LEAST_BAR_COLUMNS, Math.floor(columns / 3) - 2));
  const room = most > 0 ? bars + 2 : 0;
  const { header, body } = aligned(t.columns, rows, columns - room);
  const lines = [
    ...wrapColumns(t.title, columns).map((line) => paint('bold', line)),
    ...header.map((line) => paint('dim', line.trimEnd())),
  ];
  body.forEach(({ row, lines: own }) => {
    own.forEach((line, i) => {
      const { bar, winner } = t.rows[row];
      const drawn =
        i === 0 && bar !== undefined && most > 0
          ? paint(TONE[winner ?? 'a'], (signed ? signedBar : barOf)(bar / most, bars))
          : '';
      lines.push(drawn === '' ? line.trimEnd() : `${line}  ${drawn}`);
    });
  });
  return lines;
}

/** About a middle line: less than nothing to its left. */
function signedBar(part: number, columns: number): string {
  const half = Math.floor((columns - 1) / 2);
  const long = Math.round(Math.abs(part) * half);
  return part < 0 ? `${' '.repeat(half - long)}${'█'.repeat(long)}│` : `${' '.repeat(half)}│${'█'.repeat(long)}`;
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

function barOf(part: number, columns: number): string {
  const eighths = Math.max(0, Math.round(part * columns * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}
