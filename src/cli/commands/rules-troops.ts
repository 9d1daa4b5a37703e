import { stringify } from 'yaml';
import { familyOf } from '../../rules/played.ts';
import type { Troop } from '../../rules/troop.ts';
import { loadTroops } from '../../scenarios/files.ts';
import { rosterOf, troopsOf } from '../../scenarios/troops/roster.ts';
import { words } from '../../words/ids.ts';
import { settingInWords } from '../../words/settings.ts';
import { bookNamed } from '../books.ts';
import type { Command } from '../command.ts';
import { firstScreen, screenful } from '../fold.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { Flags, option } from '../options.ts';
import { aligned } from '../rules-text.ts';

export const command: Command = {
  positionals: [['book', 'A rulebook, a rulebook file, or a variant file']],
  options: {
    full: option.flag('Every troop, however many'),
    troops: option.several('A file of your own troops (may be repeated)'),
    format: option.text('table, json, or yaml: a file to start your own from'),
  },
  examples: [
    ['rules troops oth2', 'what a scenario may name: attacker: Old Guard battalion'],
    ['rules troops syw --format yaml', 'the same as a file, for values of your own'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    const format = flags.oneOf('format', ['table', 'json', 'yaml']) ?? 'table';
    const files = flags.list('troops');
    const name = args['book'] as string | undefined;
    if (name === undefined) flags.wrong(messages.missing('a rulebook', 'rules troops'));
    flags.done();
    const { book } = await bookNamed(name!);
    const own = await loadTroops(files, book);
    const roster = rosterOf(book, {}, own);
    const troops = troopsOf(roster);
    const armies = own.armies;
    if (format === 'json') io.out(`${JSON.stringify({ rules: book.id, troops, armies }, null, 2)}\n`);
    else if (format === 'yaml') io.out(stringify(asFile(book.id, troops, armies)));
    else if (troops.length === 0) io.out(`${messages.noTroops(book.id)}\n`);
    else {
      const noted = screenful(io, notes(troops, familyOf(book).id));
      const table = tableOf(troops, armies);
      const shown = flags.flag('full') ? screenful(io, table) : firstScreen(io, table, noted.split('\n').length - 1);
      io.out(`${shown}\n${noted}`);
    }
    return EXIT.done;
  },
};

function tableOf(troops: readonly Troop[], armies: Readonly<Record<string, readonly unknown[]>>): string {
  const rows = troops.map((t) => [
    t.name,
    [
      ...Object.entries(t.values).map(([k, v]) => saying(k, v)),
      ...(t.about === undefined ? [] : [t.about]),
      ...priced(t),
    ].join(', '),
  ]);
  const lists = Object.entries(armies).map(([army, list]) => [army, list.map(entryText).join(', ')]);
  return [...aligned(rows), ...(lists.length > 0 ? ['', 'Army lists', ...aligned(lists)] : [])].join('\n');
}

const entryText = (entry: unknown): string =>
  typeof entry === 'string' ? entry : `${(entry as { troop: string }).troop} (changed)`;
const priced = ({ points }: Troop): string[] => (points === undefined ? [] : [`${points} points`]);

/** "infantry", "elite", "FS 8", "skirmish class B". */
const saying = (key: string, value: unknown): string =>
  key === 'arm' ? words(String(value)) : settingInWords('', key, value as string | number | boolean);

const notes = (troops: readonly Troop[], family: string): string =>
  troops.some((t) => t.suggested) ? `${messages.suggestedTroops(family)}\n` : '';

const asFile = (rules: string, troops: readonly Troop[], armies: Readonly<Record<string, readonly unknown[]>>) => ({
  rules,
  troops: Object.fromEntries(
    troops.map(({ name, values, points }) => [name, { ...values, ...(points === undefined ? {} : { points }) }]),
  ),
  ...(Object.keys(armies).length > 0 ? { armies } : {}),
});
