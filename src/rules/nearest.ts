import { distance } from 'fastest-levenshtein';

/**
 * The name somebody most likely meant, or undefined when none is near. Dash- and dot-separated words are compared one by
 * one too, so that "attack-collumn" finds attack-column and "collumn" finds it as well.
 *
 * nearest('skirmsh', ['line', 'skirmish']) // 'skirmish'
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase().slice(0, 100);
  let best: string | undefined;
  let bestScore = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const score = misfit(wanted, candidate.toLowerCase());
    if (score < bestScore) {
      bestScore = score;
      best = candidate;
    }
  }
  return bestScore <= 0.4 ? best : undefined;
}

/** 0 for the same word, 1 for nothing in common. */
function misfit(wanted: string, candidate: string): number {
  const whole = distance(wanted, candidate) / Math.max(wanted.length, candidate.length, 1);
  const wantedWords = words(wanted);
  const candidateWords = words(candidate);
  if (wantedWords.length + candidateWords.length <= 2) return whole;
  const each = wantedWords.map((w) =>
    Math.min(...candidateWords.map((c) => distance(w, c) / Math.max(w.length, c.length, 1))),
  );
  const missing = Math.max(0, candidateWords.length - wantedWords.length);
  const wordwise = each.reduce((a, b) => a + b, 0) / each.length + 0.1 * missing;
  return Math.min(whole, wordwise + 0.05);
}

const words = (name: string): string[] => {
  const found = name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .split(/[-_.\s]+/)
    .filter((w) => w !== '');
  return found.length > 0 ? found : [name];
};

/** " Did you mean 'line'?", or nothing. */
export const didYouMean = (name: string, candidates: Iterable<string>): string => {
  const near = nearest(name, candidates);
  return near === undefined ? '' : ` Did you mean '${near}'?`;
};
