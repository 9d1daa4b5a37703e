import type { RollScores, RowUse, Scores } from './scores.ts';
import { percent } from './words.ts';

/** The score that a table reads: beyond its ends, the end. */
const read = (total: number, { low, high }: RollScores): number =>
  Math.min(high ?? Number.POSITIVE_INFINITY, Math.max(low ?? Number.NEGATIVE_INFINITY, total));

/** How much of a change of `by` points to a row is swallowed by the ends of tables. */
export interface Absorption {
  /** Of the times that it counts, by chance: 1 where it is always swallowed. */
  readonly share: number;
  readonly text: string;
}

/** Shares that are whole but for rounding. */
const WHOLE = 1 - 1e-9;

/**
 * Looks at every roll that a row counts in; undefined where no end of a table swallows anything. `by` is the change, or
 * what the change comes to where the row is worth so much; `from` is how far the row has been moved already.
 */
export function absorption(use: RowUse, by: number | ((worth: number) => number), from = 0): Absorption | undefined {
  let counts = 0;
  let absorbed = 0;
  const sentences = new Set<string>();
  for (const [worth, rolls] of use.worth) {
    const change = typeof by === 'number' ? by : by(worth);
    if (change === 0) continue;
    for (const scores of rolls.values()) {
      const swallowed: number[] = [];
      for (const [before, n] of scores.totals) {
        const total = before + from;
        counts += n;
        if (read(total, scores) !== read(total + change, scores)) continue;
        absorbed += n;
        swallowed.push(total);
      }
      const atTop = swallowed.filter((t) => t >= (scores.high ?? Number.POSITIVE_INFINITY));
      const atBottom = swallowed.filter((t) => t <= (scores.low ?? Number.NEGATIVE_INFINITY));
      if (atTop.length > 0) sentences.add(topText(scores, atTop, change));
      if (atBottom.length > 0) sentences.add(bottomText(scores, atBottom, change));
    }
  }
  if (absorbed === 0) return undefined;
  const share = absorbed / counts > WHOLE ? 1 : absorbed / counts;
  const often = share === 1 ? 'always absorbed' : `absorbed ${percent(share)} of the times that it counts`;
  return { share, text: `${often} (${[...sentences].join('; ')})` };
}

/** "score 11 to 13, where nothing above 10 is read: it would count from 9 down". */
function topText({ label, high }: RollScores, totals: readonly number[], by: number): string {
  const first = by > 0 ? high! - 1 : high! - by - 1;
  return `${label} ${span(totals)}, where nothing above ${high} is read: it would count from ${first} down`;
}

function bottomText({ label, low }: RollScores, totals: readonly number[], by: number): string {
  const first = by < 0 ? low! + 1 : low! - by + 1;
  return `${label} ${span(totals)}, where nothing below ${low} is read: it would count from ${first} up`;
}

const span = (totals: Iterable<number>): string => {
  const sorted = [...totals].sort((a, b) => a - b);
  return sorted[0] === sorted[sorted.length - 1] ? String(sorted[0]) : `${sorted[0]} to ${sorted[sorted.length - 1]}`;
};

/**
 * Sentences for rolls that a change touches while what the table reads stays the same, or changes by less. Scores are
 * weighed by how often they come up, so that a score that was always possible and is now likely counts as a change.
 */
export function absorbedChanges(base: Scores, variant: Scores): string[] {
  const found: string[] = [];
  for (const [key, before] of base.rolls) {
    const after = variant.rolls.get(key);
    if (!after || sameSet(before.parts, after.parts)) continue;
    const moved = distance(
      shares(before, (t) => t),
      shares(after, (t) => t),
    );
    if (moved < UNMOVED) continue;
    const readMoved = distance(
      shares(before, (t) => read(t, before)),
      shares(after, (t) => read(t, after)),
    );
    const ends = endsText(before, after);
    if (ends === undefined) continue;
    const spans = `${before.label} is ${span(after.totals.keys())} (${span(before.totals.keys())} in the base)`;
    const why = `the table ${ends.ends}, and the ${spans}. A change shows only at ${ends.shows}.`;
    if (readMoved < UNMOVED) found.push(`A cap absorbs this change: ${why}`);
    else if (readMoved < moved * WHOLE) {
      found.push(`A cap absorbs ${percent(1 - readMoved / moved)} of this change: ${why}`);
    }
  }
  return [...new Set(found)];
}

const UNMOVED = 1e-9;

/** How often each score comes up among the rolls of its kind, after reading. */
function shares({ totals }: RollScores, reads: (total: number) => number): Map<number, number> {
  const all = [...totals.values()].reduce((a, b) => a + b, 0);
  const found = new Map<number, number>();
  for (const [t, n] of totals) found.set(reads(t), (found.get(reads(t)) ?? 0) + n / all);
  return found;
}

/** The share of rolls that would have to change for one list to become the other. */
function distance(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number {
  return [...new Set([...a.keys(), ...b.keys()])].reduce(
    (sum, k) => sum + Math.abs((a.get(k) ?? 0) - (b.get(k) ?? 0)) / 2,
    0,
  );
}

/** The ends that the scores run up against, and from where a change counts. */
function endsText({ low, high, totals }: RollScores, after: RollScores): { ends: string; shows: string } | undefined {
  const all = [...totals.keys(), ...after.totals.keys()];
  const runsOut = high !== undefined && all.some((t) => t > high);
  if (low !== undefined && all.some((t) => t < low)) {
    return runsOut
      ? { ends: `runs from ${low} to ${high} only`, shows: `${low + 1} to ${high - 1}` }
      : { ends: `starts at ${low}`, shows: `${low + 1} or more` };
  }
  return runsOut ? { ends: `stops at ${high}`, shows: `${high - 1} or less` } : undefined;
}

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((k) => b.has(k));
