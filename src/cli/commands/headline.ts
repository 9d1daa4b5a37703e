import { compare } from '../../experiments/compare.ts';
import type { Command } from '../command.ts';
import { experiment } from '../experiment.ts';
import { commonOptions } from '../options.ts';

/** Where the charts go when nobody says. */
const FOLDER = 'grognard-out/headline';

/** The project's own question: is the attack column worth forming, on either sheet? */
export const command: Command = {
  positionals: [],
  options: commonOptions,
  examples: [['headline', `the table, and charts in ${FOLDER}`]],
  run: (args, io) =>
    experiment(args, io, () => ({
      scenario: 'column-v-line',
      command: 'grognard compare column-v-line --variant oth-half',
      out: FOLDER,
      load: { books: ['oth-half'] },
      play: (loaded, options) =>
        compare(loaded, {
          ...options,
          variants: [{ name: 'oth-half', overrides: [{ path: 'rules', value: 'oth-half' }] }],
        }),
    })),
};
