import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { playedStory } from '../../src/sim/trace.ts';
import { machineOf, type Question } from '../kit/answers.ts';
import { keptAnswers } from './kept-answers.ts';
import { weyl } from './slow-stepper.ts';

/**
 * What the first rolls of some kept situations are called, what they come to, and the reasons given for them. Titles,
 * readings and bounds change no figure, so that nothing else notices a mistake in them.
 */
const fileOf = (book: string): string => join(import.meta.dirname, 'kept', `told-${book}.jsonl`);

/** One in so many of the kept situations, and so many entries of each. */
const [EVERY, ENTRIES] = [6, 12];

const asked = (book: string): Question[] => keptAnswers(book).filter((_, i) => i % EVERY === 0);

export const keptTellings = (book: string): unknown[][] =>
  readFileSync(fileOf(book), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown[]);

/** Without the places of steps, which are the program's own; rows by their names and figures. */
function told(question: Question): unknown[] {
  const random = weyl(20_261);
  const { entries } = playedStory(machineOf(question), { seed: 1, encounter: 0 }, (faces) =>
    Math.floor(random() * faces),
  );
  return entries.slice(0, ENTRIES).map(({ step: _, ...entry }) => JSON.parse(JSON.stringify(entry, shortened)));
}
function shortened(key: string, value: unknown): unknown {
  if (key !== 'rows' && key !== 'near') return value;
  return (value as readonly { id: string; value: number }[]).map((row) => `${row.id} ${row.value}`);
}
export const toldNow = (book: string): unknown[][] => asked(book).map(told);

export function keepTellings(book: string): number {
  const all = toldNow(book);
  writeFileSync(fileOf(book), `${all.map((entries) => JSON.stringify(entries)).join('\n')}\n`);
  return all.length;
}
