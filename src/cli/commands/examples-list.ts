import { examples, exampleText } from '../../scenarios/examples.ts';
import type { Command } from '../command.ts';
import { screenful } from '../fold.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { Flags, option } from '../options.ts';
import { aligned } from '../rules-text.ts';

export const command: Command = {
  positionals: [],
  options: { format: option.text('table or json') },
  examples: [['examples', 'every scenario that runs by name']],
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
      const lines = aligned(all.map((e) => [e.name, e.rules, e.encounter, e.title]));
      io.out(`${screenful(io, lines.join('\n'))}\n`);
      if (io.outIsTerminal) io.err(`\n${messages.runExample}\n`);
    }
    return EXIT.done;
  },
};
