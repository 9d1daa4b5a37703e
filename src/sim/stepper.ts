import { type Die, mix } from './die.ts';
import { SimError } from './error.ts';
import { type ChoiceStep, type Emit, isChoice, isRoll, type Machine, type RollStep, type Step } from './machine.ts';

/** Plain steps and decided choices in a row, without a roll between them, before we call it a loop. */
const PLAIN_STEPS_AT_MOST = 10_000;

/** Hears of every plain step and decided choice before it is taken. */
export type StepListener<S> = (step: Step<S>, option?: string) => void;

/** Where an encounter stands once nothing more happens without a die, an open decision, or leaving the scope. */
export type Rest = 'end' | 'roll' | 'choice' | 'exit';

/** A step with what is asked of it again and again, in objects of one shape whatever the step's own. */
interface Entry<S> {
  readonly step: Step<S> | null;
  readonly kind: 'end' | 'plain' | 'roll' | 'choice';
  readonly then: ((s: S, emit: Emit) => void) | null;
  readonly scope: string;
}

const END_ENTRY = { step: null, kind: 'end', then: null, scope: '' } as const;

function entryOf<S>(step: Step<S>): Entry<S> {
  const scope = step.scope ?? '';
  if (isRoll(step)) return { step, kind: 'roll', then: null, scope };
  if (isChoice(step)) return { step, kind: 'choice', then: null, scope };
  return { step, kind: 'plain', then: step.then, scope };
}

/**
 * Steps a machine's scratch state. Every engine that meets rules (compile, layers, play, trace) goes through this one
 * class, so a rule means the same everywhere.
 */
export class Stepper<S> {
  readonly machine: Machine<S>;
  /** What was emitted since `clearSums`, one number a sum of the machine. */
  readonly sums: Float64Array;
  readonly keepChoices: boolean;
  private readonly view: S & { step: string };
  private readonly indexOf: ReadonlyMap<string, number>;
  private readonly byName = new Map<string, Entry<S>>([['end', END_ENTRY]]);
  private readonly fresh: () => void;
  private readonly sumIndex: ReadonlyMap<string, number>;
  emitted = false;

  constructor(machine: Machine<S>, keepChoices = false) {
    this.machine = machine;
    this.view = machine.layout.view as S & { step: string };
    this.keepChoices = keepChoices;
    this.sums = new Float64Array(machine.sums.length);
    this.sumIndex = new Map(machine.sums.map((m, i) => [m.id, i]));
    for (const name of machine.layout.stepNames)
      if (name !== 'end') this.byName.set(name, entryOf(this.stepNamed(name)));
    this.indexOf = new Map(machine.layout.stepNames.map((name, i) => [name, i]));
    const codec = machine.layout.codec();
    const blank = new Int32Array(codec.words);
    this.fresh = () => codec.unpack(blank, 0);
  }

  readonly emit = (sum: string, amount: number): void => {
    const i = this.sumIndex.get(sum);
    if (i === undefined)
      throw new SimError(`A step of '${this.machine.name}' emits to '${sum}', which is no declared sum.`);
    if (amount === 0) return;
    if (!Number.isFinite(amount)) throw new SimError(`A step of '${this.machine.name}' emits ${amount} to '${sum}'.`);
    this.sums[i] += amount;
    this.emitted = true;
  };

  clearSums(): void {
    if (!this.emitted) return;
    this.sums.fill(0);
    this.emitted = false;
  }

  /** Puts the scratch at the start of an encounter and runs it on to its next rest. */
  start(onStep?: StepListener<S>, within?: string): Rest {
    this.fresh();
    this.machine.start(this.view);
    return this.toRest(onStep, within);
  }

  get stepName(): string {
    return this.view.step;
  }

  /** The place of the step among the machine's steps. */
  get stepIndex(): number {
    return this.indexOf.get(this.view.step)!;
  }

  get scopeName(): string {
    return this.entry().scope;
  }

  /** Whether the scratch state waits for a roll in this scope. */
  waitsIn(scope: string): boolean {
    const { step, kind, scope: own } = this.entry();
    if (step === null || own !== scope) return false;
    return kind === 'roll' || (kind === 'choice' && this.toRest() === 'roll');
  }

