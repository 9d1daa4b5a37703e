import type { Kinds } from './alike-states.ts';
import type { JointNumbers } from './joint-numbers.ts';
import { NUMBER_BYTES } from './joint-wasm-code.ts';
import { grownUnknown, UNKNOWN } from './look-trees.ts';

const FIRST_COLUMNS = 32;
/** Where a row is that has been led on. */
const NOWHERE = 0;

/**
 * Probabilities of pairs of states at a place, each with what has been added up on the way there, times the probability:
 * a block for all states of the second record of which the same is heard. In it almost every state of one record comes up
 * with almost every one of the other.
 */
export class JointMasses {
  /** Numbers for each pair of states: p, then p times the mean of each sum that is followed. */
  readonly width: number;
  /** By what is heard of the second record. */
  readonly blocks: (JointBlock | undefined)[] = [];
  private readonly numbers: JointNumbers;
  /** By record, which states are alike here: the first of them stands for all. */
  private readonly kinds: readonly Kinds[];

  constructor(width: number, kinds: readonly Kinds[], numbers: JointNumbers) {
    this.width = width;
    this.kinds = kinds;
    this.numbers = numbers;
  }

  blockOf(heard: number): JointBlock {
    this.blocks[heard] ??= new JointBlock(this.width, this.kinds, this.numbers);
    return this.blocks[heard];
  }
}

export class JointBlock {
  readonly width: number;
  /** By row and by column, the state. */
  readonly rowStates: number[] = [];
  readonly columnStates: number[] = [];
  /** By row, where its numbers begin, and for how many columns there is room. */
  readonly rows: number[] = [];
  private readonly roomOf: number[] = [];
  private readonly numbers: JointNumbers;
  private readonly kinds: readonly Kinds[];
  /** By number of those that are alike, their row, and their column. */
  private rowOf = new Int32Array(64).fill(UNKNOWN);
  private columnOf = new Int32Array(64).fill(UNKNOWN);

  constructor(width: number, kinds: readonly Kinds[], numbers: JointNumbers) {
    this.width = width;
    this.kinds = kinds;
    this.numbers = numbers;
  }

  columnAt(state: number): number {
    const kind = this.kindOf(1, state);
    if (kind >= this.columnOf.length) this.columnOf = grownUnknown(this.columnOf, kind + 1);
    if (this.columnOf[kind] < 0) this.columnOf[kind] = this.columnStates.push(this.kinds[1].firsts[kind]) - 1;
    return this.columnOf[kind];
  }

  /** Where the row of a state begins, with room for all columns that there are. */
  rowFor(state: number): number {
    const kind = this.kindOf(0, state);
    if (kind >= this.rowOf.length) this.rowOf = grownUnknown(this.rowOf, kind + 1);
    const row = this.rowOf[kind];
    if (row < 0) return this.newRow(kind);
    return this.roomOf[row] < this.columnStates.length ? this.lengthened(row) : this.rows[row];
  }

  /** How likely a pair of states is. */
  chanceAt(row: number, column: number): number {
    return column < this.roomOf[row] ? this.numbers.numbers[this.rows[row] / NUMBER_BYTES + column * this.width] : 0;
  }

  /** A row that has been led on needs no room any more. */
  forget(row: number): void {
    this.numbers.give(this.rows[row], this.roomOf[row] * this.width);
    this.rows[row] = NOWHERE;
  }

  private newRow(kind: number): number {
    const { room } = this;
    const held = this.numbers.take(room * this.width);
    this.rowOf[kind] = this.rows.push(held) - 1;
    this.roomOf.push(room);
    this.rowStates.push(this.kinds[0].firsts[kind]);
    return held;
  }

  /** The number of those like a state; one that nobody has foreseen is like no other. */
  private kindOf(record: number, state: number): number {
    const kinds = this.kinds[record];
    if (state >= kinds.numbers.length) kinds.numbers = grownUnknown(kinds.numbers, state + 1);
    if (kinds.numbers[state] < 0) kinds.numbers[state] = kinds.firsts.push(state) - 1;
    return kinds.numbers[state];
  }

  private lengthened(row: number): number {
    const { room, numbers, width } = this;
    const held = this.rows[row];
    const longer = numbers.take(room * width);
    const from = held / NUMBER_BYTES;
    numbers.numbers.copyWithin(longer / NUMBER_BYTES, from, from + this.roomOf[row] * width);
    this.forget(row);
    this.rows[row] = longer;
    this.roomOf[row] = room;
    return longer;
  }

  /** Room in columns: numbers of them are few, so that pieces can be used again. */
  private get room(): number {
    let room = FIRST_COLUMNS;
    while (room < this.columnStates.length) room += room >> 1;
    return room;
  }
}
