import { EndTable } from '../ends.ts';
import { OutOfReachError, SimError } from '../error.ts';
import { assertWhole } from '../exact.ts';
import { describedMeasure, type Machine } from '../machine.ts';
import type { Tally } from '../tally.ts';
import type { Control } from './controls.ts';
import { EndPlaces } from './end-places.ts';
import { JointMasses, SpareRows } from './joint-masses.ts';
import { JointVisits } from './joint-visits.ts';
import { PlaceOrder } from './place-order.ts';
import { Sequence } from './sequence.ts';

/** Visits of joint states before exact work is given up: about a minute of them. */
const MOST_JOINT_VISITS = 40_000_000;
/** Joint states that there may be room for at one place: what they hold has to fit into memory. */
const MOST_AT_A_PLACE = 6_000_000;
/** Visits of one turn from which the growth of the next ones is told. */
const LEAST_TELLING = 25_000;
/** A forecast may be off by this much before anybody is turned away. */
const FORECAST_SLACK = 4;
/** Visits between two looks up. */
const AT_A_STRETCH = 20_000;

export interface ExactPairsOptions {
  readonly mostVisits?: number;
}

/**
 * The exact law of an engagement of two records. What a record does at a place is the law of its phase kernel; joint
 * states of the two are led from place to place, and only those in reach are held.
 */
export function* workingByPairs<S>(
  machine: Machine<S>,
  options: ExactPairsOptions = {},
): Generator<number, { tally: Tally; states: number }> {
  return yield* new PairsRun(machine.watched!(), options).all();
}

class PairsRun<S> {
  private readonly machine: Machine<S>;
  private readonly sequence: Sequence<S>;
  private readonly ends: EndPlaces<S>;
  private readonly table: EndTable<S>;
  private readonly joint: JointVisits<S>;
  private readonly order = new PlaceOrder();
  private readonly mostVisits: number;
  private readonly endWeights: number[] = [];
  /** What stands where in the turn that is worked out, and in later ones. */
  private now = new JointPlaces();
  private readonly later = new Map<number, JointPlaces>();
  private readonly spare = new SpareRows();
  private turn = 0;
  private place = 0;
  private readonly lastTurn: number;
  private visits = 0;
  private lookedUp = 0;

  constructor(machine: Machine<S>, { mostVisits = MOST_JOINT_VISITS }: ExactPairsOptions) {
    this.machine = machine;
    this.mostVisits = mostVisits;
    const { clock, fields } = machine.layout;
    const turns = fields.find(({ path }) => path === clock?.path)?.field;
    this.lastTurn = turns?.kind === 'int' ? turns.max - turns.min : 0;
    this.sequence = new Sequence(machine);
    this.table = new EndTable(machine);
    this.ends = new EndPlaces(this.sequence, this.table);
    this.joint = new JointVisits(this.sequence, {
      massesAt: (turn, place, owner) => this.massesAt(turn, place, owner),
      onBegin: () => this.ends.begin(),
    });
  }

  *all(): Generator<number, { tally: Tally; states: number }> {
    const { start, emissions, fields } = this.sequence;
    const { means, squares } = this.joint;
    this.turn = start.turn;
    this.place = start.control;
    const [a, b] = fields.records.map((r) => r.start);
    const at = this.massesAt(start.turn, start.control, 0);
    const masses = at.rows[at.rowAt(a)];
    masses[at.columnAt(b)] = 1;
    emissions.list[start.emission].forEach((x, k) => {
      masses[1 + k] = x;
      means[k] += x;
      squares[k] += x * x;
    });
    let last = 0;
    for (;;) {
      const before = this.visits;
      yield* this.oneTurn();
      if (this.later.size === 0) break;
      const visits = this.visits - before;
      this.assertPromising(visits, last);
      last = visits;
      this.turn = Math.min(...this.later.keys());
      this.now = this.later.get(this.turn)!;
      this.later.delete(this.turn);
    }
    return { tally: this.tally(), states: this.visits };
  }

  /** Place after place, in the order of the sequence, until nobody is left in the turn. */
  private *oneTurn(): Generator<number, void> {
    const { list } = this.sequence.controls;
    for (this.place = this.nextPlace(); this.place >= 0; this.place = this.nextPlace()) {
      const control = list[this.place];
      const here = this.now.take(this.place, control.owner);
      if (here.room > MOST_AT_A_PLACE) throw this.tooLarge();
      if (control.ends) this.finish(here);
      else yield* this.visitAll(control, here);
      if (this.visits > this.mostVisits) throw this.tooLarge();
    }
  }

