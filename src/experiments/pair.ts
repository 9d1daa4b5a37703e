import { evaluate } from '../engine/evaluate.ts';
import { evaluatePaired } from '../engine/paired.ts';
import type { Evaluation, PairedEvaluation, Progress } from '../engine/types.ts';
import type { LoadedScenario, PreparedCell } from '../scenarios/prepare.ts';
import { DEFAULT_OBJECTIVE, objective } from './objective.ts';
import { type ExperimentOptions, engineOptions } from './options.ts';
import type { CellProgress } from './progress.ts';

/** What a pair needs to know besides: what is compared, and whether one base serves several variants. */
export interface PairOptions extends ExperimentOptions {
  readonly objective?: string;
  readonly sharedBase?: boolean;
  /** One of many pairs that are played at the same time (see `EngineOptions`). */
  readonly isOneOfMany?: boolean;
}

/** A base and a variant: both exact, or both sampled, under the same dice where that helps. */
export type PairRun =
  | { readonly kind: 'exact'; readonly base: Evaluation; readonly variant: Evaluation }
  | {
      readonly kind: 'sampled';
      readonly base: Evaluation;
      readonly variant: Evaluation;
      readonly pair: PairedEvaluation;
    };

/** Sets variants against one base: exactly where both fit, else sampled side by side. */
export class PairRunner {
  private readonly loaded: LoadedScenario;
  private readonly options: PairOptions;
  private readonly base: PreparedCell;
  private readonly progress: (() => CellProgress) | undefined;
  private known: Evaluation | undefined;

  /** @param known the base alone, where that has been evaluated */
  constructor(
    loaded: LoadedScenario,
    base: PreparedCell,
    options: PairOptions,
    progress?: () => CellProgress,
    known?: Evaluation,
  ) {
    this.known = known;
    this.loaded = loaded;
    this.base = base;
    this.options = options;
    this.progress = progress;
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
        const isPastCompiling = base.method === 'pair by pair' && variant.built.machine.records?.length === 2;
        const evaluation = await evaluate(source(variant), { ...engine, isPastCompiling });
        if (evaluation.tally.kind === 'exact') return { kind: 'exact', base, variant: evaluation };
      }
    }
    const { objective: wanted = DEFAULT_OBJECTIVE, sharedBase = false, isOneOfMany = false } = this.options;
    const { sides } = this.base;
    const pair = await evaluatePaired(source(this.base), source(variant), {
      ...engine,
      engine: 'sample',
      sharedBase,
      isOneOfMany,
      compared: (shape) => objective(wanted, shape, sides),
    });
    this.known ??= pair.a;
    return { kind: 'sampled', base: pair.a, variant: pair.b, pair };
  }

  private engine() {
    const { progress } = this;
    return {
      ...engineOptions(this.loaded, this.options),
      ...(progress
        ? {
            onProgress: (p: Progress) => progress().within(p),
            onStates: (n: number, share?: number) => progress().counting(n, share),
          }
        : {}),
    };
  }
}

const source = ({ built, recipe }: PreparedCell) => ({ machine: built.machine, recipe });
