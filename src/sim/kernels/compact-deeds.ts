import { type Course, NotStraight, passed } from './compact-course.ts';
import { Messages, type Source } from './compact-messages.ts';
import type { CompactNodes } from './compact-nodes.ts';
import { NOBODY } from './controls.ts';
import { TURN_BITS } from './heard.ts';
import { UNKNOWN } from './look-trees.ts';
import { EXPANDED } from './place-table.ts';
import { COLUMN } from './rows.ts';
import type { Sequence } from './sequence.ts';

/** Numbers in a target: the node, what others hear of it, seat and check, and what is done besides with the way. */
export const TARGET = 4;
/** Bits of a target's third number that say at which seat the record acts next; the check has the rest. */
export const SEAT_BITS = 12;
/** Bits of a target's fourth number that say how the sequence's own fields stand. */
export const WAY_BITS = 7;
/** Bits of a row's number that say of how many columns it is. */
export const WIDTH_BITS = 5;
/** Stands for the width of a row after which nothing is different but where the record acts next. */
export const PASS = 2 ** WIDTH_BITS - 1;
/** Numbers in a column: the threshold (of 2^31), and two targets by number: the lower half has the one below it. */
export const NARROW = 2;
const MOST_TARGETS = 2 ** 16;
/** More than there are turns: what is laid out for one is named with it. */
const TURNS = 64;

/** What a record does at a step. Its place among all of those is a seat. */
export interface Deeds {
  readonly seat: number;
  readonly record: number;
  /** Its nodes: the first, and how many. */
  readonly first: number;
  readonly count: number;
  /** Bits of what is heard that are about other records. */
  readonly otherBits: number;
  readonly sources: readonly Source[];
  /** Of names of what is heard (see `Messages`), the class; how many classes, and how far apart the names of two turns are. */
  readonly classOf: Uint16Array;
  readonly classes: number;
  readonly turnStep: number;
  /** By way, which of the step's places it is, or UNKNOWN. */
  readonly variantOf: Int32Array;
  readonly variants: number;
  /** By node and variant, which list of choices; by list and class, the choice among the node's rows. */
  readonly listOf: Uint16Array;
  readonly choices: Uint8Array;
  /** By node, variant and choice (so many of them): first column and bits of how many, target with none or PASS, or UNKNOWN. */
  readonly rows: Int32Array;
  readonly rowsEach: number;
  readonly columns: Int32Array;
  readonly targets: Int32Array;
}

/** What a layout of deeds is taken from. */
export interface DeedsSource<S> {
  readonly sequence: Sequence<S>;
  readonly course: Course<S>;
  readonly nodes: CompactNodes<S>;
  /** By node, its place among all. */
  readonly placed: readonly number[];
  readonly turns: number;
  readonly seatOf: (node: number) => number;
}

/** Lays out what a record does at a step. */
export class DeedsLayout<S> {
  private readonly source: DeedsSource<S>;
  private readonly step: number;
  private readonly record: number;
  private readonly columns: number[] = [];
  private readonly targets: number[] = [];
  private readonly rowOf = new Map<number, number>();
  private readonly targetOf = new Map<number, number>();
  private readonly passTargets = new Map<string, number>();

  constructor(source: DeedsSource<S>, step: number, record: number) {
    this.source = source;
    this.step = step;
    this.record = record;
  }

  /** @param here the nodes, in the order of their places */
  deeds(here: readonly number[]): Deeds {
    const { source, record } = this;
    const { sequence, course, nodes, placed, turns } = source;
    const { places, owner } = course.steps[this.step];
    const tables = places.map((place) => (owner === NOBODY ? null : (sequence.tables[place] ?? null)));
    const messages = new Messages(sequence, tables, turns);
    const classes = messages.names.length;
    const found = here.flatMap((node) => places.map((place) => this.rowsOf(place, nodes.stateOf[node], messages)));
    const { listOf, choices, rows, rowsEach } = chosen(found, classes);
    const variantOf = new Int32Array(nodes.ways).fill(UNKNOWN);
    places.forEach((place, v) => {
      variantOf[nodes.wayOf[place]] = v;
    });
    return {
      ...{ seat: source.seatOf(here[0]), record, first: placed[here[0]], count: here.length },
      ...{ otherBits: ~withoutTurn(sequence.heard.standOf(record).mask), classOf: messages.classOf },
      sources: messages.sources.map((s) => ({ ...s, shift: s.shift - TURN_BITS })),
      ...{ classes, turnStep: messages.hearsTurn ? messages.size : 0, variantOf, variants: places.length },
      ...{ listOf, choices, rows, rowsEach },
      ...{ columns: Int32Array.from(this.columns), targets: Int32Array.from(this.targets) },
    };
  }

  /** The rows of a state at a place, by what is heard: one where it hears nothing. */
  private rowsOf(place: number, state: number, messages: Messages<S>): number[] {
    const { sequence, course } = this.source;
    const { record } = this;
    const states = sequence.fields.records[record];
    if (course.steps[this.step].owner === NOBODY)
      return [this.passing(place, state, passed(sequence, place, record, state))];
    const { bit, next } = sequence.idleAt(place);
    if ((states.idle[state] & bit) !== 0) {
      course.assertNext(next, course.after(place), -1, UNKNOWN);
      return [this.passing(place, state, state)];
    }
    const table = sequence.tables[place];
    const first = table?.links[2 * state] ?? UNKNOWN;
    if (!table || first < 0) return [UNKNOWN];
    return messages.names.map((name) => {
      const number = messages.numberOf(table, table.links[2 * state + 1], name);
      const row = number < 0 ? UNKNOWN : table.expanded[first + number * EXPANDED];
      return row < 0
        ? UNKNOWN
        : this.expandedRow(row, state, place, messages.hearsTurn ? messages.turnOf(name) : UNKNOWN);
    });
  }

