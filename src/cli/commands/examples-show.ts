import type { EncounterKind } from '../../rules/encounter.ts';
import { exampleFiles, exampleSource, exampleText } from '../../scenarios/examples.ts';
import type { Command } from '../command.ts';
import { chosenExample } from '../example.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { scenarioSchemaOf, textFor } from '../new-file.ts';
import { Flags } from '../options.ts';

export const command: Command = {
  positionals: [['name', 'A built-in scenario']],
  options: {},
  examples: [['examples show volley', 'the file, ready to be saved']],
  run: async (args, io) => {
    const flags = new Flags(args);
    const { name } = chosenExample(args['name'], flags, 'examples show');
    const { rules, encounter } = exampleText(name)!.value as { rules: string; encounter: EncounterKind };
    const text = textFor(exampleSource(name)!, scenarioSchemaOf(rules, encounter), '.');
    io.out(text.endsWith('\n') ? text : `${text}\n`);
    const beside = [...exampleFiles(name).keys()];
    if (beside.length > 0) io.err(`${messages.alsoReads(beside, name)}\n`);
    return EXIT.done;
  },
};
