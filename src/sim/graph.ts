import type { Die } from './die.ts';
import { SimError, StateBudgetError } from './error.ts';
import { isChoice, type Machine } from './machine.ts';
import type { Codec } from './state.ts';
import { grown, StateTable } from './state-table.ts';
import { Stepper } from './stepper.ts';

/** Every state an encounter can reach, as found: numbered in order of discovery, not yet sorted or merged. */
export interface Graph {
  readonly states: number;
  readonly codec: Codec;
  readonly keys: Int32Array;
  readonly firstEdge: Int32Array;
  readonly edges: number;
  /** State numbers. */
  readonly target: Int32Array;
  readonly emission: Int32Array;
  readonly emissions: number[][];
  readonly dice: Die[];
  /** A place in `dice`; END at an end; below END an open choice of `choosers[-2 - d]`. */
  readonly dieOf: Int32Array;
  readonly choosers: string[];
  /** A place in `ends` for ends. */
  readonly endOf: Int32Array;
  readonly ends: { outcome: number; values: number[] }[];
  readonly startEmission: number;
}
export const END = -1;

export const DEFAULT_STATE_BUDGET = 1_000_000;

export interface ExploreOptions {
  readonly stateBudget?: number;
  /** Ids of the end measures to tell apart; all when not given. */
  readonly measures?: readonly string[];
  /** Leave choices open, for solving, even where a tactic would decide them. */
  readonly keepChoices?: boolean;
}

/** Walks every state that the machine can reach. */
export function explore<S>(machine: Machine<S>, options: ExploreOptions = {}): Graph {
  const budget = options.stateBudget ?? DEFAULT_STATE_BUDGET;
  const stepper = new Stepper(machine, options.keepChoices);
  const { view } = machine.layout;
  const codec = machine.layout.codec();
  const table = new StateTable(codec.words);
  const key = new Int32Array(codec.words);
  const asked = machine.measures.filter((m) => options.measures?.includes(m.id) ?? true);
  const ends = new EndTable(machine, asked);
  const emissions = new Emissions(machine.sums.length);
  const dice: Die[] = [];
  const dieIndex = new Map<string, number>();
  const choosers: string[] = [];
  let firstEdge = new Int32Array(1024);
  let dieOf = new Int32Array(1024);
  let endOf = new Int32Array(1024);
  let target = new Int32Array(8192);
  let emission = new Int32Array(8192);
  let edges = 0;

  const intern = (): number => {
    codec.pack(key);
    return table.intern(key);
  };
  guarded(
    machine,
    () => stepper.start(),
    () => stepper.stepName,
  );
  const startEmission = emissions.take(stepper);
  guarded(machine, intern, () => 'start');

  for (let state = 0; state < table.count; state++) {
    if (table.count > budget) throw new StateBudgetError(budget);
    if (state + 1 >= firstEdge.length) {
      firstEdge = grown(firstEdge);
      dieOf = grown(dieOf);
      endOf = grown(endOf);
    }
    firstEdge[state] = edges;
    codec.unpack(table.keys, state * codec.words);
    const step = stepper.step;
    if (step === null) {
      dieOf[state] = END;
      endOf[state] = guarded(
        machine,
        () => ends.place(view),
        () => 'end',
      );
      continue;
    }
    const name = stepper.stepName;
    const open = isChoice(step) && (stepper.keepChoices || !step.decide);
    let faces: readonly number[];
    let given: unknown;
    if (open) {
      const options = step.options(view);
      if (options.length === 0) throw new SimError(`The step '${name}' of '${machine.name}' offers no option.`);
      faces = options.map((_, i) => i);
      dieOf[state] = END - 1 - placeOf(choosers, step.side);
    } else {
      const die = guarded(
        machine,
        () => stepper.die(),
        () => name,
      );
      if (!die?.faces?.length) throw new SimError(`The step '${name}' of '${machine.name}' rolls a die with no faces.`);
      let d = dieIndex.get(die.id);
      if (d === undefined) {
        d = dice.push(die) - 1;
        dieIndex.set(die.id, d);
      }
      faces = die.faces;
      dieOf[state] = d;
      given = guarded(
        machine,
        () => stepper.given(),
        () => name,
      );
    }
    for (const face of faces) {
      codec.unpack(table.keys, state * codec.words);
      let to: number;
      try {
        stepper.apply(step, given, face);
        to = intern();
      } catch (error) {
        throw named(error, machine, name);
      }
      if (edges >= target.length) {
        target = grown(target);
        emission = grown(emission);
      }
      emission[edges] = emissions.take(stepper);
      target[edges++] = to;
    }
  }
  firstEdge[table.count] = edges;
  return {
    states: table.count,
    codec,
    keys: table.keys,
    firstEdge,
    edges,
    target,
    emission,
    emissions: emissions.list,
    dice,
    dieOf,
    choosers,
    endOf,
    ends: ends.list,
    startEmission,
  };
}

