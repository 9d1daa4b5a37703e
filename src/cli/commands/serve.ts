import type { Command } from '../command.ts';
import { messages } from '../messages.ts';
import { Flags, option } from '../options.ts';
import { servingUntilStopped } from '../page/serving.ts';

export const command: Command = {
  positionals: [],
  options: { port: option.text('The port; a free one by default') },
  examples: [['serve', 'the page at an address of this machine, which nobody else can reach']],
  run: async (args, io) => {
    const flags = new Flags(args);
    const port = flags.whole('port', 1, 65_535);
    flags.done();
    return servingUntilStopped(io, port, (address) => io.out(`${messages.serving(address)}\n`));
  },
};
