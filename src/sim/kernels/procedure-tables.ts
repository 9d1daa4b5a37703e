import type { Emissions } from '../ends.ts';
import { SimError } from '../error.ts';
import type { SeenFields } from '../seen-fields.ts';
import { StateTable } from '../state-table.ts';
import type { Stepper } from '../stepper.ts';
import type { Control, Controls } from './controls.ts';
import type { Fields } from './fields.ts';
import { type Ending, type Endings, Procedures } from './procedures.ts';
import type { Entry } from './rows.ts';
import { Grew, type Look } from './space.ts';
import type { Position, Steps } from './steps.ts';

interface Told {
  readonly entries: readonly Entry[];
  /** Bits of the record that are looked at. */
  readonly looks: Int32Array;
}
export interface FoundEndings extends Told {
  /** Looks at anything else: all that any procedure at this place has made. */
  readonly path: readonly Look[];
}

const NO_PATH: readonly Look[] = [];

/** The procedures of all records, told in terms of what they do to records, to the sequence of play and to others. */
export class ProcedureTables<S> {
  private readonly fields: Fields<S>;
  private readonly controls: Controls<S>;
  private readonly stepper: Stepper<S>;
  private readonly emissions: Emissions;
  private readonly seen: readonly SeenFields<S>[];
  private readonly byRecord: Procedures<S>[];
  /** By place, the fields of others that procedures there have been seen to look at. */
  private readonly foreign = new Map<number, Set<number>>();
  /** By endings and place, what has been told of them, in terms of one set of steps. */
  private told = new Map<Endings, Map<number, Told>>();
  private toldFor: Steps<S> | null = null;
  private readonly fieldSets = new WeakMap<Procedures<S>, { table: StateTable; lists: (readonly number[])[] }>();

  constructor(
    fields: Fields<S>,
    controls: Controls<S>,
    stepper: Stepper<S>,
    emissions: Emissions,
    seen: readonly SeenFields<S>[],
  ) {
    this.fields = fields;
    this.controls = controls;
    this.stepper = stepper;
    this.emissions = emissions;
    this.seen = seen;
    this.byRecord = seen.map((_, k) => this.made(k));
  }

  get states(): number {
    return this.byRecord.reduce((n, p) => n + p.states, 0);
  }

  private made(record: number): Procedures<S> {
    return new Procedures(this.stepper, this.fields.machine.records![record], this.seen[record], this.emissions);
  }

  /** How the procedure at a place ends. */
  endings(position: Position, control: Control, steps: Steps<S>): FoundEndings {
    if (this.toldFor !== steps) {
      this.told = new Map();
      this.toldFor = steps;
    }
    const endings = this.workedOut(position, control, steps);
    let byPlace = this.told.get(endings);
    if (!byPlace) {
      byPlace = new Map();
      this.told.set(endings, byPlace);
    }
    let told = byPlace.get(control.place);
    if (!told) {
      told = this.tell(endings, position, control, steps);
      byPlace.set(control.place, told);
    }
    return { ...told, path: this.pathAt(control.place) };
  }

  private tell(endings: Endings, position: Position, control: Control, steps: Steps<S>): Told {
    const { owner, place } = control;
    const looks = new Int32Array(this.fields.words);
    const foreign = this.foreign.get(place) ?? new Set<number>();
    for (const f of this.fieldsIn(owner, endings.looks)) {
      if (this.fields.recordOf(f) === owner) this.fields.spaces[owner].addTo(looks, f);
      else if (this.fields.lookOf(f)) foreign.add(f);
    }
    this.foreign.set(place, foreign);
    const entries = endings.list.map((ending) => this.entry(ending, position, control, steps));
    return { entries, looks };
  }

  private pathAt(place: number): readonly Look[] {
    const foreign = this.foreign.get(place)!;
    if (foreign.size === 0) return NO_PATH;
    return [...foreign].sort((x, y) => x - y).map((f) => this.fields.lookOf(f)!);
  }

  private workedOut(position: Position, control: Control, steps: Steps<S>): Endings {
    for (;;) {
      const procedures = this.byRecord[control.owner];
      const words = new Int32Array(procedures.codec.words);
      steps.load(position);
      procedures.codec.pack(words);
      try {
        return procedures.endings(control.step, words);
      } catch (error) {
        if (!(error instanceof Grew)) throw error;
        this.byRecord[control.owner] = this.made(control.owner);
      }
    }
  }

  /** The fields whose bits are among these: few sets of them come up, again and again. */
  private fieldsIn(record: number, bits: Int32Array): readonly number[] {
    const procedures = this.byRecord[record];
    let sets = this.fieldSets.get(procedures);
    if (!sets) {
      sets = { table: new StateTable(bits.length), lists: [] };
      this.fieldSets.set(procedures, sets);
    }
    const set = sets.table.intern(bits);
    sets.lists[set] ??= procedures.fieldBits.flatMap((b, f) => (b && (bits[b.word] & b.mask) !== 0 ? [f] : []));
    return sets.lists[set];
  }

  private entry(ending: Ending, position: Position, { owner }: Control, steps: Steps<S>): Entry {
    const { codec } = this.byRecord[owner];
    const written = this.fieldsIn(owner, ending.mask);
    if (written.includes(this.fields.clock))
      throw new SimError(`A procedure of '${this.fields.machine.records![owner]}' moves the clock.`);
    // Only what was written counts: the rest may be anything.
    steps.load(position);
    const words = new Int32Array(codec.words);
    codec.pack(words);
    for (let w = 0; w < words.length; w++) words[w] = (words[w] & ~ending.mask[w]) | ending.bits[w];
    codec.unpack(words, 0);
    const control = this.controls.intern(this.controls.pack());
    codec.unpack(words, 0);
    const changes = steps.changesOf(written);
    const own = changes.find((c) => c.pair === owner) ?? null;
    const others = changes.filter((c) => c.pair !== owner);
    const effect = steps.effectOf(-1, others);
    return { p: ending.p, own, control, emission: ending.emission, effect };
  }
}
