import { type BookDifference, diffBooks } from '../../rules/diff.ts';
import { bookNamed } from '../books.ts';
import type { Command } from '../command.ts';
import { screenful } from '../fold.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { Flags, option } from '../options.ts';
import { aligned, diffText } from '../rules-text.ts';

export const command: Command = {
  positionals: [
    ['from', 'A rulebook or a variant file'],
    ['to', 'Another; a variant file alone is set against its base'],
  ],
  options: {
    format: option.text('table or json'),
    full: option.flag('Every one of many differences, not only where they are'),
    wording: option.flag('Also rows that differ in their wording only'),
  },
  examples: [
    ['rules diff oth2 oth-half', 'where the two sheets differ'],
    ['rules diff oth2 oth-half --full', 'every difference between them'],
    ['rules diff my-variant.yaml', 'what a variant changes'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    const format = flags.oneOf('format', ['table', 'json']) ?? 'table';
    const from = args['from'] as string | undefined;
    const to = args['to'] as string | undefined;
    if (from === undefined) flags.wrong(messages.missing('two rulebooks, or a variant file', 'rules diff'));
    flags.done();
    const a = await bookNamed(from!);
    if (to === undefined && a.book === a.base) flags.wrong(messages.missing('a second rulebook', 'rules diff'));
    flags.done();
    const [left, right] = to === undefined ? [a.base, a.book] : [a.book, (await bookNamed(to)).book];
    const all = diffBooks(left, right);
    const found = flags.flag('wording') ? all : all.filter((d) => d.part !== 'label');
    if (format === 'json') io.out(`${JSON.stringify(found, null, 2)}\n`);
    else if (found.length === 0) io.out(`${messages.noDifference}\n`);
    else {
      const [idA, idB] = [left, right].map((book) => [book.id, ...(book.variants ?? [])].join(' + '));
      // Two files of one book are told apart by their own names.
      const [nameA, nameB] = idA === idB && to !== undefined ? [from!, to] : [idA, idB];
      const brief = !flags.flag('full') && found.length > MOST_LISTED;
      const text = brief ? whereText(found) : diffText(found);
      io.out(`${messages.differences(nameA, nameB, found.length)}\n\n${screenful(io, text)}\n`);
      if (brief) io.err(`${messages.fullShows}\n`);
      if (all.length > found.length) io.err(`${messages.wordingOnly(all.length - found.length)}\n`);
    }
    return EXIT.done;
  },
};

const MOST_LISTED = 20;

/** Chapter by chapter: how many rows were added, removed or changed, and in which tables. */
function whereText(found: readonly BookDifference[]): string {
  const chapters = new Map<string, BookDifference[]>();
  for (const d of found) {
    const [chapter] = d.table.split('.');
    chapters.set(chapter, [...(chapters.get(chapter) ?? []), d]);
  }
  const count = (all: readonly BookDifference[], kind: BookDifference['kind']): string => {
    const n = all.filter((d) => d.kind === kind).length;
    return n === 0 ? '' : `${n} ${kind}`;
  };
  const kinds = ['changed', 'added', 'removed'] as const;
  return aligned([...chapters].map(([chapter, all]) => [chapter, ...kinds.map((kind) => count(all, kind))])).join('\n');
}
