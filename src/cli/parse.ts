import { parseArgs } from 'node:util';
import type { Options } from 'yargs';
import { nearest } from '../rules/nearest.ts';
import { InputError, type Problem } from '../rules/problem.ts';
import type { Args, Command } from './command.ts';
import { messages } from './messages.ts';

/** What stands on the command line after the command's own words. */
interface Parsed {
  readonly values: ReadonlyMap<string, readonly (string | boolean)[]>;
  readonly words: readonly string[];
  readonly unknown: readonly string[];
}

function parse(argv: readonly string[], options: Command['options']): Parsed {
  const known = Object.fromEntries(
    Object.entries(options).map(([name, o]) => [name, { type: o.type === 'boolean' ? 'boolean' : 'string' } as const]),
  );
  // Not strict: what is wrong is told by our own sentences, all of it at once.
  const { tokens } = parseArgs({
    args: [...argv],
    options: known,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, (string | boolean)[]>();
  const words: string[] = [];
  const unknown: string[] = [];
  for (const t of tokens) {
    if (t.kind === 'positional') words.push(t.value);
    if (t.kind !== 'option') continue;
    const option = options[t.name];
    // --no-rulings turns off what --rulings turns on.
    const off = t.name.startsWith('no-') ? t.name.slice('no-'.length) : '';
    if (options[off]?.type === 'boolean') values.set(off, [...(values.get(off) ?? []), false]);
    else if (!option) unknown.push(t.name);
    else values.set(t.name, [...(values.get(t.name) ?? []), typedValue(option, t.value)]);
  }
  return { values, words, unknown };
}

const typedValue = (option: Options, value: string | undefined): string | boolean =>
  option.type === 'boolean' ? value !== 'false' : (value ?? '');

/** The flag that a lone PATH=VALUE was meant for. */
function flagFor(word: string, { options }: Command): string | undefined {
  if (/\.ya?ml$/i.test(word) && options['file'] !== undefined) return 'file';
  if (!/^[\w.-]+=./.test(word)) return undefined;
  const flags = /\.\.|,/.test(word) ? ['vary', 'set'] : ['set'];
  return flags.find((name) => options[name] !== undefined);
}

/** The arguments of a command; refuses flags and words that it does not take. */
export function argsOf(
  command: Command,
  path: readonly string[],
  rest: readonly string[],
  argv: readonly string[],
): Args {
  const { values, words, unknown } = parse(rest, command.options);
  const known = [...Object.keys(command.options), 'help'];
  const problems: Problem[] = unknown.map((k) => ({
    path: [],
    message: messages.unknownFlag(k, known, nearest(k, known)),
  }));
  const open = command.positionals.some(([name]) => name.endsWith('..'));
  const extra = open ? [] : words.slice(command.positionals.length);
  // The value of an unknown flag looks like a word too many; the flag is the mistake.
  if (extra.length > 0 && unknown.length === 0) {
    problems.push({ path: [], message: messages.tooManyWords(extra, path.join(' '), flagFor(extra[0], command)) });
  }
  if (problems.length > 0) throw new InputError(problems);
  const args: Record<string, unknown> = { argv };
  for (const [name, all] of values)
    args[name] = command.options[name].type === 'array' || all.length > 1 ? all : all[0];
  command.positionals.forEach(([name], i) => {
    if (name.endsWith('..')) args[name.slice(0, -2)] = words.slice(i);
    else args[name] = words[i];
  });
  return args as Args;
}
