import type { PairedEvaluation } from '../engine/types.ts';
import type { Difference } from '../results/types.ts';
import type { EncounterKind } from '../rules/encounter.ts';
import type { Sides } from '../scenarios/prepare.ts';
import type { Tally } from '../sim/tally.ts';
import { cohensH } from '../stats/effect-size.ts';
import { holm } from '../stats/holm.ts';
import { CONFIDENCE } from '../stats/interval.ts';
import { detectableDifference, trialsToDetect } from '../stats/power.ts';
import { normalQuantile } from '../stats/special.ts';
import { isOneSided } from '../words/kinds.ts';
import { theName } from '../words/names.ts';
import { type Objective, objective } from './objective.ts';
import { sampleOf } from './objective-sample.ts';
import { objectiveValue, type PairedDifference, pairedDifference } from './objective-value.ts';
import { meanSize, shareSize } from './words.ts';

/** Exact figures closer than this are the same. */
const SAME = 1e-12;

/** A difference with what a verdict needs besides. */
export interface FullDifference extends Difference {
  readonly gain?: number;
}

export interface Comparison {
  readonly cell: number;
  readonly variant: string;
  readonly kind: EncounterKind;
  readonly sides: Sides;
  /** What is compared besides every outcome and measure, such as a tail. */
  readonly objective?: string;
}

/** Every outcome, group of outcomes and measure of a variant against the base, both exact. */
export function exactDifferences(what: Comparison, base: Tally, variant: Tally): FullDifference[] {
  return compared(what, base, variant).map(({ first, second }) => {
    const a = objectiveValue(first, base).value;
    const b = objectiveValue(second, variant).value;
    const difference = Math.abs(b - a) < SAME ? 0 : b - a;
    const variance = sampleOf(first, base).variance + sampleOf(second, variant).variance;
    return {
      ...row(what, first, a, b, difference, effect(first, second, base, variant, difference)),
      ...needed(difference, variance),
      verdict: difference === 0 ? 'same' : difference > 0 ? 'more' : 'less',
    };
  });
}

/** The same for a base and a variant sampled under the same dice. Verdicts wait for the correction. */
export function sampledDifferences(what: Comparison, pair: PairedEvaluation): FullDifference[] {
  const { a, b, pairing } = pair;
  const paired = !pairing.startsWith('independent');
  return compared(what, a.tally, b.tally).map(({ first, second }) => {
    const d = pairedDifference(first, second, pair);
    const spread = effect(first, second, a.tally, b.tally, d.difference);
    const { level } = a.tally;
    const trials = a.tally.trials!;
    return {
      ...row(what, first, d.base, d.value, d.difference, spread),
      ...interval(d),
      ...(paired && d.flips ? { flips: d.flips } : {}),
      ...(paired ? { gain: d.gain } : {}),
      ...(Number.isNaN(d.pValue) ? {} : { rawPValue: d.pValue }),
      ...ifDetectable(detectable(d, level)),
      ...needed(d.difference, d.standardError ** 2 * trials, level),
      verdict: 'no detectable difference',
    };
  });
}

/**
 * Corrects all sampled differences of a comparison together (Holm), and then says which of them stand: those that, were
 * there no difference, would come up more seldom than the level of the intervals allows.
 */
export function corrected(all: readonly FullDifference[], level = CONFIDENCE): FullDifference[] {
  const tested = all.filter((d) => d.rawPValue !== undefined && !Number.isNaN(d.rawPValue));
  const adjusted = new Map(holm(tested.map((d) => d.rawPValue!)).map((p, i) => [tested[i], p]));
  return all.map((d) => {
    const pValue = adjusted.get(d);
    if (pValue === undefined) return d;
    if (pValue >= 1 - level) return { ...d, pValue, verdict: 'no detectable difference' };
    return { ...d, pValue, verdict: d.difference > 0 ? 'more' : 'less' };
  });
}

/** The difference as the contract has it. */
export function published({ gain: _gain, ...difference }: FullDifference): Difference {
  return difference;
}

function compared(what: Comparison, base: Tally, variant: Tally): { first: Objective; second: Objective }[] {
  const common = (a: readonly { id: string }[], b: readonly { id: string }[]) =>
    a.map((x) => x.id).filter((id) => b.some((y) => y.id === id));
  const happens = (id: string) =>
    [base, variant].some((t) => t.ends.some((e) => e.weight > 0 && t.outcomes[e.outcome].id === id));
  const ids = new Set([
    'winner=a',
    'winner=b',
    // Where one side's win is the other's loss, the lead between them means something.
    ...(isOneSided(what.kind) ? [] : ['advantage']),
    ...common(base.outcomes, variant.outcomes).filter(happens),
    ...common(base.measures, variant.measures),
    ...common(base.sums, variant.sums),
  ]);
  if (what.objective !== undefined) ids.add(objective(what.objective, base, what.sides).id);
  return [...ids].map((id) => ({
    first: objective(id, base, what.sides),
    second: objective(id, variant, what.sides),
  }));
}

function row(what: Comparison, of: Objective, base: number, value: number, difference: number, spread: number) {
  const share = of.kind !== 'mean';
  return {
    cell: what.cell,
    variant: what.variant,
    kind: share ? ('outcome' as const) : ('measure' as const),
    id: of.id,
    label: of.label,
    base,
    value,
    difference,
    size:
      of.kind === 'advantage'
        ? betterFor(difference, what.sides)
        : share
          ? shareSize(difference, what.kind)
          : meanSize(difference, spread),
    ...effectOf(of, base, value, spread),
  };
}

/** A lead that grows is good for one side and bad for the other. */
const betterFor = (difference: number, { names }: Sides): string =>
  Math.abs(difference) < SAME ? 'the same' : `better for ${theName(names[difference > 0 ? 0 : 1])}`;

/** Cohen's h of shares, and d of everything else; infinite ones are not numbers that a file can hold. */
function effectOf(of: Objective, base: number, value: number, spread: number): Pick<Difference, 'effect'> {
  if (of.kind === 'probability') return { effect: { kind: 'cohens-h', value: cohensH(base, value) } };
  return Number.isFinite(spread) ? { effect: { kind: 'cohens-d', value: spread } } : {};
}

/** From the width of the interval, which leaves room for flips that have not come up yet. */
function detectable({ low, high }: PairedDifference, level = CONFIDENCE): number {
  return detectableDifference((high - low) / 2 / normalQuantile((1 + level) / 2), level);
}
const ifDetectable = (smallest: number): Pick<Difference, 'detectable'> =>
  Number.isFinite(smallest) ? { detectable: smallest } : {};

const needed = (difference: number, variance: number, level?: number): Pick<Difference, 'trialsNeeded'> =>
  difference === 0 || !(variance > 0) ? {} : { trialsNeeded: trialsToDetect(difference, variance, level) };

/** Cohen's d: the difference over the pooled spread. */
function effect(first: Objective, second: Objective, a: Tally, b: Tally, difference: number): number {
  const spread = Math.sqrt((sampleOf(first, a).variance + sampleOf(second, b).variance) / 2);
  return spread > 0 ? difference / spread : difference === 0 ? 0 : Math.sign(difference) * Number.POSITIVE_INFINITY;
}

const interval = ({ low, high }: PairedDifference) => (Number.isFinite(low) ? { low, high } : {});
