import { StateTable } from '../state-table.ts';

/** One array for all that hold the same words: arrays of a few words weigh ten times what they hold. */
export class SharedWords {
  private readonly table: StateTable;
  private readonly list: Int32Array[] = [];

  constructor(words: number) {
    this.table = new StateTable(words, 16);
  }

  /** An array that holds the same words, which is never written to. */
  of(words: Int32Array): Int32Array {
    const number = this.table.intern(words);
    this.list[number] ??= words.slice();
    return this.list[number];
  }
}
