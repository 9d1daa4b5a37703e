/** Empty places of a table hold this. */
export const EMPTY = -1;

/**
 * A table by some bits of a record: whatever agrees on the bits of `mask` finds the same place. Open addressing in one
 * array, so that a look costs a few loads. Each place has the masked words, then as many values as were asked for.
 */
export class Slots {
  readonly mask: Int32Array;
  readonly words: number;
  readonly stride: number;
  data: Int32Array;
  places = 16;
  count = 0;

  constructor(words: number, values: number, mask = new Int32Array(words)) {
    this.words = words;
    this.stride = words + values;
    this.mask = mask;
    this.data = new Int32Array(this.places * this.stride).fill(EMPTY);
  }

  covers(looks: Int32Array): boolean {
    for (let w = 0; w < this.words; w++) if ((looks[w] & ~this.mask[w]) !== 0) return false;
    return true;
  }

  /** Tells apart by these bits too, from now on. What is in the table is forgotten. */
  widen(looks: Int32Array): void {
    for (let w = 0; w < this.words; w++) this.mask[w] |= looks[w];
    this.data.fill(EMPTY);
    this.count = 0;
  }

  /** Where the values of a place are, which is made if there is none; its first value is EMPTY then. */
  put(held: Int32Array, at: number): number {
    const found = this.find(held, at);
    if (this.data[found] !== EMPTY) return found;
    if ((this.count + 1) * 2 > this.places) {
      this.grow();
      return this.put(held, at);
    }
    this.count++;
    for (let w = 0; w < this.words; w++) this.data[found - this.words + w] = held[at + w] & this.mask[w];
    return found;
  }

  /** Where the values are for what is held at `at`: of its place, or of the empty one where it would be put. */
  find(held: Int32Array, at: number): number {
    return find(this.data, this.mask, held, at, this.words, this.stride, this.places);
  }

  private grow(): void {
    const { data, stride, words } = this;
    this.places *= 2;
    this.data = new Int32Array(data.length * 2).fill(EMPTY);
    for (let s = 0; s < data.length; s += stride) {
      if (data[s + words] === EMPTY) continue;
      const to = find(this.data, this.mask, data, s, words, stride, this.places) - words;
      for (let k = 0; k < stride; k++) this.data[to + k] = data[s + k];
    }
  }
}

function find(
  data: Int32Array,
  mask: Int32Array,
  held: Int32Array,
  at: number,
  words: number,
  stride: number,
  places: number,
): number {
  let h = 0;
  for (let w = 0; w < words; w++) {
    h = Math.imul(h ^ (held[at + w] & mask[w]), 0x85ebca6b);
    h ^= h >>> 15;
  }
  // Places are a power of two.
  let s = (h & (places - 1)) * stride;
  for (;;) {
    if (data[s + words] === EMPTY) return s + words;
    let w = 0;
    while (w < words && data[s + w] === (held[at + w] & mask[w])) w++;
    if (w === words) return s + words;
    s += stride;
    if (s === data.length) s = 0;
  }
}
