import { matrix } from '../../experiments/matrix.ts';
import type { Axis } from '../../results/types.ts';
import { axisFromFlag } from '../../scenarios/axes.ts';
import type { Command } from '../command.ts';
import { experiment, variantFiles } from '../experiment.ts';
import { commonOptions, objectiveFlags, objectiveOptions, option } from '../options.ts';

const varying = (rows: Axis, columns: Axis) => ({
  vary: [rows, columns],
  axisFlags: { [rows.path]: '--rows', [columns.path]: '--columns' },
});

export const command: Command = {
  positionals: [['scenario', 'A scenario file, or the name of a built-in scenario']],
  options: {
    ...commonOptions,
    rows: option.text('What one side chooses from: PATH=a,b,c'),
    columns: option.text('What the other chooses from (or the same side besides): PATH=a,b,c'),
    ...objectiveOptions('What is fought for; each side wants what is good for it'),
  },
  examples: [
    [
      'matrix column-v-line --rows attacker.formation=line,attack-column --columns defender.formation=line,attack-column',
      'formations against formations',
    ],
    ['matrix my-duel.yaml --objective advantage', "the two axes of the file's own vary"],
  ],
  run: (args, io) =>
    experiment(args, io, async (flags) => {
      const rows = flags.read('rows', axisFromFlag);
      const columns = flags.read('columns', axisFromFlag);
      const sought = objectiveFlags(flags);
      if ((rows === undefined) !== (columns === undefined))
        flags.wrong("Give both '--rows' and '--columns', or neither.");
      return {
        load: { variants: await variantFiles(flags), ...(rows && columns ? varying(rows, columns) : {}) },
        play: (loaded, options) =>
          matrix(loaded, {
            ...options,
            ...(rows && columns ? { rows, columns } : {}),
            ...sought,
          }),
      };
    }),
};
