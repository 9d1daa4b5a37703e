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

/** By rulebook and kind of encounter, on one screen. Games of their own files go together. */
function grouped(all: readonly Example[]): string[] {
  const names = new Map<string, string[]>();
  for (const { name, rules, encounter } of all) {
    const book = /\.ya?ml$/.test(rules) ? 'games from files' : rules;
    const key = book === rules ? `${book} ${encounter}` : book;
    names.set(key, [...(names.get(key) ?? []), name]);
  }
  return aligned([...names].map(([key, list]) => [key, list.join(', ')]));
}
