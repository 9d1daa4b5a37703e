import { Emissions } from '../ends.ts';
import { SimError } from '../error.ts';
import type { Machine } from '../machine.ts';
import { SeenFields } from '../seen-fields.ts';
import { Stepper } from '../stepper.ts';
import { type Control, Controls, NOBODY } from './controls.ts';
import { ExpandedRows } from './expanded-rows.ts';
import { Fields } from './fields.ts';
import { Heard } from './heard.ts';
import { LookTrees, UNKNOWN } from './look-trees.ts';
import { PlaceTable } from './place-table.ts';
import { ProcedureTables } from './procedure-tables.ts';
import type { RecordStates } from './record-states.ts';
import { COLUMN, type Entry, IDLE, Rows } from './rows.ts';

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
  readonly start: { readonly control: number; readonly turn: number };
  steps!: Steps<S>;
  trees!: LookTrees<S>;
  heard!: Heard<S>;
  rows!: Rows;
  /** By record. */
  expanded!: ExpandedRows<S>[];
  /** By place that is about a record. */
  tables!: (PlaceTable<S> | undefined)[];
  /** By place that is about nobody: a row or a fork. */
  roots!: number[];
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
    this.fields = new Fields(machine);
    this.controls = new Controls(this.fields, this.stepper);
    // What questions were asked of the start has not changed it.
    this.start = { control: this.controls.intern(this.controls.pack()), turn: this.fields.turn.get() };
    const seen = (machine.records ?? []).map((record) => new SeenFields(machine.layout, record));
    this.procedures = new ProcedureTables(this.fields, this.controls, this.stepper, this.emissions, seen);
    this.begin();
  }

  /** Begins all tables anew, with room for what has grown. Procedures that are worked out are kept. */
  begin(): void {
    this.fields.begin();
    this.steps = new Steps(this.fields, this.controls, this.stepper, this.emissions);
    this.trees = new LookTrees(this.fields);
    this.rows = new Rows(this.fields.records as readonly RecordStates<never>[]);
    this.heard = new Heard(this.fields, this.trees);
    this.expanded = this.fields.records.map((record) => new ExpandedRows(this.rows, record, this.heard));
    this.tables = [];
    this.roots = [];
    this.pathLengths = [];
    this.idle = [];
  }

  /** Whether engagements have begun since tables were begun anew: until then it is not known how play begins. */
  get hasBegun(): boolean {
    const { control, turn } = this.start;
    const states = this.fields.records.map((record) => record.start);
    const { owner } = this.controls.list[control];
    return owner !== NOBODY || this.trees.leaf(this.roots[control] ?? UNKNOWN, { control, turn, states }) >= 0;
  }

  /** A place to write down where engagements stand, one after the other. */
  blankPosition(): { control: number; turn: number; readonly states: Int32Array } {
    return { ...this.start, states: new Int32Array(this.fields.records.length) };
  }

  /** States of procedures that have been worked out. */
  get states(): number {
    return this.procedures.states;
  }

  /** The table of a place that is about a record; one whose record is seen only later begins anew. */
  tableOf(control: Control): PlaceTable<S> {
    const { place, owner } = control;
    if (this.tables[place]?.owner !== owner)
      this.tables[place] = new PlaceTable(owner, this.fields.words, this.trees, this.heard);
    return this.tables[place]!.listening();
  }

  /** Fills the row of a visit. */
  fill(position: Position): void {
    const control = this.controls.list[position.control];
    const { row, path, looks } = this.heardRow(position, control) ?? this.visitRow(position, control);
    // Whose the place is may only just have been seen.
    const { owner, place } = control;
    if (owner === NOBODY) {
      this.roots[place] = this.trees.lead(this.roots[place] ?? UNKNOWN, path, position, row).root;
      return;
    }
    const table = this.tableOf(control);
    if (!table.covers(looks)) table.widen(looks);
    table.put(position.states[owner], this.fields.records[owner], path, position, row * 2);
  }

  private visitRow(position: Position, control: Control) {
    const visit = this.visit(position);
    const { entries, key, path, looks } = visit;
    return { row: this.rows.add(entries, key, this.isIdle(visit, control, position)), path, looks };
  }

  /** The row of a step that hangs on more than one record: the same for all that agree on what it looked at. */
  private heardRow(position: Position, control: Control) {
    if (control.isProcedure) return null;
    const doing = this.steps.take(position);
    const { deeds, path, looks } = doing;
    const { owner, key } = control;
    if (owner !== NOBODY && path.length === 0 && deeds.length === 1) return null;
    doing.row ??= this.rows.add(deeds, key);
    return { row: doing.row, path, looks };
  }

  /**
   * Links the state of a record to its expanded row; where a row has yet to be filled for that, returns from where. What is
   * heard of others is a visit of its own without a die: it is passed over to the procedure that it starts, which listens
   * to nobody as a rule.
   */
  link(position: Position): Position | null {
    const control = this.controls.list[position.control];
    const { owner } = control;
    const state = position.states[owner];
    const table = this.tableOf(control);
    const record = this.fields.records[owner];
    const row = table.rowOf(state, record, position);
    if (row < 0) return position;
    if (((row >> 1) & 31) === IDLE) record.noteIdle(state, this.idleAt(control.place).bit);
    const begun = this.begunBy(row, position, control);
    const hop = begun ? this.hop(begun, owner) : null;
    if (hop === UNKNOWN) return begun;
    const expanded = this.expanded[owner].of(hop ?? row, hop === null ? state : begun!.states[owner]);
    table.link(state, record, position, expanded, this.expanded[owner].leadOf(expanded, state));
    return null;
  }

  /** Hears what a place that is about nobody looks at; false where its row has yet to be filled. */
  listen(position: Position): boolean {
    const root = this.roots[position.control] ?? UNKNOWN;
    if (this.trees.leaf(root, position) < 0) return false;
    this.heard.learn(root, position);
    return true;
  }

  /** What listens at a place that is about nobody. */
  earAt(place: number): number {
    return this.heard.earOf(this.roots[place] ?? UNKNOWN);
  }

  /** Where a procedure of the record begins that a row leads to, and does nothing but that. */
  private begunBy(row: number, position: Position, { owner }: Control): Position | null {
    if (((row >> 1) & 31) !== 0) return null;
    const { columns, entries } = this.rows;
    const entry = columns[(row >> 6) * COLUMN + 1];
    const next = this.controls.list[entries[entry]];
    if (entries[entry + 1] !== 0 || next.owner !== owner || !next.isProcedure) return null;
    const states = Array.from(position.states);
    states[owner] = this.fields.records[owner].after(states[owner], entries[entry + 2]);
    return { control: next.place, turn: position.turn, states };
  }

  /** The row of a procedure that listens to nobody; null where it does listen, UNKNOWN where it has yet to be filled. */
  private hop(begun: Position, owner: number): number | null {
    const table = this.tableOf(this.controls.list[begun.control]);
    const record = this.fields.records[owner];
    const state = begun.states[owner];
    if (table.rowOf(state, record, begun) < 0) return UNKNOWN;
    const row = table.rowAlone(state, record);
    return row < 0 ? null : row;
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
    { states }: Position,
  ): boolean {
    const [{ own, effect, emission, control }] = entries;
    if (isProcedure || entries.length > 1 || path.length > 0 || owner === NOBODY || effect !== 0 || emission !== 0)
      return false;
    if (this.controls.list[control].ends) return false;
    if (this.fields.records[owner].changed(states[owner], own) !== states[owner]) return false;
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
    if (!own) return { ...from, control };
    const states = Array.from(from.states);
    states[owner] = this.fields.records[owner].changed(states[owner], own);
    return { control, turn: from.turn, states };
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
