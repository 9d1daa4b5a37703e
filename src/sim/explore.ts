import { Alike } from './alike.ts';
import { DiceTable } from './dice-table.ts';
import type { Die } from './die.ts';
import { Edges } from './edges.ts';
import { Emissions, EndTable } from './ends.ts';
import { SimError, StateBudgetError } from './error.ts';
import { straight } from './giving-way.ts';
import { END, type Graph, type KnownGraph } from './graph.ts';
import { isChoice, type Machine, type Step } from './machine.ts';
import { type Effect, type Effects, effectsOf, ReadPaths } from './read-paths.ts';
import type { Reads } from './reads.ts';
import type { Codec } from './state.ts';
import { grown, StateTable } from './state-table.ts';
import { faultOf } from './step-fault.ts';
import { Stepper } from './stepper.ts';
import { IN_ANY_TURN, INTO_THE_NEXT, LOOKS_AT_CLOCK, Turns } from './turns.ts';

export const DEFAULT_STATE_BUDGET = 1_000_000;

export interface ExploreOptions {
  readonly stateBudget?: number;
  /** Ids of the end measures to tell apart; all when not given. */
  readonly measures?: readonly string[];
  /** Leave choices open, for solving, even where a tactic would decide them. */
  readonly keepChoices?: boolean;
  /** Apply every face of every state, whatever is known of faces and turns that are alike; for checking that it is so. */
  readonly everyFace?: boolean;
  /** Do not tell apart what is added up along the way: for who looks at ends alone. */
  readonly withoutSums?: boolean;
  /** Hears of every state once it has been worked out. */
  readonly onState?: (state: number) => void;
  /** What need not be worked out again; only together with `withoutSums`, and where nothing else watches looks. */
  readonly known?: KnownGraph;
}

/** Walks every state that the machine can reach. */
export function explore<S>(machine: Machine<S>, options: ExploreOptions = {}): Graph {
  return straight(exploring(machine, options));
}

/** The same, yielding the number of states found so far now and then. */
export function exploring<S>(machine: Machine<S>, options: ExploreOptions = {}): Generator<number, Graph> {
  return new Explorer(machine, options).walk();
}

/** States between two looks up. */
const STATES_AT_A_STRETCH = 256;

class Explorer<S> {
  private readonly machine: Machine<S>;
  private readonly everyFace: boolean;
  private readonly withoutSums: boolean;
  private readonly onState: (state: number) => void;
  private readonly known: KnownGraph | null;
  private workedOut = 0;
  private readonly budget: number;
  private readonly stepper: Stepper<S>;
  private readonly codec: Codec;
  private readonly table: StateTable;
  private readonly key: Int32Array;
  private readonly ends: EndTable<S>;
  private readonly emissions: Emissions;
  private readonly dice: DiceTable;
  private readonly choosers: string[] = [];
  private readonly alike = new Alike();
  private readonly turns: Turns | null;
  private readonly reads: Reads | null;
  private readonly paths: ReadPaths | null;
  /** What the faces of the state in work do, while reads are seen. */
  private effects: Effect[] = [];
  private recording = false;
  private readonly checked = new Set<string>();
  private firstEdge = new Int32Array(1024);
  private dieOf = new Int32Array(1024);
  private endOf = new Int32Array(1024);
  private readonly edges = new Edges();
  /** The step in work, for messages. */
  private at = 'start';

  constructor(machine: Machine<S>, options: ExploreOptions) {
    this.machine = machine;
    this.dice = new DiceTable(machine.name);
    this.everyFace = options.everyFace ?? false;
    this.withoutSums = options.withoutSums ?? false;
    this.onState = options.onState ?? (() => undefined);
    this.budget = options.stateBudget ?? DEFAULT_STATE_BUDGET;
    this.stepper = new Stepper(machine, options.keepChoices);
    this.codec = machine.layout.codec();
    this.table = new StateTable(this.codec.words);
    this.key = new Int32Array(this.codec.words);
    const { clock } = machine.layout;
    this.turns = clock && !this.everyFace ? new Turns(clock, this.codec) : null;
    this.reads = this.everyFace || clock ? null : (machine.layout.reads ?? null);
    const fields = machine.layout.fields.map((f) => f.path).filter((path) => path !== 'step');
    this.paths = this.reads ? new ReadPaths(this.codec, fields) : null;
    const asked = machine.measures.filter((m) => options.measures?.includes(m.id) ?? true);
    this.ends = new EndTable(machine, asked);
    this.emissions = new Emissions(machine.sums.length);
    this.known = this.withoutSums && !this.turns && !this.reads ? (options.known ?? null) : null;
  }

