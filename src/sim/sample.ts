import { assertSeed, assertTrials } from './asked.ts';
import type { Automaton } from './automaton.ts';
import { type BlockPlan, planBlocks, trialsInBlock } from './blocks.ts';
import { SimError } from './error.ts';
import { byCounts, sumMoments } from './sums.ts';
import type { BlockTally, Tally } from './tally.ts';
import { loadTable, runBlock } from './walk/block.ts';
import { clearVisits, type Kernel } from './walk/kernel.ts';
import { narrow } from './walk/narrow.ts';
import { fitsNarrow, foldVisits, validIn, type WalkTable, walkTable } from './walk/table.ts';

/** Counts of some blocks: how often each edge was walked, and each block's means. */
export interface BlockCounts {
  readonly edges: Float64Array;
  readonly blocks: readonly BlockTally[];
}

/** Walks blocks of an automaton on the kernel of this thread. */
export class Walker {
  readonly automaton: Automaton;
  readonly table: WalkTable;
  private readonly kernel: Kernel;
  private readonly startValid: number;
  private readonly scratch: Float64Array;
  private readonly fold: FigureFold;

  private constructor(automaton: Automaton, table: WalkTable, kernel: Kernel) {
    this.automaton = automaton;
    this.table = table;
    this.kernel = kernel;
    this.startValid = validIn(table, 0);
    this.scratch = new Float64Array(automaton.target.length);
    this.fold = new FigureFold(automaton);
  }

  /** Kernels of large tables are loaded only when such a table comes: the one in JavaScript reserves room for the largest. */
  static async on(automaton: Automaton, table = walkTable(automaton)): Promise<Walker> {
    const kernel = fitsNarrow(table.next.length, table.width) ? narrow : await wideKernel();
    return new Walker(automaton, table, kernel);
  }

  /** Plays `n` encounters of a block and adds them to `into`; null when `pause` gave the block up. */
  block(
    seed: number,
    block: number,
    n: number,
    into: Float64Array,
    pause?: (started: number) => boolean,
  ): BlockTally | null {
    const { kernel, table, scratch } = this;
    loadTable(kernel, table);
    const whole = runBlock(kernel, table, this.startValid, seed, block, n, pause);
    if (!whole) {
      clearVisits(kernel, 0, table.next.length);
      return null;
    }
    scratch.fill(0);
    foldVisits(table, kernel, scratch);
    for (let e = 0; e < scratch.length; e++) into[e] += scratch[e];
    return { trials: n, means: this.fold.means(scratch, n) };
  }
}

async function wideKernel(): Promise<Kernel> {
  try {
    const { wasmKernel } = await import('./walk/wasm.ts');
    return wasmKernel() ?? (await import('./walk/wide.ts')).wide;
  } catch (error) {
    if (error instanceof RangeError)
      throw new SimError('There is not enough memory for the walk of so large an encounter.');
    throw error;
  }
}

/** Turns edge counts into figures: the share of each outcome, the mean of each end measure and of each sum. */
export class FigureFold {
  private readonly automaton: Automaton;
  constructor(automaton: Automaton) {
    this.automaton = automaton;
  }

  means(edges: Float64Array, trials: number): Float64Array {
    const { outcomes, measures, sums, target, emission, emissions, ends, startEmission } = this.automaton;
    const means = new Float64Array(outcomes.length + measures.length + sums.length);
    const atSums = outcomes.length + measures.length;
    for (let e = 0; e < edges.length; e++) {
      const count = edges[e];
      if (count === 0) continue;
      if (target[e] < 0) {
        const end = ends[~target[e]];
        means[end.outcome] += count;
        for (let m = 0; m < measures.length; m++) means[outcomes.length + m] += count * end.values[m];
      }
      if (emission[e] !== 0) {
        const amounts = emissions[emission[e]];
        for (let k = 0; k < sums.length; k++) means[atSums + k] += count * amounts[k];
      }
    }
    for (let i = 0; i < means.length; i++) means[i] /= trials;
    for (let k = 0; k < sums.length; k++) means[atSums + k] += emissions[startEmission][k];
    return means;
  }
}

/** How often each end was reached; refuses counts that are not whole. */
export function endCounts(automaton: Automaton, counts: BlockCounts, trials: number): Float64Array {
  const { ends, target } = automaton;
  const weights = new Float64Array(ends.length);
  for (let e = 0; e < target.length; e++) if (target[e] < 0) weights[~target[e]] += counts.edges[e];
  if (automaton.start < 0) weights[~automaton.start] = trials;
  const total = weights.reduce((a, b) => a + b, 0);
  if (total !== trials) throw new SimError(`'${automaton.name}' counted ${total} endings of ${trials} encounters.`);
  return weights;
}

/** Edge counts of a whole run (or of its first blocks) as a tally. */
export function tallyCounts(automaton: Automaton, counts: BlockCounts, trials: number, partial: boolean): Tally {
  const { ends } = automaton;
  const weights = endCounts(automaton, counts, trials);
  const means = new FigureFold(automaton).means(counts.edges, trials);
  const at = automaton.outcomes.length + automaton.measures.length;
  const shares = byCounts(automaton, counts.edges);
  return {
    kind: 'sampled',
    trials,
    partial,
    outcomes: automaton.outcomes,
    measures: automaton.measures,
    ends: ends
      .map((e, i) => ({ outcome: e.outcome, values: e.values, weight: weights[i] }))
      .filter((e) => e.weight > 0),
    // Where each roll led is known, so is how far the sums spread: the walk has no memory but its node.
    sums: automaton.sums.map(({ id, label }, k) => ({
      id,
      label,
      mean: means[at + k],
      sd: sumMoments(automaton, shares, (e) => e[k]).sd,
    })),
    blocks: counts.blocks,
  };
}

/** Samples on this thread, start to end. */
export async function sample(automaton: Automaton, trials: number, seed: number): Promise<Tally> {
  assertTrials(trials);
  assertSeed(seed);
  const plan = planBlocks(trials);
  const edges = new Float64Array(automaton.target.length);
  if (automaton.start < 0) return tallyCounts(automaton, { edges, blocks: [] }, trials, false);
  const walker = await Walker.on(automaton);
  const blocks = runBlocks(walker, plan, seed, 0, plan.blocks, edges);
  return tallyCounts(automaton, { edges, blocks }, trials, false);
}

/** Blocks `from` to `to` of a plan. */
export function runBlocks(
  walker: Walker,
  plan: BlockPlan,
  seed: number,
  from: number,
  to: number,
  into: Float64Array,
): BlockTally[] {
  const blocks: BlockTally[] = [];
  for (let k = from; k < to; k++) blocks.push(walker.block(seed, k, trialsInBlock(plan, k), into)!);
  return blocks;
}
