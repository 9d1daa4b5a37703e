import { distance } from 'fastest-levenshtein';

/**
 * The name somebody most likely meant, or undefined when none is near. Dash- and dot-separated words are compared one by
 * one too, so that "attack-collumn" finds attack-column and "collumn" finds it as well.
 *
 * nearest('skirmsh', ['line', 'skirmish']) // 'skirmish'
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.slice(0, 100);
  let best: string | undefined;
  let bestScore = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const score = misfit(wanted, candidate);
    if (score < bestScore) {
      bestScore = score;
      best = candidate;
    }
  }
  return bestScore <= 0.4 ? best : undefined;
}

/** 0 for the same word, 1 for nothing in common. */
function misfit(wanted: string, candidate: string): number {
  const whole = editsPerLetter(wanted.toLowerCase(), candidate.toLowerCase());
  const wantedWords = words(wanted);
  const candidateWords = words(candidate);
  if (wantedWords.length + candidateWords.length <= 2) return whole;
  const each = wantedWords.map((w) => Math.min(...candidateWords.map((c) => editsPerLetter(w, c))));
  const missing = Math.max(0, candidateWords.length - wantedWords.length);
  const wordwise = each.reduce((a, b) => a + b, 0) / each.length + 0.1 * missing;
  return Math.min(whole, wordwise + 0.05);
}

/** Edits per letter. Letters in another order are one slip, and so is one wrong letter of a very short word. */
function editsPerLetter(a: string, b: string): number {
  const edits = distance(a, b);
  const length = Math.max(a.length, b.length, 1);
  if (edits <= 1 && length > 1) return edits / Math.max(length, 3);
  const swapped = a.length > 2 && a.length === b.length && [...a].sort().join('') === [...b].sort().join('');
  return (swapped ? 1 : edits) / length;
}

const words = (name: string): string[] => {
  const found = name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_.\s]+/)
    .filter((w) => w !== '');
  return found.length > 0 ? found : [name.toLowerCase()];
};

/** Comparing names costs time: of a file full of unknown names only this many are compared; nobody reads further. */
export const MOST_HINTS = 20;

/** " Did you mean 'line'?", or nothing. */
export const didYouMean = (name: string, candidates: Iterable<string>): string => {
  const near = nearest(name, candidates);
  return near === undefined ? '' : ` Did you mean '${near}'?`;
};