  *walk(): Generator<number, Graph> {
    const { table, stepper } = this;
    let startEmission = 0;
    try {
      stepper.start();
      startEmission = this.emitted();
      this.intern();
      for (let state = 0; state < table.count; state++) {
        if (state % STATES_AT_A_STRETCH === STATES_AT_A_STRETCH - 1) yield table.count;
        this.visit(state);
      }
    } catch (error) {
      throw faultOf(error, this.machine, this.at);
    }
    this.firstEdge[table.count] = this.edges.count;
    const { codec, firstEdge, dieOf, choosers, endOf } = this;
    const { count, target, emission } = this.edges;
    return {
      ...{ states: table.count, codec, keys: table.keys, firstEdge, edges: count, target, emission },
      ...{
        emissions: this.emissions.list,
        dice: this.dice.list,
        dieOf,
        choosers,
        endOf,
        ends: this.ends.list,
        startEmission,
      },
      ...{ find: (key) => table.find(key), workedOut: this.workedOut },
    };
  }

  private visit(state: number): void {
    const { table } = this;
    if (table.count > this.budget) throw new StateBudgetError(this.budget);
    if (state + 1 >= this.firstEdge.length) {
      this.firstEdge = grown(this.firstEdge);
      this.dieOf = grown(this.dieOf);
      this.endOf = grown(this.endOf);
    }
    this.firstEdge[state] = this.edges.count;
    if (this.known && this.copy(state, this.known)) return;
    this.workedOut++;
    const known = this.paths?.find(table.keys, state * this.codec.words);
    if (known) {
      this.doAs(state, known);
      return;
    }
    const twin = this.turns?.twin(state) ?? -1;
    if (twin >= 0) this.repeat(state, twin);
    else this.workOut(state);
    this.onState(state);
  }

  /** Does as the same state did in a graph that is known. */
  private copy(state: number, { graph, isSame }: KnownGraph): boolean {
    const { table, key, edges } = this;
    const { words } = this.codec;
    for (let w = 0, at = state * words; w < words; w++) key[w] = table.keys[at + w];
    const twin = graph.find(key);
    // The scratch state no longer holds what `key` says.
    this.stale = true;
    if (twin < 0 || graph.dieOf[twin] < END || !isSame(twin)) return false;
    if (graph.dieOf[twin] === END) {
      const { outcome, values } = graph.ends[graph.endOf[twin]];
      this.dieOf[state] = END;
      this.endOf[state] = this.ends.placeOf(outcome, values);
      return true;
    }
    this.dieOf[state] = this.dice.placeOf(graph.dice[graph.dieOf[twin]], this.at);
    for (let e = graph.firstEdge[twin]; e < graph.firstEdge[twin + 1]; e++) {
      for (let w = 0, at = graph.target[e] * words; w < words; w++) key[w] = graph.keys[at + w];
      edges.add(table.intern(key), 0, IN_ANY_TURN);
    }
    return true;
  }

  private emitted(): number {
    if (!this.withoutSums) return this.emissions.take(this.stepper);
    this.stepper.clearSums();
    return 0;
  }

  /** Does as a state did that agrees with this one on everything its step looked at. */
  private doAs(state: number, { dieOf, endOf, byFace, distinct }: Effects): void {
    const { table, key, edges } = this;
    const { words } = this.codec;
    this.dieOf[state] = dieOf;
    this.endOf[state] = endOf;
    const first = edges.count;
    const places = this.alikePlaces;
    for (let d = 0; d < distinct.length; d++) places[d] = -1;
    for (let i = 0; i < byFace.length; i++) {
      const d = byFace[i];
      if (places[d] >= 0) {
        edges.addLike(first + places[d], places[d]);
        continue;
      }
      places[d] = i;
      const { mask, bits, emission } = distinct[d];
      const { keys } = table;
      for (let w = 0, at = state * words; w < words; w++) key[w] = (keys[at + w] & ~mask[w]) | bits[w];
      edges.add(table.intern(key), emission, IN_ANY_TURN);
    }
    // The scratch state no longer holds what `key` says.
    this.stale = byFace.length > 0 || this.stale;
  }
  private readonly alikePlaces: number[] = [];
  private stale = false;

  private workOut(state: number): void {
    const { reads } = this;
    const at = state * this.codec.words;
    this.recording = reads !== null && this.paths!.isWorth(this.table.keys, at);
    if (this.stale) {
      this.codec.unpack(this.table.keys, at);
      this.key.set(this.table.keys.subarray(at, at + this.codec.words));
      this.stale = false;
    }
    if (!this.recording || !reads) {
      this.expand(state);
      return;
    }
    this.effects = [];
    this.endOf[state] = 0;
    reads.beginNode();
    this.expand(state);
    const effects = effectsOf(this.dieOf[state], this.endOf[state], this.effects);
    this.paths!.keep(this.table.keys, at, reads.looked, effects);
  }

