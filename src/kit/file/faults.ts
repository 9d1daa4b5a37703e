import { InputError, type Problem } from '../../rules/problem.ts';
import { ExpressionError, type Node, parseExpression, UnreadError } from '../expression/parse.ts';

export type Path = readonly (string | number)[];

/** A mistake in a rulebook file; `offset` is the character inside an expression. */
export interface Fault {
  readonly path: Path;
  readonly message: string;
  readonly offset?: number;
  readonly key?: boolean;
}

const MOST_FAULTS = 20;

/** Gathers mistakes, so that a file is told all of them at once. */
export class Faults {
  readonly list: Fault[] = [];
  private readonly seen = new Set<string>();

  add(path: Path, message: string, more: { offset?: number; key?: boolean } = {}): void {
    const known = `${path.join('.')}|${message}`;
    if (this.seen.has(known) || this.list.length >= MOST_FAULTS) return;
    this.seen.add(known);
    this.list.push({ path, message, ...more });
  }

  /** Runs a step; a mistake in an expression is noted, and `otherwise` taken. */
  try<T>(path: Path, work: () => T, otherwise: T): T {
    try {
      return work();
    } catch (e) {
      // What rests on a mistake is no mistake of its own.
      if (e instanceof UnreadError) return otherwise;
      if (e instanceof ExpressionError) this.add(path, e.message, { offset: e.at });
      else if (e instanceof InputError) for (const p of e.problems) this.add(path, p.message);
      else throw e;
      return otherwise;
    }
  }

  asError(place: (fault: Fault) => Problem['at']): InputError {
    return new InputError(this.list.map((f) => ({ path: f.path, message: f.message, at: place(f) })));
  }
}

const parsed = new Map<string, Node>();
const MOST_PARSED = 5_000;

/** Machines are built for every cell of a sweep: each text is read once. */
export function parsedOnce(text: string): Node {
  let node = parsed.get(text);
  if (!node) {
    if (parsed.size >= MOST_PARSED) parsed.clear();
    node = parseExpression(text);
    parsed.set(text, node);
  }
  return node;
}
