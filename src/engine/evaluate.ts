import type { AnyMachine } from '../rules/encounter.ts';
import type { Recipe } from '../scenarios/recipe.ts';
import { assertSeed } from '../sim/asked.ts';
import type { Automaton } from '../sim/automaton.ts';
import { compiling } from '../sim/compile.ts';
import { OutOfReachError, StateBudgetError, StoppedError, TablesFullError } from '../sim/error.ts';
import { exact } from '../sim/exact.ts';
import { givingWay } from '../sim/giving-way.ts';
import type { Tally } from '../sim/tally.ts';
import { specialFunctions } from '../stats/special.ts';
import type { EngineOptions, Evaluation } from './types.ts';

/** What can be evaluated: a machine, and the plain data from which a thread can build it again. */
export interface EngineSource {
  readonly machine: AnyMachine;
  readonly recipe?: Recipe;
}

/**
 * Evaluates a machine with the engine asked for. 'auto' takes exact where the encounter can be compiled whole or worked
 * out pair by pair in a second, and plays it over local automata (long runs: phase kernels) where it cannot; 'exact'
 * then takes its time pair by pair, or goes layer by layer. Most encounters compile: what plays the others is loaded when one comes.
 */
export async function evaluate(source: EngineSource, options: EngineOptions): Promise<Evaluation> {
  const startMs = performance.now();
  assertSeed(options.seed);
  const done = (tally: Tally, method: string, states: number | null): Evaluation => ({
    tally: atLevel(tally, options),
    method,
    states,
    elapsedMs: performance.now() - startMs,
  });
  const automaton = await compiled(source.machine, options);
  if (automaton && options.engine !== 'sample') return done(exact(automaton), 'compiled whole', automaton.states);
  if (options.engine !== 'exact') await specialFunctions();
  const walked = automaton && (await (await import('./sampling.ts')).walkable(automaton, source, options));
  if (automaton && walked) return done(walked, 'walk', automaton.states);
  const byPairs = options.engine === 'sample' ? null : await pairByPair(source.machine, options);
  if (byPairs) return done(byPairs.tally, 'pair by pair', byPairs.states);
  if (options.engine === 'exact') {
    const { workingByLayers } = await import('../sim/layers.ts');
    const shares = new Shares();
    const { tally, states } = await givingWay(workingByLayers(source.machine, shares), lookUp(options, shares));
    return done(tally, 'layer by layer', states);
  }
  const [{ play, methodOf, styleOf }, { tallyPlay }] = await Promise.all([
    import('./play-runner.ts'),
    import('../sim/play/counts.ts'),
  ]);
  const style = styleOf(source.machine, options);
  const overTables = style.kernels ? await overKernels(() => play([source], options, style)) : null;
  const { counts, done: blocks, plan } = overTables ?? (await play([source], options, style.kernels ? {} : style));
  const method = overTables ? 'phase kernels' : methodOf(style);
  return done(tallyPlay(source.machine, counts[0], blocks < plan.blocks), method, null);
}

/** Plays over phase kernels; null where their tables cannot hold the engagement. */
async function overKernels<T>(play: () => Promise<T>): Promise<T | null> {
  try {
    return await play();
  } catch (error) {
    if (error instanceof TablesFullError) return null;
    throw error;
  }
}

/** Joint states of two pairs that are visited before sampling is tried instead: about a second of them. */
const AUTO_JOINT_VISITS = 150_000;

/** Worked out from the phase kernels of two records; null where they are not two, or are past that. */
async function pairByPair(
  machine: AnyMachine,
  options: EngineOptions,
): Promise<{ readonly tally: Tally; readonly states: number } | null> {
  if (!machine.watched || machine.records?.length !== 2) return null;
  const { workingByPairs } = await import('../sim/kernels/exact-pairs.ts');
  const { engine, stateBudget = AUTO_JOINT_VISITS } = options;
  // Kernels of records that look into each other are many, and worked out for nothing.
  if (engine === 'auto' && machine.looksAcross) return null;
  const limits = engine === 'auto' ? { mostVisits: Math.min(stateBudget, AUTO_JOINT_VISITS) } : {};
  const shares = new Shares();
  try {
    return await givingWay(workingByPairs(machine, { ...limits, onShare: shares.onShare }), lookUp(options, shares));
  } catch (error) {
    // Layers stop at every roll and not only at every place, so that they have no fewer states.
    const isFinal = error instanceof OutOfReachError && engine === 'exact';
    if (!isFinal && (error instanceof TablesFullError || error instanceof OutOfReachError)) return null;
    throw error;
  }
}

/** Compiled whole and worked out exactly, or null when there are too many states for that. */
export async function evaluateWhole(source: EngineSource, options: EngineOptions): Promise<Evaluation | null> {
  const startMs = performance.now();
  const automaton = await compiled(source.machine, options);
  if (!automaton) return null;
  const elapsedMs = performance.now() - startMs;
  return { tally: exact(automaton), method: 'compiled whole', states: automaton.states, elapsedMs };
}

/** A sampled tally that says how sure its intervals are to be, where that is not the usual. */
export const atLevel = (tally: Tally, { level }: EngineOptions): Tally =>
  level === undefined || tally.kind === 'exact' ? tally : { ...tally, level };

/** Keeps the share of the work that is done, for whoever looks up next. */
class Shares {
  last: number | undefined;
  readonly onShare = (share: number): void => {
    this.last = share;
  };
}

/** While states are counted: tells how far it is, and hears a stop. */
function lookUp({ signal, onStates }: EngineOptions, shares?: Shares): (states: number) => Promise<void> {
  return async (states) => {
    await onStates?.(states, shares?.last);
    if (signal?.aborted)
      throw new StoppedError(
        'The work was stopped while states were counted; a part of them means nothing, so there is no result.',
      );
  };
}

/** Several pairs that are coupled are nearly always past compiling: it is not tried for long before they are played. */
const COUPLED_STATE_BUDGET = 20_000;
/** Two pairs that must come out exactly are worked out pair by pair sooner: what is out of reach is then told early. */
const TWO_PAIRS_STATE_BUDGET = 5_000;
/** The budget that a machine was found to be past: one that is asked about again and again is not counted each time. */
const knownPast = new WeakMap<AnyMachine, number>();

function usualBudget(machine: AnyMachine, { engine }: EngineOptions): number | undefined {
  const pairs = machine.records?.length ?? 0;
  if (pairs < 2) return undefined;
  return pairs === 2 && engine === 'exact' && !machine.looksAcross ? TWO_PAIRS_STATE_BUDGET : COUPLED_STATE_BUDGET;
}

/** The automaton, or null when the encounter has more states than the budget allows. `measures`: only these, by id. */
export async function compiled(
  machine: AnyMachine,
  options: EngineOptions,
  measures?: readonly string[],
): Promise<Automaton | null> {
  if (options.isPastCompiling) return null;
  const stateBudget = options.stateBudget ?? usualBudget(machine, options);
  if (stateBudget !== undefined && stateBudget <= (knownPast.get(machine) ?? -1)) return null;
  try {
    return await givingWay(compiling(machine, { stateBudget, ...(measures && { measures }) }), lookUp(options));
  } catch (error) {
    if (!(error instanceof StateBudgetError && (machine.layer || machine.records))) throw error;
    knownPast.set(machine, error.budget);
    return null;
  }
}
