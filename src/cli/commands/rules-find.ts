import type { Rulebook, Table } from '../../rules/book.ts';
import { builtInBooks } from '../../rules/built-in.ts';
import { nearest } from '../../rules/nearest.ts';
import { bookNamed } from '../books.ts';
import type { Command } from '../command.ts';
import { screenful } from '../fold.ts';
import { EXIT, type Io } from '../io.ts';
import { messages } from '../messages.ts';
import { Flags, option } from '../options.ts';
import { aligned, valueText } from '../rules-text.ts';

export const command: Command = {
  positionals: [['words..', 'Words that a row, a table or a ruling is to hold, all of them']],
  options: {
    rules: option.text('One rulebook or variant file only; all built-in ones if left out'),
    all: option.flag('All of them, not only the first twenty'),
    format: option.text('table or json'),
  },
  examples: [
    ['rules find column', 'every row about columns, with the path that options take'],
    ['rules find first volley --rules oth2', 'rows of one book that hold both words'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    const format = flags.oneOf('format', ['table', 'json']) ?? 'table';
    const rules = flags.text('rules');
    const words = ((args['words'] as string[] | undefined) ?? []).flatMap((w) => String(w).toLowerCase().split(/\s+/));
    if (words.filter((w) => w !== '').length === 0) flags.wrong(messages.missing('a word to look for', 'rules find'));
    flags.done();
    const books = rules === undefined ? await builtInBooks() : [(await bookNamed(rules)).book];
    const found = books.flatMap((book) => placesOf(book).filter((p) => words.every((w) => p.text.includes(w))));
    if (found.length === 0) {
      flags.wrong(messages.nothingFound(words.join(' '), nearest(words[0], books.flatMap(knownWords))));
      flags.done();
    }
    if (format === 'json')
      io.out(
        `${JSON.stringify(
          found.map(({ text: _text, ...p }) => p),
          null,
          2,
        )}\n`,
      );
    else io.out(`${flags.flag('all') ? screenful(io, foundText(found, found.length)) : onOneScreen(found, io)}\n`);
    return EXIT.done;
  },
};

const MOST_SHOWN = 20;
const SCREEN_LINES = 25;

/** As many as one screen holds: on a narrow one their lines are folded. */
function onOneScreen(found: readonly FoundPlace[], io: Io): string {
  let most = MOST_SHOWN;
  let text = screenful(io, foundText(found, most));
  while (most > 1 && text.split('\n').length > SCREEN_LINES) {
    most -= 1;
    text = screenful(io, foundText(found, most));
  }
  return text;
}

/** Under their books: the path that options take, the value, and what the row is about. */
function foundText(found: readonly FoundPlace[], most: number): string {
  const shown = found.slice(0, most);
  const byBook = [...new Set(shown.map((p) => p.book))].map((book) => {
    const rows = shown.filter((p) => p.book === book).map((p) => [typed(p.path), p.value, p.label]);
    return [`${book}:`, ...aligned(rows).map((line) => `  ${line}`)].join('\n');
  });
  const rest = found.length - shown.length;
  return [...byBook, ...(rest > 0 ? [messages.moreFound(rest)] : [])].join('\n');
}

/** Options take a path into the rules without its first word too. */
const typed = (path: string): string => path.replace(/^rules\./, '');

interface FoundPlace {
  readonly book: string;
  readonly path: string;
  readonly value: string;
  readonly label: string;
  /** All that is looked through, in small letters. */
  readonly text: string;
}

/** Every row of every table, and every ruling. */
const placesOf = (book: Rulebook): FoundPlace[] => [
  ...Object.values(book.tables).flatMap((table) =>
    table.rows.map((row) =>
      placeIn(book, `rules.${table.id}.${row.id}`, shownValue(table, row.id), row.label, table.title),
    ),
  ),
  ...Object.values(book.rulings).map((r) => placeIn(book, `rulings.${r.key}`, String(r.value), r.question, r.id)),
];

const placeIn = (book: Rulebook, path: string, value: string, label: string, more: string): FoundPlace => ({
  book: book.id,
  path,
  value,
  label,
  text: [path, path.replace(/[-.]/g, ' '), label, more].join(' ').toLowerCase(),
});

function shownValue(table: Table, id: string): string {
  // A row of a grid has many; `rules show` prints them.
  if (table.kind === 'modifiers') return valueText(table.rows.find((r) => r.id === id)!.value);
  return '';
}

const knownWords = (book: Rulebook): string[] => [
  ...new Set(placesOf(book).flatMap((p) => p.text.split(/[^\p{L}]+/u).filter((w) => w.length > 3))),
];
