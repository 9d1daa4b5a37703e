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
import { signedFigure, signedPoints } from './words.ts';

/**
 * Takes every other reading of every ruling, one at a time, and compares again. A ruling that leaves base and variant as
 * they were does not touch the encounter and is passed over. The headline is always reported; other outcomes and measures
 * where their verdict changes.
 */
export async function robustness(
  loaded: LoadedScenario,
  base: readonly Override[],
  variants: readonly VariantPlan[],
  differences: readonly FullDifference[],
  headline: string,
  options: CompareOptions,
): Promise<RulingCheck[]> {
  const printed = prepareCell(loaded, base);
  const { sides } = printed;
  const before = new PairRunner(loaded, printed, options);
  const baseTally = (await before.evaluateBase()).tally;
  const headlineId = objective(headline, baseTally, sides).id;
  const checks: RulingCheck[] = [];
  const cells = variants.map((v) => prepareCell(loaded, v.overrides));
  const progress = new CellProgress(
    cells.reduce((n, own) => n + flips(printed.book, own.book).length, 0),
    loaded,
    options,
  );
  for (const [i, variant] of variants.entries()) {
    const own = cells[i];
    const ownTally = (await before.against(own)).variant.tally;
    const was = differences.filter((d) => d.cell === i + 1);
    const what = { cell: i + 1, variant: variant.name, kind: loaded.encounter, sides, objective: options.objective };
    for (const { ruling, to } of flips(printed.book, own.book)) {
      if (options.signal?.aborted) return checks;
      const flip = { path: `rulings.${ruling.key}`, value: to };
      const flipped = (cell: PreparedCell, overrides: readonly Override[]) =>
        ruling.key in cell.book.rulings ? allowedCell(loaded, [...overrides, flip]) : cell;
      const first = flipped(printed, base);
      const second = flipped(own, variant.overrides);
      await progress.cellDone();
      if (!first || !second) continue;
      const runner = new PairRunner(loaded, first, options, (p) => progress.within(p));
      const untouched = sameTally((await runner.evaluateBase()).tally, baseTally);
      const run = await runner.against(second);
      if (untouched && sameTally(run.variant.tally, ownTally)) continue;
      const now =
        run.kind === 'exact'
          ? exactDifferences(what, run.base.tally, run.variant.tally)
          : corrected(sampledDifferences(what, run.pair));
      checks.push(...checksOf(ruling, to, headlineId, was, now));
    }
  }
  return checks;
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

function checksOf(
  ruling: Ruling,
  to: RulingValue,
  headline: string,
  before: readonly FullDifference[],
  now: readonly FullDifference[],
): RulingCheck[] {
  return now.flatMap((d) => {
    const was = before.find((b) => b.id === d.id);
    if (!was) return [];
    const survives = was.verdict === d.verdict;
    if (survives && d.id !== headline) return [];
    const show = d.kind === 'outcome' ? signedPoints : signedFigure;
    const verdict = survives ? `still ${d.verdict}` : `${was.verdict} becomes ${d.verdict}`;
    return [
      {
        ruling: ruling.id,
        key: ruling.key,
        from: ruling.value,
        to,
        variant: d.variant,
        measure: d.id,
        difference: d.difference,
        survives,
        text: `${ruling.key} = ${to} instead of ${ruling.value}: ${d.label} ${verdict} (${show(was.difference)} → ${show(d.difference)}).`,
      },
    ];
  });
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
