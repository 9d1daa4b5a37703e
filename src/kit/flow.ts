import type { Die } from '../sim/die.ts';
import type { ChoiceStep, Emit, Reasons, Step } from '../sim/machine.ts';

/**
 * Structured steps: what a procedure is written in, in TypeScript or (read from expressions) in a rulebook file.
 *
 *   Flow[] ─ assemble ─▶ steps of a `Machine`: one for each place where a die is thrown, a side chooses or a note is told
 *
 * The kit names those places by where they stand in the structure, so nobody makes up a step name or takes one apart.
 * Everything between two such places runs in one go.
 */
export type Flow<S> =
  | Act<S>
  | If<S>
  | While<S>
  | Roll<S>
  | Choose<S>
  | Note<S>
  | { readonly kind: 'end'; readonly at?: string; readonly run: (s: S) => void };

/** Changes the state, adds to sums. */
export interface Act<S> {
  readonly kind: 'act';
  readonly run: (s: S, emit: Emit) => void;
}
export interface If<S> {
  readonly kind: 'if';
  readonly test: (s: S) => boolean;
  readonly then: readonly Flow<S>[];
  readonly else: readonly Flow<S>[];
}
/** Goes round as long as the test holds. A loop that can come back to the very state it left is refused when compiled. */
export interface While<S> {
  readonly kind: 'while';
  readonly test: (s: S) => boolean;
  readonly body: readonly Flow<S>[];
  /** For messages: where the loop is written. */
  readonly at?: string;
}
// biome-ignore lint/suspicious/noExplicitAny: a roll's own `given` type is known only inside the roll
export interface Roll<S, G = any> {
  readonly kind: 'roll';
  readonly roll: Die | ((s: S) => Die);
  readonly given?: (s: S) => G;
  /** Does what the face does at once, and says which branch goes on; -1 for none. */
  readonly apply: (s: S, given: G, face: number, emit: Emit) => number;
  readonly branches: readonly (readonly Flow<S>[])[];
  readonly side?: string;
  readonly title: (s: S) => string;
  readonly result: (s: S, given: G, face: number) => string;
  readonly reasons?: (s: S, given: G) => Reasons;
}
export interface Choose<S> {
  readonly kind: 'choose';
  readonly side: string;
  readonly title: (s: S) => string;
  readonly options: readonly {
    readonly name: string;
    readonly allowed?: (s: S) => boolean;
    readonly body: readonly Flow<S>[];
  }[];
  readonly decide?: ChoiceStep<S>['decide'];
}
/** Something that happened, told in stories. */
export interface Note<S> {
  readonly kind: 'note';
  readonly tell: (s: S) => string;
}

/** Goes round `n` times; `counter` reads and writes the variable that holds how many rounds are left. */
export const times = <S>(
  n: (s: S) => number,
  counter: { readonly get: (s: S) => number; readonly set: (s: S, to: number) => void },
  body: readonly Flow<S>[],
  at?: string,
): Flow<S>[] => [
  { kind: 'act', run: (s) => counter.set(s, Math.max(0, n(s))) },
  {
    kind: 'while',
    test: (s) => counter.get(s) > 0,
    body: [...body, { kind: 'act', run: (s) => counter.set(s, counter.get(s) - 1) }],
    ...(at ? { at } : {}),
  },
];

/** Rounds of a loop without a die or choice between them before it is called endless. */
const ROUNDS_AT_MOST = 10_000;

/** A place in the flow, with what comes after it. */
interface Op<S> {
  kind: 'act' | 'if' | 'while' | 'rest' | 'end';
  run?: (s: S, emit: Emit) => void;
  test?: (s: S) => boolean;
  at?: string;
  /** Where to wait: the name of the machine's step. */
  name?: string;
  next: Op<S> | null;
  other: Op<S> | null;
}

export interface Assembled<S> {
  readonly steps: Readonly<Record<string, Step<S>>>;
  /** Runs from the beginning to the first place where something is thrown, chosen or told. */
  readonly start: (s: S, emit: Emit) => void;
}

/** What a machine's state has besides the rules' own fields. */
export interface Stepped {
  step: string;
}

