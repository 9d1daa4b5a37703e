import { Emissions } from '../ends.ts';
import { SimError } from '../error.ts';
import type { Machine } from '../machine.ts';
import { SeenFields } from '../seen-fields.ts';
import { Stepper } from '../stepper.ts';
import { type Control, Controls, NOBODY } from './controls.ts';
import { Fields } from './fields.ts';
import { LookTrees } from './look-trees.ts';
import { ProcedureTables } from './procedure-tables.ts';
import { type Entry, Rows } from './rows.ts';
import { Slots } from './slots.ts';
import type { Change, Look } from './space.ts';
import { type Position, Steps } from './steps.ts';

/** Steps in a row that are about one record alone, before we call it a loop. */
const MOST_IN_A_ROW = 1000;

/** Bits of a word of places where a record may be idle; the sign is left alone. */
const MOST_IDLE = 31;

/** What happens at a visit, and what it was seen to hang on. */
export interface Visit {
  readonly entries: readonly Entry[];
  /** Bits of the record that the place is about. */
  readonly looks: Int32Array;
  /** Looks at anything else. */
  readonly path: readonly Look[];
  /** Names the dice: by the place where they are thrown, however much else is done in the same visit. */
  readonly key: number;
}

/**
 * The sequence of play as tables. A visit is one step of the sequence together with the procedure that it starts; what
 * happens in it depends on what the visit was seen to look at. Rows are filled when they are first asked for.
 *
 *   place in the sequence, bits of its record ─▶ looks at other records ─▶ row: bits set, place, sums, effects
 */
export class Sequence<S> {
  readonly machine: Machine<S>;
  readonly fields: Fields<S>;
  readonly controls: Controls<S>;
  readonly emissions: Emissions;
  readonly start: { readonly control: number; readonly turn: number; readonly emission: number };
  steps!: Steps<S>;
  trees!: LookTrees<S>;
  rows!: Rows;
  private tables!: Slots[];
  private owners!: number[];
  /** By place, how much its procedures look at besides their record. */
  private pathLengths!: number[];
  /** By place, where records may be idle there. */
  private idle!: { readonly bit: number; readonly next: number }[];
  private readonly stepper: Stepper<S>;
  private readonly procedures: ProcedureTables<S>;

  /** @param machine one whose looks and writes are seen */
  constructor(machine: Machine<S>) {
    this.machine = machine;
    this.stepper = new Stepper(machine);
    this.emissions = new Emissions(machine.sums.length);
    this.stepper.start(undefined, NOWHERE);
    const emission = this.emissions.take(this.stepper);
    this.fields = new Fields(machine);
    this.controls = new Controls(this.fields, this.stepper);
    // What questions were asked of the start has not changed it.
    this.start = { control: this.controls.intern(this.controls.pack()), turn: this.fields.turn.get(), emission };
    const seen = (machine.records ?? []).map((record) => new SeenFields(machine.layout, record));
    this.procedures = new ProcedureTables(this.fields, this.controls, this.stepper, this.emissions, seen);
    this.begin();
  }

  /** Begins all tables anew, with room for what has grown. Procedures that are worked out are kept. */
  begin(): void {
    this.fields.begin();
    this.steps = new Steps(this.fields, this.controls, this.stepper, this.emissions);
    this.trees = new LookTrees(this.fields);
    this.rows = new Rows(this.fields.words);
    this.tables = [];
    this.owners = [];
    this.pathLengths = [];
    this.idle = [];
  }

  /** States of procedures that have been worked out. */
  get states(): number {
    return this.procedures.states;
  }

  /** Rows by the bits of the record that a place is about. One whose record is seen only later begins anew. */
  tableOf({ place, owner }: Control): Slots {
    if (this.tables[place] === undefined || this.owners[place] !== owner) {
      this.tables[place] = new Slots(this.fields.words, 1);
      this.owners[place] = owner;
    }
    return this.tables[place];
  }

  /** Fills the row of a visit. */
  fill(position: Position): void {
    const control = this.controls.list[position.control];
    const visit = this.visit(position);
    const { owner } = control;
    const isIdle = this.isIdle(visit, control, position);
    const table = this.tableOf(control);
    if (!table.covers(visit.looks)) table.widen(visit.looks);
    if (isIdle) this.fields.spaces[owner].know(visit.looks);
    const row = this.rows.add(visit.entries, visit.key, isIdle);
    const at = table.put(position.words[Math.max(owner, 0)], 0);
    this.trees.put(table.data, at, visit.path, position, row);
  }

  /** What happens at a visit. */
  visit(position: Position): Visit {
    const control = this.controls.list[position.control];
    return control.isProcedure ? this.procedureVisit(position, control) : this.stepVisit(position, control);
  }

  private procedureVisit(position: Position, control: Control): Visit {
    const looks = new Int32Array(this.fields.words);
    const found = this.procedures.endings(position, control, this.steps);
    add(looks, found.looks);
    const entries = found.entries.map((e) => this.tail(e, control.owner, position, looks));
    // A procedure tells the set of what it looked at, not the order: all that any ever looked at here is asked in one order.
    if (this.pathLengths[control.place] !== found.path.length) this.tableOf(control).widen(looks);
    this.pathLengths[control.place] = found.path.length;
    return { entries, looks, path: found.path, key: control.key };
  }

