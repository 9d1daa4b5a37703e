import { cli } from '../../src/cli/cli.ts';
import type { Io } from '../../src/cli/io.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Whether it is told how long an engagement takes hangs on the machine: see forecast.test.ts. */
const FORECASTS = /^.*(?: to go|how long it takes shows soon|if the states are too many)\.\n/gm;

/** Runs the program in this process and takes down what it says. */
export async function grognard(
  line: string | readonly string[],
  given: Partial<Io> & { answers?: string[] } = {},
): Promise<Ran> {
  let out = '';
  let err = '';
  const answers = [...(given.answers ?? [])];
  const io: Io = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    outIsTerminal: false,
    errIsTerminal: false,
    canAsk: answers.length > 0,
    columns: 120,
    signal: new AbortController().signal,
    ask: async () => answers.shift() ?? '',
    env: {},
    ...given,
  };
  const code = await cli(typeof line === 'string' ? line.split(' ').filter((w) => w !== '') : line, io);
  return { code, out, err: err.replace(FORECASTS, '') };
}
