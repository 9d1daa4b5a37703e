import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bookById } from '../books.ts';
import { type Question, questions, refusalOf } from '../kit/answers.ts';

/** A situation that a book refuses, and the keys it refuses. Sentences are left out: those may be worded better. */
export interface Refused extends Question {
  readonly at: readonly string[];
}

const fileOf = (book: string): string => join(import.meta.dirname, 'kept', `refused-${book}.jsonl`);

export const keptRefusals = (book: string): Refused[] =>
  readFileSync(fileOf(book), 'utf8')
    .trim()
    .split('\n')
    .map((line) => ({ book, ...(JSON.parse(line) as Omit<Refused, 'book'>) }));

/** The keys that are refused now; none where the situation is allowed. */
export const refusedAt = (question: Question): string[] =>
  (refusalOf(question) ?? []).map((p) => p.path.join('.')).sort();

/** So many situations are kept for the same sentences: near misses of one rule lie on both sides of its limit. */
const ALIKE = 4;

export function keepRefusals(book: string, each: number, seed: number): number {
  const seen = new Map<string, number>();
  const kinds = Object.keys(bookById(book).family.encounters);
  const drawn = kinds.flatMap((kind, i) => questions(book, each, seed + i, (encounter) => encounter === kind, false));
  const lines = drawn
    .filter((question) => {
      const sentences = refusalOf(question)!.map((p) => `${p.path.join('.')} ${p.message.replaceAll(/\d+/g, '')}`);
      const key = [question.encounter, ...sentences].join('\n');
      seen.set(key, (seen.get(key) ?? 0) + 1);
      return seen.get(key)! <= ALIKE;
    })
    .map((q) =>
      JSON.stringify({ encounter: q.encounter, situation: q.situation, rulings: q.rulings, at: refusedAt(q) }),
    );
  writeFileSync(fileOf(book), `${lines.join('\n')}\n`);
  return lines.length;
}
