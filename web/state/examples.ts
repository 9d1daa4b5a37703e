import { start } from 'virtual:catalogue';
import { signal } from '@preact/signals';
import type { ExampleEntry } from '../catalogue.ts';

/** The built-in scenarios: the first one at once, the others once the first answer is there. */
export const examples = signal<readonly ExampleEntry[]>([start]);

/** For who chooses before they have come. */
export const allExamples = async (): Promise<void> => {
  if (examples.value.length === 1) await loadExamples();
};

export async function loadExamples(): Promise<void> {
  examples.value = (await import('virtual:examples')).default;
}
