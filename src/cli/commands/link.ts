import { loadScenario } from '../../scenarios/files.ts';
import type { Command } from '../command.ts';
import { variantFiles } from '../experiment.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { Flags, option, scenarioOptions, settings } from '../options.ts';
import { linkOf } from '../page/link.ts';

export const command: Command = {
  positionals: [['scenario', 'A scenario file, a built-in scenario, or a link']],
  options: {
    ...scenarioOptions,
    site: option.text('Where the page is published: the link then is a whole address'),
  },
  examples: [
    ['link volley', 'the scenario as the part of an address from # on; every command takes it for a file'],
    ['link column-v-line --set attacker.fs=9 --site https://example.org/odds/', 'an address to be shared'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    const rules = flags.text('rules');
    const site = flags.text('site');
    if (site !== undefined && !/^https?:\/\/[^\s#]+$/.test(site)) flags.wrong(messages.notSite(site));
    const set = settings(flags);
    const variants = await variantFiles(flags);
    const source = args['scenario'] as string | undefined;
    if (source === undefined) flags.wrong(messages.noScenario);
    flags.done();
    const loaded = await loadScenario(source!, { set, variants, ...(rules ? { rules } : {}) });
    for (const warning of loaded.warnings ?? []) io.err(`${warning}\n`);
    io.out(`${site ?? ''}${await linkOf(loaded)}\n`);
    return EXIT.done;
  },
};
