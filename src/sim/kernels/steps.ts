import type { Emissions } from '../ends.ts';
import { SimError } from '../error.ts';
import type { Fact } from '../reads.ts';
import type { Stepper } from '../stepper.ts';
import { type Control, type Controls, NOBODY } from './controls.ts';
import type { Fields } from './fields.ts';
import { grownUnknown, LookTrees, UNKNOWN } from './look-trees.ts';
import type { Look } from './space.ts';

/** Where one engagement stands. */
export interface Position {
  readonly control: number;
  /** Counted from 0. */
  readonly turn: number;
  /** By pair, its state. */
  readonly states: ArrayLike<number>;
}

/** What happens to a pair: the bits that are set. */
interface Change {
  readonly pair: number;
  readonly mask: Int32Array;
  readonly bits: Int32Array;
}

/** One thing that a step may do. */
export interface Deed {
  readonly p: number;
  readonly control: number;
  readonly emission: number;
  /** What it does to the pair it is about; null where that is left as it is. */
  readonly own: Change | null;
  /** A place among the effects; 0 is none. */
  readonly effect: number;
}
export interface Doing {
  readonly deeds: readonly Deed[];
  /** What it looked at that is not its own pair's. */
  readonly path: readonly Look[];
  /** By state of its own pair, the row that has been made of it. */
  readonly rows: Map<number, number>;
}

/** What a step changes besides the pair it is about: the turn (or -1), and bits of other pairs. */
export interface Effect {
  readonly turn: number;
  readonly others: readonly Change[];
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
  private readonly trees: LookTrees;
  /** By place in the sequence. */
  private roots = new Int32Array(256).fill(UNKNOWN);
  private readonly doings: Doing[] = [];
  /** Runs of a step's code. */
  runs = 0;

  constructor(fields: Fields<S>, controls: Controls<S>, stepper: Stepper<S>, emissions: Emissions) {
    this.fields = fields;
    this.controls = controls;
    this.stepper = stepper;
    this.emissions = emissions;
    this.trees = new LookTrees(fields.spaces);
  }

  /** Puts the scratch state where an engagement stands. */
  load({ control, turn, states }: Position): void {
    const { spaces } = this.fields;
    for (let k = 0; k < spaces.length; k++) spaces[k].load(states[k]);
    this.controls.load(control);
    this.fields.turn.set(turn);
  }

  take(position: Position): Doing {
    const { control: place, turn, states } = position;
    if (place >= this.roots.length) this.roots = grownUnknown(this.roots, place + 1);
    const known = this.trees.follow(this.roots[place], turn, states);
    if (known !== UNKNOWN) return this.doings[known];
    const control = this.controls.list[place];
    const looks = this.run(position, control).flatMap((l) => this.fields.lookOf(l) ?? []);
    const path = looks.filter(({ pair }) => pair !== control.owner);
    const doing = { deeds: this.deeds, path, rows: new Map<number, number>() };
    this.trees.put(this.roots, place, looks, position, this.doings.push(doing) - 1);
    return doing;
  }

  private deeds: Deed[] = [];

  /** Runs the step: plain, decided, or rolled. Its deeds are left in `deeds`; returns what it looked at. */
  private run(position: Position, control: Control): readonly number[] {
    const { stepper } = this;
    const { reads } = this.fields;
    this.runs++;
    this.deeds = [];
    this.load(position);
    reads.seesFacts = true;
    reads.beginNode();
    const rest = stepper.once();
    if (rest === null) this.deeds.push(this.deed(position, control, 1));
    else if (rest === 'roll') {
      const die = stepper.die();
      const step = stepper.step!;
      const given = stepper.given();
      die.faces.forEach((face, i) => {
        this.load(position);
        reads.seesFacts = true;
        reads.beginRun();
        stepper.take(step, given, face);
        this.deeds.push(this.deed(position, control, die.weights[i] / die.total));
      });
    } else
      throw new SimError(`'${stepper.machine.name}' leaves a choice open at '${stepper.stepName}'; give it a tactic.`);
    const looked = reads.looked.slice();
    reads.seesFacts = false;
    for (const l of looked) if (l >= reads.fieldCount) this.assertOfOnePair(reads.facts[l - reads.fieldCount]);
    return this.owned(control, looked) ? looked : this.run(position, control);
  }

  /** False where it is only now seen whose step it is, so that what it did has to be told anew. */
  private owned(control: Control, looked: readonly number[]): boolean {
    if (control.owner !== NOBODY) return true;
    const own = looked.find((l) => this.fields.isOwnField(l)) ?? this.onlyWritten();
    if (own === undefined) return true;
    control.owner = this.fields.pairOf(own);
    // What was known before it was seen whose step it is is told anew.
    this.roots[control.place] = UNKNOWN;
    return false;
  }

  /** A field that was written, if all that were belong to one pair. */
  private onlyWritten(): number | undefined {
    const written = this.fields.reads.written.filter((f) => this.fields.isOwnField(f));
    const pairs = new Set(written.map((f) => this.fields.pairOf(f)));
    return pairs.size === 1 ? written[0] : undefined;
  }

  /** What the step has done to the scratch state. */
  private deed(position: Position, { owner }: Control, p: number): Deed {
    const { spaces, reads, turn } = this.fields;
    reads.seesFacts = false;
    const emission = this.emissions.take(this.stepper);
    const written = reads.written.slice();
    const now = turn.get();
    const globals = this.controls.pack();
    const changes = spaces.flatMap((_, pair) => this.changeOf(pair, written) ?? []);
    const effect = this.effectOf({
      turn: now === position.turn ? -1 : now,
      others: changes.filter((c) => c.pair !== owner),
    });
    const own = changes.find((c) => c.pair === owner) ?? null;
    return { p, own, effect, emission, control: this.controls.intern(globals) };
  }

  private changeOf(pair: number, written: readonly number[]): Change | null {
    const space = this.fields.spaces[pair];
    const fields = written.filter((f) => this.fields.pairOf(f) === pair);
    if (fields.length === 0) return null;
    const mask = new Int32Array(space.words);
    for (const f of fields) {
      const { word, shift, mask: bits } = this.fields.lookOf(f)!;
      mask[word] |= bits << shift;
    }
    const key = new Int32Array(space.words);
    space.codec.pack(key);
    return { pair, mask, bits: mask.map((m, w) => m & key[w]) };
  }

  private effectOf(effect: Effect): number {
    if (effect.turn < 0 && effect.others.length === 0) return 0;
    const name = `${effect.turn} ${effect.others.map((o) => `${o.pair}:${o.mask}:${o.bits}`).join(' ')}`;
    let place = this.effectPlaces.get(name);
    if (place === undefined) {
      place = this.effects.push(effect) - 1;
      this.effectPlaces.set(name, place);
    }
    return place;
  }

  private assertOfOnePair({ fields, place }: Fact): void {
    const { reads } = this.fields;
    const pair = this.fields.lookOf(reads.fieldCount + place)!.pair;
    for (const f of fields)
      if (this.fields.pairOf(f) !== pair)
        throw new SimError(`A question of '${this.stepper.machine.name}' is about now one pair, now another.`);
  }
}
