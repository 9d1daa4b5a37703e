import type { Results } from '../../src/results/types.ts';
import { BOOK_IDS } from '../../src/rules/built-in.ts';
import { withoutRuling } from '../../src/words/readings.ts';
import { bookById } from '../books.ts';

/** Ids of the rulebooks: rows, tables, rulings and their readings. What a label says in the same letters is a word. */
async function bookTerms(): Promise<Set<string>> {
  const books = BOOK_IDS.map((id) => bookById(id).book);
  const rows = books.flatMap((book) =>
    Object.values(book.tables).flatMap((t) => t.rows.map((row) => ({ table: t.id, id: row.id, label: row.label }))),
  );
  const rulings = books.flatMap((book) => Object.values(book.rulings));
  const ids = [
    ...BOOK_IDS,
    ...rows.flatMap(({ table, id }) => [id, `${table}.${id}`, `rules.${table}.${id}`, table]),
    ...rulings.flatMap((r) => [r.key, r.id, ...(r.allowed.words ?? [])]),
  ].filter(isTerm);
  const words = new Set(
    [...rows.map((r) => withoutRuling(r.label)), ...rulings.map((r) => r.question)].flatMap(termsIn),
  );
  return new Set(ids.filter((id) => !words.has(id)));
}
let known: Promise<Set<string>> | undefined;

/** A word that only a program would write: joined by hyphens, dots or a capital inside. */
const isTerm = (id: string): boolean => /[a-z0-9][-.][a-z0-9]|[a-z][A-Z]/.test(id);

const termsIn = (text: string): string[] => text.match(/[\w-]+(?:\.[\w-]+)*/g) ?? [];

/** Ids of an answer that stand in a text made for readers. Lines to be typed keep theirs. */
export async function idsIn(text: string, { cells, axes }: Pick<Results, 'cells' | 'axes'>): Promise<string[]> {
  known ??= bookTerms();
  const books = await known;
  const own = new Set(
    [
      ...cells.flatMap((cell) => [...cell.outcomes, ...cell.measures].map((o) => o.id)),
      ...(axes ?? []).flatMap((a) => [a.path, ...a.values.map(String)]),
    ].filter(isTerm),
  );
  const read = text
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/^Reproduce:[\s\S]*$/m, '')
    .replace(/grognard [^\n]*|--[a-z][\w-]*(?: [\w.]+=\S*)?/g, '')
    .replace(/^ {2}(?:title|base|change|was|to|set):?[\s\S]*$/m, '');
  return [...new Set(termsIn(read))].filter((term) => books.has(term) || own.has(term));
}
