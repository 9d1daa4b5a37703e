import type { RulingCheck } from '../results/types.ts';
import type { Rulebook, Ruling, RulingValue } from '../rules/book.ts';
import { InputError } from '../rules/problem.ts';
import { otherReadings } from '../rules/ruling-reads.ts';
import { type LoadedScenario, type Override, type PreparedCell, prepareCell } from '../scenarios/prepare.ts';
import type { Tally } from '../sim/tally.ts';
import type { CompareOptions, NamedOverrides } from './compare.ts';
import { corrected, exactDifferences, type FullDifference, sampledDifferences } from './differences.ts';
import { objective } from './objective.ts';
import { engineOptions } from './options.ts';
import { type PairRun, PairRunner } from './pair.ts';
import { CellProgress } from './progress.ts';
import { checksOf, type Flipped, inOrder, STOPPED, summary } from './ruling-checks.ts';
import { unlessStopped } from './stopped.ts';

/** What other readings of the rulings do to the verdicts, and one sentence a variant that counts them. */
export interface Robustness {
  readonly checks: readonly RulingCheck[];
  readonly notes: readonly string[];
}

/** A comparison whose verdicts are to be looked at again. */
export interface Compared {
  readonly loaded: LoadedScenario;
  readonly base: readonly Override[];
  readonly variants: readonly NamedOverrides[];
  /** What came of each variant, as the rulings stand. */
  readonly runs: readonly PairRun[];
  /** Corrected together. */
  readonly differences: readonly FullDifference[];
  readonly headline: string;
  readonly options: CompareOptions;
}

/** A variant on the way through all readings. */
interface Entry {
  readonly variant: NamedOverrides;
  readonly cell: PreparedCell;
  readonly index: number;
  readonly readings: number;
  readonly flipped: Flipped[];
}

/**
 * Takes every other reading of every ruling, one at a time, and compares again: all variants with one base, corrected
 * together just as before. A ruling that leaves base and variant as they were does not touch the encounter and is only
 * named. The headline is always reported; other outcomes and measures where their verdict changes. Readings that turn a
 * verdict come first, those that move the headline most before others.
 */
export async function robustness(compared: Compared): Promise<Robustness> {
  const { loaded, base, variants, runs, differences, headline, options } = compared;
  const printed = prepareCell(loaded, base);
  const headlineId = objective(headline, runs[0].base.tally, printed.sides).id;
  const entries = variants.map((variant, index): Entry => {
    const cell = prepareCell(loaded, variant.overrides);
    return { variant, cell, index, readings: flips(printed.book, cell.book).length, flipped: [] };
  });
  const progress = new CellProgress(
    entries.reduce((n, e) => n + e.readings, 0),
    loaded,
    options,
  );
  for (const reading of allReadings(printed, entries)) {
    if (options.signal?.aborted || !(await tryReading(reading, compared, printed, headlineId, progress))) break;
  }
  const ofVariant = ({ index }: Entry) => differences.filter((d) => d.cell === index + 1);
  return {
    checks: entries.flatMap((e) => inOrder(e.flipped, headlineId, ofVariant(e)).flatMap((f) => f.checks)),
    notes: entries.map((e) =>
      e.flipped.length === 0 && e.readings > 0
        ? STOPPED
        : summary(
            e.flipped,
            ofVariant(e).find((d) => d.id === headlineId),
            e.readings,
          ),
    ),
  };
}

/** One other reading, and the variants that it can be tried with. */
interface Reading {
  readonly ruling: Ruling;
  readonly to: RulingValue;
  readonly entries: readonly Entry[];
}

function allReadings(printed: PreparedCell, entries: readonly Entry[]): Reading[] {
  const found = new Map<string, { ruling: Ruling; to: RulingValue; entries: Entry[] }>();
  for (const entry of entries) {
    for (const { ruling, to } of flips(printed.book, entry.cell.book)) {
      const key = `${ruling.key}=${to}`;
      if (!found.has(key)) found.set(key, { ruling, to, entries: [] });
      found.get(key)!.entries.push(entry);
    }
  }
  return [...found.values()];
}

/** False where a stop cut it short: a reading with fewer trials than what it is compared with says nothing. */
async function tryReading(
  { ruling, to, entries }: Reading,
  { loaded, base, variants, runs, differences, options }: Compared,
  printed: PreparedCell,
  headlineId: string,
  progress: CellProgress,
): Promise<boolean> {
  const flip = { path: `rulings.${ruling.key}`, value: to };
  const flipped = (cell: PreparedCell, overrides: readonly Override[]) =>
    ruling.key in cell.book.rulings ? allowedCell(loaded, [...overrides, flip]) : cell;
  const first = flipped(printed, base);
  const pairing = { ...options, sharedBase: variants.length > 1 };
  const runner = first && new PairRunner(loaded, first, pairing, () => progress);
  const now: { entry: Entry; raw: FullDifference[] }[] = [];
  for (const entry of entries) {
    if (options.signal?.aborted) return false;
    await progress.cellDone();
    const second = flipped(entry.cell, entry.variant.overrides);
    if (!runner || !second) {
      entry.flipped.push({ ruling, effect: 'refused', checks: [] });
      continue;
    }
    const run = await unlessStopped(options, () => runner.against(second));
    if (!run || run.variant.tally.partial) return false;
    const before = runs[entry.index];
    if (sameTally(run.base.tally, before.base.tally) && sameTally(run.variant.tally, before.variant.tally)) {
      entry.flipped.push({ ruling, effect: 'none', checks: [] });
      continue;
    }
    const { sides } = printed;
    const { index, variant } = entry;
    const { objective: asked } = options;
    const what = {
      cell: index + 1,
      variant: variant.name,
      kind: loaded.encounter,
      sides,
      ...(asked && { objective: asked }),
    };
    now.push({
      entry,
      raw:
        run.kind === 'exact'
          ? exactDifferences(what, run.base.tally, run.variant.tally)
          : sampledDifferences(what, run.pair),
    });
  }
  // Variants that this reading leaves alone stay in the family as they were: it is as large as before.
  const touched = new Set(now.map(({ entry }) => entry.index + 1));
  const family = corrected(
    [...now.flatMap((n) => n.raw), ...differences.filter((d) => !touched.has(d.cell))],
    engineOptions(loaded, options).level,
  );
  for (const { entry } of now) {
    const ofEntry = (all: readonly FullDifference[]) => all.filter((d) => d.cell === entry.index + 1);
    const checks = checksOf(ruling, to, headlineId, ofEntry(differences), ofEntry(family), variants.length > 1);
    entry.flipped.push({ ruling, effect: 'some', checks });
  }
  return true;
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
