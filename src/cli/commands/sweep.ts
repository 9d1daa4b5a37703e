import { sweep } from '../../experiments/sweep.ts';
import { axisFromFlag } from '../../scenarios/axes.ts';
import type { Command } from '../command.ts';
import { experiment, variantFiles } from '../experiment.ts';
import { axes, commonOptions, option } from '../options.ts';

export const command: Command = {
  positionals: [['scenario', 'A scenario file, or the name of a built-in scenario']],
  options: {
    ...commonOptions,
    vary: option.several('PATH=A..B, PATH=A..B..STEP or PATH=a,b,c; one or two of them'),
    rulings: option.flag(
      'Name every ruling on which the finding hangs, however long that takes; --no-rulings names none',
    ),
  },
  examples: [
    ['sweep column-v-line --vary attacker.fs=5..10', 'one axis: a line chart'],
    ['sweep volley --vary firer.fs=4..10 --vary distance=2..12..2', 'two axes: a heat map'],
    ['sweep volley --vary rules=oth2,oth-half', 'a list: one bar per case'],
  ],
  run: (args, io) =>
    experiment(args, io, async (flags) => {
      const vary = axes(flags, 'vary', axisFromFlag);
      const rulings = flags.readings();
      return {
        load: { variants: await variantFiles(flags), ...(vary.length > 0 ? { vary } : {}) },
        play: (loaded, options) => sweep(loaded, { ...options, axes: loaded.vary, rulings }),
      };
    }),
};
