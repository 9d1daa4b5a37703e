import { Emissions } from '../ends.ts';
import { SimError } from '../error.ts';
import type { Machine } from '../machine.ts';
import { Stepper } from '../stepper.ts';
import { type Control, Controls, NOBODY } from './controls.ts';
import { Fields } from './fields.ts';
import { grownUnknown, LookTrees, UNKNOWN } from './look-trees.ts';
import { Procedures } from './procedures.ts';
import { type Entry, mergedEntries, Rows } from './rows.ts';
import { type Look, TURN } from './space.ts';
import { type Position, Steps } from './steps.ts';

/** Steps in a row that are about one pair alone, before we call it a loop. */
const MOST_IN_A_ROW = 1000;

/**
 * The sequence of play as tables. A visit is one step of the sequence together with the procedure that it starts; what
 * happens in it depends on the state of one pair and on what the step was seen to look at elsewhere. Rows are filled when
 * they are first asked for.
 *
 *   place in the sequence, state of its pair ─▶ looks at other pairs ─▶ row: state, place, sums, effects
 */
export class Sequence<S> {
  readonly machine: Machine<S>;
  readonly fields: Fields<S>;
  readonly controls: Controls<S>;
  readonly steps: Steps<S>;
  readonly trees: LookTrees;
  readonly rows = new Rows();
  readonly emissions: Emissions;
  readonly start: Position & { readonly emission: number };
  private readonly stepper: Stepper<S>;
  /** By place in the sequence, by state of the pair it is about. */
  private readonly roots: Int32Array[] = [];
  private readonly owners: number[] = [];
  private readonly sure = new Map<number, Entry | null>();
  private readonly procedures: Procedures<S>[][];
  private readonly key: readonly Int32Array[];
  private readonly words: readonly Int32Array[];

  /** @param machine one whose looks and writes are seen */
  constructor(machine: Machine<S>) {
    this.machine = machine;
    this.stepper = new Stepper(machine);
    this.emissions = new Emissions(machine.sums.length);
    this.stepper.start(undefined, NOWHERE);
    this.fields = new Fields(machine);
    const { spaces } = this.fields;
    this.controls = new Controls(this.fields, this.stepper);
    this.steps = new Steps(this.fields, this.controls, this.stepper, this.emissions);
    this.trees = new LookTrees(spaces);
    this.procedures = spaces.map(() => []);
    this.key = spaces.map((s) => new Int32Array(s.words));
    this.words = spaces.map((s) => new Int32Array(s.words));
    this.start = this.startPosition();
  }

  /** States of procedures that have been worked out. */
  get states(): number {
    return this.procedures.flat().reduce((n, p) => n + p.states, 0);
  }

  private startPosition(): Position & { readonly emission: number } {
    const { spaces, turn } = this.fields;
    this.stepper.clearSums();
    this.stepper.start(undefined, NOWHERE);
    const emission = this.emissions.take(this.stepper);
    const from = turn.get();
    const packed = spaces.map((space, k) => {
      space.codec.pack(this.key[k]);
      return this.key[k].slice();
    });
    const control = this.controls.intern(this.controls.pack());
    return { control, turn: from, states: packed.map((key, k) => spaces[k].intern(key)), emission };
  }

  /** The row of a visit, worked out and kept. */
  fill(position: Position): number {
    const control = this.controls.list[position.control];
    const { row, path } = control.isProcedure ? this.procedureRow(position, control) : this.stepRow(position, control);
    const { owner } = control;
    const state = position.states[owner] ?? 0;
    const root = this.rootOf(control, state);
    this.trees.put(root, state, path, position, row);
    return row;
  }

  private procedureRow(position: Position, control: Control): { row: number; path: readonly Look[] } {
    const { entries, path } = this.procedure(position, control);
    return { row: this.rows.add(entries.map((e) => this.tail(e, control.owner, position))), path };
  }

  /** What a step does to a state is one row, whatever led to its doing just that. */
  private stepRow(position: Position, control: Control): { row: number; path: readonly Look[] } {
    const { byTurn, clock } = this.fields;
    const { path: seen, rows } = this.steps.take(position);
    // Where procedures look at the turn, so does whoever starts them.
    const path = byTurn ? [...seen.filter((l) => l.pair !== TURN), this.fields.lookOf(clock)!] : seen;
    const { owner } = control;
    const state = position.states[owner] ?? 0;
    let row = rows.get(state);
    if (row === undefined || byTurn) {
      const { entries } = this.step(position);
      row = this.rows.add(owner === NOBODY ? entries : entries.flatMap((e) => this.goOn(e, owner, position)));
      rows.set(state, row);
    }
    return { row, path };
  }

  /** Branches by state of the pair that a place is about. A place whose pair is seen only later begins anew. */
  rootOf({ place, owner }: Control, state = 0): Int32Array {
    if (this.roots[place] === undefined || this.owners[place] !== owner) {
      this.roots[place] = new Int32Array(16).fill(UNKNOWN);
      this.owners[place] = owner;
    }
    if (state >= this.roots[place].length) this.roots[place] = grownUnknown(this.roots[place], state + 1);
    return this.roots[place];
  }

