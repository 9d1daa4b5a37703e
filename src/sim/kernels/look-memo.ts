import { StateTable } from '../state-table.ts';

interface Group<T> {
  readonly looks: Int32Array;
  readonly table: StateTable;
  readonly values: T[];
}

/** Answers by what was looked at. Sets of fields that come up are few, and tried one after the other. */
export class LookMemo<T> {
  private readonly groups: Group<T>[] = [];
  private readonly key: Int32Array;

  constructor(words: number) {
    this.key = new Int32Array(words);
  }

  get(state: Int32Array): T | undefined {
    for (const group of this.groups) {
      const place = group.table.find(this.masked(state, group));
      if (place >= 0) return group.values[place];
    }
    return undefined;
  }

  put(state: Int32Array, looks: Int32Array, value: T): void {
    let group = this.groups.find((g) => g.looks.every((bits, w) => bits === looks[w]));
    if (!group) {
      group = { looks, table: new StateTable(looks.length, 16), values: [] };
      this.groups.push(group);
    }
    group.values[group.table.intern(this.masked(state, group))] = value;
  }

  private masked(state: Int32Array, { looks }: Group<T>): Int32Array {
    const { key } = this;
    for (let w = 0; w < key.length; w++) key[w] = state[w] & looks[w];
    return key;
  }
}
