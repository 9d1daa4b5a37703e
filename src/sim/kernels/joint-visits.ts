import type { Control } from './controls.ts';
import type { JointMasses } from './joint-masses.ts';
import { KnownChanges } from './known-changes.ts';
import { grownUnknown, UNKNOWN } from './look-trees.ts';
import { PairRows } from './pair-rows.ts';
import { Passage } from './passage.ts';
import type { Sequence } from './sequence.ts';

/** Columns of a row for which the same may happen: the name of that, and the last of them; each leads to the one before it. */
interface Group {
  readonly name: number;
  head: number;
}

/** Something that may happen to a row: how likely it is, the state it comes to, the next place, what is done besides. */
interface Step {
  readonly share: number;
  readonly state: number;
  readonly place: number;
  readonly besides: number;
}

/** Where joint states go. */
export interface Ways {
  /** What stands at a place in a turn, with rows for the states of a record; where it ends, without sums. */
  readonly massesAt: (turn: number, place: number, owner: number) => JointMasses;
  /** Tables have been begun anew. */
  readonly onBegin: () => void;
}

/**
 * Visits of pairs of states, a row at a time: the states of the other record that come to the same for the one that acts
 * are led on together.
 */
export class JointVisits<S> {
  readonly means: Float64Array;
  readonly squares: Float64Array;
  private readonly sequence: Sequence<S>;
  private readonly ways: Ways;
  private readonly rows: PairRows<S>;
  private readonly passage: Passage<S>;
  private readonly changes: KnownChanges<S>;
  private readonly position = { control: 0, turn: 0, states: new Int32Array(2) };
  private groups: Group[] = [];
  /** By what is heard of the other record, the group. */
  private groupOf = new Int32Array(64);
  /** By column, the one before it in its group. */
  private before = new Int32Array(1024);

  constructor(sequence: Sequence<S>, ways: Ways) {
    this.sequence = sequence;
    this.ways = ways;
    this.rows = new PairRows(sequence);
    this.changes = new KnownChanges(sequence.fields.records);
    this.passage = new Passage(this.rows, this.changes);
    this.means = new Float64Array(sequence.machine.sums.length);
    this.squares = new Float64Array(sequence.machine.sums.length);
  }

  /** Leads a row on; false where it is only now seen that the other record acts here, so that rows and columns change about. */
  row(turn: number, control: Control, here: JointMasses, row: number): boolean {
    this.position.turn = turn;
    this.position.control = control.place;
    do {
      if (this.rows.hasGrown) this.beginAnew();
      if (control.owner >= 0 && control.owner !== here.owner) return false;
    } while (!this.group(control, here, row));
    for (const group of this.groups)
      for (const step of this.stepsOf(group.name, control, here.rowStates[row])) this.lead(here, row, group.head, step);
    return true;
  }

  /** Puts the columns of a row into groups; false where tables have changed meanwhile, so that it has to be done again. */
  private group(control: Control, here: JointMasses, row: number): boolean {
    const { heard } = this.sequence;
    const { version } = heard;
    const { owner } = control;
    const other = 1 - here.owner;
    const held = here.rows[row];
    this.groups = [];
    this.groupOf.fill(UNKNOWN);
    if (here.columnStates.length > this.before.length)
      this.before = grownUnknown(this.before, here.columnStates.length);
    for (let n = 0, at = 0; at < held.length; n++, at += here.width) {
      if (held[at] === 0) continue;
      const number = heard.numberOf(other, here.columnStates[n]);
      if (number >= this.groupOf.length) this.groupOf = grownUnknown(this.groupOf, number + 1);
      if (this.groupOf[number] < 0) {
        this.position.states[here.owner] = here.rowStates[row];
        this.position.states[other] = here.columnStates[n];
        const name = this.rows.at(this.position);
        if (name < 0 || heard.version !== version || owner !== control.owner) return false;
        this.groupOf[number] = this.groupNamed(name);
      }
      const group = this.groups[this.groupOf[number]];
      this.before[n] = group.head;
      group.head = n;
    }
    return true;
  }

