import type { RulingCheck } from '../results/types.ts';
import type { Rulebook, Ruling, RulingValue } from '../rules/book.ts';
import { InputError } from '../rules/problem.ts';
import { type LoadedScenario, type Override, type PreparedCell, prepareCell } from '../scenarios/prepare.ts';
import type { Tally } from '../sim/tally.ts';
import type { CompareOptions, VariantPlan } from './compare.ts';
import { corrected, exactDifferences, type FullDifference, sampledDifferences } from './differences.ts';
import { objective } from './objective.ts';
import { PairRunner } from './pair.ts';
import { CellProgress } from './progress.ts';
import { checksOf, type Flipped, inOrder, STOPPED, summary } from './ruling-checks.ts';
import { unlessStopped } from './stopped.ts';

/** What other readings of the rulings do to the verdicts, and one sentence a variant that counts them. */
export interface Robustness {
  readonly checks: readonly RulingCheck[];
  readonly notes: readonly string[];
}

/**
 * Takes every other reading of every ruling, one at a time, and compares again. A ruling that leaves base and variant as
 * they were does not touch the encounter and is only named. The headline is always reported; other outcomes and measures
 * where their verdict changes. Readings that turn a verdict come first, those that move the headline most before others.
 */
export async function robustness(
  loaded: LoadedScenario,
  base: readonly Override[],
  variants: readonly VariantPlan[],
  differences: readonly FullDifference[],
  headline: string,
  options: CompareOptions,
): Promise<Robustness> {
  const printed = prepareCell(loaded, base);
  const { sides } = printed;
  const stopped = { checks: [], notes: variants.map(() => STOPPED) };
  if (options.signal?.aborted) return stopped;
  const before = new PairRunner(loaded, printed, options);
  const baseTally = (await unlessStopped(options, () => before.evaluateBase()))?.tally;
  if (!baseTally) return stopped;
  const headlineId = objective(headline, baseTally, sides).id;
  const cells = variants.map((v) => prepareCell(loaded, v.overrides));
  const progress = new CellProgress(
    cells.reduce((n, own) => n + flips(printed.book, own.book).length, 0),
    loaded,
    options,
  );
  const checks: RulingCheck[] = [];
  const notes: string[] = [];
  for (const [i, variant] of variants.entries()) {
    const own = cells[i];
    const ownTally = (await unlessStopped(options, () => before.against(own)))?.variant.tally;
    if (!ownTally || options.signal?.aborted) {
      notes.push(STOPPED);
      continue;
    }
    const was = differences.filter((d) => d.cell === i + 1);
    const what = { cell: i + 1, variant: variant.name, kind: loaded.encounter, sides, objective: options.objective };
    const said: Flipped[] = [];
    for (const { ruling, to } of flips(printed.book, own.book)) {
      if (options.signal?.aborted) break;
      await progress.cellDone();
      const flip = { path: `rulings.${ruling.key}`, value: to };
      const flipped = (cell: PreparedCell, overrides: readonly Override[]) =>
        ruling.key in cell.book.rulings ? allowedCell(loaded, [...overrides, flip]) : cell;
      const first = flipped(printed, base);
      const second = flipped(own, variant.overrides);
      if (!first || !second) {
        said.push({ ruling, effect: 'refused', checks: [] });
        continue;
      }
      const runner = new PairRunner(loaded, first, options, () => progress);
      const run = await unlessStopped(options, async () => {
        await runner.evaluateBase();
        return runner.against(second);
      });
      // A reading that was cut short has fewer trials than what it is compared with.
      if (!run || run.variant.tally.partial) break;
      const untouched = sameTally((await runner.evaluateBase()).tally, baseTally);
      if (untouched && sameTally(run.variant.tally, ownTally)) {
        said.push({ ruling, effect: 'none', checks: [] });
        continue;
      }
      const now =
        run.kind === 'exact'
          ? exactDifferences(what, run.base.tally, run.variant.tally)
          : corrected(sampledDifferences(what, run.pair));
      const several = variants.length > 1;
      said.push({ ruling, effect: 'some', checks: checksOf(ruling, to, headlineId, was, now, several) });
    }
    checks.push(...inOrder(said, headlineId, was).flatMap((f) => f.checks));
    const headed = was.find((d) => d.id === headlineId);
    notes.push(summary(said, headed, flips(printed.book, own.book).length));
  }
  return { checks, notes };
}

/** Every other reading of every ruling that base and variant know, or only one of them; not of one the variant is about. */
function flips(base: Rulebook, variant: Rulebook): { ruling: Ruling; to: RulingValue }[] {
  const known = { ...variant.rulings, ...base.rulings };
  return Object.values(known).flatMap((ruling) => {
    const [a, b] = [base.rulings[ruling.key], variant.rulings[ruling.key]];
    if (a && b && a.value !== b.value) return [];
    return otherReadings(ruling).map((to) => ({ ruling, to }));
  });
}

/** The readings that may be taken instead: every other word, or one less and one more. */
export function otherReadings(ruling: Ruling): RulingValue[] {
  const words = (ruling.allowed.words ?? []).filter((w) => w !== ruling.value);
  const [low, high] = ruling.allowed.integer ?? [1, 0];
  const around = typeof ruling.value === 'number' ? [ruling.value - 1, ruling.value + 1] : [low];
  return [...words, ...around.filter((n) => n >= low && n <= high)];
}

/** The cell, or undefined where the sheet does not allow the situation under that reading. */
function allowedCell(loaded: LoadedScenario, overrides: readonly Override[]) {
  try {
    return prepareCell(loaded, overrides);
  } catch (e) {
    if (e instanceof InputError) return undefined;
    throw e;
  }
}

/** Equal figures: under one seed a sampled run that is not touched counts the very same endings. */
function sameTally(a: Tally, b: Tally): boolean {
  if (a.trials !== b.trials) return false;
  const weights = (t: Tally) => {
    const found = new Map<string, number>();
    for (const e of t.ends) {
      const key = `${e.outcome}|${e.values.join(',')}`;
      found.set(key, (found.get(key) ?? 0) + e.weight);
    }
    return found;
  };
  const first = weights(a);
  const second = weights(b);
  for (const [key, w] of first) if (Math.abs((second.get(key) ?? 0) - w) > 1e-12) return false;
  for (const [key, w] of second) if (!first.has(key) && w > 1e-12) return false;
  return a.sums.every((s, k) => Math.abs(s.mean - (b.sums[k]?.mean ?? Number.NaN)) < 1e-12);
}
