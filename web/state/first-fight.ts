import type { BookEntry, ExampleEntry } from '../catalogue.ts';
import type { Scenario } from '../engine/protocol.ts';

/**
 * A fight to start with: of the book, and of this kind of encounter where there is one; a fight rather than an engagement,
 * and one that varies nothing. A book without scenarios of its own takes those of its family.
 */
export function firstFight(
  book: string,
  kind: string,
  examples: readonly ExampleEntry[],
  books: readonly BookEntry[],
): Scenario | undefined {
  const familyOf = (id: string) => books.find((b) => b.id === id)?.family;
  const family = examples.filter((e) => e.rules === book || familyOf(e.rules) === familyOf(book));
  const weight = (e: ExampleEntry): number =>
    (e.encounter === kind ? 8 : 0) +
    (e.rules === book ? 4 : -farOff(e.scenario)) +
    (e.encounter === 'engagement' ? 0 : 2) +
    ('vary' in e.scenario ? 0 : 1);
  const [first] = [...family].sort((a, b) => weight(b) - weight(a));
  return first && { ...single(first.scenario), rules: book };
}

/** What varies starts with the values that are written; its title told of all of them. */
function single(scenario: Scenario): Scenario {
  const { vary, title, ...rest } = scenario;
  return vary === undefined ? scenario : rest;
}

/** Distances of one book may be too long for another: those who start close together fit both. */
const farOff = (scenario: Scenario): number => Number(scenario['distance'] ?? 0) / 8;
