import { type Course, NotStraight } from './compact-course.ts';
import type { HeardWords, Source } from './compact-heard.ts';
import { Messages } from './compact-messages.ts';
import type { CompactNodes } from './compact-nodes.ts';
import { NOBODY } from './controls.ts';
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
  /** The word in which it is heard, and the bits of that which are about other records. */
  readonly word: number;
  readonly otherBits: number;
  readonly sources: readonly Source[];
  /** Of names of what is heard (see `Messages`), the class; how many classes, and how far apart the names of two turns are. */
  readonly classOf: Uint16Array;
  readonly classes: number;
  readonly turnStep: number;
  /** By way, which of the step's places it is, or UNKNOWN. */
  readonly variantOf: Int32Array;
  readonly variants: number;
  /** By node and variant, where its rows begin and, in so many of the lowest bits, which list of choices it has. */
  readonly rowsOf: Int32Array;
  readonly listBits: number;
  /** By list and class, the choice among the rows. */
  readonly choices: Uint8Array;
  /** First column and bits of how many, target with none or PASS, or UNKNOWN. */
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  readonly targets: Int32Array;
}

/** What a layout of deeds is taken from. */
export interface DeedsSource<S> {
  readonly sequence: Sequence<S>;
  readonly course: Course<S>;
  readonly nodes: CompactNodes<S>;
  readonly words: HeardWords<S>;
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
    const { sequence, course, nodes, words, placed, turns } = source;
    const { places, owner } = course.steps[this.step];
    const tables = places.map((place) => (owner === NOBODY ? null : (sequence.tables[place] ?? null)));
    const messages = new Messages(sequence, words, tables, turns);
    const classes = messages.names.length;
    const lists = new Choices(classes);
    const found = here.flatMap((node) =>
      places.map((place) => this.rowsOf(place, nodes.stateOf[node], messages, lists)),
    );
    const listBits = 32 - Math.clz32(lists.count);
    const { rows, rowsOf } = packed(found, listBits);
    const variantOf = new Int32Array(nodes.ways).fill(UNKNOWN);
    places.forEach((place, v) => {
      variantOf[nodes.wayOf[place]] = v;
    });
    return {
      ...{ seat: source.seatOf(here[0]), record, first: placed[here[0]], count: here.length },
      ...{ word: words.sources[record].word, otherBits: words.besides(record) },
      ...{ sources: messages.sources, classOf: messages.classOf, classes },
      ...{ turnStep: messages.hearsTurn ? messages.size : 0, variantOf, variants: places.length },
      ...{ rowsOf, listBits, choices: lists.laidOut(), rows },
      ...{ columns: Int32Array.from(this.columns), targets: Int32Array.from(this.targets) },
    };
  }

  /** The different rows of a state at a place, and the list by which what is heard chooses among them. */
  private rowsOf(place: number, state: number, messages: Messages<S>, lists: Choices): Chosen {
    const { sequence, course } = this.source;
    const { record } = this;
    const { idle } = sequence.fields.records[record];
    const only = (row: number): Chosen => ({ list: lists.none, rows: [row] });
    if (course.steps[this.step].owner === NOBODY)
      return only(this.passing(place, state, course.passed(place, record, state)));
    const { bit, next } = sequence.idleAt(place);
    if ((idle[state] & bit) !== 0) {
      course.assertNext(next, course.after(place), -1, UNKNOWN);
      return only(this.passing(place, state, state));
    }
    const table = sequence.tables[place];
    const first = table?.links[state] ?? UNKNOWN;
    if (!table || first < 0) return only(UNKNOWN);
    const kind = table.expanded[first - 1];
    const { list, different } = lists.of(`${place} ${kind}`, () =>
      messages.names.map((name) => {
        const number = messages.numberOf(table, kind, name);
        return number < 0 ? UNKNOWN : number * TURNS + (messages.hearsTurn ? messages.turnOf(name) : TURNS - 1);
      }),
    );
    const rows = different.map((choice) => {
      const row = choice < 0 ? UNKNOWN : table.expanded[first + Math.floor(choice / TURNS) * EXPANDED];
      return row < 0 ? UNKNOWN : this.expandedRow(row, state, place, messages.hearsTurn ? choice % TURNS : UNKNOWN);
    });
    return { list, rows };
  }

  /** A row without a die that leads on, and does nothing but perhaps change the state. */
  private passing(place: number, before: number, state: number): number {
    const { words, nodes, seatOf, placed } = this.source;
    const node = nodes.passOn(this.record, place, state);
    const heard = words.partOf(this.record, state);
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
    const { words, nodes } = this.source;
    const [, heard, to, besides] = this.targets.slice(target, target + TARGET);
    const isSame = heard === words.partOf(this.record, state);
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
    const { sequence, nodes, words, placed, seatOf } = this.source;
    const lead = nodes.lead(this.record, expanded);
    this.assertFollows(lead.place, place, lead.turn, turn);
    const { targets } = sequence.expanded[this.record];
    const besides = targets[expanded + 2];
    const target = this.addTarget(
      placed[lead.node],
      words.part(this.record, targets[expanded + 3]),
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

/** The rows of a state, and the number of the list that chooses among them. */
interface Chosen {
  readonly list: number;
  readonly rows: readonly number[];
}

/** Rows one after the other, as many as each node has: what has not come up is there once. */
function packed(found: readonly Chosen[], listBits: number): Pick<Deeds, 'rows' | 'rowsOf'> {
  const rows = [UNKNOWN];
  const rowsOf = Int32Array.from(found, (one) => {
    const isUnknown = one.rows.length === 1 && one.rows[0] === UNKNOWN;
    const first = isUnknown ? 0 : rows.push(...one.rows) - one.rows.length;
    return (first << listBits) | one.list;
  });
  if (rows.length * 2 ** listBits > 2 ** 32) throw new NotStraight();
  return { rows: Int32Array.from(rows), rowsOf };
}

/** Lists that say, class by class of what is heard, which of the few different rows of a kind it is. */
class Choices {
  /** The list of those who have one row, whatever is heard. */
  readonly none = 0;
  private readonly classes: number;
  private readonly choices: number[];
  private readonly numbers = new Map<string, number>();
  private readonly kinds = new Map<string, { readonly list: number; readonly different: readonly number[] }>();

  constructor(classes: number) {
    this.classes = classes;
    this.choices = new Array<number>(classes).fill(0);
    this.numbers.set(this.choices.join(), this.none);
  }

  /** The list of a kind, and the different choices that it numbers. */
  of(kind: string, byClass: () => readonly number[]) {
    let known = this.kinds.get(kind);
    if (!known) {
      const all = byClass();
      const different = [...new Set(all)];
      const places = new Map(different.map((choice, place) => [choice, place]));
      known = { list: this.numberOf(all.map((choice) => places.get(choice)!)), different };
      this.kinds.set(kind, known);
    }
    return known;
  }

  get count(): number {
    return this.choices.length / this.classes;
  }

  laidOut(): Uint8Array {
    return Uint8Array.from(this.choices);
  }

  private numberOf(list: readonly number[]): number {
    const name = list.join();
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.count;
      this.choices.push(...list);
      this.numbers.set(name, number);
    }
    return number;
  }
}
