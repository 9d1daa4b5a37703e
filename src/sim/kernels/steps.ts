import type { Emissions } from '../ends.ts';
import { SimError } from '../error.ts';
import type { Fact } from '../reads.ts';
import type { Stepper } from '../stepper.ts';
import { type Control, type Controls, NOBODY } from './controls.ts';
import type { Fields } from './fields.ts';
import { LookPaths } from './look-paths.ts';
import { SharedWords } from './shared-words.ts';
import type { Change, Look } from './space.ts';

/** Where one engagement stands. */
export interface Position {
  readonly control: number;
  /** Counted from 0. */
  readonly turn: number;
  /** By record, the number of its state. */
  readonly states: ArrayLike<number>;
}

/** One thing that a step may do. */
export interface Deed {
  readonly p: number;
  readonly control: number;
  readonly emission: number;
  /** What it does to the record it is about; null where that is left as it is. */
  readonly own: Change | null;
  /** A place among the effects; 0 is none. */
  readonly effect: number;
}
export interface Doing {
  readonly deeds: readonly Deed[];
  /** What it looked at in its own record, as bits. */
  readonly looks: Int32Array;
  /** What it looked at besides, in order. */
  readonly path: readonly Look[];
  /** Its row, once that has been asked for. */
  row: number | undefined;
}

/** What a step changes besides the record it is about: the turn (or -1), and other records, by the number of the change. */
export interface Effect {
  readonly turn: number;
  readonly others: readonly { readonly pair: number; readonly change: number }[];
}

/**
 * Steps of the sequence of play itself, each run once for everything it was seen to look at: for any other engagement
 * that agrees on it, what it does is known.
 */
export class Steps<S> {
  readonly effects: Effect[] = [{ turn: -1, others: [] }];
  private readonly effectPlaces = new Map<string, number>();
  private readonly fields: Fields<S>;
  private readonly controls: Controls<S>;
  private readonly stepper: Stepper<S>;
  private readonly emissions: Emissions;
  private readonly known: LookPaths<S, Doing>;
  /** What was looked at, by the record that acts and the list of fields. */
  private readonly sets = new Map<string, Pick<Doing, 'looks' | 'path'>>();
  private readonly plainDeeds = new Map<string, readonly Deed[]>();
  private deeds: Deed[] = [];
  private readonly words: SharedWords;

  constructor(fields: Fields<S>, controls: Controls<S>, stepper: Stepper<S>, emissions: Emissions) {
    this.fields = fields;
    this.controls = controls;
    this.stepper = stepper;
    this.emissions = emissions;
    this.words = new SharedWords(fields.words);
    this.known = new LookPaths(fields);
  }

  /** Puts the scratch state where an engagement stands. */
  load({ control, turn, states }: Position): void {
    this.fields.records.forEach(({ space, data, words }, k) => {
      space.load(data, states[k] * words);
    });
    this.controls.load(control);
    this.fields.turn.set(turn);
  }

  take(position: Position): Doing {
    const found = this.known.find(position);
    if (found) return found;
    const control = this.controls.list[position.control];
    const looked = this.run(position, control);
    const { looks, path } = this.asLooks(looked, control);
    const doing = { deeds: this.shared(this.deeds), looks, path, row: undefined };
    this.known.keep(position, looked, doing);
    return doing;
  }

  /** One list for all steps that do the same to nobody in particular: nearly all only lead on. */
  private shared(deeds: readonly Deed[]): readonly Deed[] {
    const [{ control, emission, effect, own }] = deeds;
    // A copy, since what was pushed to has room for more.
    if (deeds.length > 1 || own) return deeds.slice();
    const name = `${control} ${emission} ${effect}`;
    const known = this.plainDeeds.get(name) ?? deeds;
    this.plainDeeds.set(name, known);
    return known;
  }

  /** What was looked at, in its own record and besides. Few sets come up, and many steps have each. */
  private asLooks(looked: readonly number[], { owner }: Control): Pick<Doing, 'looks' | 'path'> {
    const name = `${owner} ${looked.join()}`;
    const known = this.sets.get(name);
    if (known) return known;
    const looks = new Int32Array(this.fields.words);
    const path: Look[] = [];
    for (const l of looked) {
      const look = this.known.lookOf(l);
      if (!look) continue;
      if (look.pair === owner) this.fields.addTo(looks, look.pair, l);
      else path.push(look);
    }
    const set = { looks: this.words.of(looks), path };
    this.sets.set(name, set);
    return set;
  }

