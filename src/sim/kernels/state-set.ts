import { grown } from '../state-table.ts';

/** States of a record, each once, in the order in which they came. */
export class StateSet {
  readonly list: number[] = [];
  private bits = new Int32Array(64);

  add(state: number): void {
    const word = state >> 5;
    while (word >= this.bits.length) this.bits = grown(this.bits);
    const bit = 1 << (state & 31);
    if ((this.bits[word] & bit) !== 0) return;
    this.bits[word] |= bit;
    this.list.push(state);
  }
}
