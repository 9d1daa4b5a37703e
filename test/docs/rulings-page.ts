import type { Rulebook, Ruling, RulingValue } from '../../src/rules/book.ts';
import { BOOK_IDS } from '../../src/rules/built-in.ts';
import type { EncounterDef } from '../../src/rules/encounter.ts';
import { InputError } from '../../src/rules/problem.ts';
import { otherReadings } from '../../src/rules/ruling-reads.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { baseBook, cellsOf } from '../../src/scenarios/load.ts';
import { resolveCell } from '../../src/scenarios/prepare.ts';
import { compile } from '../../src/sim/compile.ts';
import { StateBudgetError } from '../../src/sim/error.ts';
import { exact } from '../../src/sim/exact.ts';
import type { Tally } from '../../src/sim/tally.ts';
import { bookById } from '../books.ts';
import { type FirstCell, firstCells, GENERATED_BY, head, row } from './cells.ts';

/** Engagements are left out: a hundred readings of each would take minutes. */
const BUDGET = 3_000;

/** Every ruling of every book: the question, the reading taken, the others, and what they move. */
export async function rulingsPage(): Promise<string> {
  const parts: string[] = [];
  for (const id of BOOK_IDS) parts.push(...(await bookPart(bookById(id).book)));
  return `${[
    GENERATED_BY,
    '# Rulings, and what each changes',
    '',
    'The sheets are quick references. Where one leaves a gap, the rulebook takes a reading and says so; most gaps have a switch, so that you can take another:',
    '',
    '```sh',
    'npx grognard run cavalry-v-line --set rulings.cavalryContactRow=off',
    '```',
    '',
    'or, in a scenario or variant file, `rulings: { cavalryContactRow: off }`. All of these are readings, not official answers.',
    '',
    'The last column was measured: every other reading was tried on the first cell of every built-in scenario of the book but its engagements, exactly. It names the scenario that moves most, with the outcome (or else the mean) that moves most, and how many other scenarios move at all. "Nothing here" means only that no built-in scenario turns on it.',
    '',
    ...parts,
  ].join('\n')}\n`;
}

async function bookPart(book: Rulebook): Promise<string[]> {
  const before = await playedCells(book);
  const rulings = Object.values(book.rulings);
  const open = rulings.filter((r) => otherReadings(r).length > 0);
  const settled = rulings.filter((r) => otherReadings(r).length === 0);
  return [
    `## ${book.id}: ${book.title}`,
    '',
    ...markOf(before),
    ...head('ruling', 'question', 'reading', 'what it moves'),
    ...open.flatMap((r) => rulingRows(r, before)),
    '',
    ...(settled.length > 0
      ? [
          'Settled, without another reading to take:',
          '',
          ...head('ruling', 'question', 'reading'),
          ...settled.map((r) => row(r.id, asked(r), r.reason ?? '')),
          '',
        ]
      : []),
  ];
}

/** What every result of the book says of itself, or the first one that says it. */
function markOf(cells: readonly Played[]): string[] {
  const notes = cells.flatMap((c) => c.def.build(c.situation, c.book).notes);
  const marks = notes.filter((n) => n.kind === 'illustrative' || n.kind === 'borrowed').map((n) => n.text);
  return marks.length > 0 ? [[...new Set(marks)].map((t) => `*${t}*`).join(' '), ''] : [];
}

/** A built-in scenario under the book as printed. */
export interface Played {
  readonly name: string;
  readonly book: Rulebook;
  readonly def: EncounterDef;
  readonly situation: unknown;
  readonly before: Tally;
}

/** The book's scenarios; a book that has none of its own is tried on those of its sister. */
export async function playedCells(book: Rulebook): Promise<Played[]> {
  const all = await firstCells();
  const own = all.filter((c) => c.loaded.rules === book.id);
  const cells = own.length > 0 ? own : await lent(book, all);
  return cells.flatMap(({ name, loaded, overrides }) => {
    const cell = resolveCell(loaded, overrides);
    const before = tally(cell, cell.book);
    return before ? [{ name, book: cell.book, def: cell.def, situation: cell.situation, before }] : [];
  });
}

