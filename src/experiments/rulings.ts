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
  const before = new PairRunner(loaded, printed, options);
  const baseTally = (await before.evaluateBase()).tally;
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
    const ownTally = (await before.against(own)).variant.tally;
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
      const runner = new PairRunner(loaded, first, options, (p) => progress.within(p));
      const untouched = sameTally((await runner.evaluateBase()).tally, baseTally);
      const run = await runner.against(second);
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
    notes.push(
      summary(
        said,
        was.find((d) => d.id === headlineId),
      ),
    );
  }
  return { checks, notes };
}

/** What came of taking one ruling in another way. */
interface Flipped {
  readonly ruling: Ruling;
  readonly effect: 'some' | 'none' | 'refused';
  readonly checks: readonly RulingCheck[];
}

function inOrder(said: readonly Flipped[], headline: string, before: readonly FullDifference[]): Flipped[] {
  const was = before.find((d) => d.id === headline)?.difference ?? 0;
  const turned = (f: Flipped) => {
    if (f.checks.every((c) => c.survives)) return 2;
    return f.checks.some((c) => c.measure === headline && !c.survives) ? 0 : 1;
  };
  const moved = (f: Flipped) => Math.abs((f.checks.find((c) => c.measure === headline)?.difference ?? was) - was);
  return [...said].sort((a, b) => turned(a) - turned(b) || moved(b) - moved(a));
}

/** "Other readings of the rulings: 12 change figures here, 1 turns 'attacker wins', 3 some other verdict; …" */
function summary(said: readonly Flipped[], headline: FullDifference | undefined): string {
  const some = said.filter((f) => f.effect === 'some');
  const lost = (f: Flipped) => f.checks.filter((c) => !c.survives).map((c) => c.measure);
  const first = some.filter((f) => headline && lost(f).includes(headline.id)).length;
  const other = some.filter((f) => lost(f).length > 0).length - first;
  const refused = said.filter((f) => f.effect === 'refused').length;
  const keys = (list: readonly Flipped[]) => new Set(list.map((f) => f.ruling.key));
  const touching = keys(said.filter((f) => f.effect !== 'none'));
  const still = [...keys(said)].filter((key) => !touching.has(key));
  const turns = (n: number) => (n === 0 ? 'none turns' : n === 1 ? '1 turns' : `${n} turn`);
  return `${[
    `Other readings of the rulings: ${some.length} change figures here, ${turns(first)} the verdict on '${headline?.label ?? ''}' and ${turns(other)} another`,
    ...(refused > 0 ? [`${refused} the sheet does not allow here`] : []),
    ...(still.length > 0
      ? [`${still.length} ${still.length === 1 ? 'ruling has' : 'rulings have'} no effect: ${still.join(', ')}`]
      : []),
  ].join('; ')}.`;
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
  several: boolean,
): RulingCheck[] {
  const found = now.flatMap((d) => {
    const was = before.find((b) => b.id === d.id);
    if (!was) return [];
    const survives = was.verdict === d.verdict;
    return survives && d.id !== headline ? [] : [{ d, was, survives }];
  });
  // The headline, then outcomes, then measures, by how far they move.
  const rank = ({ d }: (typeof found)[number]) => (d.id === headline ? 0 : d.kind === 'outcome' ? 1 : 2);
  const moved = ({ d, was }: (typeof found)[number]) => Math.abs(d.difference - was.difference);
  found.sort((a, b) => rank(a) - rank(b) || moved(b) - moved(a));
  return found.map(({ d, was, survives }) => {
    const verdict = survives ? `still ${d.verdict}` : `${was.verdict} becomes ${d.verdict}`;
    return {
      ruling: ruling.id,
      key: ruling.key,
      from: ruling.value,
      to,
      variant: d.variant,
      measure: d.id,
      difference: d.difference,
      survives,
      text: `${ruling.key}${several ? ` with ${d.variant}` : ''}: ${d.label} ${verdict} (${fromTo(was, d)}).`,
    };
  });
}

/** "−8.0 → 0 points". */
const fromTo = (was: FullDifference, now: FullDifference): string =>
  now.kind === 'outcome'
    ? `${signedPoints(was.difference).replace(' points', '')} → ${signedPoints(now.difference)}`
    : `${signedFigure(was.difference)} → ${signedFigure(now.difference)}`;

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
