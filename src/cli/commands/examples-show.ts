import { exampleSource } from '../../scenarios/examples.ts';
import type { Command } from '../command.ts';
import { chosenExample } from '../example.ts';
import { EXIT } from '../io.ts';
import { Flags } from '../options.ts';

export const command: Command = {
  positionals: [['name', 'A built-in scenario']],
  options: {},
  examples: [['examples show volley', 'the file as it is shipped']],
  run: async (args, io) => {
    const flags = new Flags(args);
    const { name } = chosenExample(args['name'], flags, 'examples show');
    io.out(exampleSource(name)!);
    return EXIT.done;
  },
};
