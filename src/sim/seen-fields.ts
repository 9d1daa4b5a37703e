import type { Reads } from './reads.ts';
import type { Codec, Layout } from './state.ts';

/** The fields that the procedures of a record hang on: its own, and whatever else they have been seen to touch. */
export class SeenFields<S> {
  readonly reads: Reads | undefined;
  private readonly layout: Layout<S>;
  private readonly record: string;
  /** By field, as `reads` numbers them. */
  private readonly holds: Uint8Array;

  constructor(layout: Layout<S>, record: string) {
    this.layout = layout;
    this.record = record;
    this.reads = layout.reads;
    // The first field of a layout is the step.
    this.holds = Uint8Array.from(layout.fields.slice(1), ({ path }) => Number(isWithin(path, record)));
  }

  has(field: number): boolean {
    return this.holds[field] === 1;
  }

  /** Takes in what has been looked at since `beginNode` and written since `beginRun`; true where some of it is new. */
  admit(): boolean {
    let isNew = false;
    const take = (field: number): void => {
      if (this.holds[field] === 1) return;
      this.holds[field] = 1;
      isNew = true;
    };
    this.reads?.looked.forEach(take);
    this.reads?.written.forEach(take);
    return isNew;
  }

  /** Whether procedures have been seen to touch fields of one of these records, which is not their own. */
  reaches(records: readonly string[]): boolean {
    const others = records.filter((r) => r !== this.record);
    const { fields } = this.layout;
    return fields.slice(1).some(({ path }, f) => this.holds[f] === 1 && others.some((r) => isWithin(path, r)));
  }

  /** Packs these fields, and the step, of a state of this layout or another one of the same fields. */
  codec(of: Layout<S> = this.layout): Codec {
    const { record, layout, holds } = this;
    const besides = layout.fields.slice(1).flatMap(({ path }, f) => (holds[f] === 1 ? [path] : []));
    return of.codec([record, ...besides]);
  }
}

/** Whether a field is the one of this path, or one of the group of this path. */
export const isWithin = (field: string, path: string): boolean => field === path || field.startsWith(`${path}.`);