/**
 * Makes the steps of a machine.
 * @param endless what is thrown where a loop goes round without end and without a die
 */
export function assemble<S extends Stepped>(
  play: readonly Flow<S>[],
  endless: (at: string | undefined) => Error,
): Assembled<S> {
  return new Assembler<S>(endless).assemble(play);
}

class Assembler<S extends Stepped> {
  private readonly steps: Record<string, Step<S>> = {};
  private readonly endless: (at: string | undefined) => Error;

  constructor(endless: (at: string | undefined) => Error) {
    this.endless = endless;
  }

  assemble(play: readonly Flow<S>[]): Assembled<S> {
    const first = this.sequence(play, '', null);
    return { steps: this.steps, start: (s, emit) => this.run(first, s, emit) };
  }

  /** The ops of a list, the last leading to `after`. */
  private sequence(list: readonly Flow<S>[], path: string, after: Op<S> | null): Op<S> | null {
    let next = after;
    for (let i = list.length - 1; i >= 0; i--) next = this.op(list[i], `${path}${i}`, next);
    return next;
  }

  private op(flow: Flow<S>, path: string, next: Op<S> | null): Op<S> {
    switch (flow.kind) {
      case 'act':
        return { kind: 'act', run: flow.run, next, other: null };
      case 'if':
        return {
          kind: 'if',
          test: flow.test,
          next: this.sequence(flow.then, `${path}.then.`, next),
          other: this.sequence(flow.else, `${path}.else.`, next),
        };
      case 'while': {
        const op: Op<S> = { kind: 'while', test: flow.test, next: null, other: next, at: flow.at };
        op.next = this.sequence(flow.body, `${path}.do.`, op);
        return op;
      }
      case 'roll':
        return this.rest(`${path}.roll`, next, this.rollStep(flow, path, next));
      case 'choose':
        return this.rest(`${path}.choose`, next, this.choiceStep(flow, path, next));
      case 'note':
        return this.rest(`${path}.note`, next, { tell: flow.tell, then: (s, emit) => this.run(next, s, emit) });
      case 'end':
        return { kind: 'end', run: flow.run, next: null, other: null };
    }
  }

  private rest(name: string, next: Op<S> | null, step: Step<S>): Op<S> {
    this.steps[name] = step;
    return { kind: 'rest', name, next, other: null };
  }

  private rollStep(flow: Roll<S>, path: string, next: Op<S> | null): Step<S> {
    const branches = flow.branches.map((b, i) => this.sequence(b, `${path}.${i}.`, next));
    const { kind: _kind, branches: _branches, apply, ...rest } = flow;
    return {
      ...rest,
      apply: (s, given, face, emit) => {
        const branch = apply(s, given, face, emit);
        this.run(branch < 0 ? next : branches[branch], s, emit);
      },
    };
  }

  private choiceStep(flow: Choose<S>, path: string, next: Op<S> | null): Step<S> {
    const ways = new Map(flow.options.map((o) => [o.name, this.sequence(o.body, `${path}.${o.name}.`, next)]));
    return {
      side: flow.side,
      title: flow.title,
      options: (s) => flow.options.filter((o) => o.allowed?.(s) ?? true).map((o) => o.name),
      ...(flow.decide ? { decide: flow.decide } : {}),
      choose: (s, option, emit) => this.run(ways.get(option)!, s, emit),
    };
  }

  /** Runs until something is thrown, chosen or told, or the encounter ends. */
  private run(from: Op<S> | null, s: S, emit: Emit): void {
    let op = from;
    let rounds = 0;
    while (op !== null) {
      switch (op.kind) {
        case 'act':
          op.run!(s, emit);
          op = op.next;
          break;
        case 'while':
          if (++rounds > ROUNDS_AT_MOST) throw this.endless(op.at);
          op = op.test!(s) ? op.next : op.other;
          break;
        case 'if':
          op = op.test!(s) ? op.next : op.other;
          break;
        case 'rest':
          s.step = op.name!;
          return;
        case 'end':
          op.run!(s, emit);
          s.step = 'end';
          return;
      }
    }
    s.step = 'end';
  }
}
