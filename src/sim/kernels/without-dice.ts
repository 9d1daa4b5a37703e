import { grownUnknown, UNKNOWN } from './look-trees.ts';
import type { PairRows } from './pair-rows.ts';
import type { Sequence } from './sequence.ts';

/** A die is thrown, or something is added up: play comes to rest here. */
export const REST = -2;
const NO_NUMBERS = new Int32Array(0);

/**
 * What two records do at places where no die is thrown and nothing is added up. It hangs on the state of the record that
 * acts and on what is heard of the other; at places that are about nobody, on what is heard of both. It is asked once for
 * each.
 */
export class WithoutDice<S> {
  private readonly rows: PairRows<S>;
  private readonly sequence: Sequence<S>;
  /** By place and owner, by state of the record that acts (or what is heard of the first one): where its cells begin. */
  private firstCells: Int32Array[] = [];
  /** From there on, by what is heard of the other: what is done, REST, or UNKNOWN. */
  private cells = new Int32Array(1024).fill(UNKNOWN);
  private cellCount = 0;
  /** Cells in a row: more than numbers of what is heard. */
  private room = 16;
  private knownTurn = -1;
  private readonly position: ReturnType<Sequence<S>['blankPosition']>;

  constructor(rows: PairRows<S>) {
    this.rows = rows;
    this.sequence = rows.sequence;
    this.position = rows.sequence.blankPosition();
  }

  /** Forgets all. */
  begin(): void {
    this.firstCells = [];
    this.cellCount = 0;
  }

  /** Where the target is of the record that acts, or the entry where nobody in particular does; REST where there is a die. */
  doneAt(place: number, turn: number, a: number, b: number): number {
    const { heard, controls } = this.sequence;
    const { owner } = controls.list[place];
    if (this.knownTurn !== turn) {
      this.knownTurn = turn;
      this.begin();
    }
    const number = owner === 1 ? heard.numberOf(0, a) : heard.numberOf(1, b);
    const first = owner < 0 ? heard.numberOf(0, a) : owner === 0 ? a : b;
    const firstCells = this.firstCells[place * 3 + owner + 1];
    const from = firstCells !== undefined && first < firstCells.length ? firstCells[first] : UNKNOWN;
    if (from >= 0 && number < this.room && this.cells[from + number] !== UNKNOWN) return this.cells[from + number];
    const { position } = this;
    position.control = place;
    position.turn = turn;
    position.states[0] = a;
    position.states[1] = b;
    const done = this.ask(owner);
    this.learn(place * 3 + owner + 1, first, number, done);
    return done;
  }

  private learn(place: number, first: number, number: number, done: number): void {
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
  }

  private ask(owner: number): number {
    const { position, sequence } = this;
    const row = this.rows.at(position);
    if (owner < 0) {
      const { besides, entries } = sequence.rows;
      if (!sequence.rows.isSingle(row)) return REST;
      const [{ place }] = sequence.rows.listOf(row);
      return besides[entries[place + 1]].emission === 0 ? place : REST;
    }
    const rows = sequence.expanded[owner];
    const law = rows.lawOf(row);
    const target = rows.lawTargets[rows.lawStarts[law]];
    const isSingle = rows.lawStarts[law + 1] === rows.lawStarts[law] + 1;
    return isSingle && rows.targets[target + 2] === 0 ? target : REST;
  }
}
