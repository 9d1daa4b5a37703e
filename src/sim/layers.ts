import { Alike } from './alike.ts';
import type { Die } from './die.ts';
import { Emissions, EndTable } from './ends.ts';
import { SimError } from './error.ts';
import { assertWhole } from './exact.ts';
import type { Machine } from './machine.ts';
import { grown, StateTable } from './state-table.ts';
import { type Rest, Stepper } from './stepper.ts';
import type { Tally } from './tally.ts';

/** The most states that one layer may hold, and all layers together, before exact work is given up. */
export const LAYER_STATES = 4_000_000;
export const ALL_LAYER_STATES = 50_000_000;

export interface LayerOptions {
  readonly layerStates?: number;
  readonly allStates?: number;
  readonly signal?: AbortSignal;
  readonly onLayer?: (layer: number, states: number) => void;
}

/** Where a face of a layer's state goes: layers are numbered from 0 up, so these cannot be one. */
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

/** A layer while it is worked out: states, and for each its probability and the moments of every sum. */
class Frontier {
  readonly table: StateTable;
  /** Per state: p, then for each sum p·E[x] and p·E[x²]. */
  mass: Float64Array;
  readonly width: number;

  constructor(words: number, sums: number) {
    this.table = new StateTable(words);
    this.width = 1 + 2 * sums;
    this.mass = new Float64Array(1024 * this.width);
  }

  intern(key: Int32Array): number {
    const id = this.table.intern(key);
    if ((id + 1) * this.width > this.mass.length) {
      const more = new Float64Array(this.mass.length * 2);
      more.set(this.mass);
      this.mass = more;
    }
    return id;
  }
}

/**
 * Exact results for encounters too large to compile whole: one layer (one player's turn) is held at a time. Layers never
 * fall, so a layer can be explored, sorted, propagated and forgotten.
 */
export function exactByLayers<S>(machine: Machine<S>, options: LayerOptions = {}): { tally: Tally; states: number } {
  const layerOf = machine.layer;
  if (!layerOf) throw new SimError(`'${machine.name}' names no layers, so it cannot be worked out layer by layer.`);
  const run = new LayerRun(machine, layerOf, options);
  return run.all();
}

class LayerRun<S> {
  private readonly stepper: Stepper<S>;
  private readonly view: S;
  private readonly codec;
  private readonly key: Int32Array;
  private readonly waiting = new Map<number, Frontier>();
  private readonly ends: EndTable<S>;
  private readonly endMass: Float64Array[] = [];
  private readonly emissions: Emissions;
  private readonly alike = new Alike();
  private readonly sums: number;
  private states = 0;
  private readonly machine: Machine<S>;
  private readonly layerOf: (s: S) => number;
  private readonly options: LayerOptions;

  constructor(machine: Machine<S>, layerOf: (s: S) => number, options: LayerOptions) {
    this.machine = machine;
    this.layerOf = layerOf;
    this.options = options;
    this.stepper = new Stepper(machine);
    this.view = machine.layout.view;
    this.codec = machine.layout.codec();
    this.key = new Int32Array(this.codec.words);
    this.ends = new EndTable(machine);
    this.sums = machine.sums.length;
    this.emissions = new Emissions(this.sums);
  }

  all(): { tally: Tally; states: number } {
    const { stepper, machine } = this;
    const rest = stepper.start();
    const emission = this.emissions.take(stepper);
    const start = this.arrive(rest, 0, null);
    const mass = start.place === AT_END ? this.endMass[start.id] : this.waiting.get(start.place)!.mass;
    addTo(mass, 0, this.unit(), 1, this.emissions.list[emission]);
    while (this.waiting.size > 0) {
      const layer = Math.min(...this.waiting.keys());
      const frontier = this.waiting.get(layer)!;
      this.waiting.delete(layer);
      this.one(layer, frontier);
      this.options.onLayer?.(layer, this.states);
      if (this.options.signal?.aborted)
        throw new SimError('The exact work was stopped; a part of it means nothing, so there is no result.');
    }
    const weights = Float64Array.from(this.endMass, (m) => m[0]);
    assertWhole(machine.name, weights);
    return {
      states: this.states,
      tally: {
        kind: 'exact',
        trials: null,
        partial: false,
        outcomes: machine.outcomes,
        measures: machine.measures.map(({ id, label }) => ({ id, label })),
        ends: this.ends.list.map((e, i) => ({ outcome: e.outcome, values: e.values, weight: weights[i] })),
        sums: machine.sums.map(({ id, label }, k) => {
          const mean = this.endMass.reduce((a, m) => a + m[1 + 2 * k], 0);
          const square = this.endMass.reduce((a, m) => a + m[2 + 2 * k], 0);
          return { id, label, mean, sd: Math.sqrt(Math.max(0, square - mean * mean)) };
        }),
        blocks: [],
      },
    };
  }

  /** Explores, sorts and propagates one layer; what leaves it waits in a later one. */
  private one(layer: number, frontier: Frontier): void {
    const edges = this.explore(layer, frontier);
    const { width, table } = frontier;
    const { first, place, to, emission, dice } = edges;
    for (const state of sortStates(this.machine.name, table.count, edges)) {
      const from = frontier.mass.slice(state * width, (state + 1) * width);
      const die = dice[state];
      for (let f = 0; f < die.faces.length; f++) {
        const e = first[state] + f;
        const share = die.weights[f] / die.total;
        const amounts = this.emissions.list[emission[e]];
        if (place[e] === AT_END) addTo(this.endMass[to[e]], 0, from, share, amounts);
        else {
          const next = place[e] === SAME_LAYER ? frontier : this.waiting.get(place[e])!;
          addTo(next.mass, to[e] * width, from, share, amounts);
        }
      }
    }
    this.states += table.count;
    if (this.states > (this.options.allStates ?? ALL_LAYER_STATES)) throw this.tooLarge(this.states);
  }

  /** Every state of the layer that its entries lead to, with where each face goes. */
  private explore(layer: number, frontier: Frontier): LayerEdges {
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
      if (state + 1 >= first.length) first = grown(first);
      first[state] = count;
      codec.unpack(table.keys, state * codec.words);
      const step = stepper.step!;
      const die = stepper.die();
      dice.push(die);
      const given = stepper.given();
      const alike = this.alike.of(step, given, die.faces);
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
        const rest = stepper.apply(step, given, die.faces[i]);
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
      this.endMass[id] ??= new Float64Array(1 + 2 * this.sums);
      return { place: AT_END, id };
    }
    const at = this.layerOf(this.view);
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

  private unit(): number[] {
    const mass = new Array<number>(1 + 2 * this.sums).fill(0);
    mass[0] = 1;
    return mass;
  }

  private tooLarge(states: number): SimError {
    return new SimError(
      `'${this.machine.name}' has over ${states.toLocaleString('en')} states in reach; exact work stops at ` +
        `${LAYER_STATES.toLocaleString('en')} a layer and ${ALL_LAYER_STATES.toLocaleString('en')} in all. Sample it instead.`,
    );
  }
}

/** Adds a share of `from` (p, and the moments of each sum) with `amounts` added to the sums on the way. */
function addTo(to: Float64Array, at: number, from: ArrayLike<number>, share: number, amounts: readonly number[]): void {
  const p = share * from[0];
  to[at] += p;
  for (let k = 0; k < amounts.length; k++) {
    const x = amounts[k];
    const m1 = share * from[1 + 2 * k];
    const m2 = share * from[2 + 2 * k];
    to[at + 1 + 2 * k] += m1 + x * p;
    to[at + 2 + 2 * k] += m2 + 2 * x * m1 + x * x * p;
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
