import type { PairedEvaluation } from '../engine/types.ts';
import type { Verdict } from '../results/types.ts';
import type { EncounterKind } from '../rules/encounter.ts';
import type { Sides } from '../scenarios/prepare.ts';
import type { Tally } from '../sim/tally.ts';
import { chiSquared } from '../stats/chi-squared.ts';
import { distribution } from '../stats/distribution.ts';
import { CONFIDENCE } from '../stats/interval.ts';
import { kolmogorovSmirnov } from '../stats/kolmogorov-smirnov.ts';
import { asShown } from '../words/figures.ts';
import { theName } from '../words/names.ts';
import type { FullDifference } from './differences.ts';
import { objective } from './objective.ts';
import type { PairRun } from './pair.ts';
import { figure, levelText, nounsOf, oneIn, percent, signedFigure, signedPoints } from './words.ts';

export interface VerdictInput {
  readonly kind: EncounterKind;
  readonly sides: Sides;
  readonly objective: string;
  readonly run: PairRun;
  readonly cell: number;
  readonly name: string;
  /** Of all variants, corrected together. */
  readonly differences: readonly FullDifference[];
  /** What is to be said of caps. */
  readonly caps: readonly string[];
  /** What other readings of the rulings do, where that was tried. */
  readonly rulings: readonly string[];
}

/** What a variant does to the encounter, in a sentence or two, and what has to be said beside it. */
export function verdict(input: VerdictInput): Verdict {
  const { run, cell, name, kind } = input;
  const own = input.differences.filter((d) => d.cell === cell);
  const wanted = objective(input.objective, run.base.tally, input.sides).id;
  const headline = own.find((d) => d.id === wanted)!;
  const largest = own
    .filter(
      (d) =>
        d.kind === 'outcome' &&
        !d.id.startsWith('winner=') &&
        d.id !== 'advantage' &&
        d.id !== wanted &&
        d.verdict !== 'no detectable difference',
    )
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference))[0];
  const sentences = [`${verdictText(headline)}.`];
  const isHeadline = largest?.base === headline.base && largest?.value === headline.value;
  sentences.push(...leadSentence(headline, own, input.sides));
  if (largest && largest.difference !== 0 && !isHeadline) sentences.push(`Most changed: ${verdictText(largest)}.`);
  const paired = run.kind === 'sampled' && headline.kind === 'outcome' && headline.flips !== undefined;
  if (paired && headline.flips!.towards + headline.flips!.away > 0) {
    const { towards, away } = headline.flips!;
    sentences.push(
      `Under the same dice, ${percent(towards + away)} of ${nounsOf(kind)} go the other way: ${percent(towards)} become '${headline.label}' and ${percent(away)} no longer are.`,
    );
  }
  const gain = headline.gain;
  return {
    cell,
    variant: name,
    text: sentences.join(' '),
    notes: [...notes(input, headline), ...input.rulings],
    ...(run.kind === 'sampled' ? { tests: wholeTests(run.base.tally, run.variant.tally) } : {}),
    ...(gain !== undefined && Number.isFinite(gain) ? { pairingGain: gain } : {}),
  };
}

/** Where both sides win more often, or both less, who wins more says nothing of who gains: the lead does. */
function leadSentence(headline: FullDifference, own: readonly FullDifference[], { names }: Sides): string[] {
  if (!headline.id.startsWith('winner=')) return [];
  const [a, b, lead] = ['winner=a', 'winner=b', 'advantage'].map((id) => own.find((d) => d.id === id));
  const found = [a, b].every((d) => d?.verdict === 'more' || d?.verdict === 'less');
  if (!a || !b || !lead || !found || a.difference * b.difference <= 0) return [];
  const decided = `${percent(asShown(a.base) + asShown(b.base))} → ${percent(asShown(a.value) + asShown(b.value))}`;
  const points = `${signedPoints(lead.base).replace(' percentage points', '')} → ${signedPoints(lead.value)}`;
  const moved = lead.verdict === 'same' || lead.verdict === 'no detectable difference' ? lead.verdict : lead.size;
  const other = theName(names[headline.id === 'winner=a' ? 1 : 0]);
  const decidedness = `${a.difference > 0 ? 'more' : 'fewer'} are decided (${decided})`;
  return [
    `The same holds for ${other}: ${decidedness}, and the lead of ${theName(names[0])} goes ${points} (${moved}).`,
  ];
}

