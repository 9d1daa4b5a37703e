import { Alike } from './alike.ts';
import type { Die } from './die.ts';
import { Emissions, EndTable } from './ends.ts';
import { OutOfReachError, SimError } from './error.ts';
import { assertWhole } from './exact.ts';
import { straight } from './giving-way.ts';
import { LayerForecast } from './layer-forecast.ts';
import { describedMeasure, type Machine } from './machine.ts';
import { Masses } from './masses.ts';
import { grown, StateTable } from './state-table.ts';
import { type Rest, Stepper } from './stepper.ts';
import type { Tally } from './tally.ts';

/** The most states that one layer may hold, and all layers together, before exact work is given up. */
const LAYER_STATES = 4_000_000;
const ALL_LAYER_STATES = 50_000_000;

/** A forecast may be off by this much before anybody is turned away. */
const FORECAST_SLACK = 4;

export interface LayerOptions {
  readonly layerStates?: number;
  readonly allStates?: number;
  /** Hears how much of the work is done, whenever that can be told. */
  readonly onShare?: (share: number) => void;
}

/** Where a face of a layer's state goes: layers are numbered from 0 up, so these cannot be one. */
const MOST_LAYER = 2 ** 31 - 1;
const SAME_LAYER = -1;
const AT_END = -2;

interface LayerEdges {
  readonly first: Int32Array;
  readonly place: Int32Array;
  readonly to: Int32Array;
  readonly emission: Int32Array;
  readonly dice: readonly Die[];
  readonly count: number;
}

/** A layer while it is worked out: its states, and what each holds. */
class Frontier {
  readonly table: StateTable;
  readonly masses: Masses;

  constructor(words: number, sums: number) {
    this.table = new StateTable(words);
    this.masses = new Masses(sums);
  }

  intern(key: Int32Array): number {
    const id = this.table.intern(key);
    this.masses.reserve(id);
    return id;
  }
}

/**
 * Exact results for encounters too large to compile whole: one layer (one player's turn) is held at a time. Layers never
 * fall, so a layer can be explored, sorted, propagated and forgotten.
 */
export function exactByLayers<S>(machine: Machine<S>, options: LayerOptions = {}): { tally: Tally; states: number } {
  return straight(workingByLayers(machine, options));
}

/** The same, yielding the number of states so far now and then. */
export function workingByLayers<S>(
  machine: Machine<S>,
  options: LayerOptions = {},
): Generator<number, { tally: Tally; states: number }> {
  const layerOf = machine.layer;
  if (!layerOf) throw new SimError(`'${machine.name}' names no layers, so it cannot be worked out layer by layer.`);
  return new LayerRun(machine, layerOf, options).all();
}

/** States between two looks up. */
const STATES_AT_A_STRETCH = 256;

class LayerRun<S> {
  private readonly stepper: Stepper<S>;
  private readonly view: S;
  private readonly codec;
  private readonly key: Int32Array;
  private readonly waiting = new Map<number, Frontier>();
  private readonly ends: EndTable<S>;
  private readonly endMasses: Masses;
  private readonly emissions: Emissions;
  private readonly alike = new Alike();
  private readonly forecast: LayerForecast<S>;
  private readonly sums: number;
  private states = 0;
  private readonly machine: Machine<S>;
  private readonly layerOf: (s: S) => number;
  private readonly options: LayerOptions;

  constructor(machine: Machine<S>, layerOf: (s: S) => number, options: LayerOptions) {
    this.machine = machine;
    this.layerOf = layerOf;
    this.options = options;
    this.forecast = new LayerForecast(machine, layerOf);
    this.stepper = new Stepper(machine);
    this.view = machine.layout.view;
    this.codec = machine.layout.codec();
    this.key = new Int32Array(this.codec.words);
    this.ends = new EndTable(machine);
    this.sums = machine.sums.length;
    this.endMasses = new Masses(this.sums);
    this.emissions = new Emissions(this.sums);
  }

  *all(): Generator<number, { tally: Tally; states: number }> {
    const { stepper, machine } = this;
    const rest = stepper.start();
    const emission = this.emissions.take(stepper);
    const start = this.arrive(rest, 0, null);
    const masses = start.place === AT_END ? this.endMasses : this.waiting.get(start.place)!.masses;
    masses.add(start.id, this.unit(), 1, this.emissions.list[emission]);
    while (this.waiting.size > 0) {
      const layer = Math.min(...this.waiting.keys());
      const frontier = this.waiting.get(layer)!;
      this.waiting.delete(layer);
      yield* this.one(layer, frontier);
    }
    const ends = this.ends.list.map((_, i) => this.endMasses.at(i));
    const weights = Float64Array.from(ends, (m) => m[0]);
    assertWhole(machine.name, weights);
    return {
      states: this.states,
      tally: {
        kind: 'exact',
        trials: null,
        partial: false,
        outcomes: machine.outcomes,
        measures: machine.measures.map(describedMeasure),
        ends: this.ends.list.map((e, i) => ({ outcome: e.outcome, values: e.values, weight: weights[i] })),
        sums: machine.sums.map(({ id, label }, k) => {
          const mean = ends.reduce((a, m) => a + m[1 + 2 * k], 0);
          const square = ends.reduce((a, m) => a + m[2 + 2 * k], 0);
          return { id, label, mean, sd: Math.sqrt(Math.max(0, square - mean * mean)) };
        }),
        blocks: [],
      },
    };
  }

