import type { KnownChanges } from './known-changes.ts';
import { UNKNOWN } from './look-trees.ts';
import { Interrupted, type PairRows } from './pair-rows.ts';
import type { PlaceOrder } from './place-order.ts';
import type { Sequence } from './sequence.ts';
import { StateSet } from './state-set.ts';

/** Places of the sequence that come up are fewer than this. */
const PLACES = 65536;
/** Rows that are filled, and states that are asked about, between two looks up. */
const FILLED_AT_A_STRETCH = 40;
const ASKED_AT_A_STRETCH = 200;

/** Something that may come of a visit, apart from what becomes of the record that acts. */
export interface Outcome {
  /** Of the records, what is heard of each, as numbers of groups; UNKNOWN where it is the record that acts. */
  readonly groups: readonly [number, number];
  readonly place: number;
  readonly turn: number;
  readonly effect: number;
}

/** Where the engagement may stand in a turn, with all states that either record may be in there. */
export interface Stand {
  readonly turn: number;
  readonly place: number;
  readonly sets: readonly [StateSet, StateSet];
  /** By record, its states by what is heard of them. */
  groups: readonly [Group[], Group[]];
  outcomes: Outcome[];
  /** By state of the record that acts (its place in the list) and group of the other: what happens. */
  names: Int32Array;
  /** How many states of either record have been asked about. */
  asked: [number, number];
  version: number;
}

/** States of which the same is heard. */
export interface Group {
  readonly heard: number;
  readonly states: number[];
}

/** What hears how far the search has come. */
export interface ReachHeeding {
  /** Tables have been begun anew. */
  readonly onBegin: () => void;
  /** A state more has been asked about, of so many. */
  readonly onAsked: (asked: number) => void;
  /** All is known that may come up in a turn. */
  readonly onTurn: (stands: readonly Stand[]) => void;
}

/** Stands for the name of what happens where a state has nothing to do. */
export const NOTHING_TO_DO = -3;

/**
 * What two records may come to, each by itself: at every place of every turn all their states, whatever the other has come
 * to by then. A little more may come up so than does in play, but what is found takes time by the states of each and not
 * by pairs of them.
 */
export class Reach<S> {
  /** By turn, by place. */
  readonly turns: Map<number, Stand>[] = [];
  /** How many states have been asked about. */
  asked = 0;
  private readonly sequence: Sequence<S>;
  private readonly rows: PairRows<S>;
  private readonly changes: KnownChanges<S>;
  private readonly order: PlaceOrder;
  private readonly position: ReturnType<Sequence<S>['blankPosition']>;
  /** Goes up when numbers of what is heard, and of what happens, mean nothing any more. */
  version = 0;
  private readonly heeding: ReachHeeding;
  /** Rows that were filled when somebody looked up. */
  private filled = 0;

  constructor(rows: PairRows<S>, changes: KnownChanges<S>, order: PlaceOrder, heeding: ReachHeeding) {
    this.sequence = rows.sequence;
    this.position = rows.sequence.blankPosition();
    this.rows = rows;
    this.changes = changes;
    this.order = order;
    this.heeding = heeding;
  }

  /** Everything that may come up from the start on, a turn at a time. */
  *all(): Generator<void, void> {
    const { start, fields } = this.sequence;
    const first = this.standAt(start.turn, start.control);
    fields.records.forEach((record, k) => {
      first.sets[k].add(record.start);
    });
    for (let turn = start.turn; turn < this.turns.length; turn++) yield* this.oneTurn(turn);
  }

  private *oneTurn(turn: number): Generator<void, void> {
    const { controls } = this.sequence;
    const stands = this.turns[turn] ?? new Map<number, Stand>();
    for (;;) {
      const waiting = [...stands.values()].filter((s) => s.sets.some((set, k) => set.list.length > s.asked[k]));
      if (waiting.length === 0) break;
      const places = waiting.map((stand) => stand.place);
      yield* this.ask(stands.get(this.order.first(places, (place) => controls.list[place].rank))!);
    }
    this.heeding.onTurn([...stands.values()]);
  }

  /** What may happen at a stand; asked again in whole where tables change meanwhile. */
  *ask(stand: Stand): Generator<void, void> {
    for (;;) {
      try {
        yield* this.askOnce(stand);
        this.rows.assertFresh();
        stand.version = this.version;
        return;
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error;
        const { isStale } = this.rows;
        if (this.rows.rest()) {
          this.changes.begin();
          this.heeding.onBegin();
        }
        if (isStale) this.version++;
        yield;
      }
    }
  }

  private *askOnce(stand: Stand): Generator<void, void> {
    const control = this.sequence.controls.list[stand.place];
    stand.asked = [stand.sets[0].list.length, stand.sets[1].list.length];
    stand.groups = [this.groupsOf(stand, 0), this.groupsOf(stand, 1)];
    stand.outcomes = [];
    if (control.ends) return;
    if (control.owner < 0) yield* this.askOfNobody(stand);
    else yield* this.askOfRecord(stand, control.owner);
    for (const outcome of stand.outcomes) this.follow(stand, outcome);
  }

