import type { Command } from '../command.ts';
import { completions } from '../completions.ts';
import { EXIT } from '../io.ts';

/** Called by the completion scripts; the last word is the one being typed. */
export const command: Command = {
  positionals: [['words..', '']],
  options: {},
  examples: [],
  run: async (args, io) => {
    const found = await completions(args['words'] as string[]);
    if (found.length > 0) io.out(`${found.join('\n')}\n`);
    return EXIT.done;
  },
};
