import { examples, exampleText } from '../../scenarios/examples.ts';
import type { Command } from '../command.ts';
import { screenful } from '../fold.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { Flags, option } from '../options.ts';
import { aligned } from '../rules-text.ts';

export const command: Command = {
  positionals: [],
  options: { full: option.flag('Each with its title, one per line'), format: option.text('table or json') },
  examples: [
    ['examples', 'every scenario that runs by name'],
    ['examples --full', 'the same with their titles'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    const format = flags.oneOf('format', ['table', 'json']);
    flags.done();
    const all = [...examples().values()].map(({ name }) => {
      const file = exampleText(name)!.value as Record<string, unknown>;
      return { name, rules: String(file['rules']), encounter: String(file['encounter']), title: String(file['title']) };
    });
    if (format === 'json') io.out(`${JSON.stringify(all, null, 2)}\n`);
    else {
      const lines = flags.flag('full')
        ? aligned(all.map((e) => [e.name, e.rules, e.encounter, e.title]))
        : grouped(all);
      io.out(`${screenful(io, lines.join('\n'))}\n`);
      if (io.outIsTerminal) io.err(`\n${messages.runExample}\n`);
    }
    return EXIT.done;
  },
};

interface Example {
  readonly name: string;
  readonly rules: string;
  readonly encounter: string;
}

/** By rulebook and kind of encounter, on one screen. Games of their own files go together, and kinds of one example. */
function grouped(all: readonly Example[]): string[] {
  const names = new Map<string, string[]>();
  for (const example of all) {
    const { rules, encounter } = example;
    const alike = all.filter((e) => e.rules === rules && e.encounter === encounter);
    const key = isFile(rules) ? 'games from files' : `${rules} ${alike.length === 1 ? 'others' : encounter}`;
    // Map keeps the order of first mention: the others of a book come after its kinds.
    names.set(key, [...(names.get(key) ?? []), example.name]);
  }
  const isLast = (key: string): number => (key.endsWith(' others') ? 1 : 0);
  const bookOf = (key: string): string => key.replace(/ \S+$/, '');
  const books = [...new Set([...names.keys()].map(bookOf))];
  const rows = [...names].sort(
    ([x], [y]) => books.indexOf(bookOf(x)) - books.indexOf(bookOf(y)) || isLast(x) - isLast(y),
  );
  return aligned(rows.map(([key, list]) => [key, list.join(', ')]));
}

const isFile = (rules: string): boolean => /\.ya?ml$/.test(rules);