  /** A row without a die that leads on, and does nothing but perhaps change the state. */
  private passing(place: number, before: number, state: number): number {
    const { sequence, nodes, seatOf, placed } = this.source;
    const node = nodes.passOn(this.record, place, state);
    const heard = withoutTurn(sequence.heard.partOf(this.record, state));
    const name = `${node} ${heard} ${nodes.wayOf[place]}`;
    let target = this.passTargets.get(name);
    if (target === undefined) {
      target = this.addTarget(placed[node], heard, seatOf(node), nodes.wayOf[place]);
      this.passTargets.set(name, target);
    }
    return this.single(target, before, place);
  }

  /** A row without a die; it only passes on where nothing but the node is another after it. */
  private single(target: number, state: number, place: number): number {
    const { sequence, nodes } = this.source;
    const [, heard, to, besides] = this.targets.slice(target, target + TARGET);
    const isSame = heard === withoutTurn(sequence.heard.partOf(this.record, state));
    const passes = isSame && to >> SEAT_BITS === 0 && besides === nodes.wayOf[place];
    return (target << WIDTH_BITS) | (passes ? PASS : 0);
  }

  private expandedRow(row: number, state: number, place: number, turn: number): number {
    const name = row * TURNS + turn;
    const known = this.rowOf.get(name);
    if (known !== undefined) return known;
    const { columns } = this.source.sequence.expanded[this.record];
    const bits = (row >> 1) & 31;
    const from = (row >> 6) * COLUMN;
    const target = (c: number): number => this.target(columns[c], place, turn);
    let laid: number;
    if (bits === 0) laid = this.single(target(from + 1), state, place);
    else {
      // The name of its dice stands before the columns of a row.
      this.columns.push(columns[from - COLUMN], 0);
      laid = (this.columns.length << WIDTH_BITS) | bits;
      for (let c = from; c < from + 2 ** bits * COLUMN; c += COLUMN)
        this.columns.push(columns[c], (target(c + 1) / TARGET) | ((target(c + 2) / TARGET) << 16));
    }
    this.rowOf.set(name, laid);
    return laid;
  }

  private target(expanded: number, place: number, turn: number): number {
    const name = expanded * TURNS + turn;
    const known = this.targetOf.get(name);
    if (known !== undefined) return known;
    const { sequence, nodes, placed, seatOf } = this.source;
    const lead = nodes.lead(this.record, expanded);
    this.assertFollows(lead.place, place, lead.turn, turn);
    const { targets } = sequence.expanded[this.record];
    const besides = targets[expanded + 2];
    const target = this.addTarget(
      placed[lead.node],
      withoutTurn(targets[expanded + 3]),
      seatOf(lead.node) | (lead.check << SEAT_BITS),
      (besides << WAY_BITS) | lead.way,
    );
    this.targetOf.set(name, target);
    return target;
  }

  /** Play goes straight on from a place to the next. */
  private assertFollows(next: number, place: number, led: number, turn: number): void {
    const { course, sequence } = this.source;
    const { ends } = sequence.controls.list[next];
    if (ends) return;
    const after = course.after(place);
    if (course.isPassed(next)) course.assertNext(next, after, led, turn);
    else if (led >= 0 || course.after(next) !== after || !course.isLater(next, place)) throw new NotStraight();
  }

  private addTarget(...numbers: [node: number, heard: number, to: number, besides: number]): number {
    const target = this.targets.length;
    if (target >= MOST_TARGETS * TARGET) throw new NotStraight();
    this.targets.push(...numbers);
    return target;
  }
}

/** What is heard of a record, where all engagements of a batch are in the same turn. */
export const withoutTurn = (part: number): number => part >>> TURN_BITS;

/** Rows by class, as a choice among the few different ones: most lists of choices are those of many states. */
function chosen(found: readonly (readonly number[])[], classes: number) {
  const different = found.map((rows) => [...new Set(rows)]);
  const rowsEach = Math.max(...different.map((rows) => rows.length));
  const lists = new Map<string, number>();
  const choices: number[] = [];
  const listOf = Uint16Array.from(found, (rows, k) => {
    const numbers = new Map(different[k].map((row, number) => [row, number]));
    const list = rows.map((row) => numbers.get(row)!);
    const name = list.join();
    let number = lists.get(name);
    if (number === undefined) {
      number = lists.size;
      lists.set(name, number);
      for (let c = 0; c < classes; c++) choices.push(list[list.length === 1 ? 0 : c]);
    }
    return number;
  });
  const rows = new Int32Array(found.length * rowsEach).fill(UNKNOWN);
  for (const [k, list] of different.entries()) rows.set(list, k * rowsEach);
  return { listOf, choices: Uint8Array.from(choices), rows, rowsEach };
}