  private groupNamed(name: number): number {
    const known = this.groups.findIndex((g) => g.name === name);
    return known >= 0 ? known : this.groups.push({ name, head: UNKNOWN }) - 1;
  }

  /** What may happen by the row of this name. */
  private stepsOf(name: number, { owner }: Control, state: number): Step[] {
    const { rows, expanded } = this.sequence;
    if (owner < 0)
      return rows.listOf(name).map(({ p, place }) => {
        return { share: p, state, place: rows.entries[place], besides: rows.entries[place + 1] };
      });
    const { targets: list, odds } = expanded[owner].lawOf(name);
    const { targets } = expanded[owner];
    return Array.from(list, (t, k) => {
      return { share: odds[k], state: targets[t], place: targets[t + 1], besides: targets[t + 2] };
    });
  }

  private beginAnew(): void {
    this.rows.beginAnew();
    this.passage.begin();
    this.changes.begin();
    this.ways.onBegin();
  }

  /** A share of the columns of a group goes on to where a step leads. */
  private lead(here: JointMasses, row: number, head: number, { share, state, place, besides }: Step): void {
    const { sequence, passage, before } = this;
    const { emission, effect } = sequence.rows.besides[besides];
    const { turn: moved, others } = sequence.steps.effects[effect];
    const turn = moved < 0 ? this.position.turn : moved;
    const { owner, width, columnStates } = here;
    const held = here.rows[row];
    const adding = emission === 0 ? null : new Adding(sequence.emissions.list[emission]);
    let to: JointMasses | null = null;
    let toPlace = -1;
    let toTurn = -1;
    for (let n = head; n >= 0; n = before[n]) {
      let own = state;
      let other = columnStates[n];
      for (let k = 0; k < others.length; k++) {
        const { pair, change } = others[k];
        if (pair === owner) own = this.changes.after(pair, change, own);
        else other = this.changes.after(pair, change, other);
      }
      passage.lead(place, owner === 0 ? own : other, owner === 0 ? other : own, turn);
      if (to === null || passage.place !== toPlace || passage.turn !== toTurn) {
        toPlace = passage.place;
        toTurn = passage.turn;
        to = this.ways.massesAt(toTurn, toPlace, owner);
      }
      const column = to.columnAt(passage.states[1 - owner]);
      const masses = to.rowFor(to.rowAt(passage.states[owner]), column);
      const from = n * width;
      for (let w = 0; w < to.width; w++) masses[column + w] += share * held[from + w];
      adding?.add(share, held, from, to.width > 1 ? masses : NOWHERE, column);
    }
    adding?.tell(this.means, this.squares);
  }
}

/** Takes what nobody asks for. */
const NOWHERE = new Float64Array(0);

/** What a step adds to sums, for all pairs of states that it leads on. */
class Adding {
  private readonly sums: number[] = [];
  private readonly amounts: number[] = [];
  private readonly products: number[] = [];
  private p = 0;

  constructor(amounts: readonly number[]) {
    amounts.forEach((x, k) => {
      if (x === 0) return;
      this.sums.push(k);
      this.amounts.push(x);
      this.products.push(0);
    });
  }

  add(share: number, held: Float64Array, from: number, to: Float64Array, column: number): void {
    const p = share * held[from];
    this.p += p;
    for (let i = 0; i < this.sums.length; i++) {
      const k = this.sums[i];
      to[column + 1 + k] += this.amounts[i] * p;
      this.products[i] += share * held[from + 1 + k];
    }
  }

  tell(means: Float64Array, squares: Float64Array): void {
    this.sums.forEach((k, i) => {
      const x = this.amounts[i];
      means[k] += x * this.p;
      // (s + x)² is s² and this; s is known by its mean.
      squares[k] += x * x * this.p + 2 * x * this.products[i];
    });
  }
}
