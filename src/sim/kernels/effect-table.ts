import type { Sequence } from './sequence.ts';

const UNKNOWN = -1;

/** States of other pairs after a visit has set bits of theirs, looked up once for each state. */
export class EffectTable<S> {
  private readonly sequence: Sequence<S>;
  /** By effect, by other pair, by state. */
  private readonly tables: Int32Array[][] = [];

  constructor(sequence: Sequence<S>) {
    this.sequence = sequence;
  }

  state(effect: number, other: number, from: number): number {
    this.tables[effect] ??= [];
    const tables = this.tables[effect];
    let table = tables[other];
    if (table === undefined || from >= table.length) {
      const more = new Int32Array(Math.max(1024, from * 2)).fill(UNKNOWN);
      if (table) more.set(table);
      table = more;
      tables[other] = table;
    }
    if (table[from] === UNKNOWN) {
      const { pair, mask, bits } = this.sequence.steps.effects[effect].others[other];
      const space = this.sequence.fields.spaces[pair];
      const key = new Int32Array(space.words);
      space.copy(from, key);
      for (let w = 0; w < key.length; w++) key[w] = (key[w] & ~mask[w]) | bits[w];
      table[from] = space.intern(key);
    }
    return table[from];
  }
}
