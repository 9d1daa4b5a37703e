import type { Emit, Step } from '../sim/machine.ts';
import type { Choose, Duty, Flow, Roll, Stepped } from './flow.ts';

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
    const informed = hears ? { kind: 'act' as const, run: hears, next: begun, other: null } : begun;
    return this.pass(`${path}.visit`, due ? { kind: 'if', test: due, next: informed, other: next } : informed);
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
    const { kind: _kind, branches: _branches, against, apply, comesTo, ...rest } = flow;
    return {
      ...rest,
      ...(against ? { against } : {}),
      ...(comesTo ? { alike: comesTo } : {}),
      apply: (s, readAgainst, face, emit) => {
        const branch = apply(s, readAgainst, comesTo ? comesTo(readAgainst, face) : face, emit) ?? -1;
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
