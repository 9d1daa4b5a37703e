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
  | Branch<S>
  | While<S>
  | Roll<S>
  | Choose<S>
  | Note<S>
  | Slot<S>
  | Duty<S>
  | Block<S>
  | { readonly kind: 'leave' }
  | { readonly kind: 'end'; readonly at?: string; readonly run: (s: S) => void };

/** Changes the state, adds to sums. */
export interface Act<S> {
  readonly kind: 'act';
  readonly run: (s: S, emit: Emit) => void;
}
interface If<S> {
  readonly kind: 'if';
  readonly test: (s: S) => boolean;
  readonly then: readonly Flow<S>[];
  readonly else: readonly Flow<S>[];
}
/** Goes on with one of several lists; with none of them at -1. */
interface Branch<S> {
  readonly kind: 'branch';
  readonly pick: (s: S) => number;
  readonly branches: readonly (readonly Flow<S>[])[];
}
/** Goes round as long as the test holds. A loop that can come back to the very state it left is refused when compiled. */
interface While<S> {
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
  /** What a face comes to, where several come to the same: then `apply` is given that instead of the face. */
  readonly comesTo?: (given: G, face: number) => number;
  /** Does what the face does at once, and says which branch goes on; -1, or nothing, for none. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most rolls have no branches, and nothing to say
  readonly apply: (s: S, given: G, face: number, emit: Emit) => number | void;
  readonly branches?: readonly (readonly Flow<S>[])[];
  readonly side?: string;
  readonly title: (s: S) => string;
  readonly result: (s: S, given: G, face: number) => string;
  readonly reasons?: (s: S, given: G) => Reasons;
}
interface Choose<S> {
  readonly kind: 'choose';
  readonly side: string;
  readonly unit?: string;
  readonly title: (s: S) => string;
  readonly options: readonly {
    readonly name: string;
    readonly allowed?: (s: S) => boolean;
    readonly body: readonly Flow<S>[];
  }[];
  readonly decide?: ChoiceStep<S>['decide'];
}
/** Something that happened, told in stories. */
interface Note<S> {
  readonly kind: 'note';
  readonly tell: (s: S) => string;
}

/** A part of the sequence of play: `place` is kept for every step within, so that engines can tell how far play has come. */
interface Slot<S> {
  readonly kind: 'slot';
  readonly place: number;
  readonly body: readonly Flow<S>[];
}

/**
 * What one actor does: a procedure of the record (a group of fields) that is the actor's own. Engines keep procedures apart
 * from the sequence of play around them; what a procedure looks at and writes beyond its record is seen by them.
 */
export interface Duty<S> {
  readonly kind: 'duty';
  /** The path of a group of fields, 'p1'. */
  readonly record: string;
  /** Whether there is anything to do; always, if left out. */
  readonly due?: (s: S) => boolean;
  /** What the actor is told of others before it acts: questions about them, put into fields of its record. */
  readonly hears?: (s: S) => void;
  readonly body: readonly Flow<S>[];
  /** What the sequence of play does once a duty was done. */
  readonly after?: readonly Flow<S>[];
}

/** A list that `leave` ends early: play goes on after the innermost block. */
interface Block<S> {
  readonly kind: 'block';
  readonly body: readonly Flow<S>[];
}

export const act = <S>(run: Act<S>['run']): Flow<S> => ({ kind: 'act', run });
export const when = <S>(
  test: (s: S) => boolean,
  then: readonly Flow<S>[],
  otherwise: readonly Flow<S>[] = [],
): Flow<S> => ({ kind: 'if', test, then, else: otherwise });
/** Goes on with the list that `pick` says. */
export const branch = <S>(pick: (s: S) => number, branches: readonly (readonly Flow<S>[])[]): Flow<S> => ({
  kind: 'branch',
  pick,
  branches,
});
export const duty = <S>(spec: Omit<Duty<S>, 'kind'>): Flow<S> => ({ kind: 'duty', ...spec });
/** Goes on with the list of the name that `pick` gives, if there is one. */
export const match = <S, Name extends string>(
  pick: (s: S) => Name | undefined,
  lists: Readonly<Partial<Record<Name, readonly Flow<S>[]>>>,
): Flow<S> => {
  const names: readonly (string | undefined)[] = Object.keys(lists);
  return branch(
    (s) => names.indexOf(pick(s)),
    Object.values<readonly Flow<S>[] | undefined>(lists).map((l) => l ?? []),
  );
};
export const note = <S>(tell: (s: S) => string): Flow<S> => ({ kind: 'note', tell });
export const block = <S>(body: readonly Flow<S>[]): Flow<S> => ({ kind: 'block', body });
export const leave: Flow<never> & { readonly kind: 'leave' } = { kind: 'leave' };
export const roll = <S, G>(spec: Omit<Roll<S, G>, 'kind'>): Flow<S> => ({ kind: 'roll', ...spec });

/** Goes round until the body leaves, or as long as the test holds. */
export const repeat = <S>(body: readonly Flow<S>[], test: (s: S) => boolean = () => true): Flow<S> =>
  block([{ kind: 'while', test, body }]);

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
  kind: 'act' | 'if' | 'branch' | 'while' | 'rest' | 'end';
  run?: (s: S, emit: Emit) => void;
  test?: (s: S) => boolean;
  pick?: (s: S) => number;
  ways?: readonly (Op<S> | null)[];
  at?: string;
  /** Where to wait: the name of the machine's step. */
  name?: string;
  next: Op<S> | null;
  other: Op<S> | null;
}

