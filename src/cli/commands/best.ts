import { best } from '../../experiments/best.ts';
import type { Command } from '../command.ts';
import { experiment, variantFiles } from '../experiment.ts';
import { commonOptions, objectiveFlags, objectiveOptions, option } from '../options.ts';

export const command: Command = {
  positionals: [['scenario', 'A scenario file, or the name of a built-in scenario']],
  options: {
    ...commonOptions,
    ...objectiveOptions('What is fought for; each side wants what is good for it'),
    side: option.text('Only this side plays its best; the other keeps to the scenario'),
  },
  examples: [
    ['best stand-and-deliver --side defender', 'the best reaction to this charge, and what each is worth'],
    ['best stand-and-deliver --objective advantage', 'both sides at their best'],
  ],
  run: (args, io) =>
    experiment(args, io, async (flags) => {
      const sought = objectiveFlags(flags);
      const side = flags.text('side');
      return {
        load: { variants: await variantFiles(flags) },
        adaptive: 'best',
        play: (loaded, options) => best(loaded, { ...options, ...sought, ...(side === undefined ? {} : { side }) }),
      };
    }),
};
