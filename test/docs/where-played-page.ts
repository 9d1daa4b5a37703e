import type { Rulebook, Table } from '../../src/rules/book.ts';
import { builtInBooks } from '../../src/rules/built-in.ts';
import { citedLines, printedReads, type Read } from '../rules/readers.ts';
import { GENERATED_BY, head, row } from './cells.ts';

/** For each paragraph of the sheets, the source file that looks its figures up. */
export async function wherePlayedPage(): Promise<string> {
  const books = await builtInBooks();
  const reads = printedReads(books);
  return `${[
    GENERATED_BY,
    '# Where each paragraph is played',
    '',
    'For those who read the source: the tables of each sheet in its own order, with the one file that looks their figures up. Where a table has rows for several procedures, each row has its one file. A test holds us to it (`test/rules/one-reader.test.ts`). Of a paragraph in words, the files are named whose comments cite its lines. `grognard rules check` names what is not played.',
    '',
    ...books.flatMap((book) => bookPart(book, reads)),
  ].join('\n')}\n`;
}

function bookPart(book: Rulebook, reads: readonly Read[]): string[] {
  const tables = Object.values(book.tables).toSorted((a, b) => a.source.line - b.source.line);
  const cited = citedLines(book);
  return [
    `## ${book.id}: ${book.title}`,
    '',
    ...head('line', 'paragraph', 'table', 'played by'),
    ...tables.map((table) => {
      const own = reads.filter((r) => r.family === book.family && r.table === table.id);
      return row(
        String(table.source.line),
        table.title,
        `\`${table.id}\``,
        table.kind === 'text' && own.length === 0 ? citing(table, cited) : playedBy(own),
      );
    }),
    '',
  ];
}

function playedBy(reads: readonly Read[]): string {
  const files = [...new Set(reads.map((r) => r.file))];
  if (files.length === 0) return 'not played';
  if (files.length === 1) return linked(files[0]);
  return files
    .map((file) => {
      const named = reads.filter((r) => r.file === file).map((r) => r.row);
      const rows = [...new Set(named.filter((id) => id !== undefined))].map((id) => `\`${id}\``);
      return `${linked(file)}${rows.length > 0 ? ` (${rows.join(', ')})` : ''}`;
    })
    .join(', ');
}

/** Words of the sheet, and where they are played. */
function citing({ rows }: Table, cited: ReturnType<typeof citedLines>): string {
  const files = new Set(rows.flatMap(({ source }) => [...(cited.get(source.line) ?? [])]));
  return files.size === 0 ? 'words' : `words: ${[...files].toSorted().map(linked).join(', ')}`;
}

const linked = (file: string): string => `[${file}](../../src/rules/${file})`;
