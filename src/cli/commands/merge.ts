import { partsWorkforce, readParts } from '../../cluster/merge.ts';
import { PartError } from '../../cluster/part-file.ts';
import type { Command } from '../command.ts';
import { messages } from '../messages.ts';
import { commonOptions, Flags } from '../options.ts';

/** How results are shown and where they go; what was computed is settled by the parts. */
const SHOWN = [
  'format',
  'out',
  'force',
  'title',
  'subtitle',
  'credit',
  'size',
  'theme',
  'dark',
  'only',
  'labels',
  'full',
  'quiet',
];

export const command: Command = {
  positionals: [['folder', 'The folder with the parts of all shards']],
  options: Object.fromEntries(SHOWN.filter((n) => commonOptions[n]).map((n) => [n, commonOptions[n]])),
  examples: [
    ['merge parts', 'what one machine would have printed'],
    ['merge parts --out report', 'and the whole bundle'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    const folder = args['folder'] as string | undefined;
    if (folder === undefined) flags.wrong(messages.missing('the folder with the parts', 'merge'));
    flags.done();
    const parts = readParts(folder!);
    const workforce = partsWorkforce(parts);
    // The ordinary command, with a workforce that looks every answer up.
    const shown = args.argv.filter((word) => word !== 'merge' && word !== folder);
    const { cli } = await import('../cli.ts');
    return cli([...parts.argv, ...shown], {
      ...io,
      workforceFor: (order) => {
        if (order !== parts.order) throw new PartError(messages.changedSince(folder!));
        return workforce;
      },
    });
  },
};