  private groupsOf({ sets }: Stand, record: number): Group[] {
    const groups = new Map<number, Group>();
    for (const state of sets[record].list) {
      const heard = this.sequence.heard.numberOf(record, state);
      const group = groups.get(heard);
      if (group) group.states.push(state);
      else groups.set(heard, { heard, states: [state] });
    }
    return [...groups.values()];
  }

  private *askOfNobody(stand: Stand): Generator<void, void> {
    const { sequence, position } = this;
    const { rows } = sequence;
    const [first, second] = stand.groups;
    for (const [i, a] of first.entries())
      for (const [j, b] of second.entries()) {
        position.control = stand.place;
        position.turn = stand.turn;
        position.states[0] = a.states[0];
        position.states[1] = b.states[0];
        for (const { place } of rows.listOf(this.rows.at(position)))
          this.note(stand, [i, j], rows.entries[place], rows.entries[place + 1], new Set());
        if (this.hasFilled()) yield;
      }
  }

  private hasFilled(): boolean {
    if (this.rows.filled < this.filled + FILLED_AT_A_STRETCH) return false;
    this.filled = this.rows.filled;
    return true;
  }

  /** What the states of a record may do, under all that may be heard of the other. */
  private *askOfRecord(stand: Stand, owner: number): Generator<void, void> {
    const { sequence, position } = this;
    const others = stand.groups[1 - owner];
    const { list } = stand.sets[owner];
    const { idle } = sequence.fields.records[owner];
    const expanded = sequence.expanded[owner];
    const seen = others.map(() => new Set<number>());
    const known = others.map(() => new Set<number>());
    const count = stand.asked[owner];
    stand.names = new Int32Array(count * others.length);
    for (let i = 0; i < count; i++) {
      const { bit, next } = sequence.idleAt(stand.place);
      const isIdle = (idle[list[i]] & bit) !== 0;
      for (let g = 0; g < others.length; g++) {
        let name = NOTHING_TO_DO;
        if (isIdle) {
          this.standAt(stand.turn, next).sets[owner].add(list[i]);
          this.noteOutcome(stand, pairOf(owner, g), next, 0, seen[g]);
        } else {
          position.control = stand.place;
          position.turn = stand.turn;
          position.states[owner] = list[i];
          position.states[1 - owner] = others[g].states[0];
          name = this.rows.at(position);
          if (!known[g].has(name)) {
            known[g].add(name);
            const law = expanded.lawOf(name);
            for (let k = expanded.lawStarts[law]; k < expanded.lawStarts[law + 1]; k++) {
              const t = expanded.lawTargets[k];
              const { targets } = expanded;
              const besides = targets[t + 2];
              const place = targets[t + 1];
              this.standAt(this.turnAfter(stand, besides), place).sets[owner].add(targets[t]);
              this.note(stand, pairOf(owner, g), place, besides, seen[g]);
            }
          }
        }
        stand.names[i * others.length + g] = name;
        if (this.hasFilled()) yield;
      }
      this.heeding.onAsked(++this.asked);
      if (i % ASKED_AT_A_STRETCH === 0) yield;
    }
  }

  private turnAfter(stand: Stand, besides: number): number {
    const { turn } = this.sequence.steps.effects[this.sequence.rows.besides[besides].effect];
    return turn < 0 ? stand.turn : turn;
  }

  private note(
    stand: Stand,
    groups: readonly [number, number],
    place: number,
    besides: number,
    seen: Set<number>,
  ): void {
    this.noteOutcome(stand, groups, place, this.sequence.rows.besides[besides].effect, seen);
  }

  private noteOutcome(
    stand: Stand,
    groups: readonly [number, number],
    place: number,
    effect: number,
    seen: Set<number>,
  ): void {
    const name = effect * PLACES + place;
    if (seen.has(name)) return;
    seen.add(name);
    const { turn } = this.sequence.steps.effects[effect];
    stand.outcomes.push({ groups, place, turn: turn < 0 ? stand.turn : turn, effect });
    if (turn < 0) this.order.note(stand.place, place);
  }

  /** The states of a record that does not act go along. */
  private follow(stand: Stand, { groups, place, turn, effect }: Outcome): void {
    const to = this.standAt(turn, place);
    for (const record of [0, 1]) {
      const group = groups[record];
      if (group === UNKNOWN) continue;
      for (const state of stand.groups[record][group].states) to.sets[record].add(this.after(record, effect, state));
    }
  }

  /** A state of a record that does not act, after an effect. */
  after(record: number, effect: number, state: number): number {
    let after = state;
    for (const { pair, change } of this.sequence.steps.effects[effect].others)
      if (pair === record) after = this.changes.after(record, change, after);
    return after;
  }

  standAt(turn: number, place: number): Stand {
    this.turns[turn] ??= new Map();
    let stand = this.turns[turn].get(place);
    if (!stand) {
      stand = {
        ...{ turn, place, sets: [new StateSet(), new StateSet()], groups: [[], []], outcomes: [] },
        ...{ names: new Int32Array(0), asked: [0, 0], version: UNKNOWN },
      };
      this.turns[turn].set(place, stand);
    }
    return stand;
  }
}

const pairOf = (owner: number, other: number): [number, number] => (owner === 0 ? [UNKNOWN, other] : [other, UNKNOWN]);