  /** The step that the scratch state waits at, or null at an end. */
  get step(): Step<S> | null {
    return this.entry().step;
  }

  /** Runs plain steps and decided choices until a die, an open choice or the end. */
  toRest(onStep?: StepListener<S>, within?: string): Rest {
    for (let n = 0; n < PLAIN_STEPS_AT_MOST; n++) {
      const rest = this.once(onStep, within);
      if (rest !== null) return rest;
    }
    throw new SimError(
      `The step '${this.stepName}' of '${this.machine.name}' goes on for ever without a roll; give its loop a bound.`,
    );
  }

  /** Takes one plain step or decided choice; where there is none to take, what the encounter waits for. */
  once(onStep?: StepListener<S>, within?: string): Rest | null {
    const { view } = this;
    const { step, kind, then, scope } = this.entry();
    if (step === null) return 'end';
    if (within !== undefined && scope !== within) return 'exit';
    if (then !== null) {
      onStep?.(step);
      then(view, this.emit);
      return null;
    }
    if (kind === 'roll') return 'roll';
    const choice = step as ChoiceStep<S>;
    if (this.keepChoices || !choice.decide) return 'choice';
    const decided = this.decided(choice, choice.options(view));
    if (typeof decided !== 'string') return 'roll';
    onStep?.(step, decided);
    choice.choose(view, decided, this.emit);
    return null;
  }

  /** The die of the node that the scratch waits at: the step's own, or the mix of a mixed tactic. */
  die(): Die {
    const step = this.step;
    const { view } = this;
    if (step && isRoll(step)) return typeof step.roll === 'function' ? step.roll(view) : step.roll;
    if (step && isChoice(step)) return mix(this.decided(step, step.options(view)) as readonly number[]);
    throw new SimError(`Nothing is rolled at the step '${this.stepName}' of '${this.machine.name}'.`);
  }

  against(): unknown {
    const step = this.step;
    return step && isRoll(step) ? step.against?.(this.view) : undefined;
  }

  /** Applies one face to the scratch and runs it on to its next rest. */
  apply(step: Step<S>, against: unknown, face: number, onStep?: StepListener<S>): Rest {
    this.take(step, against, face);
    return this.toRest(onStep);
  }

  /** As `apply`, but stops where the next step belongs to another scope. */
  applyWithin(scope: string, step: Step<S>, against: unknown, face: number): Rest {
    this.take(step, against, face);
    return this.toRest(undefined, scope);
  }

  /** Applies one face (or takes one option), and nothing more. */
  take(step: Step<S>, against: unknown, face: number): void {
    const { view } = this;
    if (isRoll(step)) (step as RollStep<S>).apply(view, against, face, this.emit);
    else if (isChoice(step)) step.choose(view, step.options(view)[face], this.emit);
  }

  private decided(step: ChoiceStep<S>, options: readonly string[]): string | readonly number[] {
    const decided = step.decide!(this.view, options);
    if (typeof decided === 'string') {
      if (!options.includes(decided)) {
        throw new SimError(
          `A tactic chose '${decided}' at '${this.stepName}', where the options are ${options.join(', ')}.`,
        );
      }
      return decided;
    }
    if (decided.length !== options.length) {
      throw new SimError(`A tactic gave ${decided.length} shares at '${this.stepName}' for ${options.length} options.`);
    }
    const sure = decided.indexOf(100);
    return sure >= 0 && decided.every((w, i) => w === 0 || i === sure) ? options[sure] : decided;
  }

  private entry(): Entry<S> {
    const entry = this.byName.get(this.view.step);
    if (entry === undefined) throw new SimError(`'${this.machine.name}' has no step '${this.view.step}'.`);
    return entry;
  }

  private stepNamed(name: string): Step<S> {
    const step = this.machine.steps[name];
    if (!step) throw new SimError(`'${this.machine.name}' declares the step '${name}' but does not define it.`);
    return step;
  }

  /** The scratch state in words, for messages: "step strike, round 2, attacker.hits 3". */
  describe(): string {
    return this.machine.layout.fields
      .map(({ path }) => {
        const value = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], this.view);
        return `${path} ${String(value)}`;
      })
      .join(', ');
  }
}
