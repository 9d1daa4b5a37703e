import { grownUnknown, UNKNOWN } from './look-trees.ts';

const FIRST_COLUMNS = 32;
const NOTHING = new Float64Array(0);

/** Rows that nobody needs any more, by length: megabytes are given back and asked for with every place. */
export class SpareRows {
  private readonly byLength = new Map<number, Float64Array[]>();

  /** A row of noughts. */
  take(length: number): Float64Array {
    const spare = this.byLength.get(length)?.pop();
    return spare ? spare.fill(0) : new Float64Array(length);
  }

  give(row: Float64Array): void {
    const spare = this.byLength.get(row.length);
    if (spare) spare.push(row);
    else this.byLength.set(row.length, [row]);
  }
}

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
  private readonly spare: SpareRows;
  /** By record, by state: the one that stands for it here. */
  private readonly firsts: readonly Int32Array[];

  constructor(width: number, firsts: readonly Int32Array[], spare: SpareRows) {
    this.width = width;
    this.firsts = firsts;
    this.spare = spare;
  }

  blockOf(heard: number): JointBlock {
    this.blocks[heard] ??= new JointBlock(this.width, this.firsts, this.spare);
    return this.blocks[heard];
  }
}

export class JointBlock {
  readonly width: number;
  /** By row and by column, the state. */
  readonly rowStates: number[] = [];
  readonly columnStates: number[] = [];
  readonly rows: Float64Array[] = [];
  private readonly spare: SpareRows;
  private readonly firsts: readonly Int32Array[];
  /** By state, its row. */
  private rowOf: Int32Array;
  private readonly columnOf = new Map<number, number>();

  constructor(width: number, firsts: readonly Int32Array[], spare: SpareRows) {
    this.width = width;
    this.firsts = firsts;
    this.spare = spare;
    this.rowOf = new Int32Array(firsts[0].length).fill(UNKNOWN);
  }

  columnAt(state: number): number {
    const first = this.firstOf(1, state);
    let column = this.columnOf.get(first);
    if (column === undefined) {
      column = this.columnStates.push(first) - 1;
      this.columnOf.set(first, column);
    }
    return column;
  }

  /** The row of a state, with room for all columns that there are. */
  rowFor(state: number): Float64Array {
    if (state >= this.rowOf.length) this.rowOf = grownUnknown(this.rowOf, state + 1);
    const row = this.rowOf[state];
    if (row < 0) return this.newRow(state);
    const held = this.rows[row];
    return held.length < this.columnStates.length * this.width ? this.lengthened(row) : held;
  }

  /** A row that has been led on needs no room any more. */
  forget(row: number): void {
    this.spare.give(this.rows[row]);
    this.rows[row] = NOTHING;
  }

  private newRow(state: number): Float64Array {
    const first = this.firstOf(0, state);
    if (first !== state) {
      const held = this.rowFor(first);
      this.rowOf[state] = this.rowOf[first];
      return held;
    }
    const held = this.spare.take(this.length);
    this.rowOf[state] = this.rows.push(held) - 1;
    this.rowStates.push(state);
    return held;
  }

  private firstOf(record: number, state: number): number {
    const firsts = this.firsts[record];
    return state < firsts.length && firsts[state] >= 0 ? firsts[state] : state;
  }

  private lengthened(row: number): Float64Array {
    const held = this.rows[row];
    const longer = this.spare.take(this.length);
    longer.set(held);
    this.spare.give(held);
    this.rows[row] = longer;
    return longer;
  }

  /** Lengths are few, so that rows can be used again. */
  private get length(): number {
    let room = FIRST_COLUMNS;
    while (room < this.columnStates.length) room += room >> 1;
    return room * this.width;
  }
}
