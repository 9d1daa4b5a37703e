import { InputError } from '../rules/problem.ts';
import { loadScenario } from '../scenarios/files.ts';
import { baseBook } from '../scenarios/load.ts';
import { type Spelled, spelling } from '../scenarios/spelling.ts';
import type { Args } from './command.ts';
import type { Io } from './io.ts';

/** Options whose words are PATH=VALUE. `--set` is spelled out with the scenario itself. */
const FLAGS = ['vary', 'variant', 'rows', 'columns'] as const;

/** The words as typed, with the paths of these options spelled out, and what was understood told. */
export async function spelledArgs(args: Args, io: Io, scenario: string | undefined): Promise<Args> {
  const typed = FLAGS.flatMap((flag) => wordsOf(args[flag])).filter((word) => pathOf(word) !== undefined);
  if (scenario === undefined || typed.length === 0) return args;
  const spell = await spellingFor(args, scenario);
  if (spell === undefined) return args;
  const said = new Set<string>();
  const full = (word: string, flag: string): string => {
    const path = pathOf(word);
    if (path === undefined) return word;
    const spelled = withFile(() => spell(path), `--${flag} ${word}`);
    if (spelled.said !== undefined) said.add(spelled.said);
    return spelled.path + word.slice(path.length);
  };
  const changed = FLAGS.filter((flag) => args[flag] !== undefined).map((flag): [string, unknown] => {
    const typed = args[flag];
    return [flag, Array.isArray(typed) ? typed.map((word) => full(String(word), flag)) : full(String(typed), flag)];
  });
  if (args['quiet'] !== true) for (const sentence of said) io.err(`${sentence}\n`);
  return { ...args, ...Object.fromEntries(changed) };
}

const wordsOf = (typed: unknown): string[] => (typed === undefined ? [] : [typed].flat().map(String));

/** The path of PATH=VALUE; files, rulebooks and what is no path have none. */
const pathOf = (word: string): string | undefined => /^\s*([\w-]+(?:\.[\w-]+)*)\s*=/.exec(word)?.[1];

/** A scenario that cannot be read is told about where it is loaded. */
async function spellingFor(args: Args, scenario: string): Promise<((path: string) => Spelled) | undefined> {
  try {
    const rules = args['rules'] === undefined ? {} : { rules: String(args['rules']) };
    const loaded = await loadScenario(scenario, { ...rules, unchecked: true });
    return spelling(baseBook(loaded), loaded.encounter);
  } catch (e) {
    if (e instanceof InputError) return undefined;
    throw e;
  }
}

function withFile<T>(work: () => T, file: string): T {
  try {
    return work();
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    throw new InputError(e.problems.map((p) => ({ ...p, at: { file } })));
  }
}