  private expand(state: number): void {
    const { stepper, machine, turns } = this;
    this.restore(state);
    turns?.forget();
    this.at = stepper.stepName;
    const step = stepper.step;
    if (step === null) {
      this.dieOf[state] = END;
      this.endOf[state] = this.ends.place(machine.layout.view);
    } else if (isChoice(step) && (stepper.keepChoices || !step.decide)) {
      const options = step.options(machine.layout.view);
      if (options.length === 0) throw new SimError(`The step '${this.at}' of '${machine.name}' offers no option.`);
      this.dieOf[state] = END - 1 - placeOf(this.choosers, step.side);
      for (let o = 0; o < options.length; o++) this.follow(state, step, undefined, o);
    } else {
      const die = stepper.die();
      if (!die?.faces?.length)
        throw new SimError(`The step '${this.at}' of '${machine.name}' rolls a die with no faces.`);
      this.dieOf[state] = this.dice.placeOf(die, this.at);
      this.roll(state, step, die);
    }
  }

  private roll(state: number, step: Step<S>, { faces }: Die): void {
    const against = this.stepper.against();
    const alike = this.everyFace || this.reads ? null : this.alike.of(step, against, faces);
    const timeless = this.turns?.way === IN_ANY_TURN;
    this.checkUnchanged();
    const first = this.edges.count;
    for (let i = 0; i < faces.length; i++) {
      const same = alike?.[i] ?? i;
      if (same === i) this.follow(state, step, against, faces[i]);
      else this.edges.addLike(first + same, same);
    }
    if (timeless) this.turns?.keep(state);
  }

  /** Does as the same state does in another turn; only what looks at the clock is worked out anew. */
  private repeat(state: number, twin: number): void {
    const { stepper, turns, table, firstEdge, edges } = this;
    const first = edges.count;
    const { faces } = this.dice.list[this.dieOf[twin]];
    let step: Step<S> | null = null;
    let against: unknown;
    this.dieOf[state] = this.dieOf[twin];
    for (let e = firstEdge[twin], i = 0; e < firstEdge[twin + 1]; e++, i++) {
      const way = edges.way[e];
      if (way >= 0) {
        edges.addLike(first + way, way);
        continue;
      }
      const later = way === INTO_THE_NEXT ? 1 : 0;
      const to = way === LOOKS_AT_CLOCK ? -1 : turns!.follow(table, edges.target[e], state, later);
      if (to >= 0) {
        edges.add(to, edges.emission[e], way);
        continue;
      }
      if (step === null) {
        this.restore(state);
        this.at = stepper.stepName;
        step = stepper.step!;
        against = stepper.against();
      }
      this.follow(state, step, against, faces[i]);
    }
  }

  /** Applies one face (or takes one option) and notes where it leads. */
  private follow(state: number, step: Step<S>, against: unknown, face: number): void {
    this.restore(state);
    this.turns?.forget();
    // Where nobody keeps what was seen, looks are not told one by one.
    if (this.recording) this.reads?.beginRun();
    this.stepper.apply(step, against, face);
    const way = this.turns?.way ?? IN_ANY_TURN;
    const to = this.intern();
    const emission = this.emitted();
    this.edges.add(to, emission, way);
    if (this.recording && this.reads) this.effects.push(this.paths!.effect(this.reads.written, this.key, emission));
  }

  /** Puts the scratch where a state is. `key` tells what it holds: nothing but a face that is applied changes it. */
  private restore(state: number): void {
    this.codec.change(this.key, this.table.keys, state * this.codec.words);
  }

  /** What is asked before a die is thrown may not change the state. Looked at once a step, or always when checking. */
  private checkUnchanged(): void {
    if (!this.everyFace && this.checked.has(this.at)) return;
    this.checked.add(this.at);
    const held = this.key.slice();
    this.codec.pack(this.key);
    if (this.key.some((word, i) => word !== held[i]))
      throw new SimError(`The step '${this.at}' of '${this.machine.name}' changes the state before its die is thrown.`);
  }

  private intern(): number {
    const { table } = this;
    this.codec.pack(this.key);
    const known = table.count;
    const state = table.intern(this.key);
    if (state === known) this.turns?.enter(table.keys, state);
    return state;
  }
}

function placeOf(list: string[], word: string): number {
  const at = list.indexOf(word);
  return at >= 0 ? at : list.push(word) - 1;
}