function placeOf(list: string[], word: string): number {
  const at = list.indexOf(word);
  return at >= 0 ? at : list.push(word) - 1;
}

function guarded<T, S>(machine: Machine<S>, work: () => T, step: () => string): T {
  try {
    return work();
  } catch (error) {
    throw named(error, machine, step());
  }
}

/** Says which step was at fault; a mistake in the rules' code is told as one too. */
function named<S>(error: unknown, machine: Machine<S>, step: string): Error {
  if (error instanceof SimError) {
    return new SimError(`${error.message.replace(/\.$/, '')} (step '${step}' of '${machine.name}').`);
  }
  const message = error instanceof Error ? error.message : String(error);
  return new SimError(`The step '${step}' of '${machine.name}' failed: ${message}.`, { cause: error });
}

/** Interns ends by outcome and measures, so that endings which nobody asked to tell apart are one. */
export class EndTable<S> {
  readonly list: { outcome: number; values: number[] }[] = [];
  private readonly places = new Map<string, number>();
  private readonly outcomePlace: ReadonlyMap<string, number>;
  private readonly machine: Machine<S>;
  private readonly asked: Machine<S>['measures'];

  constructor(machine: Machine<S>, asked: Machine<S>['measures'] = machine.measures) {
    this.machine = machine;
    this.asked = asked;
    this.outcomePlace = new Map(machine.outcomes.map((o, i) => [o.id, i]));
  }

  place(view: S): number {
    const id = this.machine.outcome(view);
    const outcome = this.outcomePlace.get(id);
    if (outcome === undefined)
      throw new SimError(`'${this.machine.name}' ended as '${id}', which is none of its outcomes.`);
    const values = this.asked.map((m) => m.of(view));
    const key = `${outcome}|${values.join('|')}`;
    let place = this.places.get(key);
    if (place === undefined) {
      if (values.some((v) => !Number.isFinite(v))) {
        throw new SimError(`'${this.machine.name}' ended with a measure that is no number: ${values.join(', ')}.`);
      }
      place = this.list.push({ outcome, values }) - 1;
      this.places.set(key, place);
    }
    return place;
  }
}

/** Interns what edges add to the sums; place 0 is "nothing". */
export class Emissions {
  readonly list: number[][];
  private readonly places = new Map<string | number, number>();

  constructor(sums: number) {
    this.list = [new Array<number>(sums).fill(0)];
  }

  /** The place of what the stepper has emitted, which is cleared. */
  take<S>(stepper: Stepper<S>): number {
    if (!stepper.emitted) return 0;
    const key = emissionKey(stepper.sums);
    let place = this.places.get(key);
    if (place === undefined) {
      place = this.list.push(Array.from(stepper.sums)) - 1;
      this.places.set(key, place);
    }
    stepper.clearSums();
    return place;
  }
}

/** Small whole amounts, which nearly all are, make a number of four bits each; anything else a word. */
function emissionKey(sums: Float64Array): string | number {
  if (sums.length > 12) return sums.join('|');
  let key = 0;
  for (let k = 0; k < sums.length; k++) {
    const x = sums[k];
    if (!(x >= 0 && x < 16) || x !== Math.floor(x)) return sums.join('|');
    key = key * 16 + x;
  }
  return key;
}
