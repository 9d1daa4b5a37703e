import { VERSION } from '../results/version.ts';
import { nearest } from '../rules/nearest.ts';
import { InputError } from '../rules/problem.ts';
import { OutOfReachError, SimError } from '../sim/error.ts';
import type { Listed } from './command.ts';
import { commands } from './commands.ts';
import { fold } from './fold.ts';
import { EXIT, type Io, PromptStopped, StoppedOnQueue } from './io.ts';
import { messages } from './messages.ts';
import { argsOf } from './parse.ts';
import { problemLines } from './problem-text.ts';

/** argv ─ find the command ─ parse its flags ─ run it ─▶ exit code. Every error ends here, as sentences. */
export async function cli(argv: readonly string[], streams: Io): Promise<number> {
  const io = foldingMessages(streams);
  try {
    return await dispatch(argv, io);
  } catch (e) {
    return report(e, io);
  }
}

/** Messages as wide as the screen: it would break a long one inside a word. What redraws its own line stays as it is. */
function foldingMessages(io: Io): Io {
  if (!io.errIsTerminal) return io;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  return { ...io, err: (text) => io.err(/[\r\u001b]/.test(text) ? text : fold(text, io.columns)) };
}

function report(e: unknown, io: Io): number {
  if (e instanceof InputError) {
    for (const line of problemLines(e.problems)) io.err(`${line}\n`);
    return EXIT.wrongInput;
  }
  if (e instanceof PromptStopped) return EXIT.interrupted;
  if (io.signal.aborted) {
    io.err(`${e instanceof StoppedOnQueue ? messages.queueStoppedEarly : messages.stoppedEarly}\n`);
    return EXIT.interrupted;
  }
  const error = e as Error;
  const known = e instanceof SimError || error.name === 'OutputError';
  io.err(`${known ? error.message : messages.bug(error.message)}\n`);
  if (io.env['GROGNARD_DEBUG']) io.err(`${error.stack}\n`);
  return e instanceof OutOfReachError ? EXIT.wrongInput : EXIT.failed;
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  // `grognard help run` is what many type first.
  if (argv[0] === 'help') return dispatch([...argv.slice(1), '--help'], io);
  if (argv[0] === 'version') return dispatch(['--version', ...argv.slice(1)], io);
  const help = asksForHelp(argv);
  const at = argv.findIndex((word) => !word.startsWith('-'));
  if (at < 0) return withoutCommand(argv, io);
  const listed = listedAs(commands, argv[at], messages.unknownCommand);
  const rest = argv.toSpliced(at, 1);
  if (!listed.actions) return run(listed, [listed.name], rest, argv, io, help);

  const { actions } = listed;
  // The action stands right after the group's name, or anywhere else under its own name.
  const names = actions.map((a) => a.name);
  const named = rest.findIndex((word) => names.includes(word));
  const next = at < rest.length && !rest[at].startsWith('-') ? at : named;
  if (next < 0) {
    if (help) {
      io.out(await (await import('./help.ts')).listHelp(actions, io.columns, listed));
      return EXIT.done;
    }
    // A group's name alone stands for its first action.
    return run(actions[0], [listed.name, actions[0].name], rest, argv, io, false);
  }
  const shown = actions.some((a) => a.name === rest[next]) ? undefined : await hintToShow(listed.name, rest[next]);
  const action = listedAs(
    actions,
    rest[next],
    (name, known, near) => messages.unknownAction(listed.name, name, known, shown ? undefined : near) + (shown ?? ''),
  );
  return run(action, [listed.name, action.name], rest.toSpliced(next, 1), argv, io, help);
}

/** `rules oth2` and `examples volley` leave out the word that is most likely meant. */
async function hintToShow(group: string, word: string): Promise<string | undefined> {
  const { BOOK_IDS } = await import('../rules/built-in.ts');
  const { exampleNames } = await import('../scenarios/examples.ts');
  const known = group === 'rules' ? BOOK_IDS : exampleNames();
  return known.includes(word) ? messages.showIt(group, word) : undefined;
}

/** `--help` and `-h` count up to a bare `--`. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? argv.length : end).some((word) => word === '--help' || word === '-h');
}

async function withoutCommand(argv: readonly string[], io: Io): Promise<number> {
  if (argv.some((word) => word === '--version' || word === '-V')) {
    io.out(`${VERSION}\n`);
    return EXIT.done;
  }
  const flag = argv.find((word) => word !== '--help' && word !== '-h');
  if (flag !== undefined) {
    const known = ['help', 'version'];
    const name = flag.replace(/^-+/, '');
    throw new InputError([{ path: [], message: messages.unknownFlag(name, known, nearest(name, known)) }]);
  }
  io.out(await (await import('./help.ts')).listHelp(commands, io.columns));
  return EXIT.done;
}

function listedAs(
  list: readonly Listed[],
  name: string,
  refusal: (name: string, known: readonly string[], near?: string) => string,
): Listed {
  const listed = list.find((c) => c.name === name);
  if (listed) return listed;
  const known = list.filter((c) => !c.hidden).map((c) => c.name);
  throw new InputError([{ path: [], message: refusal(name, known, nearest(name, known)) }]);
}

async function run(
  listed: Listed,
  path: readonly string[],
  rest: readonly string[],
  argv: readonly string[],
  io: Io,
  help: boolean,
): Promise<number> {
  const command = await listed.load!();
  if (help) {
    io.out(await (await import('./help.ts')).commandHelp(command, listed, path, io.columns));
    return EXIT.done;
  }
  return command.run(argsOf(command, path, rest, argv), io);
}
