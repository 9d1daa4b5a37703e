import type { RollScores, RowUse, Scores } from './scores.ts';

/** The score that a table reads: beyond its ends, the end. */
const read = (total: number, { low, high }: RollScores): number =>
  Math.min(high ?? Number.POSITIVE_INFINITY, Math.max(low ?? Number.NEGATIVE_INFINITY, total));

/** How much of a change of `by` points to a row is swallowed by the ends of tables. */
export interface Absorption {
  readonly states: number;
  readonly absorbed: number;
  readonly text: string;
}

/**
 * Looks at every roll that a row counts in; undefined where no end of a table swallows anything. `by` is the change, or
 * what the change comes to where the row is worth so much; `from` is how far the row has been moved already.
 */
export function absorption(use: RowUse, by: number | ((worth: number) => number), from = 0): Absorption | undefined {
  let states = 0;
  let absorbed = 0;
  const sentences = new Set<string>();
  for (const [worth, rolls] of use.worth) {
    const change = typeof by === 'number' ? by : by(worth);
    if (change === 0) continue;
    for (const scores of rolls.values()) {
      const swallowed: number[] = [];
      for (const [before, n] of scores.totals) {
        const total = before + from;
        states += n;
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
  const share =
    absorbed === states ? 'always absorbed' : `absorbed in ${absorbed} of the ${states} situations in which it counts`;
  return { states, absorbed, text: `${share} (${[...sentences].join('; ')})` };
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

/** Sentences for rolls whose scores differ between two machines while what the table reads does not, or not always. */
export function absorbedChanges(base: Scores, variant: Scores): string[] {
  const found: string[] = [];
  for (const [key, before] of base.rolls) {
    const after = variant.rolls.get(key);
    if (!after || sameKeys(before.totals, after.totals)) continue;
    const reads = (scores: RollScores) => new Set([...scores.totals.keys()].map((t) => read(t, scores)));
    const spans = `${before.label} ${span(before.totals.keys())} in the base and ${span(after.totals.keys())} here`;
    if (sameKeys(reads(before), reads(after))) {
      found.push(`A cap absorbs a change of score: ${spans}, but ${endsText(before, after)}.`);
    } else if (!sameKeys(beyond(before), beyond(after))) {
      found.push(`A cap absorbs part of a change of score: ${spans}, and ${endsText(before, after)}.`);
    }
  }
  return [...new Set(found)];
}

/** The scores that lie beyond the ends. */
const beyond = (scores: RollScores): Set<number> =>
  new Set([...scores.totals.keys()].filter((t) => read(t, scores) !== t));

/** The ends that the scores run up against, and from where a change counts. */
function endsText({ low, high, totals }: RollScores, after: RollScores): string {
  const all = [...totals.keys(), ...after.totals.keys()];
  const ends: string[] = [];
  if (low !== undefined && all.some((t) => t < low)) {
    ends.push(`nothing below ${low} is read (a change counts from ${low + 1} up)`);
  }
  if (high !== undefined && all.some((t) => t > high)) {
    ends.push(`nothing above ${high} is read (a change counts from ${high - 1} down)`);
  }
  return ends.join(' and ');
}

function sameKeys(a: ReadonlyMap<number, unknown> | ReadonlySet<number>, b: typeof a): boolean {
  return a.size === b.size && [...a.keys()].every((k) => b.has(k));
}