  private stepVisit(position: Position, control: Control): Visit {
    const { deeds, path, looks: own } = this.steps.take(position);
    const looks = own.slice();
    const { owner } = control;
    // What is heard of others is one visit, the procedure another: or there would be rows for each of both.
    if (owner === NOBODY || path.length > 0 || deeds.length > 1)
      return { entries: deeds, looks, path, key: control.key };
    const [deed] = deeds;
    const entries = this.goOn(deed, owner, position, looks);
    return { entries, looks, path, key: this.controls.list[deed.control].key };
  }

  /** Nothing happens, whatever others do: the record stays as it is, and play goes on elsewhere. */
  private isIdle(
    { entries, path, looks }: Visit,
    { place, owner, isProcedure }: Control,
    { words }: Position,
  ): boolean {
    const [{ own, effect, emission, control }] = entries;
    if (isProcedure || entries.length > 1 || path.length > 0 || owner === NOBODY || effect !== 0 || emission !== 0)
      return false;
    if (this.controls.list[control].ends) return false;
    if (own && applied(words[owner], own).some((word, w) => word !== words[owner][w])) return false;
    if (!this.hasIdleBit(place, owner, control)) return false;
    // Where it sets what is set already, that is so for whoever agrees on it.
    if (own) add(looks, own.mask);
    return true;
  }

  /** The bit of a place among those where its record may be idle, and where play goes on then. */
  idleAt(place: number): { readonly bit: number; readonly next: number } {
    return this.idle[place] ?? { bit: 0, next: -1 };
  }

  private hasIdleBit(place: number, owner: number, next: number): boolean {
    if (this.idle[place] === undefined) {
      const taken = this.idle.filter((_, k) => this.controls.list[k].owner === owner).length;
      if (taken >= MOST_IDLE) return false;
      this.idle[place] = { bit: 1 << taken, next };
    }
    return this.idle[place].next === next;
  }

  /**
   * Goes on as long as nothing but the record's own state matters: the procedure that the visit starts, and what the
   * sequence does without a die after it.
   */
  private goOn(entry: Entry, owner: number, from: Position, looks: Int32Array): Entry[] {
    const control = this.controls.list[entry.control];
    if (control.ends || entry.effect !== 0) return [entry];
    if (!control.isProcedure) return [this.tail(entry, owner, from, looks)];
    if (control.owner !== owner) return [entry];
    const position = this.after(from, owner, entry);
    const found = this.procedures.endings(position, control, this.steps);
    if (found.path.length > 0) return [entry];
    add(looks, found.looks, entry.own);
    return found.entries.map((next) => this.tail(this.joined(entry, next), owner, from, looks));
  }

  /** What the sequence does without a die, and without a look at anybody else, after an entry. */
  private tail(entry: Entry, owner: number, from: Position, looks: Int32Array): Entry {
    let done = entry;
    for (let n = 0; n < MOST_IN_A_ROW; n++) {
      const control = this.controls.list[done.control];
      if (done.effect !== 0 || control.ends || control.isProcedure) return done;
      const { deeds, path, looks: own } = this.steps.take(this.after(from, owner, done));
      if (control.owner !== owner || path.length > 0 || deeds.length > 1) return done;
      add(looks, own, done.own);
      done = this.joined(done, deeds[0]);
    }
    throw new SimError(`'${this.machine.name}' goes on for ever at '${this.controls.list[done.control].step}'.`);
  }

  /** Where an engagement stands after an entry. */
  private after(from: Position, owner: number, { own, control }: Entry): Position {
    const words = own ? from.words.map((held, k) => (k === owner ? applied(held, own) : held)) : from.words;
    return { control, turn: from.turn, words };
  }

  private joined(first: Entry, then: Entry): Entry {
    const own = joinedChange(first.own, then.own);
    return { ...then, own, p: first.p * then.p, emission: this.sum(first.emission, then.emission) };
  }

  private sum(a: number, b: number): number {
    if (a === 0) return b;
    if (b === 0) return a;
    const { list } = this.emissions;
    return this.emissions.placeOf(Float64Array.from(list[a], (x, k) => x + list[b][k]));
  }
}

function applied(held: Int32Array, { mask, bits }: Change): Int32Array {
  return held.map((word, w) => (word & ~mask[w]) | bits[w]);
}

function joinedChange(first: Change | null, then: Change | null): Change | null {
  if (!first || !then) return first ?? then;
  return {
    pair: first.pair,
    mask: first.mask.map((m, w) => m | then.mask[w]),
    bits: first.bits.map((b, w) => (b & ~then.mask[w]) | then.bits[w]),
  };
}

/** Adds looks that come after a change: at what it did not set. */
function add(looks: Int32Array, later: Int32Array, after: Change | null = null): void {
  for (let w = 0; w < looks.length; w++) looks[w] |= later[w] & ~(after?.mask[w] ?? 0);
}

/** No step has this scope: only what starts an encounter is done. */
const NOWHERE = '\0';
