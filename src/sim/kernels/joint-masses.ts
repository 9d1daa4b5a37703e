import type { Kinds } from './alike-states.ts';
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
  /** By record, which states are alike here: the first of them stands for all. */
  private readonly kinds: readonly Kinds[];

  constructor(width: number, kinds: readonly Kinds[], spare: SpareRows) {
    this.width = width;
    this.kinds = kinds;
    this.spare = spare;
  }

  blockOf(heard: number): JointBlock {
    this.blocks[heard] ??= new JointBlock(this.width, this.kinds, this.spare);
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
  private readonly kinds: readonly Kinds[];
  /** By number of those that are alike, their row, and their column. */
  private rowOf = new Int32Array(64).fill(UNKNOWN);
  private columnOf = new Int32Array(64).fill(UNKNOWN);

  constructor(width: number, kinds: readonly Kinds[], spare: SpareRows) {
    this.width = width;
    this.kinds = kinds;
    this.spare = spare;
  }

  columnAt(state: number): number {
    const kind = this.kindOf(1, state);
    if (kind >= this.columnOf.length) this.columnOf = grownUnknown(this.columnOf, kind + 1);
    if (this.columnOf[kind] < 0) this.columnOf[kind] = this.columnStates.push(this.kinds[1].firsts[kind]) - 1;
    return this.columnOf[kind];
  }

  /** The row of a state, with room for all columns that there are. */
  rowFor(state: number): Float64Array {
    const kind = this.kindOf(0, state);
    if (kind >= this.rowOf.length) this.rowOf = grownUnknown(this.rowOf, kind + 1);
    const row = this.rowOf[kind];
    if (row < 0) return this.newRow(kind);
    const held = this.rows[row];
    return held.length < this.columnStates.length * this.width ? this.lengthened(row) : held;
  }

  /** A row that has been led on needs no room any more. */
  forget(row: number): void {
    this.spare.give(this.rows[row]);
    this.rows[row] = NOTHING;
  }

  private newRow(kind: number): Float64Array {
    const held = this.spare.take(this.length);
    this.rowOf[kind] = this.rows.push(held) - 1;
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