async function lent(book: Rulebook, all: readonly FirstCell[]): Promise<FirstCell[]> {
  const sisters = all.filter((c) => baseBook(c.loaded).family === book.family);
  const found: FirstCell[] = [];
  for (const { name } of sisters) {
    try {
      const loaded = await loadScenario(name, { rules: book.id });
      found.push({ name, loaded, overrides: cellsOf(loaded)[0] });
    } catch (e) {
      if (!(e instanceof InputError)) throw e;
    }
  }
  return found;
}

/** Undefined where the sheet refuses the situation, or where there are too many states. */
function tally({ def, situation }: Pick<Played, 'def' | 'situation'>, book: Rulebook): Tally | undefined {
  if (def.check(situation, book).length > 0) return undefined;
  try {
    return exact(compile(def.build(situation, book).machine, { stateBudget: BUDGET }));
  } catch (e) {
    if (e instanceof StateBudgetError) return undefined;
    throw e;
  }
}

export function rulingRows(ruling: Ruling, cells: readonly Played[]): string[] {
  const name = `${ruling.id} \`${ruling.key}\``;
  const why = ruling.reason ? `${asked(ruling)} ${ruling.reason}` : asked(ruling);
  return [
    row(name, why, `**${ruling.value}**`, ''),
    ...otherReadings(ruling).map((to) => row('', '', String(to), moved(ruling, to, cells))),
  ];
}

function moved(ruling: Ruling, to: RulingValue, cells: readonly Played[]): string {
  const changes = cells.flatMap((cell) => {
    const rulings = { ...cell.book.rulings, [ruling.key]: { ...ruling, value: to } };
    const after = tally(cell, { ...cell.book, rulings });
    if (!after) return [{ name: cell.name, size: Number.POSITIVE_INFINITY, text: 'the sheet then refuses it' }];
    const change = largestChange(cell.before, after);
    return change ? [{ name: cell.name, ...change }] : [];
  });
  if (changes.length === 0) return 'nothing here';
  const most = changes.reduce((a, b) => (b.size > a.size ? b : a));
  const others = changes.length - 1;
  return `\`${most.name}\`: ${most.text}${others > 0 ? `; ${others} more` : ''}`;
}

/** The outcome whose share changes most; where no outcome does, the mean that does. */
function largestChange(before: Tally, after: Tally): { size: number; text: string } | undefined {
  const outcomes = before.outcomes.map((o, i) => ({ label: o.label, a: share(before, i), b: share(after, i) }));
  const most = outcomes.reduce((x, y) => (Math.abs(y.a - y.b) > Math.abs(x.a - x.b) ? y : x));
  const size = Math.abs(most.a - most.b);
  if (size >= 0.00005) return { size, text: `${most.label} ${percent(most.a)} → ${percent(most.b)}%` };
  const means = before.measures.map((m, i) => ({ label: m.label, a: mean(before, i), b: mean(after, i) }));
  const moved = means.find((m) => Math.abs(m.a - m.b) >= 0.005);
  // Means count less than any change of outcomes.
  return moved && { size: 1e-6, text: `${moved.label} ${moved.a.toFixed(2)} → ${moved.b.toFixed(2)} on average` };
}

const share = (t: Tally, outcome: number) =>
  t.ends.filter((e) => e.outcome === outcome).reduce((sum, e) => sum + e.weight, 0);
const mean = (t: Tally, measure: number) => t.ends.reduce((sum, e) => sum + e.weight * e.values[measure], 0);
const percent = (p: number) => (100 * p).toFixed(p > 0 && p < 0.01 ? 2 : 1);
const asked = ({ question }: Ruling) => (/[.?!]$/.test(question) ? question : `${question}.`);
