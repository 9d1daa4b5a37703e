import yargs, { type Argv } from 'yargs';
import { VERSION } from '../results/version.ts';
import { nearest } from '../rules/nearest.ts';
import { InputError } from '../rules/problem.ts';
import { SimError } from '../sim/error.ts';
import type { Args, Command, Listed } from './command.ts';
import { commands } from './commands.ts';
import { EXIT, type Io } from './io.ts';
import { messages } from './messages.ts';
import { problemText } from './problem-text.ts';

/** argv ─ yargs ─▶ one command ─▶ exit code. Every error ends here, as sentences. */
export async function cli(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(argv, io);
  } catch (e) {
    return told(e, io);
  }
}

function told(e: unknown, io: Io): number {
  if (e instanceof InputError) {
    for (const p of e.problems) io.err(`${problemText(p)}\n`);
    return EXIT.wrongInput;
  }
  if (io.signal.aborted) {
    io.err(`${messages.stoppedEarly}\n`);
    return EXIT.interrupted;
  }
  const error = e as Error;
  const known = e instanceof SimError || error.name === 'OutputError';
  io.err(`${known ? error.message : messages.bug(error.message)}\n`);
  if (io.env['GROGNARD_DEBUG']) io.err(`${error.stack}\n`);
  return EXIT.failed;
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  if (argv[0] === '--version' || argv[0] === '-V') {
    io.out(`${VERSION}\n`);
    return EXIT.done;
  }
  let code: number = EXIT.done;
  const run = async (command: Command, args: Args) => {
    code = await command.run(args, io);
  };
  const y = yargs([])
    .scriptName('grognard')
    .usage('grognard COMMAND, or grognard COMMAND --help')
    .parserConfiguration({
      'greedy-arrays': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'camel-case-expansion': false,
    })
    .exitProcess(false)
    .version(false)
    .help()
    .alias('help', 'h')
    .wrap(Math.min(110, Math.max(60, io.columns)))
    .option('version', { type: 'boolean', describe: 'Print the version', global: false })
    .fail((message, error) => {
      throw error ?? new InputError([{ path: [], message }]);
    });
  for (const c of commands) add(y, c, { path: [c.name] }, run, argv);
  y.epilogue('Start with: grognard run volley\nExit codes: 0 done, 1 failed, 2 the input was wrong, 130 interrupted');
  y.command('$0', false, {}, (args) => {
    code = unknown(args['_'] as string[], io, y);
  });
  let help = '';
  await y.parseAsync([...argv], {}, (_error, _args, output) => {
    help = output ?? '';
  });
  if (help !== '') io.out(`${help}\n`);
  return code;
}

/** No command, or one that does not exist. */
function unknown(words: readonly string[], io: Io, y: Argv): number {
  if (words.length === 0) {
    y.showHelp((text) => io.out(`${text}\n`));
    return EXIT.done;
  }
  const known = commands.filter((c) => !c.hidden).map((c) => c.name);
  throw new InputError([
    { path: [], message: messages.unknownCommand(String(words[0]), known, nearest(String(words[0]), known)) },
  ]);
}

interface Place {
  /** ['run'], ['rules', 'show']. */
  readonly path: readonly string[];
}

function add(
  y: Argv,
  listed: Listed,
  place: Place,
  run: (command: Command, args: Args) => Promise<void>,
  argv: readonly string[],
): void {
  const { name } = listed;
  const handle = async (parsed: object, { load }: Listed, at: Place) => {
    const command = await load!();
    await run(command, checked(parsed as Record<string, unknown>, command, at, argv));
  };
  const { actions } = listed;
  if (actions) {
    y.command(
      name,
      listed.describe,
      (inner) => {
        inner.usage(`grognard ${name} [${actions.map((a) => a.name).join(' | ')}]\n\n${listed.describe}`).epilogue('');
        for (const a of actions) add(inner, a, { path: [name, a.name] }, run, argv);
        return inner;
      },
      // A group's name alone stands for its first action.
      (parsed) => handle(parsed, actions[0], { path: [name, actions[0].name] }),
    );
    return;
  }
  y.command(
    name,
    // The type does not know that `false` hides a command.
    (listed.hidden ? false : listed.describe) as string,
    async (inner: Argv) => shape(inner, await listed.load!(), listed, place),
    (parsed) => handle(parsed, listed, place),
  );
}

/** What a command takes, for parsing and for its help. */
function shape(y: Argv, command: Command, listed: Listed, { path }: Place): Argv {
  const words = command.positionals.map(([name]) => name.replace('..', '…').toUpperCase());
  const described = command.positionals.map(([name, does]) => `  ${name.replace('..', '…').toUpperCase()}  ${does}`);
  y.usage([`grognard ${[...path, ...words].join(' ')} [options]`, '', listed.describe, ...described].join('\n'));
  y.options(command.options as Record<string, object>);
  const examples = command.examples.flatMap(([line, does]) => [`  grognard ${line}`, `      ${does}`]);
  if (examples.length > 0) y.epilogue(['Examples:', ...examples].join('\n'));
  return y;
}

/** Refuses flags and words that the command does not take; names the positionals. */
function checked(parsed: Record<string, unknown>, command: Command, { path }: Place, argv: readonly string[]): Args {
  const known = Object.keys(command.options);
  const problems = Object.keys(parsed)
    .filter((k) => !['_', '$0', 'help', 'h', 'action', 'version', ...known].includes(k))
    .map((k) => ({ path: [], message: messages.unknownFlag(k, [...known, 'help'], nearest(k, [...known, 'help'])) }));
  const words = wordsAfter(parsed, path);
  const args: Record<string, unknown> = { ...parsed, argv };
  command.positionals.forEach(([name], i) => {
    const rest = name.endsWith('..');
    args[rest ? name.slice(0, -2) : name] = rest ? words.slice(i) : words[i];
  });
  const most = command.positionals.some(([n]) => n.endsWith('..')) ? words.length : command.positionals.length;
  const extra = words.slice(most);
  if (extra.length > 0) problems.push(tooMany(extra, path));
  if (problems.length > 0) throw new InputError(problems);
  return args as Args;
}

/** The words after the command. The first action of a group may go unnamed. */
function wordsAfter(parsed: Record<string, unknown>, path: readonly string[]): string[] {
  const words = [...(parsed['_'] as unknown[]), ...((parsed['--'] as unknown[] | undefined) ?? [])].map(String);
  let at = 0;
  for (const name of path) if (words[at] === name) at++;
  return words.slice(at);
}

function tooMany(extra: readonly string[], path: readonly string[]) {
  const group = path.length > 1 ? commands.find((c) => c.name === path[0]) : undefined;
  const actions = group?.actions?.map((a) => a.name) ?? [];
  // `rules shw oth2` falls through to the first action: what was meant is an action.
  const message = group
    ? messages.unknownAction(path[0], extra[0], actions, nearest(extra[0], actions))
    : messages.tooManyWords(extra, path.join(' '));
  return { path: [], message };
}
