import { builtInBooks } from '../../rules/built-in.ts';
import { bookHash } from '../../rules/hash.ts';
import { familyOf } from '../../rules/played.ts';
import type { Command } from '../command.ts';
import { screenful } from '../fold.ts';
import { EXIT } from '../io.ts';
import { Flags, option } from '../options.ts';
import { aligned } from '../rules-text.ts';

export const command: Command = {
  positionals: [],
  options: { format: option.text('table or json') },
  examples: [['rules list', 'every rulebook, what it plays, and its hash']],
  run: async (args, io) => {
    const flags = new Flags(args);
    const format = flags.oneOf('format', ['table', 'json']);
    flags.done();
    const books = (await builtInBooks()).map((book) => {
      const rows = Object.values(book.tables).reduce((n, t) => n + t.rows.length, 0);
      return {
        id: book.id,
        title: book.title,
        encounters: Object.keys(familyOf(book).encounters),
        tables: Object.keys(book.tables).length,
        rows,
        rulings: Object.keys(book.rulings).length,
        hash: bookHash(book),
      };
    });
    if (format === 'json') io.out(`${JSON.stringify(books, null, 2)}\n`);
    else {
      const lines = books.flatMap((b) => [
        [b.id, b.title],
        ['', `${b.tables} tables with ${b.rows} rows, ${b.rulings} rulings, hash ${b.hash}`],
        ['', `plays ${b.encounters.join(', ')}`],
      ]);
      io.out(`${screenful(io, aligned(lines).join('\n'))}\n`);
    }
    return EXIT.done;
  },
};
