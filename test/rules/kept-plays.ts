import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machineOf, type Question } from '../kit/answers.ts';
import { randomEngagements } from './random-engagements.ts';
import { playSlowly, weyl } from './slow-stepper.ts';

/**
 * Random engagements with the endings of a few plays, dice and all: most engagements of several units are too large for
 * an exact answer that is asked for with every run of the tests.
 */
export interface Played extends Question {
  /** Outcome and measures, one line per play. */
  readonly ends: readonly string[];
}

const fileOf = (book: string): string => join(import.meta.dirname, 'kept', `plays-${book}.jsonl`);

export const keptPlays = (book: string): Played[] =>
  readFileSync(fileOf(book), 'utf8')
    .trim()
    .split('\n')
    .map((line) => ({ book, ...(JSON.parse(line) as Omit<Played, 'book'>) }));

/** Plays of one engagement: enough that most of what can happen in it does. */
const PLAYS = 8;

export function playedNow(question: Question): string[] {
  const machine = machineOf(question);
  const random = weyl(20_261);
  return Array.from({ length: PLAYS }, () => {
    const { outcome, values } = playSlowly(machine, random);
    return [outcome, ...values].join(' ');
  });
}

export function keepPlays(book: string, many: number, seed: number): number {
  const lines = randomEngagements(book, many, seed).map((question) => {
    const { encounter, situation, rulings } = question;
    return JSON.stringify({ encounter, situation, rulings, ends: playedNow(question) });
  });
  writeFileSync(fileOf(book), `${lines.join('\n')}\n`);
  return lines.length;
}
