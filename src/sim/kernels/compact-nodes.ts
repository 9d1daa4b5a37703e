import type { CompactChecks } from './compact-checks.ts';
import { type Course, NotStraight, UNPASSED } from './compact-course.ts';
import { NOBODY } from './controls.ts';
import type { EndPlaces } from './end-places.ts';
import { TARGET } from './expanded-rows.ts';
import type { Sequence } from './sequence.ts';

/** What a target of an expanded row leads to. */
export interface Lead {
  readonly node: number;
  /** 0 is no check. */
  readonly check: number;
  /** How the sequence's own fields stand then. */
  readonly way: number;
  /** The place that play goes on at, and the turn that it is led to, or a negative number. */
  readonly place: number;
  readonly turn: number;
}

/** The stop of records that have nothing to do any more. */
export const NOWHERE = -1;

/**
 * The states of each record at the stops where it has something to do, as far as they have come up: what a record does
 * at one of them leads on to the next at which it does anything.
 */
export class CompactNodes<S> {
  /** By node, its stop, record and state. */
  readonly stopOf: number[] = [];
  readonly recordOf: number[] = [];
  readonly stateOf: number[] = [];
  /** By place, how the sequence's own fields stand there. */
  readonly wayOf: number[];
  readonly ways: number;
  private readonly sequence: Sequence<S>;
  private readonly course: Course<S>;
  private readonly checks: CompactChecks<S>;
  private readonly ends: EndPlaces<S>;
  private readonly numbers = new Map<number, number>();
  private readonly leads: (Lead | undefined)[][];
  private readonly nexts = new Map<number, number>();

  constructor(sequence: Sequence<S>, course: Course<S>, checks: CompactChecks<S>, ends: EndPlaces<S>) {
    this.sequence = sequence;
    this.course = course;
    this.checks = checks;
    this.ends = ends;
    this.leads = sequence.fields.records.map(() => []);
    const ways = new Map<string, number>();
    this.wayOf = sequence.controls.list.map(({ rank }) => {
      const name = rank.slice(0, -1).join();
      if (!ways.has(name)) ways.set(name, ways.size);
      return ways.get(name)!;
    });
    this.ways = ways.size;
  }

  get count(): number {
    return this.stateOf.length;
  }

  /** The node of a state at a stop of its record. */
  at(record: number, stop: number, state: number): number {
    const name = ((stop + 1) * 64 + record) * 2 ** 22 + state;
    let node = this.numbers.get(name);
    if (node === undefined) {
      node = this.stateOf.push(state) - 1;
      this.recordOf.push(record);
      this.stopOf.push(stop);
      this.numbers.set(name, node);
    }
    return node;
  }

  /** The node at the first stop, from one that all pass, at which a state has something to do. */
  from(record: number, stop: number, state: number): number {
    const { stops } = this.course;
    const first = stop % stops.length;
    const name = (first * 64 + record) * 2 ** 22 + state;
    let node = this.nexts.get(name);
    if (node === undefined) {
      node = this.found(record, first, state);
      this.nexts.set(name, node);
    }
    return node;
  }

  private found(record: number, first: number, state: number): number {
    const { stops } = this.course;
    let held = state;
    for (let k = 0; k < stops.length; k++) {
      const stop = (first + k) % stops.length;
      const after = this.after(record, stop, held);
      if (after === null) return this.at(record, this.course.numberOf(stop), held);
      held = after;
    }
    return this.at(record, NOWHERE, held);
  }

  /** Where a target of a record leads to. */
  lead(record: number, target: number): Lead {
    const known = this.leads[record][target / TARGET];
    if (known) return known;
    const { sequence } = this;
    const { targets } = sequence.expanded[record];
    const { effect } = sequence.rows.besides[targets[target + 2]];
    const { turn, others } = sequence.steps.effects[effect];
    if (others.length > 0) throw new NotStraight();
    const lead = this.leadTo(record, targets[target], targets[target + 1], turn);
    this.leads[record][target / TARGET] = lead;
    return lead;
  }

  /** Where a state goes that has nothing to do at a place. */
  passOn(record: number, place: number, state: number): number {
    return this.from(record, this.course.after(place), state);
  }

  private leadTo(record: number, state: number, place: number, turn: number): Lead {
    const { course, checks, wayOf } = this;
    const { ends, owner } = this.sequence.controls.list[place];
    if (ends) return { node: this.at(record, NOWHERE, state), check: checks.of(place), way: 0, place, turn };
    const stop = course.stopOf[place];
    if (stop !== UNPASSED) return { node: this.from(record, stop, state), check: 0, way: wayOf[place], place, turn };
    if (owner === record)
      return { node: this.at(record, course.stepOf(place), state), check: 0, way: wayOf[place], place, turn };
    if (owner !== NOBODY) throw new NotStraight();
    const check = checks.of(place);
    const next = checks.next(check);
    const way = next.place === UNPASSED ? 0 : wayOf[next.place];
    return { node: this.from(record, next.stop, state), check, way, place, turn };
  }

  /**
   * What a stop that all pass leaves of a state, where nobody would notice that it is taken at once; null where the
   * record has something to do there.
   */
  private after(record: number, stop: number, state: number): number | null {
    const { sequence } = this;
    const { owner, places } = this.course.stops[stop];
    if (owner === NOBODY) {
      const after = new Set(places.map((place) => this.course.passed(place, record, state)));
      const [only] = after;
      return after.size === 1 && this.isQuiet(record, state, only) ? only : null;
    }
    if (owner !== record) return state;
    const bits = this.course.idleBits(stop);
    return bits !== 0 && (sequence.fields.records[record].idle[state] & bits) === bits ? state : null;
  }

  /** Whether neither others nor the ending of an engagement can tell two states apart. */
  private isQuiet(record: number, a: number, b: number): boolean {
    if (a === b) return true;
    const { heard } = this.sequence;
    return heard.partOf(record, a) === heard.partOf(record, b) && this.ends.areAlike(record, a, b);
  }
}
