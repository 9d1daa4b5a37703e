import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { builtInBook, isBookFile } from '../../rules/built-in.ts';
import { BUILT_IN } from '../../scenarios/suite/built-in.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { textFor, writeNew } from '../new-file.ts';
import { Flags, option } from '../options.ts';
import { suiteStarter, suiteStarterOf } from '../suite-starter.ts';
import { suiteNamed } from '../suites.ts';

export const command: Command = {
  positionals: [],
  options: {
    rules: option.text('The rulebook or rulebook file; oth2 unless said'),
    title: option.text('What it is called'),
    file: option.text('Where to; suite.yaml if left out'),
    print: option.flag('To standard output instead of a file'),
    force: option.flag('Replace a file that is there already'),
  },
  examples: [['suite new --rules oth2 --file my-suite.yaml', 'a suite of your own to start from']],
  run: async (args, io) => {
    const flags = new Flags(args);
    const rules = flags.text('rules') ?? 'oth2';
    const title = flags.text('title');
    const file = flags.text('file');
    if (file !== undefined && flags.flag('print')) flags.wrong(messages.printAndFile);
    flags.done();
    const path = file ?? 'suite.yaml';
    const text = isBookFile(rules)
      ? suiteStarterOf(await suiteNamed(BUILT_IN, { rules }), besideFile(rules, path), title)
      : suiteStarter(rules, (await builtInBook(rules)).family, title);
    const schema = { kind: 'suite' } as const;
    if (flags.flag('print')) io.out(textFor(text, schema, '.'));
    else {
      writeNew({ path, text, schema, force: flags.flag('force') });
      io.err(`${messages.newFile(path, `grognard suite show ${path}`)}\n`);
    }
    return EXIT.done;
  },
};

/** How a suite file names a rulebook file that was named from here. */
function besideFile(rules: string, path: string): string {
  const way = relative(dirname(resolve(path)), resolve(rules)).replaceAll('\\', '/');
  return /^\.\.?\//.test(way) || isAbsolute(way) ? way : `./${way}`;
}
