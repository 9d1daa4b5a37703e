import type { Results } from '../src/results/types.ts';

/** The contract itself. A spread that a sampled run cannot know is null. */
export function json(results: Results): string {
  return `${JSON.stringify(results, null, 2)}\n`;
}
