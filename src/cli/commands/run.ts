import { run } from '../../experiments/run.ts';
import type { Command } from '../command.ts';
import { experiment, variantFiles } from '../experiment.ts';
import { commonOptions, option } from '../options.ts';

export const command: Command = {
  positionals: [['scenario', 'A scenario file, or the name of a built-in scenario']],
  options: {
    ...commonOptions,
    observed: option.text('What happened at your table, to see how unusual it was: defender.hits=5'),
    convergence: option.text('With a sampled run: how the estimate of this outcome closed in on the exact figure'),
  },
  examples: [
    ['run volley', 'a built-in scenario, worked out exactly'],
    ['run column-v-line --set attacker.fs=9', 'the same with one value changed'],
    ['run my-fight.yaml --trials 1e9 --out report', 'a billion encounters, and the whole bundle in a folder'],
    ['run volley --observed target.hits=3', 'how lucky was that volley?'],
  ],
  run: (args, io) =>
    experiment(args, io, (flags) => {
      const observed = flags.text('observed');
      const convergence = flags.text('convergence');
      return {
        load: { variants: variantFiles(flags) },
        play: (loaded, options) =>
          run(loaded, {
            ...options,
            ...(observed === undefined ? {} : { observed }),
            ...(convergence === undefined ? {} : { convergence }),
          }),
      };
    }),
};
