import { Alike } from '../alike.ts';
import type { Die } from '../die.ts';
import { Emissions } from '../ends.ts';
import type { Codec } from '../state.ts';
import { grown, StateTable } from '../state-table.ts';
import type { Stepper } from '../stepper.ts';

const UNKNOWN = -1;

/**
 * The automaton of one scope (the procedures of one pair of units, say), filled as it is walked. Its nodes are states of
 * the scope's fields alone; a node whose next step belongs elsewhere is an exit. The rest of the engagement never enters
 * its key, so it stays small however many units there are.
 */
export class LocalAutomaton<S> {
  readonly codec: Codec;
  private readonly stepper: Stepper<S>;
  private readonly scope: string;
  private table: StateTable;
  private readonly key: Int32Array;
  /** The die of a node; null for exits; undefined while nobody has been there. */
  private dice: (Die | null | undefined)[] = [];
  private steps: Int32Array = new Int32Array(1024);
  private firstEdge: Int32Array = new Int32Array(1024).fill(UNKNOWN);
  private rest: Int32Array = new Int32Array(1024);
  private restEmissions: Int32Array = new Int32Array(1024);
  private target: Int32Array = new Int32Array(8192);
  private emission: Int32Array = new Int32Array(8192);
  private edges = 0;
  readonly emissions: Emissions;
  private readonly alike = new Alike();
  private readonly mostStates: number;

  constructor(stepper: Stepper<S>, scope: string, codec: Codec, mostStates: number) {
    this.stepper = stepper;
    this.scope = scope;
    this.codec = codec;
    this.mostStates = mostStates;
    this.table = new StateTable(codec.words);
    this.key = new Int32Array(codec.words);
    this.emissions = new Emissions(stepper.machine.sums.length);
  }

  get states(): number {
    return this.table.count;
  }

  /**
   * The node of the scratch state, which stands at any step of the scope. When the table is full it is begun anew: memory
   * stays bounded, answers the same.
   */
  enter(): number {
    if (this.table.count >= this.mostStates) this.clear();
    return this.intern();
  }

  /** The node where the scope's plain steps and decisions lead from here: one that waits for a roll, or an exit. */
  restOf(node: number): number {
    return this.rest[node] === UNKNOWN ? this.fillRest(node) : this.rest[node];
  }

  /** What those steps add to the sums. */
  restEmission(node: number): number {
    return this.restEmissions[node];
  }

  dieAt(node: number): Die | null {
    const die = this.dice[node];
    return die === undefined ? this.fill(node) : die;
  }

  stepAt(node: number): number {
    return this.steps[node];
  }

  /**
   * Puts the fields of the scope back into the scratch state. From `enter` on nobody else writes them, so `key` tells
   * what they hold.
   */
  leave(node: number): void {
    this.codec.change(this.key, this.table.keys, node * this.codec.words);
  }

  /** The edge of a face (by place); filled on first use. */
  edge(node: number, place: number): number {
    const e = this.firstEdge[node] + place;
    if (this.target[e] === UNKNOWN) this.fillEdge(node, place, e);
    return e;
  }

  targetOf(edge: number): number {
    return this.target[edge];
  }

  emissionOf(edge: number): number {
    return this.emission[edge];
  }

  private intern(): number {
    this.codec.pack(this.key);
    const node = this.table.intern(this.key);
    if (node >= this.steps.length) {
      this.steps = grown(this.steps);
      this.firstEdge = grown(this.firstEdge);
      this.rest = grown(this.rest);
      this.restEmissions = grown(this.restEmissions);
    }
    if (node === this.dice.length) {
      this.dice.push(undefined);
      this.rest[node] = UNKNOWN;
    }
    return node;
  }

  private fillRest(node: number): number {
    this.leave(node);
    this.stepper.settle(undefined, this.scope);
    const emission = this.emissions.take(this.stepper);
    const to = this.intern();
    this.rest[node] = to;
    this.restEmissions[node] = emission;
    return to;
  }

  private fill(node: number): Die | null {
    this.leave(node);
    const { stepper } = this;
    if (!stepper.waitsIn(this.scope)) {
      this.dice[node] = null;
      return null;
    }
    const die = stepper.die();
    this.dice[node] = die;
    this.steps[node] = stepper.stepIndex;
    this.firstEdge[node] = this.edges;
    while (this.edges + die.faces.length > this.target.length) {
      this.target = grown(this.target);
      this.emission = grown(this.emission);
    }
    this.target.fill(UNKNOWN, this.edges, this.edges + die.faces.length);
    this.edges += die.faces.length;
    return die;
  }

  private fillEdge(node: number, place: number, edge: number): void {
    const { stepper } = this;
    this.leave(node);
    const step = stepper.step!;
    const given = stepper.given();
    const { faces } = this.dice[node]!;
    const alike = this.alike.of(step, given, faces);
    stepper.applyWithin(this.scope, step, given, faces[place]);
    const emission = this.emissions.take(stepper);
    const to = this.intern();
    const first = edge - place;
    for (let i = 0; i < faces.length; i++) {
      if (alike[i] !== alike[place]) continue;
      this.emission[first + i] = emission;
      this.target[first + i] = to;
    }
  }

  private clear(): void {
    this.table = new StateTable(this.codec.words);
    this.dice = [];
    this.edges = 0;
  }
}
