/** What a walking kernel is, whatever the width of its table. One of each exists a thread. */
export interface Kernel {
  readonly next: Uint16Array | Int32Array;
  readonly visits: Int32Array;
  /** The generator's four words and the rows of the four lanes. */
  readonly state: Int32Array;
  /** Walks so many random words: four lanes, each a draw a word. `mask` is the width of a row less one. */
  readonly walk: (words: number, mask: number) => void;
}