  private *visitAll(control: Control, here: JointMasses): Generator<number, void> {
    for (let r = 0; r < here.rows.length; r++) {
      if (!this.joint.row(this.turn, control, here, r)) {
        yield* this.visitAll(control, here.turnAbout());
        return;
      }
      this.visits += here.heldIn(r);
      here.forget(r);
      if (this.visits - this.lookedUp < AT_A_STRETCH) continue;
      this.lookedUp = this.visits;
      yield this.visits;
    }
  }

  /** Pairs of states whose engagement is over. */
  private finish(here: JointMasses): void {
    const position = { control: this.place, turn: this.turn, states: new Int32Array(2) };
    here.rows.forEach((held, r) => {
      position.states[here.owner] = here.rowStates[r];
      for (let n = 0; n < held.length; n++) {
        if (held[n] === 0) continue;
        position.states[1 - here.owner] = here.columnStates[n];
        const end = this.ends.place(position);
        this.endWeights[end] = (this.endWeights[end] ?? 0) + held[n];
      }
      here.forget(r);
    });
  }

  /**
   * What cannot be done in the end is not done for long: later turns have no fewer visits, as a rule, and where they
   * multiply they go on to, though by less each time.
   */
  private assertPromising(visits: number, before: number): void {
    const left = this.lastTurn - this.turn;
    if (this.visits + visits * left > this.mostVisits) throw this.tooLarge();
    // The first turns, in which nobody is in reach, say little.
    if (before === 0 || visits < LEAST_TELLING) return;
    let [total, next, growth] = [this.visits, visits, visits / before];
    for (let turn = 0; turn < left; turn++) {
      growth = Math.max(1, Math.sqrt(growth));
      next *= growth;
      total += next;
    }
    if (total > FORECAST_SLACK * this.mostVisits) throw this.tooLarge();
  }

  private tooLarge(): OutOfReachError {
    const { name } = this.machine;
    return new OutOfReachError(
      `'${name}' is too large to be worked out exactly: over ${this.visits.toLocaleString('en')} joint states were met, and ` +
        'their number multiplies from turn to turn. Ask for fewer turns, or let it be sampled (--engine sample).',
    );
  }

  private nextPlace(): number {
    const { list } = this.sequence.controls;
    const { order } = this;
    let best = -1;
    for (const place of this.now.places()) {
      const by = best < 0 ? -1 : order.lateness(place) - order.lateness(best);
      if (by < 0 || (by === 0 && isBefore(list[place].rank, list[best].rank))) best = place;
    }
    return best;
  }

  private massesAt(turn: number, place: number, owner: number): JointMasses {
    let places = this.now;
    if (turn !== this.turn) {
      if (turn < this.turn) throw new SimError(`'${this.machine.name}' goes back in time.`);
      places = this.later.get(turn) ?? new JointPlaces();
      this.later.set(turn, places);
    } else if (place !== this.place) this.order.note(this.place, place);
    const sums = this.sequence.controls.list[place].ends ? 0 : this.machine.sums.length;
    return places.at(place, owner, () => new JointMasses(owner, sums, this.spare));
  }

  private tally(): Tally {
    const { machine, table } = this;
    const { means, squares } = this.joint;
    const weights = Float64Array.from(table.list, (_, i) => this.endWeights[i] ?? 0);
    assertWhole(machine.name, weights);
    return {
      kind: 'exact',
      trials: null,
      partial: false,
      outcomes: machine.outcomes,
      measures: machine.measures.map(describedMeasure),
      ends: table.list.map(({ outcome, values }, i) => ({ outcome, values, weight: weights[i] })),
      sums: machine.sums.map(({ id, label }, k) => ({
        id,
        label,
        mean: means[k],
        sd: Math.sqrt(Math.max(0, squares[k] - means[k] ** 2)),
      })),
      blocks: [],
    };
  }
}

/** What stands at the places of a turn: with rows for the states of either record, as it came there. */
class JointPlaces {
  private readonly byOwner = [new Map<number, JointMasses>(), new Map<number, JointMasses>()];

  places(): Set<number> {
    return new Set(this.byOwner.flatMap((m) => [...m.keys()]));
  }

  at(place: number, owner: number, made: () => JointMasses): JointMasses {
    const byPlace = this.byOwner[owner];
    let masses = byPlace.get(place);
    if (!masses) {
      masses = made();
      byPlace.set(place, masses);
    }
    return masses;
  }

  /** All that stands at a place, with rows for the states of a record; of either, where it is about nobody. */
  take(place: number, owner: number): JointMasses {
    const [first, second] = this.byOwner.map((m) => m.get(place));
    for (const m of this.byOwner) m.delete(place);
    const own = owner === 1 || !first ? second : first;
    const other = own === first ? second : first;
    return other ? other.turnAbout(own) : own!;
  }
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] < b[i];
  return false;
}
