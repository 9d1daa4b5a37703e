import { readFileSync } from 'node:fs';
import { BY_HAND } from './by-hand.ts';
import type { Drawn } from './random-situation.ts';

/** Situations that between them read every figure of a book: some found at random once and kept, some made for it. */
export function keptFor(book: string): readonly Drawn[] {
  const found = readFileSync(new URL(`witnesses-${book}.json`, import.meta.url), 'utf8');
  return [...(JSON.parse(found) as Drawn[]), ...(BY_HAND[book] ?? [])];
}
