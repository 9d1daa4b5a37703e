import { parseTarget, parseTolerance } from '../../experiments/target.ts';
import { tune } from '../../experiments/tune.ts';
import { axisFromFlag } from '../../scenarios/axes.ts';
import type { Command } from '../command.ts';
import { experiment, variantFiles } from '../experiment.ts';
import { axes, commonOptions, option } from '../options.ts';
import { isSuiteFile, tuneSuite } from '../tune-suite.ts';

export const command: Command = {
  positionals: [['scenario', 'A scenario file, the name of a built-in scenario, or a suite file with targets']],
  options: {
    ...commonOptions,
    target: option.text('The wanted figure: 50%, 0.5, "defender-routs=40%", or even (as many wins as losses)'),
    vary: option.several('What may move, and between which values: rules.melee.infantry.attack-column=-2..4'),
    objective: option.text(
      'What is to reach the target: an outcome, advantage, a measure; "attacker wins" if left out',
    ),
    within: option.text('How near counts as reached: 0.5%'),
  },
  examples: [
    [
      'tune column-v-line --target 50% --vary rules.melee.infantry.attack-column=-2..6',
      'what bonus lets the column win half of its fights?',
    ],
    [
      'tune my-suite.yaml --vary rules.melee.infantry.attack-column=-2..6 --vary rules.fire.small-arms.initial-volley=0..4',
      'the smallest change that meets every target of a suite, or which of them conflict',
    ],
    ['tune column-v-line --target even --vary defender.fs=5..10', 'what makes it as many wins as losses?'],
  ],
  run: (args, io) => {
    if (isSuiteFile(args['scenario'] as string | undefined)) return tuneSuite(args, io);
    return experiment(args, io, async (flags) => {
      const target = flags.read('target', parseTarget);
      if (target === undefined && flags.problems.length === 0) flags.wrong("Say what is wanted: '--target 50%'.");
      const parameters = axes(flags, 'vary', axisFromFlag);
      if (parameters.length === 0) flags.wrong("Say what may move: '--vary PATH=A..B'.");
      const objective = flags.text('objective') ?? target?.objective;
      const within = flags.read('within', parseTolerance);
      return {
        load: { variants: await variantFiles(flags) },
        adaptive: 'tune',
        play: (loaded, options) =>
          tune(loaded, {
            ...options,
            target: target!.value,
            parameters,
            ...(objective === undefined ? {} : { objective }),
            ...(within === undefined ? {} : { within }),
          }),
      };
    });
  },
};
