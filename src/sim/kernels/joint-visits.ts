import type { Control } from './controls.ts';
import type { JointLeads } from './joint-leads.ts';
import type { JointBlock, JointMasses } from './joint-masses.ts';
import type { KnownChanges } from './known-changes.ts';
import type { PairRows } from './pair-rows.ts';
import type { Sequence } from './sequence.ts';
import { type Bundle, Ways } from './ways.ts';
import { WithoutDice } from './without-dice.ts';

/** Columns that act are led on by what is heard of the row: bundles, each with an effect that it has besides. */
interface Acting {
  readonly bundle: Bundle;
  readonly effect: number;
}

/**
 * Visits of pairs of states, a row at a time: the states of the other record that come to the same for the one that acts
 * are led on together, and where they come to is worked out once for all rows that do the same.
 */
export class JointVisits<S> {
  private readonly sequence: Sequence<S>;
  private readonly rows: PairRows<S>;
  private readonly withoutDice: WithoutDice<S>;
  private readonly ways: Ways<S>;
  private readonly changes: KnownChanges<S>;
  private readonly leads: JointLeads;
  private readonly position: ReturnType<Sequence<S>['blankPosition']>;
  /** What is visited now. */
  private turn = 0;
  private control!: Control;
  private here!: JointBlock;
  /** All columns, by number. */
  private columns: readonly number[] = [];
  /** By what is heard of a row, how columns act. */
  private acting = new Map<number, readonly Acting[]>();
  /** By next place and effect. */
  private bundles = new Map<number, Bundle>();

  constructor(
    rows: PairRows<S>,
    changes: KnownChanges<S>,
    leads: JointLeads,
    massesAt: (turn: number, place: number) => JointMasses,
  ) {
    const { sequence } = rows;
    this.sequence = sequence;
    this.position = sequence.blankPosition();
    this.rows = rows;
    this.changes = changes;
    this.leads = leads;
    this.withoutDice = new WithoutDice(this.rows);
    this.ways = new Ways(sequence, this.withoutDice, changes, leads, massesAt);
  }

  /** Begins to visit pairs of states at a place. */
  begin(turn: number, control: Control, here: JointBlock): void {
    this.turn = turn;
    this.control = control;
    this.here = here;
    this.columns = here.columnStates.map((_, column) => column);
    this.acting = new Map();
    this.bundles = new Map();
    this.leads.numbers.giveLent();
  }

  /** Leads a row on. */
  row(row: number): void {
    const { position, here } = this;
    const state = here.rowStates[row];
    const held = here.rowFor(state);
    position.control = this.control.place;
    position.turn = this.turn;
    position.states[0] = state;
    if (this.control.owner === 1) this.columnsAct(held, state);
    else if (this.control.owner === 0) this.rowActs(held);
    else this.nobodyActs(held, state);
  }

  private rowActs(held: number): void {
    this.position.states[1] = this.here.columnStates[0];
    const name = this.rows.at(this.position);
    const [expanded] = this.sequence.expanded;
    const law = expanded.lawOf(name);
    for (let k = expanded.lawStarts[law]; k < expanded.lawStarts[law + 1]; k++) {
      const t = expanded.lawTargets[k];
      const { targets } = expanded;
      this.lead(held, targets[t], targets[t + 1], targets[t + 2], expanded.lawOdds[k]);
    }
  }

  /** What nobody in particular does. */
  private nobodyActs(held: number, own: number): void {
    this.position.states[1] = this.here.columnStates[0];
    const { rows } = this.sequence;
    for (const { p, place } of rows.listOf(this.rows.at(this.position)))
      this.lead(held, own, rows.entries[place], rows.entries[place + 1], p);
  }

  /** All columns go on with the row, which comes to a state. */
  private lead(held: number, state: number, place: number, besides: number, share: number): void {
    const { emission, effect } = this.sequence.rows.besides[besides];
    const row = this.after(0, effect, state);
    for (const part of this.ways.partsOf(this.bundleOf(place, effect), row))
      this.leads.lead(held, part, row, share, emission);
  }

  private bundleOf(place: number, effect: number): Bundle {
    const name = effect * 65536 + place;
    let bundle = this.bundles.get(name);
    if (!bundle) {
      const { columns } = this;
      bundle = {
        ...{ place, turn: this.turnAfter(effect), from: columns, which: columns },
        ...{ shares: null, emissions: null, ways: new Map() },
        states: this.here.columnStates.map((state) => this.after(1, effect, state)),
      };
      this.bundles.set(name, bundle);
    }
    return bundle;
  }

  /** What columns do is the same with all rows of which the same is heard. */
  private columnsAct(held: number, row: number): void {
    const number = this.sequence.heard.numberOf(0, row);
    let acting = this.acting.get(number);
    if (!acting) {
      acting = this.columnsActing();
      this.acting.set(number, acting);
    }
    for (const { bundle, effect } of acting) {
      const after = this.after(0, effect, row);
      for (const part of this.ways.partsOf(bundle, after)) this.leads.lead(held, part, after, 1, 0);
    }
  }

  private columnsActing(): Acting[] {
    const { position, here } = this;
    const [, expanded] = this.sequence.expanded;
    const deeds = new Map<number, Deed>();
    for (const column of this.columns) {
      position.states[1] = here.columnStates[column];
      const law = expanded.lawOf(this.rows.at(position));
      for (let k = expanded.lawStarts[law]; k < expanded.lawStarts[law + 1]; k++) {
        const t = expanded.lawTargets[k];
        const { targets } = expanded;
        const { emission, effect } = this.sequence.rows.besides[targets[t + 2]];
        const place = targets[t + 1];
        const name = effect * 65536 + place;
        let deed = deeds.get(name);
        if (!deed) {
          deed = new Deed(place, effect);
          deeds.set(name, deed);
        }
        deed.add(column, this.after(1, effect, targets[t]), expanded.lawOdds[k], emission);
      }
    }
    return Array.from(deeds.values(), (deed) => {
      const { place, effect, from, which, states, shares, emissions } = deed;
      const turn = this.turnAfter(effect);
      return { bundle: { place, turn, states, from, which, shares, emissions, ways: new Map() }, effect };
    });
  }

  private turnAfter(effect: number): number {
    const { turn } = this.sequence.steps.effects[effect];
    return turn < 0 ? this.turn : turn;
  }

  private after(record: number, effect: number, state: number): number {
    let after = state;
    for (const { pair, change } of this.sequence.steps.effects[effect].others)
      if (pair === record) after = this.changes.after(record, change, after);
    return after;
  }
}

/** What columns do that leads to one place and has one effect. */
class Deed {
  readonly place: number;
  readonly effect: number;
  readonly states: number[] = [];
  readonly from: number[] = [];
  readonly which: number[] = [];
  readonly shares: number[] = [];
  readonly emissions: number[] = [];
  private readonly placeOf = new Map<number, number>();

  constructor(place: number, effect: number) {
    this.place = place;
    this.effect = effect;
  }

  add(column: number, state: number, share: number, emission: number): void {
    let place = this.placeOf.get(state);
    if (place === undefined) {
      place = this.states.push(state) - 1;
      this.placeOf.set(state, place);
    }
    this.from.push(column);
    this.which.push(place);
    this.shares.push(share);
    this.emissions.push(emission);
  }
}
