/** Interns packed states: equal keys get equal numbers, 0, 1, 2 … in order of first sight. Open addressing, no objects. */
export class StateTable {
  keys: Int32Array;
  count = 0;
  private slots: Int32Array;
  private readonly width: number;

  /** @param room states that it can hold before it grows, a power of two */
  constructor(width: number, room = 1024) {
    this.width = width;
    this.keys = new Int32Array(room * width);
    this.slots = new Int32Array(4 * room).fill(-1);
  }

  /** The number of a key, or -1 if it was never seen. */
  find(key: Int32Array): number {
    return this.slots[this.slotOf(key)];
  }

  /** The number of a key, given a new one if it was never seen. */
  intern(key: Int32Array): number {
    const { width } = this;
    const slot = this.slotOf(key);
    if (this.slots[slot] >= 0) return this.slots[slot];
    const id = this.count++;
    if ((id + 1) * width > this.keys.length) this.keys = grown(this.keys);
    const { keys } = this;
    for (let i = 0, at = id * width; i < width; i++) keys[at + i] = key[i];
    this.slots[slot] = id;
    if (this.count * 2 > this.slots.length) this.rehash();
    return id;
  }

  /** Where the key is, or would be. */
  private slotOf(key: Int32Array): number {
    const mask = this.slots.length - 1;
    let slot = hash(key, 0, this.width) & mask;
    for (;;) {
      const id = this.slots[slot];
      if (id === -1 || this.equals(id, key)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private equals(id: number, key: Int32Array): boolean {
    const at = id * this.width;
    for (let i = 0; i < this.width; i++) if (this.keys[at + i] !== key[i]) return false;
    return true;
  }

  private rehash(): void {
    const slots = new Int32Array(this.slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    const { keys, width } = this;
    for (let id = 0; id < this.count; id++) {
      let slot = hash(keys, id * width, width) & mask;
      while (slots[slot] !== -1) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    this.slots = slots;
  }
}

function hash(keys: Int32Array, at: number, width: number): number {
  let h = 0x9e3779b9;
  for (let i = at; i < at + width; i++) {
    h = Math.imul(h ^ keys[i], 0x85ebca6b);
    h ^= h >>> 15;
  }
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 13)) >>> 0;
}

/** A copy of twice the length. */
export function grown(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2);
  to.set(from);
  return to;
}
