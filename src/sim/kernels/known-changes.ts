import { grownUnknown } from './look-trees.ts';
import type { RecordStates } from './record-states.ts';

const NO_STATES = new Int32Array(0);

/** The states of records after changes that come from elsewhere, each worked out once. */
export class KnownChanges<S> {
  private readonly records: readonly RecordStates<S>[];
  /** By record and change: the state after it, by state. */
  private known: Int32Array[][] = [];

  constructor(records: readonly RecordStates<S>[]) {
    this.records = records;
  }

  /** Forgets all: changes have other numbers now. */
  begin(): void {
    this.known = [];
  }

  after(record: number, change: number, state: number): number {
    this.known[record] ??= [];
    const byChange = this.known[record];
    let after = byChange[change];
    if (!after || state >= after.length) {
      after = grownUnknown(after ?? NO_STATES, this.records[record].capacity);
      byChange[change] = after;
    }
    if (after[state] < 0) after[state] = this.records[record].after(state, change);
    return after[state];
  }
}