  /** Nothing happens: the pair stays as it is, whatever the others do. The place that comes next, or -1. */
  idleNext(position: Position): number {
    const control = this.controls.list[position.control];
    if (control.isProcedure) return -1;
    const { deeds, path } = this.steps.take(position);
    const [{ own, effect, emission, control: next }] = deeds;
    const { owner } = control;
    if (deeds.length > 1 || path.length > 0 || owner === NOBODY || effect !== 0 || emission !== 0) return -1;
    const state = position.states[owner];
    if (own && this.changed(owner, state, own.mask, own.bits) !== state) return -1;
    // A visit leads as far as its row does: whoever is passed on must arrive at the same place, which names the dice.
    const last = this.tail({ p: 1, to: state, control: next, emission, effect }, owner, position);
    if (last.to !== state || last.emission !== 0 || last.effect !== 0) return -1;
    const { ends, isProcedure, owner: then } = this.controls.list[last.control];
    return ends || (isProcedure && then === owner) ? -1 : last.control;
  }

  /** One step of the sequence itself. */
  private step(position: Position): { entries: Entry[]; path: readonly Look[] } {
    const { deeds, path } = this.steps.take(position);
    const { owner } = this.controls.list[position.control];
    const entries = deeds.map(({ p, control, emission, effect, own }) => {
      const to = own ? this.changed(owner, position.states[owner], own.mask, own.bits) : (position.states[owner] ?? 0);
      return { p, to, control, emission, effect };
    });
    return { entries, path };
  }

  private changed(pair: number, state: number, mask: Int32Array, bits: Int32Array): number {
    const key = this.key[pair];
    this.fields.spaces[pair].copy(state, key);
    for (let w = 0; w < key.length; w++) key[w] = (key[w] & ~mask[w]) | bits[w];
    return this.fields.spaces[pair].intern(key);
  }

  private procedure(position: Position, { step, owner, place }: Control): { entries: Entry[]; path: readonly Look[] } {
    const { spaces, turn, byTurn, clock } = this.fields;
    const space = spaces[owner];
    const words = this.words[owner];
    space.copy(position.states[owner], words);
    const { word, shift, mask: stepMask } = space.codec.bitsOf('step');
    words[word] |= this.machine.layout.stepNames.indexOf(step) << shift;
    turn.set(position.turn);
    const key = this.key[owner];
    const all = this.proceduresOf(owner, position.turn)
      .endings(step, words)
      .map(({ mask, bits, emission, p }) => {
        for (let w = 0; w < key.length; w++) key[w] = (words[w] & ~mask[w]) | bits[w];
        const control = this.controls.at(place, (key[word] & stepMask) >>> shift);
        return { p, to: space.intern(key), control, emission, effect: 0 };
      });
    // Merged here and nowhere later: what a row draws from may not depend on what else is known.
    const entries = mergedEntries(all);
    return { entries, path: byTurn ? [this.fields.lookOf(clock)!] : [] };
  }

  private proceduresOf(pair: number, turn: number): Procedures<S> {
    const { spaces, byTurn, pairs } = this.fields;
    const list = this.procedures[pair];
    const at = byTurn ? turn : 0;
    list[at] ??= new Procedures(
      this.stepper,
      pairs[pair],
      spaces[pair].codec,
      this.emissions,
      this.fields.bitsIn(pair),
    );
    return list[at];
  }

  /**
   * Goes on as long as nothing but the pair's own state matters: the procedure that the visit starts, and what the
   * sequence does without a die after it.
   */
  private goOn(entry: Entry, owner: number, from: Position): Entry[] {
    const control = this.controls.list[entry.control];
    if (control.ends || entry.effect !== 0) return [entry];
    if (!control.isProcedure) return [this.tail(entry, owner, from)];
    if (control.owner !== owner || this.controls.list[from.control].isProcedure) return [entry];
    const states = Array.from(from.states);
    states[owner] = entry.to;
    const position = { control: control.place, turn: from.turn, states };
    return this.procedure(position, control).entries.map((next) =>
      this.tail({ ...next, p: entry.p * next.p, emission: this.sum(entry.emission, next.emission) }, owner, position),
    );
  }

  /** What the sequence does without a die, and without a look at anybody else, after an entry. */
  private tail(entry: Entry, owner: number, from: Position): Entry {
    let { to, control, emission, effect } = entry;
    for (let n = 0; n < MOST_IN_A_ROW; n++) {
      const next = effect === 0 ? this.sureDeed(control, to, owner, from) : null;
      if (!next) return { p: entry.p, to, control, emission, effect };
      emission = this.sum(emission, next.emission);
      ({ to, control, effect } = next);
    }
    throw new SimError(`'${this.machine.name}' goes on for ever at '${this.controls.list[control].step}'.`);
  }

  /** The one thing that a step of the sequence does, if it is about the pair and looks at nothing else; else null. */
  private sureDeed(place: number, state: number, owner: number, from: Position): Entry | null {
    const name = (place * 64 + owner) * 2 ** 24 + state;
    const known = this.sure.get(name);
    if (known !== undefined) return known;
    const control = this.controls.list[place];
    let found: Entry | null = null;
    if (!control.ends && !control.isProcedure) {
      const states = Array.from(from.states);
      states[owner] = state;
      const position = { control: place, turn: from.turn, states };
      const { deeds, path } = this.steps.take(position);
      if (control.owner === owner && path.length === 0 && deeds.length === 1) [found] = this.step(position).entries;
    }
    this.sure.set(name, found);
    return found;
  }

  private sum(a: number, b: number): number {
    if (a === 0) return b;
    if (b === 0) return a;
    const { list } = this.emissions;
    return this.emissions.placeOf(Float64Array.from(list[a], (x, k) => x + list[b][k]));
  }
}

/** No step has this scope: only what starts an encounter is done. */
const NOWHERE = '\0';
