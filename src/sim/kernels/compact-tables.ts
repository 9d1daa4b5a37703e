import { type Checks, CompactChecks, UNSEEN } from './compact-checks.ts';
import { Course, NotStraight } from './compact-course.ts';
import { type Deeds, DeedsLayout, SEAT_BITS, WAY_BITS } from './compact-deeds.ts';
import { HeardWords, TooMuchHeard } from './compact-heard.ts';
import { CompactNodes, NOWHERE } from './compact-nodes.ts';
import { NOBODY } from './controls.ts';
import type { EndPlaces } from './end-places.ts';
import { UNKNOWN } from './look-trees.ts';
import { EXPANDED } from './place-table.ts';
import { COLUMN } from './rows.ts';
import type { Sequence } from './sequence.ts';

/** What a record does at a step; or, at everybody's, what it comes to: by turn and by how the sequence's own fields stand, a question. */
export type Act =
  | { readonly deeds: Deeds; readonly ways: null }
  | { readonly deeds: null; readonly ways: readonly Int32Array[] };

/** Tables laid out for play: all that is needed at one step lies together. */
export interface CompactTables {
  /** In the order of a turn. */
  readonly acts: readonly Act[];
  /** How many seats there are; the one past them is that of records which have nothing to do any more. */
  readonly seats: number;
  readonly checks: Checks;
  /** By node, its record and the state of that. */
  readonly recordOf: Uint8Array;
  readonly stateOf: Int32Array;
  /** By record, node and seat at the start; what is heard of all of them then, by word; and how the sequence's own fields stand. */
  readonly start: readonly { readonly node: number; readonly seat: number }[];
  readonly heard: readonly number[];
  readonly way: number;
}

/**
 * Tables of all that has come up, laid out for play; null where the sequence of play does not run straight, or more is
 * heard than there is room for.
 */
export function compactTables<S>(sequence: Sequence<S>, ends: EndPlaces<S>, turns: number): CompactTables | null {
  try {
    return new Layout(sequence, ends, turns).tables();
  } catch (error) {
    if (error instanceof NotStraight || error instanceof TooMuchHeard) return null;
    throw error;
  }
}

interface Group {
  readonly step: number;
  readonly record: number;
  readonly nodes: number[];
}

class Layout<S> {
  readonly sequence: Sequence<S>;
  readonly turns: number;
  readonly course: Course<S>;
  readonly nodes: CompactNodes<S>;
  readonly words: HeardWords<S>;
  readonly placed: number[] = [];
  private readonly seats: number[] = [];
  private readonly checks: CompactChecks<S>;

  constructor(sequence: Sequence<S>, ends: EndPlaces<S>, turns: number) {
    this.sequence = sequence;
    this.turns = turns;
    for (const expanded of sequence.expanded) {
      expanded.upToDate();
      expanded.noteIdle();
    }
    this.course = Course.of(sequence);
    this.words = new HeardWords(sequence.heard);
    this.checks = new CompactChecks(sequence, this.course, this.words, turns);
    this.nodes = new CompactNodes(sequence, this.course, this.checks, ends);
  }

  tables(): CompactTables {
    const { sequence, nodes, course, placed } = this;
    const { records } = sequence.fields;
    const start = records.map((record, k) => nodes.from(k, 0, record.start));
    const heard = new Array<number>(this.words.words).fill(0);
    for (const { record, word } of this.words.sources) heard[word] |= this.words.partOf(record, records[record].start);
    for (let node = 0; node < nodes.count; node++) this.explore(node);
    const groups = this.groups();
    if (groups.length >= 2 ** SEAT_BITS || nodes.ways > 2 ** WAY_BITS) throw new NotStraight();
    const acts = course.steps.flatMap(({ owner, places }, step): Act[] => [
      ...groups
        .filter((group) => group.step === step)
        .map((group) => ({ deeds: new DeedsLayout(this, step, group.record).deeds(group.nodes), ways: null })),
      ...(owner === NOBODY ? [{ deeds: null, ways: this.waysAfter(places) }] : []),
    ]);
    const stateOf = new Int32Array(nodes.count);
    const recordOf = new Uint8Array(nodes.count);
    placed.forEach((place, node) => {
      stateOf[place] = nodes.stateOf[node];
      recordOf[place] = nodes.recordOf[node];
    });
    return {
      ...{
        acts,
        seats: groups.length,
        checks: this.checks.laidOut(acts.flatMap((act) => act.ways ?? [])),
        recordOf,
        stateOf,
      },
      way: nodes.wayOf[course.first],
      start: start.map((node) => ({ node: placed[node], seat: this.seatOf(node) })),
      heard,
    };
  }

  readonly seatOf = (node: number): number => this.seats[node];

  /** Nodes by step and record, in the order of a turn: one after another they are given their places. */
  private groups(): Group[] {
    const { nodes, placed, seats } = this;
    const groups = new Map<string, Group>();
    for (let node = 0; node < nodes.count; node++) {
      const [step, record] = [nodes.stopOf[node], nodes.recordOf[node]];
      const name = step === NOWHERE ? 'nowhere' : `${step} ${record}`;
      const known = groups.get(name);
      if (known) known.nodes.push(node);
      else groups.set(name, { step, record, nodes: [node] });
    }
    const acting = [...groups.values()].filter((group) => group.step !== NOWHERE);
    acting.sort((a, b) => a.step - b.step || a.record - b.record);
    let place = 0;
    [...acting, ...[groups.get('nowhere') ?? []].flat()].forEach((group, seat) => {
      // States are numbered as they come up, so those that come up most lie together in the cache.
      group.nodes.sort((a, b) => nodes.stateOf[a] - nodes.stateOf[b]);
      for (const node of group.nodes) {
        placed[node] = place++;
        seats[node] = seat;
      }
    });
    return acting;
  }

  /** Finds the nodes that a node leads to. */
  private explore(node: number): void {
    const { nodes, course, sequence } = this;
    const [step, record, state] = [nodes.stopOf[node], nodes.recordOf[node], nodes.stateOf[node]];
    if (step === NOWHERE) return;
    const states = sequence.fields.records[record];
    const { places, owner } = course.steps[step];
    for (const place of places) {
      if (owner === NOBODY) nodes.passOn(record, place, course.passed(place, record, state));
      else if ((states.idle[state] & sequence.idleAt(place).bit) !== 0) nodes.passOn(record, place, state);
      else this.exploreRows(place, record, state);
    }
  }

  private exploreRows(place: number, record: number, state: number): void {
    const table = this.sequence.tables[place];
    const first = table?.links[state] ?? UNKNOWN;
    if (!table || first < 0) return;
    const { columns } = this.sequence.expanded[record];
    for (let n = 0; n < table.rowsHeld; n++) {
      const row = table.expanded[first + n * EXPANDED];
      if (row < 0) continue;
      const from = (row >> 6) * COLUMN;
      for (let c = from; c < from + 2 ** ((row >> 1) & 31) * COLUMN; c += COLUMN)
        for (let k = 1; k < COLUMN; k++) this.nodes.lead(record, columns[c + k]);
    }
  }

  /** By turn and way, what everybody's passing comes to. */
  private waysAfter(places: readonly number[]): Int32Array[] {
    const { nodes, checks, turns } = this;
    const ways = Array.from({ length: turns }, () => new Int32Array(nodes.ways).fill(~UNSEEN));
    for (const place of places)
      for (const [turn, asked] of checks.waysAfter(place, nodes.wayOf).entries())
        ways[turn][nodes.wayOf[place]] = asked;
    return ways;
  }
}