function verdictText(d: FullDifference): string {
  if (d.id === 'advantage') {
    const both = `${signedPoints(d.base).replace(' percentage points', '')} → ${signedPoints(d.value)}`;
    return `${d.label}: ${d.verdict === 'more' || d.verdict === 'less' ? d.size : d.verdict}, ${both}`;
  }

  const show = d.kind === 'outcome' ? percent : figure;
  const signed = d.kind === 'outcome' ? signedPoints : signedFigure;
  const both = `${show(d.base)} → ${show(d.value)}`;
  switch (d.verdict) {
    case 'same':
      return `${d.label}: the same (${show(d.base)})`;
    case 'no detectable difference': {
      const margin = d.low === undefined ? '' : `, difference ${signed(d.low)} to ${signed(d.high!)}`;
      const missed =
        d.detectable === undefined
          ? ''
          : `; less than ${signed(d.detectable).replace('+', '')} these trials would mostly miss`;
      return `${d.label}: no detectable difference (${both}${margin})${missed}`;
    }
    default:
      return `${d.label}: ${d.size}, ${both}`;
  }
}

function notes({ run, differences, caps }: VerdictInput, headline: FullDifference): string[] {
  const found = [...caps];
  if (run.kind === 'exact') return found;
  const tested = differences.filter((d) => d.pValue !== undefined).length;
  const level = run.base.tally.level ?? CONFIDENCE;
  const rarely = oneIn(1 - level).replace('1 in', '1 time in');
  found.push(
    `Intervals are ${levelText(level)} each; the verdicts of all ${tested} comparisons are corrected together (Holm), so that a false alarm among them comes at most ${rarely}.`,
    pairingNote(run.pair, headline),
  );
  if (run.base.tally.partial || run.variant.tally.partial) found.push('Stopped early: what is here is partial.');
  return found;
}

/** How the two were played, and what came of it. "No result changed" is said only where none did. */
function pairingNote(pair: PairedEvaluation, { gain, label }: FullDifference): string {
  if (gain === undefined) {
    return pair.sharingHurts
      ? 'Each was played with dice of its own: the same dice would have made the difference less certain.'
      : 'The two were played with independent dice.';
  }
  const shared = `Played under the same dice (${pair.pairing})`;
  if (!anyChange(pair)) return `${shared}: no result changed.`;
  if (gain === Number.POSITIVE_INFINITY) return `${shared}: '${label}' came out the same every time.`;
  if (!Number.isFinite(gain)) return `${shared}.`;
  if (figure(Math.max(gain, 1 / gain)) === '1') return `${shared}: as much variance as independent runs.`;
  return gain >= 1
    ? `${shared}: ${figure(gain)} times less variance than independent runs.`
    : `${shared}: ${figure(1 / gain)} times more variance than independent runs.`;
}

/** Whether any encounter ended otherwise, or added up something else. */
function anyChange({ a, b, joint, sums }: PairedEvaluation): boolean {
  const differs = joint.some((j) => {
    const [x, y] = [a.tally.ends[j.a], b.tally.ends[j.b]];
    return a.tally.outcomes[x.outcome].id !== b.tally.outcomes[y.outcome].id || x.values.join() !== y.values.join();
  });
  // Pairs that were not kept may hold any change.
  return differs || joint.length === 0 || sums.some((s) => s.sd > 0 || s.mean !== 0);
}

/** Tests of whole distributions. They treat the two runs as independent, and so claim too little when dice are shared. */
function wholeTests(base: Tally, variant: Tally): Verdict['tests'] {
  const counts = (t: Tally) => {
    const weights = t.outcomes.map(() => 0);
    for (const e of t.ends) weights[e.outcome] += e.weight;
    return weights;
  };
  const tests = [{ name: 'chi-squared over outcomes', ...statistic(chiSquared(counts(base), counts(variant))) }];
  base.measures.forEach((m, i) => {
    const j = variant.measures.findIndex((x) => x.id === m.id);
    if (j < 0) return;
    const values = (t: Tally, at: number) => distribution(t.ends.map((e) => [e.values[at], e.weight] as const));
    tests.push({
      name: `Kolmogorov–Smirnov over ${m.id}`,
      ...statistic(kolmogorovSmirnov(values(base, i), values(variant, j))),
    });
  });
  return tests;
}

const statistic = ({ statistic: s, pValue }: { statistic: number; pValue: number }) => ({ statistic: s, pValue });
