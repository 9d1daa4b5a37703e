import { start } from 'virtual:catalogue';
import { signal } from '@preact/signals';
import type { ExampleEntry } from '../catalogue.ts';
import type { Scenario } from '../engine/protocol.ts';

/** The built-in scenarios: the first one at once, the others once the first answer is there. */
export const examples = signal<readonly ExampleEntry[]>([start]);

/** For who chooses before they have come. */
export const allExamples = async (): Promise<void> => {
  if (examples.value.length === 1) await loadExamples();
};

export async function loadExamples(): Promise<void> {
  examples.value = (await import('virtual:examples')).default;
}

const same = (a: Scenario, b: Scenario): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The built-in scenario that this is, whole and unchanged. */
export const exampleOf = (scenario: Scenario): ExampleEntry | undefined =>
  examples.value.find((e) => same(e.scenario, scenario));

/** A built-in scenario remains one when the troops that it names are written out. */
export function rewriteExample(before: Scenario, after: Scenario): void {
  examples.value = examples.value.map((e) => (same(e.scenario, before) ? { ...e, scenario: after } : e));
}
