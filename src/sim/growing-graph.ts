import { DiceTable } from './dice-table.ts';
import { Edges } from './edges.ts';
import { Emissions, EndTable } from './ends.ts';
import { END, type Graph, type KnownGraph } from './graph.ts';
import type { Machine } from './machine.ts';
import type { Effects } from './read-paths.ts';
import type { Codec } from './state.ts';
import { grown, StateTable } from './state-table.ts';
import { IN_ANY_TURN } from './turns.ts';

/**
 * The tables of a graph while it is explored, and the two ways in which states get their edges without a step being
 * played: as the same state has them in a graph that is known, or as a state has them that agrees on all that was looked at.
 */
export class GrowingGraph<S> {
  readonly codec: Codec;
  readonly table: StateTable;
  readonly edges = new Edges();
  readonly dice: DiceTable;
  readonly ends: EndTable<S>;
  readonly emissions: Emissions;
  /** What the scratch state holds, packed, unless `isStale`: then it is a state that nobody has put into the scratch. */
  readonly key: Int32Array;
  isStale = false;
  firstEdge = new Int32Array(1024);
  dieOf = new Int32Array(1024);
  endOf = new Int32Array(1024);
  private readonly choosers: string[] = [];
  private readonly alikePlaces: number[] = [];

  /** @param measures those that tell ends apart */
  constructor(machine: Machine<S>, measures: Machine<S>['measures']) {
    this.codec = machine.layout.codec();
    this.table = new StateTable(this.codec.words);
    this.key = new Int32Array(this.codec.words);
    this.dice = new DiceTable(machine.name);
    this.ends = new EndTable(machine, measures);
    this.emissions = new Emissions(machine.sums.length);
  }

  /** The number of the state that the scratch holds. */
  intern(): number {
    this.codec.pack(this.key);
    return this.table.intern(this.key);
  }

  /** From here on edges are those of this state. */
  begin(state: number): void {
    if (state + 1 >= this.firstEdge.length) {
      this.firstEdge = grown(this.firstEdge);
      this.dieOf = grown(this.dieOf);
      this.endOf = grown(this.endOf);
    }
    this.firstEdge[state] = this.edges.count;
  }

  end(state: number, place: number): void {
    this.dieOf[state] = END;
    this.endOf[state] = place;
  }

  /** The state leaves a choice to a side. */
  choice(state: number, side: string): void {
    const known = this.choosers.indexOf(side);
    this.dieOf[state] = END - 1 - (known >= 0 ? known : this.choosers.push(side) - 1);
  }

  /** Puts the scratch where a state is. `key` tells what it holds: nothing but a face that is applied changes it. */
  restore(state: number): void {
    this.codec.change(this.key, this.table.keys, state * this.codec.words);
  }

  /** The same where `key` may tell of another state. */
  refresh(state: number): void {
    if (!this.isStale) return;
    const at = state * this.codec.words;
    this.codec.unpack(this.table.keys, at);
    this.key.set(this.table.keys.subarray(at, at + this.codec.words));
    this.isStale = false;
  }

  /** Does as the same state did in a graph that is known; false where it is not known to. */
  copy(state: number, { graph, isSame }: KnownGraph, step: string): boolean {
    const { table, key, edges } = this;
    const { words } = this.codec;
    for (let w = 0, at = state * words; w < words; w++) key[w] = table.keys[at + w];
    const twin = graph.find(key);
    this.isStale = true;
    if (twin < 0 || graph.dieOf[twin] < END || !isSame(twin)) return false;
    if (graph.dieOf[twin] === END) {
      const { outcome, values } = graph.ends[graph.endOf[twin]];
      this.end(state, this.ends.placeOf(outcome, values));
      return true;
    }
    this.dieOf[state] = this.dice.placeOf(graph.dice[graph.dieOf[twin]], step);
    for (let e = graph.firstEdge[twin]; e < graph.firstEdge[twin + 1]; e++) {
      for (let w = 0, at = graph.target[e] * words; w < words; w++) key[w] = graph.keys[at + w];
      edges.add(table.intern(key), 0, IN_ANY_TURN);
    }
    return true;
  }

  /** Does as a state did that agrees with this one on everything its step looked at. */
  doAs(state: number, { dieOf, endOf, byFace, distinct }: Effects): void {
    const { table, key, edges, alikePlaces } = this;
    const { words } = this.codec;
    this.dieOf[state] = dieOf;
    this.endOf[state] = endOf;
    const first = edges.count;
    for (let d = 0; d < distinct.length; d++) alikePlaces[d] = -1;
    for (let i = 0; i < byFace.length; i++) {
      const d = byFace[i];
      if (alikePlaces[d] >= 0) {
        edges.addLike(first + alikePlaces[d], alikePlaces[d]);
        continue;
      }
      alikePlaces[d] = i;
      const { mask, bits, emission } = distinct[d];
      const { keys } = table;
      for (let w = 0, at = state * words; w < words; w++) key[w] = (keys[at + w] & ~mask[w]) | bits[w];
      edges.add(table.intern(key), emission, IN_ANY_TURN);
    }
    this.isStale = byFace.length > 0 || this.isStale;
  }

  /** @param workedOut states whose steps were played */
  done(startEmission: number, workedOut: number): Graph {
    const { codec, table, firstEdge, dieOf, endOf, choosers } = this;
    const { count, target, emission } = this.edges;
    firstEdge[table.count] = count;
    return {
      ...{ states: table.count, codec, keys: table.keys, firstEdge, edges: count, target, emission },
      ...{ emissions: this.emissions.list, dice: this.dice.list, dieOf, choosers, endOf, ends: this.ends.list },
      ...{ startEmission, find: (key) => table.find(key), workedOut },
    };
  }
}
