import { InputError } from '../../rules/problem.ts';
import { bookById, loadBooks } from '../../rules/registry.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { textFor, writeNew } from '../new-file.ts';
import { Flags, option } from '../options.ts';
import { suiteStarter } from '../suite-starter.ts';

export const command: Command = {
  positionals: [],
  options: {
    rules: option.text('The rulebook; oth2 unless said'),
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
    await loadBooks([rules]);
    const { family } = bookById(rules);
    if (!family.suite) throw new InputError([{ path: [], message: messages.noSuiteOf(rules) }]);
    const text = suiteStarter(rules, family.id, title);
    const schema = { kind: 'suite' } as const;
    if (flags.flag('print')) io.out(textFor(text, schema, '.'));
    else {
      const path = file ?? 'suite.yaml';
      writeNew({ path, text, schema, force: flags.flag('force') });
      io.err(`${messages.newFile(path, `grognard suite show ${path}`)}\n`);
    }
    return EXIT.done;
  },
};
