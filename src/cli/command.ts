import type { Options } from 'yargs';
import type { Io } from './io.ts';

/** One command of the program, or one action of a command (`rules show`). */
export interface Command {
  /** Names of the words after the command, in order; the last may take several ("names.."). */
  readonly positionals: readonly (readonly [name: string, description: string])[];
  readonly options: Readonly<Record<string, Options>>;
  readonly examples: readonly (readonly [line: string, does: string])[];
  /** Returns the exit code. */
  readonly run: (args: Args, io: Io) => Promise<number>;
}

/** What was typed. Everything is text here; commands read it through src/cli/options.ts. */
export interface Args {
  readonly [name: string]: unknown;
  /** The words as typed, for the line that reproduces a result. */
  readonly argv: readonly string[];
}

/** A command in the list of commands: cheap to know, loaded when it is run or helped with. */
export interface Listed {
  readonly name: string;
  readonly describe: string;
  readonly load?: () => Promise<Command>;
  /** Actions; the first is taken when none is named. */
  readonly actions?: readonly Listed[];
  /** Left out of the help. */
  readonly hidden?: boolean;
}
