import type { Machine } from '../machine.ts';
import type { Reads } from '../reads.ts';
import { isWithin } from '../seen-fields.ts';
import { RecordStates } from './record-states.ts';
import { type Look, MOST_FACTS, RecordSpace, TURN } from './space.ts';

const TURN_LOOK: Look = { pair: TURN, word: 0, shift: 0, mask: 31 };

/** Whose each field of the state is: a record's, the clock, or the sequence of play's own. */
export class Fields<S> {
  readonly machine: Machine<S>;
  readonly reads: Reads;
  readonly spaces: readonly RecordSpace<S>[];
  /** By record, its states. */
  readonly records: readonly RecordStates<S>[];
  /** Fields that no record holds, the clock aside. */
  readonly globals: readonly string[];
  readonly clock: number;
  readonly turn: { readonly get: () => number; readonly set: (turn: number) => void };
  /** Words of the widest record. */
  words = 1;
  private readonly recordOfField: Int32Array;

  /** @param machine a watched one, whose scratch state stands at a start */
  constructor(machine: Machine<S>) {
    this.machine = machine;
    const { layout, records = [] } = machine;
    this.reads = layout.reads!;
    const paths = layout.fields.slice(1).map((f) => f.path);
    this.recordOfField = Int32Array.from(paths, (path) => records.findIndex((r) => isWithin(path, r)));
    this.clock = paths.indexOf(layout.clock?.path ?? '');
    this.turn = clockAccess(layout.raw as object, layout.clock?.path);
    this.globals = paths.filter((_, f) => this.recordOfField[f] < 0 && f !== this.clock);
    const owners = this.factOwners(records.length);
    const placesOf = (list: ArrayLike<number>, k: number) =>
      Array.from(list).flatMap((record, f) => (record === k ? [f] : []));
    this.spaces = records.map(
      (record, k) => new RecordSpace(layout, record, k, placesOf(this.recordOfField, k), placesOf(owners, k)),
    );
    this.records = this.spaces.map((space) => new RecordStates(space));
    this.begin();
  }

  /** Begins what is known of records anew, with room for what has grown. Their states keep their numbers. */
  begin(): void {
    this.words = Math.max(...this.spaces.map((s) => s.words));
    for (const space of this.spaces) space.begin(this.words);
    for (const record of this.records) record.begin(this.words);
  }

  /** The record that a field belongs to, or -1. */
  recordOf(field: number): number {
    return this.recordOfField[field];
  }

  /** Where a look finds its bits; undefined for what the sequence of play itself holds, and for what never changes. */
  lookOf(look: number): Look | undefined {
    const { fieldCount } = this.reads;
    if (look === this.clock) return TURN_LOOK;
    if (look >= fieldCount)
      return this.spaces.find((s) => s.facts.includes(look - fieldCount))?.lookAtFact(look - fieldCount);
    return this.spaces[this.recordOfField[look]]?.lookAt(look);
  }

  /** A look at a field of a record, not at the answer to a question. */
  isOwnField(look: number): boolean {
    return look < this.reads.fieldCount && this.recordOfField[look] >= 0;
  }

  /** Adds to a mask what a look is about in a record. */
  addTo(mask: Int32Array, record: number, look: number): void {
    const { fieldCount, facts } = this.reads;
    const space = this.spaces[record];
    if (look < fieldCount) space.addTo(mask, look);
    else for (const field of facts[look - fieldCount].fields) space.addTo(mask, field);
  }

  /** Whose fields each question is about; -1 where it is about several, and its fields are looked at one by one. */
  private factOwners(records: number): number[] {
    const { reads } = this;
    reads.seesFacts = true;
    const room = Array.from({ length: records }, () => MOST_FACTS);
    const owners = reads.facts.map((fact) => {
      reads.beginNode();
      reads.answer(fact);
      const about = new Set([...fact.fields].map((f) => this.recordOfField[f]));
      const [record] = about;
      if (about.size === 1 && record >= 0 && room[record]-- > 0) return record;
      fact.several = true;
      return -1;
    });
    reads.seesFacts = false;
    return owners;
  }
}

function clockAccess(raw: object, path: string | undefined) {
  if (path === undefined) return { get: () => 0, set: () => {} };
  const names = path.split('.');
  const name = names.pop()!;
  const group = names.reduce<Record<string, unknown>>((at, n) => at[n] as Record<string, unknown>, raw as never);
  const min = group[name] as number;
  return {
    get: () => (group[name] as number) - min,
    set: (turn: number) => {
      group[name] = min + turn;
    },
  };
}
