import { sensitivity } from '../../experiments/sensitivity.ts';
import type { Command } from '../command.ts';
import { experiment, variantFiles } from '../experiment.ts';
import { commonOptions, option } from '../options.ts';

export const command: Command = {
  positionals: [['scenario', 'A scenario file, or the name of a built-in scenario']],
  options: {
    ...commonOptions,
    objective: option.text('What is watched: an outcome, "attacker wins", a measure, or a tail such as rounds>=2'),
    'every-row': option.flag('Move every modifier of the book, not only those that come up here'),
  },
  examples: [
    ['sensitivity column-v-line', 'which modifiers matter, and which a cap eats'],
    ['sensitivity volley --objective target.hits', 'by the mean of a measure'],
  ],
  run: (args, io) =>
    experiment(args, io, async (flags) => {
      const objective = flags.text('objective');
      const everyRow = flags.flag('every-row');
      return {
        // A sensitivity looks at one situation; of a file with axes it takes what --set fixes.
        load: { variants: await variantFiles(flags) },
        play: (loaded, options) =>
          sensitivity(loaded, {
            ...options,
            ...(objective === undefined ? {} : { objective }),
            ...(everyRow ? { everyRow } : {}),
          }),
      };
    }),
};
