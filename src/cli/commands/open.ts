import { loadScenario } from '../../scenarios/files.ts';
import { isLink } from '../../scenarios/is-link.ts';
import type { Command } from '../command.ts';
import { variantFiles } from '../experiment.ts';
import { messages } from '../messages.ts';
import { Flags, option, scenarioOptions, settings } from '../options.ts';
import { openBrowser } from '../page/browser.ts';
import { linkOf } from '../page/link.ts';
import { servingUntilStopped } from '../page/serving.ts';

export const command: Command = {
  positionals: [['scenario', 'A scenario file, a built-in scenario, or a link; the page starts empty without one']],
  options: { ...scenarioOptions, port: option.text('The port; a free one by default') },
  examples: [
    ['open', 'the page in your browser'],
    ['open column-v-line', 'the page on a built-in scenario'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    const port = flags.whole('port', 1, 65_535);
    const rules = flags.text('rules');
    const set = settings(flags);
    const variants = await variantFiles(flags);
    flags.done();
    const source = args['scenario'] as string | undefined;
    const changed = rules !== undefined || set.length > 0 || (variants ?? []).length > 0;
    const loaded =
      source === undefined ? undefined : await loadScenario(source, { set, variants, ...(rules ? { rules } : {}) });
    // A link also says what the page is to show; it goes on as it is unless something in it was changed.
    const isUnchangedLink = source !== undefined && isLink(source) && !changed;
    const fragment =
      loaded === undefined ? '' : isUnchangedLink ? source.slice(source.indexOf('#')) : await linkOf(loaded);
    return servingUntilStopped(io, port, async (address) => {
      io.out(`${messages.serving(`${address}${fragment}`)}\n`);
      if (!(await openBrowser(`${address}${fragment}`, io.env))) io.err(`${messages.noBrowser}\n`);
    });
  },
};
