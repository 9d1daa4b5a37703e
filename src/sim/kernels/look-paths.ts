import { grown, StateTable } from '../state-table.ts';
import type { Fields } from './fields.ts';
import { valueAt } from './look-trees.ts';
import type { Look } from './space.ts';
import type { Position } from './steps.ts';

const NOTHING_YET = 0;

/**
 * What was seen along paths of looks: from a place on, each look leads to the next by what it finds. Kept as plain numbers:
 * where many records act, a question that goes from one to the next leaves a million of them.
 */
export class LookPaths<S, T> {
  private readonly fields: Fields<S>;
  /** Nodes by the node before them and what was found there; the first of a place by `~place`, and how often it was forgotten. */
  private readonly nodes = new StateTable(2);
  private readonly key = new Int32Array(2);
  /** By node: a look by number, counted from 1, or the end of a path, counted from -1 down; NOTHING_YET where nobody went on. */
  private held = new Int32Array(1024);
  private readonly looks: Look[] = [];
  /** By what looks are asked for as. */
  private readonly numbers = new Map<number, number>();
  private readonly ends: T[] = [];
  /** By place, how often its paths have been forgotten: those from before begin elsewhere. */
  private readonly forgotten: number[] = [];

  constructor(fields: Fields<S>) {
    this.fields = fields;
  }

  /** Where the path of a position ends, as far as one has been kept. */
  find(position: Position): T | undefined {
    let node = this.first(position);
    while (this.held[node] > NOTHING_YET) node = this.next(node, position);
    return this.held[node] < NOTHING_YET ? this.ends[-1 - this.held[node]] : undefined;
  }

  /** The look at a field or fact, of which there is one; undefined where it is about no record. */
  lookOf(field: number): Look | undefined {
    const known = this.numbers.get(field);
    if (known !== undefined) return this.looks[known];
    const look = this.fields.lookOf(field);
    if (look) this.numbers.set(field, this.looks.push(look) - 1);
    return look;
  }

  /** Keeps where a path ends. */
  keep(position: Position, fields: readonly number[], end: T): void {
    let node = this.first(position);
    for (const field of fields) {
      if (!this.lookOf(field)) continue;
      if (this.held[node] === NOTHING_YET) this.held[node] = this.numbers.get(field)! + 1;
      node = this.next(node, position);
    }
    this.held[node] = -this.ends.push(end);
  }

  /** Forgets all paths from a place. */
  forget(place: number): void {
    this.forgotten[place] = (this.forgotten[place] ?? 0) + 1;
  }

  private first({ control }: Position): number {
    return this.node(~control, this.forgotten[control] ?? 0);
  }

  private next(node: number, position: Position): number {
    return this.node(node, valueAt(this.fields, this.looks[this.held[node] - 1], position));
  }

  private node(before: number, value: number): number {
    const { key, nodes } = this;
    key[0] = before;
    key[1] = value;
    const node = nodes.intern(key);
    if (node === this.held.length) this.held = grown(this.held);
    return node;
  }
}
