import type { KnownChanges } from './known-changes.ts';
import { grownUnknown, UNKNOWN } from './look-trees.ts';
import type { PairRows } from './pair-rows.ts';
import type { Sequence } from './sequence.ts';

/** A die is thrown, or something is added up: play comes to rest here. */
const REST = -2;
const NO_NUMBERS = new Int32Array(0);

/**
 * How two records pass places of the sequence where no die is thrown and nothing is added up. What happens there hangs on
 * the state of the record that acts and on what is heard of the other; at places that are about nobody, on what is heard
 * of both. It is asked once for each.
 */
export class Passage<S> {
  /** Where two states come to rest that were led on, and in which states and turn. */
  place = 0;
  turn = 0;
  readonly states = new Int32Array(2);
  private readonly rows: PairRows<S>;
  private readonly sequence: Sequence<S>;
  private readonly changes: KnownChanges<S>;
  /** By place, by state of the record that acts (or what is heard of the first one): where its cells begin. */
  private firstCells: Int32Array[] = [];
  /** From there on, by what is heard of the other: what is done, REST, or UNKNOWN. */
  private cells = new Int32Array(1024).fill(UNKNOWN);
  private cellCount = 0;
  /** Cells in a row: more than numbers of what is heard. */
  private room = 16;
  private knownTurn = -1;
  private heardVersion = -1;
  private readonly position = { control: 0, turn: 0, states: this.states };

  constructor(rows: PairRows<S>, changes: KnownChanges<S>) {
    this.rows = rows;
    this.sequence = rows.sequence;
    this.changes = changes;
  }

  /** Forgets all. */
  begin(): void {
    this.firstCells = [];
    this.cellCount = 0;
  }

  /** Leads two states on from a place to the next one where something happens. */
  lead(place: number, a: number, b: number, turn: number): void {
    const { states, sequence } = this;
    const { list } = sequence.controls;
    const { records } = sequence.fields;
    states[0] = a;
    states[1] = b;
    this.turn = turn;
    this.place = place;
    for (;;) {
      const { owner, ends } = list[this.place];
      if (ends) return;
      if (owner >= 0) {
        const { bit, next } = sequence.idleAt(this.place);
        if ((records[owner].idle[states[owner]] & bit) !== 0) {
          this.place = next;
          continue;
        }
      }
      const done = this.doneAt(owner);
      if (done < 0) {
        if (done === UNKNOWN && list[this.place].owner !== owner) continue;
        return;
      }
      if (owner >= 0) {
        const { targets } = sequence.expanded[owner];
        this.place = targets[done + 1];
        states[owner] = targets[done];
      } else if (!this.passNobody(done)) return;
    }
  }

  /** What nobody in particular does: it may set fields of both, and begin a turn, where play rests for the while. */
  private passNobody(entry: number): boolean {
    const { states, sequence } = this;
    const { entries, besides } = sequence.rows;
    this.place = entries[entry];
    if (entries[entry + 1] === 0) return true;
    const { turn, others } = sequence.steps.effects[besides[entries[entry + 1]].effect];
    for (let k = 0; k < others.length; k++) {
      const { pair, change } = others[k];
      states[pair] = this.changes.after(pair, change, states[pair]);
    }
    if (turn < 0) return true;
    this.turn = turn;
    return false;
  }

  /** What is done without a die: where the target or the entry is; REST where there is one, UNKNOWN where it is not known. */
  private doneAt(owner: number): number {
    const { heard } = this.sequence;
    const { states } = this;
    const isOld = this.knownTurn !== this.turn || this.heardVersion !== heard.version;
    if (isOld) this.beginTurn();
    const other = owner < 0 ? 1 : 1 - owner;
    const number = heard.numberOf(other, states[other]);
    const first = owner < 0 ? heard.numberOf(0, states[0]) : states[owner];
    const firstCells = this.firstCells[this.place];
    const from = firstCells !== undefined && first < firstCells.length ? firstCells[first] : UNKNOWN;
    if (from >= 0 && number < this.room && this.cells[from + number] !== UNKNOWN) return this.cells[from + number];
    return this.learn(owner, first, number);
  }

  private beginTurn(): void {
    this.knownTurn = this.turn;
    this.heardVersion = this.sequence.heard.version;
    this.begin();
  }

  private learn(owner: number, first: number, number: number): number {
    const { place } = this;
    const done = this.ask(owner);
    // Numbers that were given anew by the question itself name something else now.
    if (done === UNKNOWN || this.heardVersion !== this.sequence.heard.version) return done;
    if (number >= this.room) {
      while (number >= this.room) this.room *= 2;
      this.begin();
    }
    const known = this.firstCells[place] ?? NO_NUMBERS;
    if (first >= known.length) this.firstCells[place] = grownUnknown(known, Math.max(64, first + 1));
    let from = this.firstCells[place][first];
    if (from < 0) {
      from = this.cellCount;
      this.cellCount += this.room;
      while (this.cellCount > this.cells.length) this.cells = grownUnknown(this.cells, 0);
      this.cells.fill(UNKNOWN, from, this.cellCount);
      this.firstCells[place][first] = from;
    }
    this.cells[from + number] = done;
    return done;
  }

  private ask(owner: number): number {
    const { position, sequence } = this;
    position.control = this.place;
    position.turn = this.turn;
    const row = this.rows.at(position);
    if (row < 0) return UNKNOWN;
    if (owner < 0) {
      const { besides, entries } = sequence.rows;
      if (!sequence.rows.isSingle(row)) return REST;
      const [{ place }] = sequence.rows.listOf(row);
      return besides[entries[place + 1]].emission === 0 ? place : REST;
    }
    const rows = sequence.expanded[owner];
    const { targets } = rows.lawOf(row);
    return targets.length === 1 && rows.targets[targets[0] + 2] === 0 ? targets[0] : REST;
  }
}
