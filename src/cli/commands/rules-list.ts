import { bookHash } from '../../rules/hash.ts';
import { bookById, bookIds, loadBooks } from '../../rules/registry.ts';
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
    await loadBooks(bookIds());
    const books = bookIds().map((id) => {
      const { book, family } = bookById(id);
      const rows = Object.values(book.tables).reduce((n, t) => n + t.rows.length, 0);
      return {
        id,
        title: book.title,
        encounters: Object.keys(family.encounters),
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
