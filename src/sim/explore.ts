import { Alike } from './alike.ts';
import type { Die } from './die.ts';
import { SimError, StateBudgetError } from './error.ts';
import { straight } from './giving-way.ts';
import type { Graph, KnownGraph } from './graph.ts';
import { GrowingGraph } from './growing-graph.ts';
import { isChoice, type Machine, type Step } from './machine.ts';
import { type Effect, type Effects, effectsOf, ReadPaths } from './read-paths.ts';
import type { Reads } from './reads.ts';
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
  /** Hears of every state once it has been worked out, or found to do as one that has been. */
  readonly onState?: (state: number, like?: number) => void;
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

/** Plays the step of every state that comes up on its scratch state, unless it is known to do as another one did. */
class Explorer<S> {
  private readonly machine: Machine<S>;
  private readonly graph: GrowingGraph<S>;
  private readonly everyFace: boolean;
  private readonly withoutSums: boolean;
  private readonly onState: (state: number, like?: number) => void;
  /** By what it was found to do, the state that was worked out. */
  private readonly workedOutAs = new Map<Effects, number>();
  private readonly known: KnownGraph | null;
  private workedOut = 0;
  private readonly budget: number;
  private readonly stepper: Stepper<S>;
  private readonly alike = new Alike();
  private readonly turns: Turns | null;
  private readonly reads: Reads | null;
  private readonly paths: ReadPaths | null;
  /** What the faces of the state in work do, while reads are seen. */
  private effects: Effect[] = [];
  private recording = false;
  private readonly checked = new Set<string>();
  /** The step in work, for messages. */
  private at = 'start';

  constructor(machine: Machine<S>, options: ExploreOptions) {
    this.machine = machine;
    this.graph = new GrowingGraph(
      machine,
      machine.measures.filter((m) => options.measures?.includes(m.id) ?? true),
    );
    this.everyFace = options.everyFace ?? false;
    this.withoutSums = options.withoutSums ?? false;
    this.onState = options.onState ?? (() => undefined);
    this.budget = options.stateBudget ?? DEFAULT_STATE_BUDGET;
    this.stepper = new Stepper(machine, options.keepChoices);
    const { clock, fields, reads } = machine.layout;
    const { codec } = this.graph;
    this.turns = clock && !this.everyFace ? new Turns(clock, codec) : null;
    this.reads = this.everyFace || clock ? null : (reads ?? null);
    const paths = fields.map((f) => f.path).filter((path) => path !== 'step');
    this.paths = this.reads ? new ReadPaths(codec, paths) : null;
    this.known = this.withoutSums && !this.turns && !this.reads ? (options.known ?? null) : null;
  }

  *walk(): Generator<number, Graph> {
    const { graph, stepper } = this;
    let startEmission = 0;
    try {
      stepper.start();
      startEmission = this.emitted();
      this.intern();
      for (let state = 0; state < graph.table.count; state++) {
        if (state % STATES_AT_A_STRETCH === STATES_AT_A_STRETCH - 1) yield graph.table.count;
        this.visit(state);
      }
    } catch (error) {
      throw faultOf(error, this.machine, this.at);
    }
    return graph.done(startEmission, this.workedOut);
  }

  private visit(state: number): void {
    const { graph } = this;
    if (graph.table.count > this.budget) throw new StateBudgetError(this.budget);
    graph.begin(state);
    if (this.known && graph.copy(state, this.known, this.at)) return;
    this.workedOut++;
    const known = this.paths?.find(graph.table.keys, state * graph.codec.words);
    if (known) {
      graph.doAs(state, known);
      this.onState(state, this.workedOutAs.get(known));
      return;
    }
    const twin = this.turns?.twin(state) ?? -1;
    if (twin >= 0) this.repeat(state, twin);
    else this.workOut(state);
    this.onState(state, twin < 0 ? undefined : twin);
  }

  private emitted(): number {
    if (!this.withoutSums) return this.graph.emissions.take(this.stepper);
    this.stepper.clearSums();
    return 0;
  }

