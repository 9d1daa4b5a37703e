import { points } from '../../experiments/points/points.ts';
import { isBookFile } from '../../rules/built-in.ts';
import { loadSuite, loadTroops } from '../../scenarios/files.ts';
import { builtInDuels, duelsOf } from '../../scenarios/suite/duels.ts';
import { bookTroops } from '../../scenarios/troops/roster.ts';
import { bookNamed } from '../books.ts';
import type { Command } from '../command.ts';
import { messages } from '../messages.ts';
import { Flags, option } from '../options.ts';
import { suiteOrder } from '../sharing.ts';
import { outputOptions, playAndDeliver, sharingOptions } from '../suite-experiment.ts';

export const command: Command = {
  positionals: [['book', 'A rulebook, or a rulebook file']],
  options: {
    troops: option.several('A file of the troops to price, with their points if they have any (may be repeated)'),
    suite: option.text('A suite file whose situations the troops meet in; those of the book unless said'),
    reference: option.text("The points of one troop, which the others are measured by: 'Line battalion=10'"),
    ...outputOptions,
    ...sharingOptions,
  },
  examples: [
    ['points pike-shot', 'what the troops of the book are worth against each other'],
    ['points oth2 --troops my-troops.yaml --out report', 'are my points right? With charts and a page'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    const files = flags.list('troops');
    const suite = flags.text('suite');
    const reference = flags.text('reference');
    const worth = reference === undefined ? undefined : referenceOf(reference);
    if (reference !== undefined && worth === undefined) flags.wrong(messages.notReference(reference));
    const name = args['book'] as string | undefined;
    if (name === undefined) flags.wrong(messages.missing('a rulebook', 'points'));
    flags.done();
    const { book } = await bookNamed(name!);
    const own = await loadTroops(files, book);
    const troops = files.length > 0 ? own.troops : bookTroops(book, {});
    const duels =
      suite === undefined
        ? await builtInDuels(isBookFile(name!) ? book : name!, book, troops)
        : duelsOf(await loadSuite(suite, { rules: name! }), book, troops);
    return playAndDeliver(
      args,
      io,
      flags,
      (options) => points(duels, { ...options, ...(worth ? { reference: worth } : {}) }),
      () => suiteOrder(duels, [], args.argv),
    );
  },
};

function referenceOf(text: string): { name: string; points: number } | undefined {
  const [, name, worth] = /^(.+)=\s*(\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  return name === undefined || Number(worth) <= 0 ? undefined : { name: name.trim(), points: Number(worth) };
}
