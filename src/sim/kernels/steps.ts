import type { Emissions } from '../ends.ts';
import { SimError } from '../error.ts';
import type { Fact } from '../reads.ts';
import type { Stepper } from '../stepper.ts';
import { type Control, type Controls, NOBODY } from './controls.ts';
import type { Fields } from './fields.ts';
import { valueAt } from './look-trees.ts';
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
  row?: number;
}

/** What a step changes besides the record it is about: the turn (or -1), and other records, by the number of the change. */
export interface Effect {
  readonly turn: number;
  readonly others: readonly { readonly pair: number; readonly change: number }[];
}

/** A tree over looks: a doing, or a look and what each value leads to. */
interface Branch {
  doing: Doing | null;
  look: Look | null;
  /** None at a doing: there are many of those. */
  kids: Map<number, Branch> | null;
}
const branch = (): Branch => ({ doing: null, look: null, kids: null });

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
  /** By place in the sequence. */
  private readonly roots: Branch[] = [];
  private deeds: Deed[] = [];
  private readonly shared: SharedWords;

  constructor(fields: Fields<S>, controls: Controls<S>, stepper: Stepper<S>, emissions: Emissions) {
    this.fields = fields;
    this.controls = controls;
    this.stepper = stepper;
    this.emissions = emissions;
    this.shared = new SharedWords(fields.words);
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
    const { control: place } = position;
    this.roots[place] ??= branch();
    const known = this.follow(this.roots[place], position);
    if (known.doing) return known.doing;
    const control = this.controls.list[place];
    const looked = this.run(position, control);
    const looks = new Int32Array(this.fields.words);
    const path: Look[] = [];
    let at = this.roots[place];
    for (const l of looked) {
      const look = this.fields.lookOf(l);
      if (!look) continue;
      if (look.pair === control.owner) this.fields.addTo(looks, look.pair, l);
      else path.push(look);
      at.look ??= look;
      at = this.kid(at, position);
    }
    at.doing = { deeds: this.deeds, path, looks: this.shared.of(looks) };
    return at.doing;
  }

  private follow(root: Branch, position: Position): Branch {
    let at = root;
    while (at.look) at = this.kid(at, position);
    return at;
  }

  private kid(at: Branch, position: Position): Branch {
    const value = valueAt(this.fields, at.look!, position);
    at.kids ??= new Map();
    let next = at.kids.get(value);
    if (!next) {
      next = branch();
      at.kids.set(value, next);
    }
    return next;
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
    this.roots[control.place] = branch();
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
