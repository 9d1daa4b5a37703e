import { evaluate, evaluatePaired } from '../engine/evaluate.ts';
import type { Evaluation, PairedEvaluation, Progress } from '../engine/types.ts';
import type { LoadedScenario, PreparedCell } from '../scenarios/prepare.ts';
import { type ExperimentOptions, engineOptions } from './options.ts';

/** A base and a variant: both exact, or both sampled under the same dice. */
export type PairRun =
  | { readonly kind: 'exact'; readonly base: Evaluation; readonly variant: Evaluation }
  | {
      readonly kind: 'sampled';
      readonly base: Evaluation;
      readonly variant: Evaluation;
      readonly pair: PairedEvaluation;
    };

/** Sets variants against one base: exactly where both fit, else under the same dice. */
export class PairRunner {
  private readonly loaded: LoadedScenario;
  private readonly options: ExperimentOptions;
  private readonly base: PreparedCell;
  private readonly onProgress: ((p: Progress) => void) | undefined;
  private known: Evaluation | undefined;

  constructor(
    loaded: LoadedScenario,
    base: PreparedCell,
    options: ExperimentOptions,
    onProgress?: (p: Progress) => void,
  ) {
    this.loaded = loaded;
    this.base = base;
    this.options = options;
    this.onProgress = onProgress;
  }

  /** The base alone. */
  async evaluateBase(): Promise<Evaluation> {
    this.known ??= await evaluate(source(this.base), this.engine());
    return this.known;
  }

  async against(variant: PreparedCell): Promise<PairRun> {
    const engine = this.engine();
    if (engine.engine !== 'sample') {
      const base = await this.evaluateBase();
      if (base.tally.kind === 'exact') {
        const evaluation = await evaluate(source(variant), engine);
        if (evaluation.tally.kind === 'exact') return { kind: 'exact', base, variant: evaluation };
      }
    }
    const pair = await evaluatePaired(source(this.base), source(variant), { ...engine, engine: 'sample' });
    this.known ??= pair.a;
    return { kind: 'sampled', base: pair.a, variant: pair.b, pair };
  }

  private engine() {
    return { ...engineOptions(this.loaded, this.options), ...(this.onProgress ? { onProgress: this.onProgress } : {}) };
  }
}

const source = ({ built, recipe }: PreparedCell) => ({ machine: built.machine, recipe });
