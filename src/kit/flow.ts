import type { Die } from '../sim/die.ts';
import type { ChoiceStep, Emit, Reasons } from '../sim/machine.ts';

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

// biome-ignore lint/suspicious/noExplicitAny: what a roll is read against is known only inside the roll
export interface Roll<S, G = any> {
  readonly kind: 'roll';
  readonly roll: Die | ((s: S) => Die);
  /** What the face is read against as things are: a score, a target, the rows of a table. */
  readonly against?: (s: S) => G;
  /** What a face comes to, where several come to the same: then `apply` is given that instead of the face. */
  readonly comesTo?: (against: G, face: number) => number;
  /** Does what the face does at once, and says which branch goes on; -1, or nothing, for none. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most rolls have no branches, and nothing to say
  readonly apply: (s: S, against: G, face: number, emit: Emit) => number | void;
  readonly branches?: readonly (readonly Flow<S>[])[];
  readonly side?: string;
  readonly title: (s: S) => string;
  readonly result: (s: S, against: G, face: number) => string;
  readonly reasons?: (s: S, against: G) => Reasons;
}

export interface Choose<S> {
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
/** Sets fields of a record of the state. */
export const set = <S, R extends object>(record: R, values: Readonly<Partial<R>>): Flow<S> =>
  act(() => {
    Object.assign(record, values);
  });
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

/** Goes on with what `body` makes of the one that `pick` gives, if there is one. */
export const branchOn = <S, Item>(
  items: readonly Item[],
  pick: (s: S) => Item | undefined,
  body: (item: Item) => readonly Flow<S>[],
): Flow<S> => branch((s) => (items as readonly (Item | undefined)[]).indexOf(pick(s)), items.map(body));

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

/** What a unit's side decides; `decide` picks among the options that are allowed. */
export const choose = <S>(
  { side, label }: { readonly side: string; readonly label: string },
  title: string | (() => string),
  decide: (options: readonly string[]) => string | readonly number[],
  options: Choose<S>['options'],
): Flow<S> => ({
  ...{ kind: 'choose', side, unit: label, options },
  title: () => (typeof title === 'string' ? title : title()),
  decide: (_s, allowed) => decide(allowed),
});

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

/** What a machine's state has besides the rules' own fields. */
export interface Stepped {
  step: string;
}
