/** What a walking kernel is, whatever the width of its table. One of each exists per thread. */
export interface Kernel {
  /** Where entry `e` leads: `next[e * stride]`, which is `unit` times the first entry of a row. */
  readonly next: Uint16Array | Int32Array;
  /** How often entry `e` was walked: `visits[e * stride]`. */
  readonly visits: Int32Array;
  readonly stride: number;
  readonly unit: number;
  /** The generator's four words, then the rows of the four lanes, each `unit` times its first entry. */
  readonly state: Int32Array;
  /** Takes in where the entries of a table lead, with no visit counted. */
  readonly load: (next: Uint16Array | Int32Array) => void;
  /** Walks this many random words: four lanes, one draw each per word. `mask` is the width of a row less one. */
  readonly walk: (words: number, mask: number) => void;
}

/** Forgets the visits of entries `from` to `to`. */
export function clearVisits({ visits, stride }: Kernel, from: number, to: number): void {
  if (stride === 1) visits.fill(0, from, to);
  else for (let e = from; e < to; e++) visits[e * stride] = 0;
}
