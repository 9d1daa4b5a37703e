import { mix32 } from '../random.ts';
import type { Codec } from '../state.ts';
import { StateTable } from '../state-table.ts';
import type { Stepper } from '../stepper.ts';
import type { Fields } from './fields.ts';

export const NOBODY = -1;

/** A place in the sequence of play: what no record holds, and the step that comes next. */
export interface Control {
  readonly place: number;
  readonly step: string;
  readonly ends: boolean;
  /** The step begins a procedure of its owner. */
  readonly isProcedure: boolean;
  /** Its name for the dice: the same whoever fills the tables, and in whatever order. */
  readonly key: number;
  /** Orders places as the sequence of play does. */
  readonly rank: readonly number[];
  /** The record whose own fields the step looks at; NOBODY until one is seen. */
  owner: number;
}

/** The places of the sequence that have come up. */
export class Controls<S> {
  readonly list: Control[] = [];
  readonly codec: Codec;
  private readonly table: StateTable;
  private readonly fields: Fields<S>;
  private readonly stepper: Stepper<S>;

  constructor(fields: Fields<S>, stepper: Stepper<S>) {
    this.fields = fields;
    this.stepper = stepper;
    this.codec = fields.machine.layout.codec(fields.globals);
    this.table = new StateTable(this.codec.words);
  }

  /** What the scratch state holds, packed. */
  pack(): Int32Array {
    const key = new Int32Array(this.codec.words);
    this.codec.pack(key);
    return key;
  }

  load(place: number): void {
    this.codec.unpack(this.table.keys, place * this.codec.words);
  }

  /** The place of packed fields. The scratch state may be changed by it. */
  intern(key: Int32Array): number {
    const place = this.table.intern(key);
    if (place === this.list.length) this.add(place, key);
    return place;
  }

  /** The same place with some fields set to values, as they are packed: the step, and others by their paths. */
  after(place: number, values: readonly (readonly [path: string, value: number])[]): number {
    const { words } = this.codec;
    const key = this.table.keys.slice(place * words, (place + 1) * words);
    for (const [path, value] of values) {
      const { word, shift, mask } = this.codec.bitsOf(path);
      key[word] = (key[word] & ~mask) | (value << shift);
    }
    return this.intern(key);
  }

  private add(place: number, words: Int32Array): void {
    const { codec, fields, stepper } = this;
    this.load(place);
    const step = stepper.stepName;
    const ends = step === 'end';
    let key = 0x2545f491;
    for (const word of words) key = mix32(key ^ mix32(word + 0x9e3779b9));
    const { records = [], steps } = fields.machine;
    const record = ends ? NOBODY : records.indexOf(steps[step].scope ?? '');
    const [own, ...rank] = codec.paths.map((path) => {
      const { word, shift, mask } = codec.bitsOf(path);
      return (words[word] & mask) >>> shift;
    });
    // With one record everything is about it.
    const owner = record >= 0 || records.length > 1 ? record : 0;
    this.list.push({ place, step, ends, isProcedure: record >= 0, key, rank: [...rank, own], owner });
  }
}
