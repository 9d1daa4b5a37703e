import { grownUnknown, UNKNOWN } from './look-trees.ts';

const FIRST_COLUMNS = 64;
/** Columns that are turned about together: as many rows are written to side by side. */
const TILE = 16;
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
 * Probabilities of pairs of states at a place, each with what has been added up on the way there, times the probability.
 * Almost every state of one record comes up with almost every one of the other, so they are held as a matrix: a row for
 * each state of one record, as long as the states of the other need.
 */
export class JointMasses {
  /** The record whose states have rows. */
  readonly owner: number;
  /** Numbers for each pair of states: p, then p times the mean of each sum. */
  readonly width: number;
  /** By row and by column, the state. */
  readonly rowStates: number[] = [];
  readonly columnStates: number[] = [];
  readonly rows: Float64Array[] = [];
  private readonly spare: SpareRows;
  /** By state, its row, and where its column begins in every row. */
  private rowOf = new Int32Array(1024).fill(UNKNOWN);
  private columnOf = new Int32Array(1024).fill(UNKNOWN);

  constructor(owner: number, sums: number, spare: SpareRows) {
    this.owner = owner;
    this.width = 1 + sums;
    this.spare = spare;
  }

  /** How many pairs of states there is room for. */
  get room(): number {
    return this.rows.reduce((n, row) => n + row.length, 0) / this.width;
  }

  rowAt(state: number): number {
    if (state >= this.rowOf.length) this.rowOf = grownUnknown(this.rowOf, state + 1);
    if (this.rowOf[state] < 0) {
      this.rowOf[state] = this.rows.push(this.spare.take(this.lengthFor(this.columnStates.length))) - 1;
      this.rowStates.push(state);
    }
    return this.rowOf[state];
  }

  columnAt(state: number): number {
    if (state >= this.columnOf.length) this.columnOf = grownUnknown(this.columnOf, state + 1);
    if (this.columnOf[state] < 0) this.columnOf[state] = (this.columnStates.push(state) - 1) * this.width;
    return this.columnOf[state];
  }

  /** A row with room for a column. */
  rowFor(row: number, column: number): Float64Array {
    const held = this.rows[row];
    return column < held.length ? held : this.lengthened(row, column);
  }

  /** How many pairs of states have come up in a row. */
  heldIn(row: number): number {
    const held = this.rows[row];
    let count = 0;
    for (let at = 0; at < held.length; at += this.width) if (held[at] !== 0) count++;
    return count;
  }

  /** A row that has been led on needs no room any more. */
  forget(row: number): void {
    this.spare.give(this.rows[row]);
    this.rows[row] = NOTHING;
  }

  /** The masses with rows and columns changed about, added to others. Those here are forgotten. */
  turnAbout(into = new JointMasses(1 - this.owner, this.width - 1, this.spare)): JointMasses {
    const { columnStates } = this;
    const columns = this.rowStates.map((state) => into.columnAt(state));
    for (let first = 0; first < columnStates.length; first += TILE) {
      const last = Math.min(first + TILE, columnStates.length);
      const rows = columnStates.slice(first, last).map((state) => into.rowAt(state));
      for (let r = 0; r < this.rows.length; r++) this.turnTile(r, first, last, into, rows, columns[r]);
    }
    for (let r = 0; r < this.rows.length; r++) this.forget(r);
    return into;
  }

  private turnTile(
    row: number,
    first: number,
    last: number,
    into: JointMasses,
    rows: readonly number[],
    column: number,
  ): void {
    const { width } = this;
    const held = this.rows[row];
    for (let n = first; n < last && n * width < held.length; n++) {
      if (held[n * width] === 0) continue;
      const to = into.rowFor(rows[n - first], column);
      for (let w = 0; w < width; w++) to[column + w] += held[n * width + w];
    }
  }

  private lengthened(row: number, column: number): Float64Array {
    const held = this.rows[row];
    const longer = this.spare.take(this.lengthFor(column / this.width + 1));
    longer.set(held);
    this.spare.give(held);
    this.rows[row] = longer;
    return longer;
  }

  /** Lengths are few, so that rows can be used again. */
  private lengthFor(columns: number): number {
    let room = FIRST_COLUMNS;
    while (room < columns) room += room >> 1;
    return room * this.width;
  }
}
