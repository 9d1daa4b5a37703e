import type { Rulebook } from '../../../src/rules/book.ts';
import { withRuling } from '../../../src/rules/check.ts';
import type { Family } from '../../../src/rules/encounter.ts';
import { type Figure, watched } from './figures.ts';
import { play } from './play.ts';
import { type Drawn, draw } from './random-situation.ts';

const TRIED_AT_MOST = 60;

/** Situations drawn at random, and a question: does any answer to them move when this figure is edited? */
export function reachIn(book: Rulebook, family: Family, each: number, seed = 1): (figure: Figure) => boolean {
  const drawn = draw(book, family, each, seed);
  const readers = new Map<string, number[]>();
  const answers = drawn.map((one, i) => {
    const reads = new Set<string>();
    const answer = answerOf(one, watched(book, reads), family, true);
    for (const path of [...reads, ...answer.rows]) readers.set(path, [...(readers.get(path) ?? []), i]);
    return answer.digest;
  });
  // Rows that were worth nothing wherever they counted have left no trace: all are tried. Cells that nobody looked at
  // cannot move anything.
  const everyone = drawn.map((_, i) => i);
  const unseen = (path: string) => (isRow(book, path) ? everyone : []);
  return ({ path, edits }) =>
    spread(readers.get(path) ?? unseen(path)).some((i) =>
      edits.some((edit) => answerOf(drawn[i], edit(), family).digest !== answers[i]),
    );
}

const isRow = (book: Rulebook, path: string): boolean =>
  book.tables[path.slice(0, path.lastIndexOf('.'))]?.kind === 'modifiers';

/** The figures that are read while these situations are played: cells that are looked at, rows that count. */
export function readsIn(book: Rulebook, family: Family, situations: readonly Drawn[]): ReadonlySet<string> {
  const reads = new Set<string>();
  const seen = watched(worthSomething(book), reads);
  for (const { kind, situation, rulings } of situations) {
    const parsed = family.encounters[kind]!.schema(book).parse(situation);
    for (const row of answerOf({ kind, situation: parsed, rulings }, seen, family, true).rows) reads.add(row);
  }
  return reads;
}

/** A row that is worth nothing leaves no trace where it counts: here it is worth a point. */
function worthSomething(book: Rulebook): Rulebook {
  const tables = Object.values(book.tables).map((table) =>
    table.kind === 'modifiers'
      ? { ...table, rows: table.rows.map((row) => (row.value === 0 ? { ...row, value: 1 } : row)) }
      : table,
  );
  return { ...book, tables: Object.fromEntries(tables.map((table) => [table.id, table])) };
}

/** Readers from all over the list: the first ones may be of one kind of encounter. */
const spread = (list: readonly number[]): number[] => {
  const stride = Math.max(1, Math.ceil(list.length / TRIED_AT_MOST));
  return list.filter((_, i) => i % stride === 0);
};

/** What comes of a situation: its refusals, or how it is played out. */
function answerOf({ kind, situation, rulings }: Drawn, printed: Rulebook, family: Family, withRows = false) {
  const book = Object.entries(rulings).reduce((b, [key, to]) => withRuling(b, key, to), printed);
  const def = family.encounters[kind]!;
  const refusals = def.check(situation, book);
  if (refusals.length > 0) return { digest: refusals.map((p) => p.message).join('\n'), rows: new Set<string>() };
  const { machine, notes } = def.build(situation, book);
  return { ...play(machine, withRows), notes };
}
