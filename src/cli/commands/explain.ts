import { DEFAULT_SEED } from '../../experiments/options.ts';
import { type ExplainedRoll, explainRolls } from '../../explain/rolls.ts';
import type { Rulebook } from '../../rules/book.ts';
import { builtInBook, isBuiltIn } from '../../rules/built-in.ts';
import { parseTrials } from '../../scenarios/amounts.ts';
import { combinations } from '../../scenarios/axes.ts';
import { loadScenario } from '../../scenarios/files.ts';
import { prepareCell } from '../../scenarios/prepare.ts';
import { settingOf } from '../../words/paths.ts';
import type { Command } from '../command.ts';
import { variantFiles } from '../experiment.ts';
import { rollsText, storyText } from '../explain-text.ts';
import { screenful } from '../fold.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { Flags, option, scenarioOptions, settings } from '../options.ts';

/** Lines shown unless `--all`: one screen. */
const MOST_LINES = 25;

export const command: Command = {
  positionals: [['scenario', 'A scenario file, or the name of a built-in scenario']],
  options: {
    ...scenarioOptions,
    encounter: option.text('Tell encounter number I of a sampled run like a battle report (from 0)'),
    seed: option.text('The seed of that run'),
    trials: option.text('The number of encounters of that run'),
    near: option.flag('Also the rows that a single fact keeps out'),
    all: option.flag('Every roll, not only those that fit on one screen'),
    format: option.text('table or json'),
  },
  examples: [
    ['explain volley', 'which rows count, and every chance'],
    ['explain volley --near', 'also the rows that a single fact keeps out'],
    ['explain column-v-line --encounter 17', 'one fight, told die by die'],
    ['explain column-v-line --set attacker.fs=9', 'the same with one value changed'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    const encounter = flags.whole('encounter', 0, 1e12 - 1);
    const seed = flags.whole('seed', 0, 4294967295);
    const trials = flags.read('trials', parseTrials);
    const format = flags.oneOf('format', ['table', 'json']) ?? 'table';
    const rules = flags.text('rules');
    const set = settings(flags);
    const variants = await variantFiles(flags);
    const source = args['scenario'] as string | undefined;
    if (source === undefined) flags.wrong(messages.noScenario);
    if (encounter === undefined && (seed !== undefined || trials !== undefined))
      flags.wrong(messages.seedWithoutEncounter);
    flags.done();
    const loaded = await loadScenario(source!, { set, variants, ...(rules ? { rules } : {}) });
    for (const warning of loaded.warnings ?? []) io.err(`${warning}\n`);
    const first = combinations(loaded.vary)[0];
    const cell = prepareCell(loaded, first);
    const { machine, notes } = cell.built;
    const text = {
      colour: io.outIsTerminal && !io.env['NO_COLOR'],
      near: flags.flag('near'),
      sheets: await sheetNames(cell.book),
    };
    const where = [`${loaded.title}`, `${cell.book.title}${cell.variantName ? ` with ${cell.variantName}` : ''}`];
    if (first.length > 0)
      where.push(
        messages.firstCell(first.map((o) => settingOf(o.path, o.value, { ...cell.sides, situation: cell.situation }))),
      );

    const played = trials ?? loaded.options.trials;
    const options = { seed: seed ?? loaded.options.seed ?? DEFAULT_SEED, ...(played ? { trials: played } : {}) };
    // Fights answer at once; what several units do may take a while.
    if ((machine.records ?? []).length > 1)
      io.err(`${encounter === undefined ? messages.rollsAreSought : messages.storyIsSought}\n`);
    const rolls = encounter === undefined ? explainRolls(machine) : undefined;
    if (rolls) {
      if (format === 'json') io.out(`${JSON.stringify({ title: loaded.title, rolls }, null, 2)}\n`);
      else {
        const plays = rolls.find((r) => r.plays !== undefined)?.plays;
        const counted = plays === undefined ? [] : [messages.rollsWerePlayed(plays)];
        const noted = [...counted, ...notes.map((n) => `Note: ${n.text}`)];
        const page = (shown: readonly ExplainedRoll[]): string => {
          const more = rolls.length > shown.length ? [messages.moreRolls(rolls.length - shown.length)] : [];
          return screenful(
            io,
            [...where, '', rollsText(shown, text) || messages.nothingIsRolled, '', ...noted, ...more]
              .join('\n')
              .trimEnd(),
          );
        };
        io.out(`${flags.flag('all') ? page(rolls) : fitting(rolls, page)}\n`);
      }
      return EXIT.done;
    }
    const { storyOf } = await import('../../explain/story.ts');
    const story = await storyOf(machine, { ...options, encounter: encounter! });
    if (format === 'json') io.out(`${JSON.stringify(story, null, 2)}\n`);
    else io.out(`${screenful(io, [...where, storyText(story, text)].join('\n'))}\n`);
    return EXIT.done;
  },
};

/** Sheets of built-in books by the short name of the book. */
async function sheetNames(book: Rulebook): Promise<Record<string, string>> {
  const labels = Object.keys(book.sheets).map(async (id): Promise<[string, string][]> => {
    const { label } = id === book.id ? book : isBuiltIn(id) ? await builtInBook(id) : {};
    return label === undefined ? [] : [[id, label]];
  });
  return Object.fromEntries((await Promise.all(labels)).flat());
}

/** As many rolls as fit on one screen, and one at least. */
function fitting(rolls: readonly ExplainedRoll[], page: (shown: readonly ExplainedRoll[]) => string): string {
  let most = page(rolls.slice(0, 1));
  for (let n = 2; n <= rolls.length; n++) {
    const next = page(rolls.slice(0, n));
    if (next.split('\n').length > MOST_LINES) break;
    most = next;
  }
  return most;
}
