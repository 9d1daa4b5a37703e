import type { Evaluation } from '../engine/types.ts';
import type { Rulebook } from '../rules/book.ts';
import type { Note } from '../rules/encounter.ts';
import { bookHash } from '../rules/hash.ts';
import { placeAt } from '../rules/place.ts';
import type { Sides } from '../scenarios/side-names.ts';
import type { Tally } from '../sim/tally.ts';
import { distribution, moments } from '../stats/distribution.ts';
import { CONFIDENCE } from '../stats/interval.ts';
import { meanInterval } from '../stats/mean-interval.ts';
import { quantile } from '../stats/quantile.ts';
import { wilson } from '../stats/wilson.ts';
import { labelOfRow, partLabel } from '../words/labels.ts';
import { withoutRuling } from '../words/readings.ts';
import { contactOf } from './contact.ts';
import type { CellResult, Estimate, MeasureResult, OutcomeResult } from './types.ts';

/** What a cell is besides its figures. */
export interface CellFrame {
  readonly labels: CellResult['labels'];
  readonly book: Rulebook;
  readonly variant: string | null;
  readonly notes: readonly Note[];
  readonly sides: Sides;
}

/** A tally as one cell of the results: exact figures bare, sampled ones with counts and intervals. */
export function assembleCell(frame: CellFrame, { tally, method, states }: Evaluation): CellResult {
  const { book } = frame;
  const contact = contactOf(tally);
  return {
    labels: frame.labels,
    rulebook: {
      id: book.id,
      title: book.title,
      ...(book.label === undefined ? {} : { label: book.label }),
      hash: bookHash(book),
      variant: frame.variant,
      ...rowLabels(book),
    },
    rulings: rulingsOf(book),
    notes: frame.notes.map(({ kind, text }) => ({ kind, text })),
    ...sidesIn(frame),
    engine: tally.kind === 'exact' ? 'exact' : 'sample',
    method,
    trials: tally.trials,
    ...(tally.kind === 'exact' ? {} : { level: tally.level ?? CONFIDENCE }),
    partial: tally.partial,
    states,
    outcomes: outcomeResults(tally),
    measures: [...endMeasures(tally), ...sumMeasures(tally)],
    ...(contact ? { contact } : {}),
  };
}

function sidesIn({ sides: { ids, names } }: CellFrame): Pick<CellResult, 'sides' | 'sideIds'> {
  return ids.every((id, i) => id === names[i]) ? { sides: names } : { sides: names, sideIds: ids };
}

/** Names of edited rows, by the path of the edit, where the path does not give one. */
function rowLabels(book: Rulebook): Pick<CellResult['rulebook'], 'rows'> {
  const rows = (book.variants ?? []).flatMap((edit) => {
    const path = /^([\w.-]+)=/.exec(edit)?.[1];
    const place = path === undefined ? undefined : placeAt(book, path);
    if (path === undefined || place?.kind !== 'modifier') return [];
    const own = withoutRuling(place.row.label);
    const label = place.part === undefined ? labelOfRow(place.row.id, own) : partLabel(own, place.part);
    return label === undefined ? [] : [[path, label] as const];
  });
  return rows.length === 0 ? {} : { rows: Object.fromEntries(rows) };
}

const knownRulings = new WeakMap<Rulebook, CellResult['rulings']>();

/** The rulings in force; cells of one book share them. */
function rulingsOf(book: Rulebook): CellResult['rulings'] {
  let found = knownRulings.get(book);
  if (!found) {
    found = Object.fromEntries(Object.values(book.rulings).map((r) => [r.key, r.value]));
    knownRulings.set(book, found);
  }
  return found;
}

/** A weight as a probability: with count and Wilson interval when sampled. */
export function estimate(tally: Tally, weight: number): Estimate {
  // Exact shares that make up a whole may pass it by a rounding error.
  if (tally.trials === null) return { p: Math.min(1, weight) };
  return { p: weight / tally.trials, ...wilson(weight, tally.trials, tally.level), count: weight };
}

function outcomeResults(tally: Tally): OutcomeResult[] {
  const weights = tally.outcomes.map(() => 0);
  for (const end of tally.ends) weights[end.outcome] += end.weight;
  return tally.outcomes.map(({ id, label, winner, severity }, i) => ({
    id,
    label,
    winner,
    severity,
    ...estimate(tally, weights[i]),
  }));
}

/** The median, its quartiles, and the span of nine in ten. */
const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95] as const;

function endMeasures(tally: Tally): MeasureResult[] {
  return tally.measures.map(({ id, label }, m) => {
    const d = distribution(tally.ends.filter((e) => e.weight > 0).map((e) => [e.values[m], e.weight] as const));
    const { mean, variance } = moments(d);
    const shares = sharesByOutcome(tally, m);
    return {
      id,
      label,
      mean,
      sd: Math.sqrt(variance),
      ...finite(tally.trials === null ? null : meanInterval({ n: tally.trials, mean, variance }, tally.level)),
      quantiles: QUANTILES.map((share) => ({ share, value: quantile(d, share) })),
      distribution: d.map(({ value, weight }) => ({
        value,
        ...estimate(tally, weight),
        byOutcome: shares.get(value)!,
      })),
    };
  });
}

function sharesByOutcome(tally: Tally, measure: number): Map<number, Record<string, number>> {
  const shares = new Map<number, Record<string, number>>();
  const whole = tally.trials ?? 1;
  for (const end of tally.ends) {
    if (end.weight === 0) continue;
    const value = end.values[measure];
    if (!shares.has(value)) shares.set(value, {});
    const at = shares.get(value)!;
    const id = tally.outcomes[end.outcome].id;
    at[id] = Math.min(1, (at[id] ?? 0) + end.weight / whole);
  }
  return shares;
}

/** What adds up along the way: its spread is known from the walk, exact or sampled. */
function sumMeasures({ sums, trials, level }: Tally): MeasureResult[] {
  return sums.map(({ id, label, mean, sd }) => ({
    id,
    label,
    mean,
    sd,
    ...finite(trials === null ? null : meanInterval({ n: trials, mean, variance: sd ** 2 }, level)),
    distribution: [],
  }));
}

/** An interval, or nothing where one cannot be known (a single trial). */
function finite(interval: { low: number; high: number } | null): { low: number; high: number } | undefined {
  return interval && Number.isFinite(interval.low) ? { low: interval.low, high: interval.high } : undefined;
}
