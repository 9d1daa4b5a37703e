import type { EncounterKind } from '../../rules/encounter.ts';
import { exampleSource, exampleText } from '../../scenarios/examples.ts';
import type { Command } from '../command.ts';
import { chosenExample } from '../example.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { writeNew } from '../new-file.ts';
import { Flags, option } from '../options.ts';

export const command: Command = {
  positionals: [
    ['name', 'A built-in scenario'],
    ['file', 'Where to; NAME.yaml if left out'],
  ],
  options: { force: option.flag('Replace a file that is there already') },
  examples: [['examples copy volley my-volley.yaml', 'a file of your own to change']],
  run: async (args, io) => {
    const flags = new Flags(args);
    const { name } = chosenExample(args['name'], flags, 'examples copy');
    const path = (args['file'] as string | undefined) ?? `${name}.yaml`;
    const { rules, encounter } = exampleText(name)!.value as { rules: string; encounter: EncounterKind };
    writeNew({ path, text: exampleSource(name)!, schema: { book: rules, encounter }, force: flags.flag('force') });
    io.err(`${messages.newFile(path, `grognard run ${path}`)}\n`);
    return EXIT.done;
  },
};
