import { luckLog } from '../../experiments/luck-log.ts';
import type { Command } from '../command.ts';
import { logFile } from '../evening.ts';
import { messages } from '../messages.ts';
import { Flags, option } from '../options.ts';
import { playAndDeliver, samplingOptions } from '../suite-experiment.ts';

export const command: Command = {
  positionals: [['log', 'A CSV file: a column result, and columns encounter, by, against, rules, or paths to set']],
  options: {
    rules: option.text('The rulebook of lines that name a kind of encounter and no rules'),
    troops: option.several('A file of your own troops that such lines may name (may be repeated)'),
    ...samplingOptions,
  },
  examples: [
    ['luck my-evening.csv', 'how lucky was each player, and what were the luckiest moments?'],
    ['luck my-evening.csv --out report', 'with a chart and a page'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    const rules = flags.text('rules');
    const troops = flags.list('troops');
    const path = args['log'] as string | undefined;
    if (path === undefined) flags.wrong(messages.missing('a log of results, a CSV file', 'luck'));
    flags.done();
    const entries = await logFile(path!, { troops, ...(rules === undefined ? {} : { rules }) });
    return playAndDeliver(args, io, flags, (options) => luckLog(entries, { ...options, title: baseName(path!) }));
  },
};

const baseName = (path: string): string => path.replace(/^.*[\\/]/, '').replace(/\.csv$/i, '');
