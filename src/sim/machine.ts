import type { Die } from './die.ts';
import type { Layout } from './state.ts';

/**
 * A machine is what rules hand to the engines: declared state, named steps, outcomes and measures.
 * A step reads and changes the state; nothing in it knows which engine runs it.
 *
 *   rules ─ build ─▶ Machine ─ compile ─▶ Automaton ─▶ sample · exact · solve · trace
 */
export type Step<S> = RollStep<S> | ChoiceStep<S> | PlainStep<S>;

/** Adds `amount` to a measure that is summed along the way (declared in `Machine.sums`). */
export type Emit = (sum: string, amount: number) => void;

/** A die is rolled. `against` is worked out once a node; `apply` once a face, and says what comes next (`s.step = …`). */
// biome-ignore lint/suspicious/noExplicitAny: a step's own `against` type is known only inside the step
export interface RollStep<S, G = any> {
  readonly roll: Die | ((s: S) => Die);
  readonly against?: (s: S) => G;
  readonly apply: (s: S, against: G, face: number, emit: Emit) => void;
  /**
   * Faces with the same number do the very same thing, so that compiling need apply only one of them. Left out, every
   * face is applied. A law in the tests holds every step to what it says here.
   */
  readonly alike?: (against: G, face: number) => number;
  /** Whose die it is, for people: 'attacker', 'defender', 'firer'. */
  readonly side?: string;
  /** What the roll is, for people: "Round 2: the attacker strikes". */
  readonly title: (s: S) => string;
  /** What a face means here, for people, in a few words: "2 fatigue hits", "fails by 1". */
  readonly result: (s: S, against: G, face: number) => string;
  /** Why: base, rows and reading behind the roll, for explanations and for whoever looks which rows count. */
  readonly reasons?: (s: S, against: G) => Reasons;
  readonly scope?: string;
}

/** A player decides. `decide` is the tactic: an option, or hundredths for each; without it the node stays open. */
export interface ChoiceStep<S> {
  readonly side: string;
  /** Which unit it is about, for people, where a side may have several that decide each for itself. */
  readonly unit?: string;
  readonly options: (s: S) => readonly string[];
  readonly decide?: (s: S, options: readonly string[]) => string | readonly number[];
  readonly choose: (s: S, option: string, emit: Emit) => void;
  readonly title: (s: S) => string;
  readonly scope?: string;
}

/** Nothing is rolled: bookkeeping between rolls. Costs no node. */
interface PlainStep<S> {
  readonly then: (s: S, emit: Emit) => void;
  /** What happened, for people; an empty string is left out of the story. Called before `then`. */
  readonly tell?: (s: S) => string;
  readonly scope?: string;
}

export interface Reasons {
  /** "attack column FS 8 at 100%" and the number it gives. */
  readonly base?: { readonly label: string; readonly value: number };
  readonly rows: readonly ReasonRow[];
  /** Rows that one fact kept out. Nobody reads them of every state: they are looked for when asked, while it stands. */
  readonly near?: () => readonly NearRow[];
  /** Base and rows added up. */
  readonly total?: { readonly label: string; readonly value: number };
  /** How the total is read: "row 10 of the hit table (11 reads as 10)". */
  readonly reading?: string;
  /** The lowest and highest total that the reading tells apart: beyond them a change is absorbed. */
  readonly bounds?: { readonly low?: number; readonly high?: number };
  readonly notes?: readonly string[];
}
/** Reasons that stay as they were when the state has moved on. */
export interface ToldReasons extends Omit<Reasons, 'near'> {
  readonly near?: readonly NearRow[];
}
export function withNearRows(reasons: Reasons): ToldReasons {
  const { near, ...others } = reasons;
  return near ? { ...reasons, near: near() } : others;
}

export interface ReasonRow {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly source: string;
  /** The facts that made it apply, "self.formation = attack-column". */
  readonly because: readonly string[];
}
/** Which fact kept a row out, what it is, and what it would have to be. */
export interface NearRow {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly source: string;
  readonly fact: string;
  readonly found: string;
  readonly wanted: string;
}

/** An outcome of an encounter; lists run from side A's disaster to side B's. */
export interface Outcome {
  readonly id: string;
  readonly label: string;
  /** Who comes off better: 'a' is the attacker, firer or tester. */
  readonly winner: 'a' | 'b' | 'none';
  /** From -5 (side A's disaster) to +5 (side B's). */
  readonly severity: number;
}

/** A number added up along the way; only its mean and spread are reported. */
export interface SumMeasure {
  readonly id: string;
  readonly label: string;
  /** The side that much of it is good for; where nothing is said, its id is read. */
  readonly goodFor?: Outcome['winner'];
}

/** A number read off the end state. Its whole distribution is reported. */
export interface EndMeasure<S> extends SumMeasure {
  readonly of: (s: S) => number;
}

/** A measure without the way it is read, for tallies. */
export const describedMeasure = ({ id, label, goodFor }: SumMeasure): SumMeasure =>
  goodFor === undefined ? { id, label } : { id, label, goodFor };

export interface Machine<S> {
  readonly name: string;
  readonly layout: Layout<S>;
  readonly steps: Readonly<Record<string, Step<S>>>;
  /** Sets the state that an encounter starts from; `s.step` included. */
  readonly start: (s: S) => void;
  readonly outcomes: readonly Outcome[];
  /** The outcome's id, read off an end state. */
  readonly outcome: (s: S) => string;
  readonly measures: readonly EndMeasure<S>[];
  readonly sums: readonly SumMeasure[];
  /**
   * Never falls along an encounter (a player's turn and phase, say). Exact work goes layer by layer, and dice that
   * variants share are told apart by layer and step.
   */
  readonly layer?: (s: S) => number;
  /**
   * Groups of fields, by path, each of which is one actor's own (a pair of units, say). A step whose `scope` is a record
   * belongs to a procedure of that actor: mostly about the record, so that it can be kept apart from the rest of a large
   * engagement. What else it looks at and writes is seen, where `watched` allows that.
   */
  readonly records?: readonly string[];
  /**
   * Procedures of one record look into others, as those of units do that shoot and charge from lane to lane. Tables by
   * record would have to tell the states of all of them apart: stepping is quicker. A hint, which changes no result.
   */
  readonly looksAcross?: boolean;
  /** The same machine over a state of its own whose looks and writes are seen. */
  readonly watched?: () => Machine<S>;
}

export const isRoll = <S>(step: Step<S>): step is RollStep<S> => 'roll' in step;
export const isChoice = <S>(step: Step<S>): step is ChoiceStep<S> => 'options' in step;
