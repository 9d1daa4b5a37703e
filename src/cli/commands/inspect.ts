import { readFileSync, statSync } from 'node:fs';
import { readProvenance } from '../../../reports/provenance.ts';
import { InputError } from '../../rules/problem.ts';
import type { Command } from '../command.ts';
import { screenful } from '../fold.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { Flags } from '../options.ts';

/** Larger than any chart of ours: what is larger is not read. */
const MOST_BYTES = 64 * 1024 * 1024;

export const command: Command = {
  positionals: [['file', 'A picture or a spec that grognard made: PNG, SVG or Vega-Lite']],
  options: {},
  examples: [['inspect my-chart.png', 'its title, the line that makes it again, version, seed and rulebook']],
  run: async (args, io) => {
    const flags = new Flags(args);
    const file = args['file'] as string | undefined;
    if (file === undefined) flags.wrong(messages.missing('a chart', 'inspect'));
    flags.done();
    const found = readProvenance(bytesOf(file!));
    if (found === null) throw new InputError([{ path: [], message: messages.notOurChart, at: { file: file! } }]);
    const rulebooks = found.rulebooks.map(({ id, hash }) => `${id} (${hash})`).join(', ');
    const lines = [
      found.title,
      `Reproduce: ${found.command}`,
      `Made by grognard ${found.version}; seed ${found.seed}; rules ${rulebooks}`,
    ];
    io.out(`${screenful(io, lines.join('\n'))}\n`);
    return EXIT.done;
  },
};

function bytesOf(file: string): Uint8Array {
  const wrong = (message: string): InputError => new InputError([{ path: [], message, at: { file } }]);
  try {
    if (statSync(file).size > MOST_BYTES) throw wrong(messages.notOurChart);
    return readFileSync(file);
  } catch (e) {
    if (e instanceof InputError) throw e;
    throw wrong(messages.unreadable((e as NodeJS.ErrnoException).code));
  }
}