  /** Runs the step: plain, decided, or rolled. Its deeds are left in `deeds`; returns what it looked at. */
  private run(position: Position, control: Control): readonly number[] {
    const { stepper } = this;
    const { reads } = this.fields;
    this.deeds = [];
    this.load(position);
    reads.seesFacts = true;
    reads.beginNode();
    const rest = stepper.once();
    if (rest === null) this.deeds.push(this.deed(position, control, 1));
    else if (rest === 'roll') {
      const die = stepper.die();
      const step = stepper.step!;
      const against = stepper.against();
      die.faces.forEach((face, i) => {
        this.load(position);
        reads.seesFacts = true;
        reads.beginRun();
        stepper.take(step, against, face);
        this.deeds.push(this.deed(position, control, die.weights[i] / die.total));
      });
    } else
      throw new SimError(`'${stepper.machine.name}' leaves a choice open at '${stepper.stepName}'; give it a tactic.`);
    const looked = reads.looked.slice();
    reads.seesFacts = false;
    for (const l of looked) if (l >= reads.fieldCount) this.assertOfOneRecord(reads.facts[l - reads.fieldCount]);
    return this.owned(control, looked) ? looked : this.run(position, control);
  }

  /** False where it is only now seen whose step it is, so that what it did has to be told anew. */
  private owned(control: Control, looked: readonly number[]): boolean {
    if (control.owner !== NOBODY) return true;
    const own = looked.find((l) => this.fields.isOwnField(l)) ?? this.onlyWritten();
    if (own === undefined) return true;
    control.owner = this.fields.recordOf(own);
    // What was known before it was seen whose step it is is told anew.
    this.known.forget(control.place);
    return false;
  }

  /** A field that was written, if all that were belong to one record. */
  private onlyWritten(): number | undefined {
    const written = this.fields.reads.written.filter((f) => this.fields.isOwnField(f));
    const records = new Set(written.map((f) => this.fields.recordOf(f)));
    return records.size === 1 ? written[0] : undefined;
  }

  /** What the step has done to the scratch state. */
  private deed(position: Position, { owner }: Control, p: number): Deed {
    const { reads, turn } = this.fields;
    reads.seesFacts = false;
    const emission = this.emissions.take(this.stepper);
    const written = reads.written.slice();
    const now = turn.get();
    const globals = this.controls.pack();
    const changes = this.changesOf(written);
    const effect = this.effectOf(
      now === position.turn ? -1 : now,
      changes.filter((c) => c.pair !== owner),
    );
    const own = changes.find((c) => c.pair === owner) ?? null;
    return { p, own, effect, emission, control: this.controls.intern(globals) };
  }

  /** What fields of the scratch state have been set to, record by record. */
  changesOf(written: readonly number[]): Change[] {
    const { spaces, words } = this.fields;
    return spaces.flatMap((space) => space.changeOf(written, words) ?? []);
  }

  /** The place of an effect. */
  effectOf(turn: number, changes: readonly Change[]): number {
    if (turn < 0 && changes.length === 0) return 0;
    const others = changes.map((c) => ({ pair: c.pair, change: this.fields.records[c.pair].changeNumber(c) }));
    const name = `${turn} ${others.map((o) => `${o.pair}:${o.change}`).join(' ')}`;
    let place = this.effectPlaces.get(name);
    if (place === undefined) {
      place = this.effects.push({ turn, others }) - 1;
      this.effectPlaces.set(name, place);
    }
    return place;
  }

  private assertOfOneRecord({ fields, place }: Fact): void {
    const { reads } = this.fields;
    const { pair } = this.fields.lookOf(reads.fieldCount + place)!;
    for (const f of fields)
      if (this.fields.recordOf(f) !== pair)
        throw new SimError(`A question of '${this.stepper.machine.name}' is about now one record, now another.`);
  }
}
