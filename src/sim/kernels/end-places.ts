import type { EndTable } from '../ends.ts';
import type { Reads } from '../reads.ts';
import type { CompactTables } from './compact-tables.ts';
import type { KnownEnds } from './known-ends.ts';
import { grownUnknown, UNKNOWN } from './look-trees.ts';
import type { Sequence } from './sequence.ts';
import { EMPTY, Slots } from './slots.ts';
import type { Position } from './steps.ts';
import { packed, TotalEnds, wordsOf } from './total-ends.ts';

const MOST_KEPT = 1_000_000;

/**
 * Endings by number. Where an ending looks at nothing but totals and the turn, as it is seen to do, engagements with the
 * same totals end alike: what each record adds to them is worked out once for all that look the same to them, and added
 * up by number.
 */
export class EndPlaces<S> {
  readonly table: EndTable<S>;
  private readonly sequence: Sequence<S>;
  private readonly reads: Reads;
  /** By record, the number of what it adds, by the fields that it hangs on; and by state. */
  private partOf: Slots[] = [];
  private partOfState: Int32Array[] = [];
  /** By record, by total: the parts that are about the record. */
  private readonly partsOfRecord: readonly (readonly (readonly (() => number)[])[])[];
  private readonly totals: TotalEnds;
  private byStates = new Map<string, number>();
  private additive = true;

  constructor(sequence: Sequence<S>, table: EndTable<S>) {
    this.sequence = sequence;
    this.table = table;
    this.reads = sequence.machine.layout.reads!;
    const { totals } = this.reads;
    this.totals = new TotalEnds(wordsOf(totals.length));
    const owners = totals.map(({ parts }) => parts.map((part) => this.ownerOf(part)));
    this.partsOfRecord = sequence.fields.spaces.map((_, record) =>
      totals.map(({ parts }, t) => parts.filter((_, i) => owners[t][i] === record)),
    );
    this.additive = totals.length > 0 && owners.every((list) => list.every((record) => record !== null));
    this.begin();
  }

  /** Begins anew what hangs on how records are laid out. */
  begin(): void {
    const { spaces, words } = this.sequence.fields;
    this.partOf = spaces.map(() => new Slots(words, 1));
    this.partOfState = spaces.map(() => new Int32Array(1024).fill(EMPTY));
    this.byStates = new Map();
  }

  /** The record that a part looks at; -1 where it looks at nothing, null where at several. */
  private ownerOf(part: () => number): number | null {
    const { reads, sequence } = this;
    reads.beginNode();
    part();
    const records = new Set(reads.looked.map((f) => sequence.fields.recordOf(f)));
    return records.size === 0 ? -1 : records.size === 1 ? [...records][0] : null;
  }

  /**
   * Whether engagements end alike with a record in either of two states; only said while endings look at nothing but
   * totals, as `isAdditive` tells.
   */
  areAlike(record: number, a: number, b: number): boolean {
    return this.part(record, a) === this.part(record, b) && this.additive;
  }

  place(position: Position): number {
    if (!this.additive) return this.placeByStates(position);
    const { states, turn } = position;
    this.totals.begin(turn, this.part(0, states[0]));
    for (let k = 1; k < states.length; k++) this.totals.add(this.part(k, states[k]));
    // What one of them adds may have turned out not to fit.
    if (!this.additive) return this.placeByStates(position);
    const place = this.totals.place();
    return place === UNKNOWN ? this.workOut(position) : place;
  }

  private workOut(position: Position): number {
    const { reads, sequence } = this;
    sequence.steps.load(position);
    reads.seesTotals = true;
    reads.beginNode();
    const place = this.table.place(sequence.machine.layout.view);
    reads.seesTotals = false;
    if (reads.looked.every((f) => f === sequence.fields.clock)) this.totals.put(place);
    else this.additive = false;
    return place;
  }

  private placeByStates(position: Position): number {
    const name = `${position.control} ${position.turn} ${Array.from(position.states).join(' ')}`;
    let place = this.byStates.get(name);
    if (place === undefined) {
      if (this.byStates.size > MOST_KEPT) this.byStates.clear();
      this.sequence.steps.load(position);
      place = this.table.place(this.sequence.machine.layout.view);
      this.byStates.set(name, place);
    }
    return place;
  }

  /** Whether endings look at nothing but totals and the turn, as far as has been seen. */
  get isAdditive(): boolean {
    return this.additive;
  }

  /** All that has been worked out, for those who know states by the nodes of compact tables. */
  known({ stateOf, recordOf }: CompactTables): KnownEnds {
    const parts = stateOf.map((state, node) => this.part(recordOf[node], state));
    return { parts, totals: this.totals.known(), list: this.table.list };
  }

  /** The number of what a record adds to totals. */
  part(record: number, state: number): number {
    if (state >= this.partOfState[record].length)
      this.partOfState[record] = grownUnknown(this.partOfState[record], state + 1);
    const known = this.partOfState[record];
    if (known[state] === EMPTY) known[state] = this.partByFields(record, state);
    return known[state];
  }

  private partByFields(record: number, state: number): number {
    const slots = this.partOf[record];
    const { space, data, words } = this.sequence.fields.records[record];
    const at = slots.find(data, state * words);
    if (slots.data[at] !== EMPTY) return slots.data[at];
    space.load(data, state * words);
    this.reads.beginNode();
    const amounts = this.partsOfRecord[record].map((parts) => parts.reduce((sum, part) => sum + part(), 0));
    const looks = new Int32Array(slots.words);
    for (const f of this.reads.looked) space.addTo(looks, f);
    if (!slots.covers(looks)) slots.widen(looks);
    const own = packed(amounts, this.partOf.length);
    if (!own) this.additive = false;
    // Nobody adds up any more where it does not fit.
    const number = own ? this.totals.numberOf(own) : 0;
    slots.data[slots.put(data, state * words)] = number;
    return number;
  }
}