  private workOut(state: number): void {
    const { graph, reads } = this;
    const at = state * graph.codec.words;
    this.recording = reads !== null && this.paths!.isWorth(graph.table.keys, at);
    graph.refresh(state);
    if (!this.recording || !reads) {
      this.expand(state);
      return;
    }
    this.effects = [];
    graph.endOf[state] = 0;
    reads.beginNode();
    this.expand(state);
    const effects = effectsOf(graph.dieOf[state], graph.endOf[state], this.effects);
    this.paths!.keep(graph.table.keys, at, reads.looked, effects);
    this.workedOutAs.set(effects, state);
  }

  private expand(state: number): void {
    const { graph, stepper, machine, turns } = this;
    graph.restore(state);
    turns?.forget();
    this.at = stepper.stepName;
    const step = stepper.step;
    if (step === null) graph.end(state, graph.ends.place(machine.layout.view));
    else if (isChoice(step) && (stepper.keepChoices || !step.decide)) {
      const options = step.options(machine.layout.view);
      if (options.length === 0) throw new SimError(`The step '${this.at}' of '${machine.name}' offers no option.`);
      graph.choice(state, step.side);
      for (let o = 0; o < options.length; o++) this.follow(state, step, undefined, o);
    } else {
      const die = stepper.die();
      if (!die?.faces?.length)
        throw new SimError(`The step '${this.at}' of '${machine.name}' rolls a die with no faces.`);
      graph.dieOf[state] = graph.dice.placeOf(die, this.at);
      this.roll(state, step, die);
    }
  }

  private roll(state: number, step: Step<S>, { faces }: Die): void {
    const { edges } = this.graph;
    const against = this.stepper.against();
    const alike = this.everyFace || this.reads ? null : this.alike.of(step, against, faces);
    const timeless = this.turns?.way === IN_ANY_TURN;
    this.checkUnchanged();
    const first = edges.count;
    for (let i = 0; i < faces.length; i++) {
      const same = alike?.[i] ?? i;
      if (same === i) this.follow(state, step, against, faces[i]);
      else edges.addLike(first + same, same);
    }
    if (timeless) this.turns?.keep(state);
  }

  /** Does as the same state does in another turn; only what looks at the clock is worked out anew. */
  private repeat(state: number, twin: number): void {
    const { stepper, turns, graph } = this;
    const { edges, firstEdge, dieOf, table } = graph;
    const first = edges.count;
    const { faces } = graph.dice.list[dieOf[twin]];
    let step: Step<S> | null = null;
    let against: unknown;
    dieOf[state] = dieOf[twin];
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
        graph.restore(state);
        this.at = stepper.stepName;
        step = stepper.step!;
        against = stepper.against();
      }
      this.follow(state, step, against, faces[i]);
    }
  }

  /** Applies one face (or takes one option) and notes where it leads. */
  private follow(state: number, step: Step<S>, against: unknown, face: number): void {
    const { graph } = this;
    graph.restore(state);
    this.turns?.forget();
    // Where nobody keeps what was seen, looks are not told one by one.
    if (this.recording) this.reads?.beginRun();
    this.stepper.apply(step, against, face);
    const way = this.turns?.way ?? IN_ANY_TURN;
    const to = this.intern();
    const emission = this.emitted();
    graph.edges.add(to, emission, way);
    if (this.recording && this.reads) this.effects.push(this.paths!.effect(this.reads.written, graph.key, emission));
  }

  /** What is asked before a die is thrown may not change the state. Looked at once a step, or always when checking. */
  private checkUnchanged(): void {
    if (!this.everyFace && this.checked.has(this.at)) return;
    this.checked.add(this.at);
    const { codec, key } = this.graph;
    const held = key.slice();
    codec.pack(key);
    if (key.some((word, i) => word !== held[i]))
      throw new SimError(`The step '${this.at}' of '${this.machine.name}' changes the state before its die is thrown.`);
  }

  private intern(): number {
    const { table } = this.graph;
    const known = table.count;
    const state = this.graph.intern();
    if (state === known) this.turns?.enter(table.keys, state);
    return state;
  }
}
