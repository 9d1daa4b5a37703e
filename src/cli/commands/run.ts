import { type RunOptions, run } from '../../experiments/run.ts';
import type { Command } from '../command.ts';
import { experiment, variantFiles } from '../experiment.ts';
import { commonOptions, option } from '../options.ts';

export const command: Command = {
  positionals: [['scenario', 'A scenario file, or the name of a built-in scenario']],
  options: {
    ...commonOptions,
    observed: option.several(
      'What happened at your table, to see how lucky it was: defender.hits=5, outcome=evaded, or a CSV of results',
    ),
    side: option.text('With --observed: whose luck it was; the first side if left out'),
    rulings: option.flag(
      'Name every ruling on which the result hangs, however long that takes; --no-rulings names none',
    ),
    convergence: option.text('With a sampled run: how the estimate of this outcome closed in on the exact figure'),
  },
  examples: [
    ['run volley', 'a built-in scenario, worked out exactly'],
    ['run column-v-line --set attacker.fs=9', 'the same with one value changed'],
    ['run my-fight.yaml --trials 1e9 --out report', 'a billion encounters, and the whole bundle in a folder'],
    ['run volley --observed target.hits=3', 'how lucky was that volley?'],
    ['run volley --observed target.hits=3 --observed target.hits=4', 'two volleys, and both together'],
  ],
  run: (args, io) =>
    experiment(args, io, async (flags) => {
      const observed = flags.list('observed');
      const side = flags.text('side');
      const rulings = flags.readings();
      const convergence = flags.text('convergence');
      return {
        load: { variants: await variantFiles(flags) },
        play: async (loaded, options) =>
          run(loaded, {
            ...options,
            ...(await happenings(observed)),
            ...(side === undefined ? {} : { side }),
            rulings,
            ...(convergence === undefined ? {} : { convergence }),
          }),
      };
    }),
};

/** Results given on the line, and those of CSV files. */
async function happenings(typed: readonly string[]): Promise<Pick<RunOptions, 'observed' | 'elsewhere'>> {
  const files = typed.filter((one) => /\.csv$/i.test(one));
  const observed = typed.filter((one) => !files.includes(one));
  const elsewhere: NonNullable<RunOptions['elsewhere']>[number][] = [];
  for (const file of files) {
    const evening = await (await import('../evening.ts')).eveningFile(file);
    observed.push(...evening.here);
    elsewhere.push(...evening.elsewhere);
  }
  return { ...(observed.length > 0 ? { observed } : {}), ...(elsewhere.length > 0 ? { elsewhere } : {}) };
}