export interface Assembled<S> {
  /** `BEGIN` runs to the first place where something is thrown, chosen or told. */
  readonly steps: Readonly<Record<string, Step<S>>>;
  /** By step, the place of the slot that it stands in. */
  readonly slotOf: ReadonlyMap<string, number>;
  /** The records that have duties. */
  readonly records: ReadonlySet<string>;
}
export const BEGIN = 'begin';

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
  private readonly slotOf = new Map<string, number>();
  private readonly records = new Set<string>();
  private slot = 0;
  /** The record whose duty is being assembled. */
  private record: string | undefined;
  /** What comes after the innermost block. */
  private outside: Op<S> | null = null;
  private readonly endless: (at: string | undefined) => Error;

  constructor(endless: (at: string | undefined) => Error) {
    this.endless = endless;
  }

  assemble(play: readonly Flow<S>[]): Assembled<S> {
    const first = this.sequence(play, '', null);
    const begin: Step<S> = { then: (s, emit) => this.run(first, s, emit) };
    // Assembled from the end: turned round, steps stand in the order of play.
    const inOrder = Object.fromEntries(Object.entries(this.steps).reverse());
    return { steps: { [BEGIN]: begin, ...inOrder }, slotOf: this.slotOf, records: this.records };
  }

  /** The ops of a list, the last leading to `after`. */
  private sequence(list: readonly Flow<S>[], path: string, after: Op<S> | null): Op<S> | null {
    let next = after;
    for (let i = list.length - 1; i >= 0; i--) next = this.op(list[i], `${path}${i}`, next);
    return next;
  }

  private op(flow: Flow<S>, path: string, next: Op<S> | null): Op<S> | null {
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
      case 'branch':
        return {
          kind: 'branch',
          pick: flow.pick,
          ways: flow.branches.map((b, i) => this.sequence(b, `${path}.${i}.`, next)),
          next,
          other: null,
        };
      case 'block': {
        const around = this.outside;
        this.outside = next;
        const first = this.sequence(flow.body, `${path}.`, next);
        this.outside = around;
        return first;
      }
      case 'leave':
        return this.outside;
      case 'slot': {
        const around = this.slot;
        this.slot = flow.place;
        const first = this.sequence(flow.body, `${path}.`, next);
        this.slot = around;
        return first;
      }
      case 'duty':
        return this.duty(flow, path, next);
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

  /** Play rests before a duty, where it begins and where it has ended, so that engines find its bounds. */
  private duty({ record, due, hears, body, after = [] }: Duty<S>, path: string, next: Op<S> | null): Op<S> {
    if (this.record !== undefined) throw new Error(`A duty of '${record}' stands within one of '${this.record}'.`);
    this.records.add(record);
    const around = this.outside;
    const ended = this.pass(`${path}.ended`, this.sequence(after, `${path}.after.`, next));
    this.record = record;
    this.outside = ended;
    const begun = this.pass(`${path}.begun`, this.sequence(body, `${path}.`, ended));
    this.record = undefined;
    this.outside = around;
    if (!due && !hears) return begun;
    const told = hears ? { kind: 'act' as const, run: hears, next: begun, other: null } : begun;
    return this.pass(`${path}.visit`, due ? { kind: 'if', test: due, next: told, other: next } : told);
  }

  /** A place where play rests only to go on. */
  private pass(name: string, next: Op<S> | null): Op<S> {
    return this.rest(name, next, { then: (s, emit) => this.run(next, s, emit) });
  }

  private rest(name: string, next: Op<S> | null, step: Step<S>): Op<S> {
    this.steps[name] = this.record === undefined ? step : { ...step, scope: this.record };
    this.slotOf.set(name, this.slot);
    return { kind: 'rest', name, next, other: null };
  }

  private rollStep(flow: Roll<S>, path: string, next: Op<S> | null): Step<S> {
    const branches = (flow.branches ?? []).map((b, i) => this.sequence(b, `${path}.${i}.`, next));
    const { kind: _kind, branches: _branches, apply, comesTo, ...rest } = flow;
    return {
      ...rest,
      ...(comesTo ? { alike: comesTo } : {}),
      apply: (s, given, face, emit) => {
        const branch = apply(s, given, comesTo ? comesTo(given, face) : face, emit) ?? -1;
        this.run(branch < 0 ? next : branches[branch], s, emit);
      },
    };
  }

  private choiceStep(flow: Choose<S>, path: string, next: Op<S> | null): Step<S> {
    const ways = new Map(flow.options.map((o) => [o.name, this.sequence(o.body, `${path}.${o.name}.`, next)]));
    return {
      side: flow.side,
      ...(flow.unit === undefined ? {} : { unit: flow.unit }),
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
        case 'branch': {
          const way = op.pick!(s);
          op = way < 0 ? op.next : op.ways![way];
          break;
        }
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
