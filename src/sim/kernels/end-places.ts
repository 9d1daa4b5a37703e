import type { EndTable } from '../ends.ts';
import type { Reads } from '../reads.ts';
import type { Sequence } from './sequence.ts';
import type { Position } from './steps.ts';

/** Numbers of sums that a name for two of them can tell apart. */
const SUMS = 2 ** 22;

/**
 * Endings by number. Where an ending looks at nothing but totals and the turn, as it is seen to do, engagements with the
 * same totals end alike: what each pair adds to them is worked out once for each of its states, and added up by number.
 */
export class EndPlaces<S> {
  readonly table: EndTable<S>;
  private readonly sequence: Sequence<S>;
  private readonly reads: Reads;
  /** By pair, by state: the number of what it adds; -1 where nobody has asked. */
  private readonly partOf: Int32Array[];
  /** By pair, by total: the parts that are about the pair. */
  private readonly partsOfPair: readonly (readonly (readonly (() => number)[])[])[];
  private readonly vectors: number[][] = [];
  private readonly vectorPlaces = new Map<string, number>();
  private readonly joined = new Map<number, number>();
  private readonly byTotals = new Map<number, number>();
  private readonly byStates = new Map<string, number>();
  private additive = true;

  constructor(sequence: Sequence<S>, table: EndTable<S>) {
    this.sequence = sequence;
    this.table = table;
    this.reads = sequence.machine.layout.reads!;
    this.partOf = sequence.fields.spaces.map(() => new Int32Array(1024).fill(-1));
    sequence.steps.load(sequence.start);
    const owners = this.reads.totals.map(({ parts }) => parts.map((part) => this.ownerOf(part)));
    this.partsOfPair = sequence.fields.spaces.map((_, pair) =>
      this.reads.totals.map(({ parts }, t) => parts.filter((_, i) => owners[t][i] === pair)),
    );
    this.additive = this.reads.totals.length > 0 && owners.every((list) => list.every((pair) => pair !== null));
  }

  /** The pair that a part looks at; -1 where it looks at nothing, null where at several. */
  private ownerOf(part: () => number): number | null {
    const { reads, sequence } = this;
    reads.beginNode();
    part();
    const pairs = new Set(reads.looked.map((f) => sequence.fields.pairOf(f)));
    return pairs.size === 0 ? -1 : pairs.size === 1 ? [...pairs][0] : null;
  }

  place(position: Position): number {
    if (!this.additive) return this.placeByStates(position);
    let sum = this.part(0, position.states[0]);
    for (let k = 1; k < position.states.length; k++) sum = this.join(sum, this.part(k, position.states[k]));
    const name = sum * 64 + position.turn;
    return this.byTotals.get(name) ?? this.workOut(position, name);
  }

  private workOut(position: Position, name: number): number {
    const { reads, sequence } = this;
    sequence.steps.load(position);
    reads.seesTotals = true;
    reads.beginNode();
    const place = this.table.place(sequence.machine.layout.view);
    reads.seesTotals = false;
    if (reads.looked.every((f) => f === sequence.fields.clock)) this.byTotals.set(name, place);
    else this.additive = false;
    return place;
  }

  private placeByStates(position: Position): number {
    const name = `${position.control} ${position.turn} ${Array.from(position.states).join(' ')}`;
    let place = this.byStates.get(name);
    if (place === undefined) {
      if (this.byStates.size > 1_000_000) this.byStates.clear();
      this.sequence.steps.load(position);
      place = this.table.place(this.sequence.machine.layout.view);
      this.byStates.set(name, place);
    }
    return place;
  }

  private part(pair: number, state: number): number {
    let known = this.partOf[pair];
    if (state >= known.length) {
      const more = new Int32Array(Math.max(state + 1, known.length * 2)).fill(-1);
      more.set(known);
      known = more;
      this.partOf[pair] = known;
    }
    if (known[state] < 0) {
      this.sequence.fields.spaces[pair].load(state);
      const amounts: number[] = [];
      this.reads.unseen(() => {
        for (const parts of this.partsOfPair[pair]) amounts.push(parts.reduce((sum, part) => sum + part(), 0));
      });
      known[state] = this.vector(amounts);
    }
    return known[state];
  }

  private vector(amounts: number[]): number {
    const name = amounts.join(' ');
    let place = this.vectorPlaces.get(name);
    if (place === undefined) {
      place = this.vectors.push(amounts) - 1;
      this.vectorPlaces.set(name, place);
    }
    return place;
  }

  private join(a: number, b: number): number {
    const name = a * SUMS + b;
    let found = this.joined.get(name);
    if (found === undefined) {
      const y = this.vectors[b];
      found = this.vector(this.vectors[a].map((x, t) => x + y[t]));
      this.joined.set(name, found);
    }
    return found;
  }
}
