import type { Emissions } from '../ends.ts';
import { SimError } from '../error.ts';
import type { SeenFields } from '../seen-fields.ts';
import type { Stepper } from '../stepper.ts';
import type { Control, Controls } from './controls.ts';
import type { Fields } from './fields.ts';
import { type Ending, type Endings, Procedures } from './procedures.ts';
import type { Entry } from './rows.ts';
import { SharedWords } from './shared-words.ts';
import { type Change, Grew, type Look } from './space.ts';
import type { Position, Steps } from './steps.ts';

interface InRecords {
  readonly entries: readonly Entry[];
  /** Bits of the record that are looked at. */
  readonly looks: Int32Array;
}
export interface FoundEndings extends InRecords {
  /** Looks at anything else: all that any procedure at this place has made. */
  readonly path: readonly Look[];
}

const NO_PATH: readonly Look[] = [];

/** The procedures of all records, in terms of what they do to records, to the sequence of play and to others. */
export class ProcedureTables<S> {
  private readonly fields: Fields<S>;
  private readonly controls: Controls<S>;
  private readonly stepper: Stepper<S>;
  private readonly emissions: Emissions;
  private readonly seen: readonly SeenFields<S>[];
  private readonly byRecord: Procedures<S>[];
  /** By place, the fields of others that procedures there have been seen to look at. */
  private readonly foreign = new Map<number, Set<number>>();
  /** By place and endings, what they come to in terms of one set of steps. */
  private known: (Map<Endings, InRecords> | undefined)[] = [];
  private knownFor: Steps<S> | null = null;
  private shared = new SharedWords(1);
  /** By state at an exit and mask, what is set in records; hangs on how those are laid out. */
  private changes = new WeakMap<Procedures<S>, Map<number, readonly Change[]>>();

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
    if (this.knownFor !== steps) {
      this.known = [];
      this.changes = new WeakMap();
      this.shared = new SharedWords(this.fields.words);
      this.knownFor = steps;
    }
    const endings = this.workedOut(position, control, steps);
    this.known[control.place] ??= new Map();
    const here = this.known[control.place]!;
    let known = here.get(endings);
    if (!known) {
      known = this.inRecords(endings, control, steps);
      here.set(endings, known);
    }
    return { ...known, path: this.pathAt(control.place) };
  }

  private inRecords(endings: Endings, control: Control, steps: Steps<S>): InRecords {
    const { owner, place } = control;
    const procedures = this.byRecord[owner];
    const looks = new Int32Array(this.fields.words);
    const foreign = this.foreign.get(place) ?? new Set<number>();
    for (const f of procedures.fieldsLookedAt(endings)) {
      if (this.fields.recordOf(f) === owner) this.fields.spaces[owner].addTo(looks, f);
      else if (this.fields.lookOf(f)) foreign.add(f);
    }
    this.foreign.set(place, foreign);
    const entries = Array.from({ length: endings.count }, (_, k) =>
      this.entry(procedures.ending(endings, k), control, steps),
    );
    return { entries, looks: this.shared.of(looks) };
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

  private entry({ exit, mask, emission, p }: Ending, { owner, place }: Control, steps: Steps<S>): Entry {
    const procedures = this.byRecord[owner];
    const written = procedures.fieldsOf(mask);
    if (written.includes(this.fields.clock))
      throw new SimError(`A procedure of '${this.fields.machine.records![owner]}' moves the clock.`);
    const changes = this.changesOf(procedures, exit, mask);
    const own = changes.find((c) => c.pair === owner) ?? null;
    const effect = steps.effectOf(
      -1,
      changes.filter((c) => c.pair !== owner),
    );
    return { p, own, control: this.controlAfter(procedures, exit, written, place), emission, effect };
  }

  /** What an ending sets in records: only what was written counts, the rest may be anything. */
  private changesOf(procedures: Procedures<S>, exit: number, mask: number): readonly Change[] {
    let known = this.changes.get(procedures);
    if (!known) {
      known = new Map();
      this.changes.set(procedures, known);
    }
    const name = exit * 2 ** 20 + mask;
    let found = known.get(name);
    if (found === undefined) {
      const { spaces, words } = this.fields;
      const written = procedures.fieldsOf(mask);
      // A copy, since what is put together piece by piece has room for more.
      found = spaces
        .flatMap((space) => space.changeTo(written, (f) => procedures.valueAt(exit, f), words) ?? [])
        .slice();
      known.set(name, found);
    }
    return found;
  }

  private controlAfter(procedures: Procedures<S>, exit: number, written: readonly number[], place: number): number {
    const { fields } = this.fields.machine.layout;
    const shared = written.filter((f) => this.fields.recordOf(f) < 0);
    return this.controls.after(place, [
      ['step', procedures.valueAt(exit)],
      ...shared.map((f) => [fields[f + 1].path, procedures.valueAt(exit, f)] as const),
    ]);
  }
}
