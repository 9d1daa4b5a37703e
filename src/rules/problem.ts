/** Something wrong with what the user gave: where, what was found, what is allowed. Messages are whole sentences. */
export interface Problem {
  /** The place in the scenario or variant, as keys and list positions. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly found?: unknown;
  readonly allowed?: readonly string[];
  readonly nearest?: string;
  /** Where it was said, when known: a file with line and column (from 1), or a flag as it was typed. */
  readonly at?: { readonly file: string; readonly line?: number; readonly column?: number };
}

/** A file of nothing but mistakes has thousands: nobody reads past these. */
export const MOST_SHOWN = 20;

/** Input that cannot be used. The command line prints each problem on a line of its own and exits with 2. */
export class InputError extends Error {
  override readonly name: string = 'InputError';
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    const shown = problems.slice(0, MOST_SHOWN);
    super(shown.map((p) => [...placeOf(p), p.message].join(': ')).join('\n'));
    this.problems = problems;
  }
}

/** The place in the file; the file itself where a problem is about the whole of it. */
const placeOf = ({ path, at }: Problem): string[] => (path.length > 0 ? [path.join('.')] : at ? [at.file] : []);
