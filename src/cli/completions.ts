import { BOOK_IDS } from '../rules/built-in.ts';
import { ENCOUNTER_KINDS } from '../rules/encounter.ts';
import { exampleNames } from '../scenarios/examples.ts';
import { loadScenario } from '../scenarios/files.ts';
import { type LoadedScenario, resolveCell, schemaOf } from '../scenarios/prepare.ts';
import { leafPaths } from '../scenarios/shape.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { ENGINES, FORMATS } from './options.ts';

/** What may stand where the last word is being typed. An empty answer leaves it to the shell's file names. */
export async function completions(words: readonly string[]): Promise<string[]> {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const listed = commands.find((c) => c.name === before[0]);
  if (!listed) return starting(typed, before.length === 0 ? commands.filter((c) => !c.hidden).map((c) => c.name) : []);
  let rest = before.slice(1);
  let action = listed;
  if (listed.actions) {
    const found = listed.actions.find((a) => a.name === rest[0]);
    if (!found) return starting(typed, rest.length === 0 ? listed.actions.map((a) => a.name) : []);
    action = found;
    rest = rest.slice(1);
  }
  const command = await action.load!();
  if (typed.startsWith('-'))
    return starting(
      typed,
      [...Object.keys(command.options), 'help'].map((o) => `--${o}`),
    );
  const flag = rest.at(-1)?.startsWith('--') ? rest.at(-1)!.slice(2) : undefined;
  if (flag && command.options[flag] && command.options[flag].type !== 'boolean') {
    return starting(typed, await valuesOf(flag, rest));
  }
  return starting(typed, wordsOf(action.name, listed.name, command, rest));
}

const starting = (typed: string, all: readonly string[]) => all.filter((w) => w.startsWith(typed));

async function valuesOf(flag: string, rest: readonly string[]): Promise<string[]> {
  switch (flag) {
    case 'rules':
      return [...BOOK_IDS];
    case 'engine':
      return [...ENGINES];
    case 'format':
      return [...FORMATS];
    case 'set':
    case 'vary':
    case 'rows':
    case 'columns':
      return (await pathsOf(rest)).map((p) => `${p}=`);
    default:
      return [];
  }
}

function wordsOf(action: string, group: string, command: Command, rest: readonly string[]): string[] {
  const typed = rest.filter((w, i) => !w.startsWith('-') && !takesValue(command, rest[i - 1]));
  const next = command.positionals[Math.min(typed.length, command.positionals.length - 1)]?.[0];
  if (next === 'scenario' || (group === 'examples' && action !== 'list' && typed.length === 0)) return exampleNames();
  if (group === 'rules') return typed.length < 2 ? [...BOOK_IDS] : [];
  if (next === 'what') return [...ENCOUNTER_KINDS, 'variant', 'cards'];
  return next === 'shell' ? ['bash', 'zsh', 'fish'] : [];
}

const takesValue = (command: Command, word: string | undefined): boolean => {
  const option = word?.startsWith('--') ? command.options[word.slice(2)] : undefined;
  return option !== undefined && option.type !== 'boolean';
};

/** Every path of the scenario that has been typed already. */
async function pathsOf(rest: readonly string[]): Promise<string[]> {
  const source = rest.find((w) => !w.startsWith('-'));
  if (!source) return [];
  let loaded: LoadedScenario;
  try {
    loaded = await loadScenario(source);
  } catch {
    return [];
  }
  const first = loaded.vary.map((a) => ({ path: a.path, value: a.values[0] }));
  const { def, book } = resolveCell(loaded, first);
  const rows = Object.values(book.tables).flatMap((t) =>
    t.kind === 'modifiers' ? t.rows.map((r) => `rules.${t.id}.${r.id}`) : [],
  );
  const rulings = Object.keys(book.rulings).map((k) => `rulings.${k}`);
  return [...new Set([...leafPaths(schemaOf(def, book)), 'rules', ...rows, ...rulings])];
}
