import type { Machine } from '../machine.ts';
import type { Reads } from '../reads.ts';
import { type Look, MOST_FACTS, PairSpace, TURN } from './space.ts';

/** Whose each field of the state is: a pair's, the clock, or the sequence of play's own. */
export class Fields<S> {
  readonly machine: Machine<S>;
  readonly reads: Reads;
  /** The scopes, one for each pair. */
  readonly pairs: readonly string[];
  readonly spaces: readonly PairSpace<S>[];
  /** Fields that no pair holds, the clock aside. */
  readonly globals: readonly string[];
  readonly clock: number;
  /** Turns, counted from 0. */
  readonly turns: number;
  /** Some procedures look at the turn. */
  readonly byTurn: boolean;
  readonly turn: { readonly get: () => number; readonly set: (turn: number) => void };
  private readonly pairOfField: Int32Array;
  private readonly looks: (Look | undefined)[];

  /** @param machine a watched one, whose scratch state stands at a start */
  constructor(machine: Machine<S>) {
    this.machine = machine;
    const { layout, scopes } = machine;
    this.reads = layout.reads!;
    const clock = layout.clock?.path;
    this.pairs = Object.keys(scopes!);
    const own = this.pairs.map((name) => scopes![name].filter((path) => path !== clock));
    this.byTurn = this.pairs.some((name, k) => scopes![name].length > own[k].length);
    const paths = layout.fields.slice(1).map((f) => f.path);
    const within = (path: string, p: string) => path === p || path.startsWith(`${p}.`);
    this.pairOfField = Int32Array.from(paths, (path) => own.findIndex((list) => list.some((p) => within(path, p))));
    this.clock = clock === undefined ? -1 : paths.indexOf(clock);
    this.turns = (layout.clock?.last ?? 0) + 1;
    this.turn = clockAccess(layout.raw as object, clock);
    this.globals = paths.filter((_, f) => this.pairOfField[f] < 0 && f !== this.clock);
    const owners = this.factOwners();
    this.spaces = own.map(
      (list, k) =>
        new PairSpace(
          layout,
          list,
          owners.flatMap((pair, f) => (pair === k ? [f] : [])),
        ),
    );
    this.looks = this.listLooks(paths, owners);
  }

  /** The pair that a field belongs to, or -1. */
  pairOf(field: number): number {
    return this.pairOfField[field];
  }

  /** Where a look finds its bits; undefined for what the sequence of play itself holds. */
  lookOf(look: number): Look | undefined {
    return this.looks[look];
  }

  /** A look at a field of a pair, not at the answer to a question. */
  isOwnField(look: number): boolean {
    return look < this.reads.fieldCount && this.pairOfField[look] >= 0;
  }

  /** By field, its bits in the states of a pair. */
  bitsIn(pair: number): ({ readonly word: number; readonly mask: number } | undefined)[] {
    return Array.from(this.pairOfField, (p, f) => {
      const look = this.looks[f];
      return p === pair && look ? { word: look.word, mask: look.mask << look.shift } : undefined;
    });
  }

  /** Whose fields each question is about; -1 where it is about several, and its fields are looked at one by one. */
  private factOwners(): number[] {
    const { reads } = this;
    reads.seesFacts = true;
    const room = this.pairs.map(() => MOST_FACTS);
    const owners = reads.facts.map((fact) => {
      reads.beginNode();
      reads.answer(fact);
      const pairs = new Set([...fact.fields].map((f) => this.pairOfField[f]));
      const [pair] = pairs;
      if (pairs.size === 1 && pair >= 0 && room[pair]-- > 0) return pair;
      fact.several = true;
      return -1;
    });
    reads.seesFacts = false;
    return owners;
  }

  private listLooks(paths: readonly string[], owners: readonly number[]): (Look | undefined)[] {
    const looks = paths.map((path, f): Look | undefined => {
      const pair = this.pairOfField[f];
      if (f === this.clock) return { pair: TURN, word: 0, shift: 0, mask: 31 };
      return pair >= 0 ? this.spaces[pair].lookAtField(pair, path) : undefined;
    });
    owners.forEach((pair, fact) => {
      looks.push(pair >= 0 ? this.spaces[pair].lookAtFact(pair, fact) : undefined);
    });
    return looks;
  }
}

function clockAccess(raw: object, path: string | undefined) {
  if (path === undefined) return { get: () => 0, set: () => {} };
  const names = path.split('.');
  const name = names.pop()!;
  const group = names.reduce<Record<string, unknown>>((at, n) => at[n] as Record<string, unknown>, raw as never);
  const min = group[name] as number;
  return {
    get: () => (group[name] as number) - min,
    set: (turn: number) => {
      group[name] = min + turn;
    },
  };
}
