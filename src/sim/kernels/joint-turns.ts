import { SimError } from '../error.ts';
import type { AlikeStates } from './alike-states.ts';
import type { Control } from './controls.ts';
import type { JointLeads } from './joint-leads.ts';
import { type JointBlock, JointMasses } from './joint-masses.ts';
import { JointVisits } from './joint-visits.ts';
import type { KnownChanges } from './known-changes.ts';
import type { PairRows } from './pair-rows.ts';
import type { PlaceOrder } from './place-order.ts';
import type { Sequence } from './sequence.ts';
import type { Position } from './steps.ts';

/** Numbers that are led on between two looks up; to plan how a row goes on takes as long as to lead so many. */
const AT_A_STRETCH = 100_000;
const PLANNING = 1_000;

/** What hears of pairs of states as they are gone through. */
export interface Heeding {
  /** So many have been visited since it was told last. */
  readonly onVisits: (visits: number) => void;
  /** An engagement is over, and how likely that is. */
  readonly onEnd: (position: Position, chance: number) => void;
}

/** Leads pairs of states from the start to the endings: place after place, in the order of the sequence, turn by turn. */
export class JointTurns<S> {
  private readonly sequence: Sequence<S>;
  private readonly order: PlaceOrder;
  private readonly alike: AlikeStates<S>;
  private readonly heeding: Heeding;
  private readonly visits: JointVisits<S>;
  private readonly leads: JointLeads;
  /** What stands where in the turn that is worked out, and in later ones. */
  private now = new Map<number, JointMasses>();
  private readonly later = new Map<number, Map<number, JointMasses>>();
  private turn: number;
  private place: number;
  /** Numbers that were led on since somebody looked up. */
  private passed = 0;

  constructor(
    rows: PairRows<S>,
    changes: KnownChanges<S>,
    order: PlaceOrder,
    alike: AlikeStates<S>,
    leads: JointLeads,
    heeding: Heeding,
  ) {
    this.sequence = rows.sequence;
    this.order = order;
    this.alike = alike;
    this.leads = leads;
    this.heeding = heeding;
    this.visits = new JointVisits(rows, changes, leads, (turn, place) => this.massesAt(turn, place));
    this.turn = this.sequence.start.turn;
    this.place = this.sequence.start.control;
  }

  /** Yields whenever somebody may look up. */
  *all(): Generator<void, void> {
    const { start, fields, heard } = this.sequence;
    const [a, b] = fields.records.map((r) => r.start);
    const block = this.massesAt(start.turn, start.control).blockOf(heard.numberOf(1, b));
    block.columnAt(b);
    this.leads.start(block.rowFor(a));
    for (;;) {
      yield* this.oneTurn();
      if (this.later.size === 0) return;
      this.turn = Math.min(...this.later.keys());
      this.now = this.later.get(this.turn)!;
      this.later.delete(this.turn);
    }
  }

  private *oneTurn(): Generator<void, void> {
    const { controls } = this.sequence;
    while (this.now.size > 0) {
      this.place = this.order.first(this.now.keys(), (place) => controls.list[place].rank);
      const control = controls.list[this.place];
      const here = this.now.get(this.place)!;
      this.now.delete(this.place);
      for (const block of here.blocks) {
        if (!block) continue;
        if (control.ends) this.finish(block);
        else yield* this.visitAll(control, block);
        this.leads.addUp();
      }
    }
  }

  private *visitAll(control: Control, here: JointBlock): Generator<void, void> {
    const columns = here.columnStates.length;
    this.heeding.onVisits(columns * here.rows.length);
    this.visits.begin(this.turn, control, here);
    for (let r = 0; r < here.rows.length; r++) {
      this.visits.row(r);
      here.forget(r);
      this.passed += PLANNING + columns * here.width;
      if (this.passed < AT_A_STRETCH) continue;
      this.passed = 0;
      yield;
    }
  }

  private finish(here: JointBlock): void {
    const position = { control: this.place, turn: this.turn, states: new Int32Array(2) };
    here.rows.forEach((_, r) => {
      position.states[0] = here.rowStates[r];
      here.columnStates.forEach((state, column) => {
        const chance = here.chanceAt(r, column);
        if (chance === 0) return;
        position.states[1] = state;
        this.heeding.onEnd(position, chance);
      });
      here.forget(r);
    });
  }

  private massesAt(turn: number, place: number): JointMasses {
    let places = this.now;
    if (turn !== this.turn) {
      if (turn < this.turn) throw new SimError(`'${this.sequence.machine.name}' goes back in time.`);
      places = this.later.get(turn) ?? new Map();
      this.later.set(turn, places);
    } else if (place !== this.place) this.order.note(this.place, place);
    let masses = places.get(place);
    if (!masses) {
      const { ends } = this.sequence.controls.list[place];
      masses = new JointMasses(ends ? 1 : this.leads.width, this.alike.at(turn, place), this.leads.numbers);
      places.set(place, masses);
    }
    return masses;
  }
}