  /** Explores, sorts and propagates one layer; what leaves it waits in a later one. */
  private *one(layer: number, frontier: Frontier): Generator<number, void> {
    const edges = yield* this.explore(layer, frontier);
    const { table, masses } = frontier;
    const { first, place, to, emission, dice } = edges;
    for (const state of sortStates(this.machine.name, table.count, edges)) {
      const from = masses.at(state);
      const die = dice[state];
      for (let f = 0; f < die.faces.length; f++) {
        const e = first[state] + f;
        const next =
          place[e] === AT_END ? this.endMasses : place[e] === SAME_LAYER ? masses : this.waiting.get(place[e])!.masses;
        next.add(to[e], from, die.weights[f] / die.total, this.emissions.list[emission[e]]);
      }
    }
    this.states += table.count;
    this.forecast.layerDone(layer, this.states);
    if (this.states > this.mostStates) throw this.tooLarge(this.states);
  }

  /** Every state of the layer that its entries lead to, with where each face goes. */
  private *explore(layer: number, frontier: Frontier): Generator<number, LayerEdges> {
    const { stepper, codec } = this;
    const { table } = frontier;
    const dice: Die[] = [];
    let first = new Int32Array(1024);
    let place = new Int32Array(8192);
    let to = new Int32Array(8192);
    let emission = new Int32Array(8192);
    let count = 0;
    for (let state = 0; state < table.count; state++) {
      if (table.count > (this.options.layerStates ?? LAYER_STATES)) throw this.tooLarge(table.count);
      if (state % STATES_AT_A_STRETCH === STATES_AT_A_STRETCH - 1) {
        yield this.states + table.count;
        this.assertPromising(layer, this.states + table.count);
      }
      if (state + 1 >= first.length) first = grown(first);
      first[state] = count;
      codec.unpack(table.keys, state * codec.words);
      const step = stepper.step!;
      const die = stepper.die();
      dice.push(die);
      const against = stepper.against();
      const alike = this.alike.of(step, against, die.faces);
      const start = count;
      for (let i = 0; i < die.faces.length; i++, count++) {
        if (count >= to.length) {
          place = grown(place);
          to = grown(to);
          emission = grown(emission);
        }
        if (alike[i] < i) {
          emission[count] = emission[start + alike[i]];
          place[count] = place[start + alike[i]];
          to[count] = to[start + alike[i]];
          continue;
        }
        codec.unpack(table.keys, state * codec.words);
        const rest = stepper.apply(step, against, die.faces[i]);
        emission[count] = this.emissions.take(stepper);
        const at = this.arrive(rest, layer, frontier);
        place[count] = at.place;
        to[count] = at.id;
      }
    }
    first[table.count] = count;
    return { first, place, to, emission, dice, count };
  }

  /** Where the scratch state belongs: an end, the layer in work, or a later one, and its number there. */
  private arrive(rest: Rest, layer: number, frontier: Frontier | null): { place: number; id: number } {
    if (rest === 'choice') {
      throw new SimError(
        `'${this.machine.name}' leaves a choice open at '${this.stepper.stepName}'; give it a tactic.`,
      );
    }
    if (rest === 'end') {
      const id = this.ends.place(this.view);
      this.endMasses.reserve(id);
      return { place: AT_END, id };
    }
    const at = this.layerOf(this.view);
    if (!Number.isInteger(at) || at < 0 || at > MOST_LAYER)
      throw new SimError(`'${this.machine.name}' names the layer ${at}; layers are whole numbers from 0 up.`);
    if (at < layer) throw new SimError(`'${this.machine.name}' went from layer ${layer} back to ${at}.`);
    this.codec.pack(this.key);
    if (at === layer && frontier) return { place: SAME_LAYER, id: frontier.intern(this.key) };
    let later = this.waiting.get(at);
    if (!later) {
      later = new Frontier(this.codec.words, this.sums);
      this.waiting.set(at, later);
    }
    return { place: at, id: later.intern(this.key) };
  }

  /** Minutes of work that would be given up in the end are not begun. */
  private assertPromising(layer: number, states: number): void {
    const total = this.forecast.total(layer, states);
    if (total === null) return;
    if (total > FORECAST_SLACK * this.mostStates) throw this.tooLarge(this.mostStates);
    this.options.onShare?.(Math.min(1, states / total));
  }

  private get mostStates(): number {
    return this.options.allStates ?? ALL_LAYER_STATES;
  }

  private unit(): number[] {
    const mass = new Array<number>(1 + 2 * this.sums).fill(0);
    mass[0] = 1;
    return mass;
  }

  private tooLarge(states: number): SimError {
    return new OutOfReachError(
      `This is too large to be worked out exactly: over ${states.toLocaleString('en')} states are in reach, and exact work stops at ` +
        `${LAYER_STATES.toLocaleString('en')} a layer and ${ALL_LAYER_STATES.toLocaleString('en')} in all. Ask for fewer turns, or let it be sampled (--engine sample).`,
    );
  }
}

/** The layer's states, each before those it leads to within the layer. */
function sortStates(name: string, states: number, { first, place, to, count }: LayerEdges): Int32Array {
  const before = new Int32Array(states);
  for (let e = 0; e < count; e++) if (place[e] === SAME_LAYER) before[to[e]]++;
  const order = new Int32Array(states);
  let found = 0;
  for (let s = 0; s < states; s++) if (before[s] === 0) order[found++] = s;
  for (let i = 0; i < found; i++) {
    for (let e = first[order[i]]; e < first[order[i] + 1]; e++) {
      if (place[e] === SAME_LAYER && --before[to[e]] === 0) order[found++] = to[e];
    }
  }
  if (found < states) {
    throw new SimError(`'${name}' may never end: states of one layer lead round in a ring; give the loop a bound.`);
  }
  return order;
}
