import { type Rulebook, withRows } from '../../rules/book.ts';
import type { FactType } from '../../rules/encounter.ts';
import { bookHash } from '../../rules/hash.ts';
import { noSuchPlace, placeAt } from '../../rules/place.ts';
import { familyOf } from '../../rules/played.ts';
import { InputError } from '../../rules/problem.ts';
import { bookNamed } from '../books.ts';
import type { Command } from '../command.ts';
import { firstScreen, screenful } from '../fold.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { Flags, option } from '../options.ts';
import { aligned, rulingsText, tableText } from '../rules-text.ts';

export const command: Command = {
  positionals: [
    ['book', 'A rulebook, or a variant file'],
    ['path', "A table (fire.small-arms) or a row; 'rulings'; 'facts', the words that conditions may use"],
  ],
  options: {
    full: option.flag('All of it: the whole book, or every row of what is named'),
    format: option.text('table or json'),
  },
  examples: [
    ['rules show oth2', 'what tables the book has'],
    ['rules show oth2 --full', 'the whole book'],
    ['rules show oth2 fire.small-arms', 'one table, row by row, with the line of the sheet'],
    ['rules show oth2 rulings', 'how gaps in the sheet are read, and the other readings'],
    ['rules show my-variant.yaml fire.small-arms', 'the same under a variant'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    const format = flags.oneOf('format', ['table', 'json']) ?? 'table';
    const name = args['book'] as string | undefined;
    if (name === undefined) flags.wrong(messages.missing('a rulebook', 'rules show'));
    flags.done();
    const { book } = await bookNamed(name!);
    const path = args['path'] as string | undefined;
    const full = flags.flag('full');
    const out = (text: string) => io.out(`${full ? screenful(io, text) : firstScreen(io, text)}\n`);
    const json = (value: unknown) => io.out(`${JSON.stringify(value, null, 2)}\n`);
    if (path === 'rulings') {
      if (format === 'json') json(book.rulings);
      else out(rulingsText(book));
    } else if (path === 'facts') {
      const { unit, now } = familyOf(book).vocabulary;
      if (format === 'json') json({ unit, now });
      else {
        const of = (side: string, facts: Readonly<Record<string, FactType>>) =>
          Object.entries(facts).map(([f, t]) => [`${side}.${f}`, factText(t)]);
        const facts = aligned([...of('self', unit), ...of('now', now)]).join('\n');
        out(`enemy has the same facts as self.\n${facts}`);
      }
    } else if (path !== undefined) {
      const place = placeAt(book, path);
      const tables = Object.values(book.tables).filter((t) => t.id.startsWith(`${path}.`));
      if (!place && tables.length === 0) throw new InputError([noSuchPlace(book, path, [])]);
      const shown = place ? [one(place)] : tables;
      if (format === 'json') json(shown);
      else out(shown.map((t) => tableText(t, book)).join('\n\n'));
    } else if (format === 'json') json(book);
    else {
      const head = `${book.id}: ${book.title} (hash ${bookHash(book)})`;
      if (!full) {
        io.out(`${screenful(io, [head, '', ...contents(book)].join('\n'))}\n`);
        io.err(`${messages.oneTable(name!, Object.keys(book.tables)[0])}\n`);
        return EXIT.done;
      }
      const tables = Object.values(book.tables).map((t) => tableText(t, book));
      io.out(`${screenful(io, [head, ...tables, rulingsText(book)].join('\n\n'))}\n`);
    }
    return EXIT.done;
  },
};

/** Tables by their chapter. */
function contents(book: Rulebook): string[] {
  const chapters = new Map<string, string[]>();
  for (const id of Object.keys(book.tables)) {
    const [chapter, ...rest] = id.split('.');
    chapters.set(chapter, [...(chapters.get(chapter) ?? []), ...(rest.length > 0 ? [rest.join('.')] : [])]);
  }
  const rulings = Object.keys(book.rulings).length;
  const readings = rulings === 1 ? '1 reading' : `${rulings} readings`;
  return aligned(
    [...chapters, ['rulings', [`${readings} of what the sheet leaves open`]]].map(([c, t]) => [
      c as string,
      (t as string[]).join(', '),
    ]),
  );
}

/** The table of a place, cut down to the row that is named. */
function one(place: NonNullable<ReturnType<typeof placeAt>>) {
  if (place.kind === 'table') return place.table;
  const id = place.kind === 'text' ? place.rowId : place.row.id;
  return withRows(place.table, (r) => (r.id === id ? [r] : []));
}

function factText(type: FactType): string {
  switch (type.type) {
    case 'word':
      return type.values.length > 0 ? type.values.join(', ') : "a word from the book's grids";
    case 'number':
      return 'a number';
    case 'flag':
      return 'true or false';
    case 'list':
      return 'a list of words';
  }
}
