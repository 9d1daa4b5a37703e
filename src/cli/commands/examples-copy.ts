import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EncounterKind } from '../../rules/encounter.ts';
import { exampleFiles, exampleSource, exampleText, schemaOfText } from '../../scenarios/examples.ts';
import type { Command } from '../command.ts';
import { chosenExample } from '../example.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { refuseExisting, scenarioSchemaOf, writeNew } from '../new-file.ts';
import { Flags, option } from '../options.ts';

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

export const command: Command = {
  positionals: [
    ['name', 'A built-in scenario'],
    ['file', 'Where to: a file or a folder; NAME.yaml if left out'],
  ],
  options: { force: option.flag('Replace a file that is there already') },
  examples: [['examples copy volley my-volley.yaml', 'a file of your own to change']],
  run: async (args, io) => {
    const flags = new Flags(args);
    const { name } = chosenExample(args['name'], flags, 'examples copy');
    const target = args['file'] as string | undefined;
    const own = `${name}.yaml`;
    // Into a folder, as cp does it.
    const path = target === undefined ? own : isFolder(target) ? join(target, own) : target;
    const { rules, encounter } = exampleText(name)!.value as { rules: string; encounter: EncounterKind };
    const force = flags.flag('force');
    // Cards and variants that it names go where the copy will look for them.
    const beside = [...exampleFiles(name)].map(([file, text]) => ({ path: join(dirname(path), file), text }));
    if (!force) refuseExisting([path, ...beside.map((b) => b.path)]);
    writeNew({ path, text: exampleSource(name)!, schema: scenarioSchemaOf(rules, encounter), force });
    for (const b of beside) {
      mkdirSync(dirname(b.path), { recursive: true });
      writeNew({
        ...b,
        schema: schemaOfText(b.text) ?? { kind: b.path.endsWith('.rules.yaml') ? 'rulebook' : 'variant' },
        force,
      });
      io.err(`${messages.wroteAlso(b.path)}\n`);
    }
    io.err(`${messages.newFile(path, `grognard run ${path}`)}\n`);
    return EXIT.done;
  },
};
