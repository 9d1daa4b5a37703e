import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machineOf, type Question } from '../kit/answers.ts';
import { randomEngagements } from './random-engagements.ts';
import { restless } from './restless.ts';
import { playSlowly, weyl } from './slow-stepper.ts';

/**
 * Random engagements with the endings of a few plays, dice and all: most engagements of several units are too large for
 * an exact answer that is asked for with every run of the tests.
 */
export interface Played extends Question {
  /** Units do anything that they may, whatever their tactics say. */
  readonly restless?: boolean;
  /** Outcome, measures, sums along the way, and a mark of the story told of it: one line per play. */
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

export function playedNow({ restless = false, ...question }: Omit<Played, 'ends'>): string[] {
  const machine = machineOf(question);
  const random = weyl(20_261);
  return Array.from({ length: PLAYS }, () => {
    const sums = new Map(machine.sums.map(({ id }) => [id, 0]));
    let mark = 0x811c9dc5;
    const { outcome, values } = playSlowly(machine, random, {
      tell: (text) => {
        for (let i = 0; i < text.length; i++) mark = Math.imul(mark ^ text.charCodeAt(i), 0x01000193);
      },
      emit: (sum, amount) => sums.set(sum, sums.get(sum)! + amount),
      restless,
    });
    return [outcome, ...values, '+', ...sums.values(), (mark >>> 0).toString(36)].join(' ');
  });
}

/** Two of three with units in lanes, beside and behind each other: that is where most of the rules are. */
function mostlySeveral(drawn: readonly Question[], many: number): Question[] {
  const several = drawn.filter(({ situation }) =>
    /"lane"|"groups"|"regiments":\[\{[^\]]*\},/.test(JSON.stringify(situation)),
  );
  const taken = several.slice(0, Math.ceil((2 * many) / 3));
  return [...taken, ...drawn.filter((q) => !taken.includes(q))].slice(0, many);
}

/** So many engagements that follow their tactics, and after them restless ones. */
export function keepPlays(book: string, tactical: number, restlessToo: number, seed: number): number {
  const [drawn, random] = [randomEngagements(book, tactical + 3 * restlessToo, seed), weyl(seed)];
  const asked: Omit<Played, 'ends'>[] = [
    ...drawn.slice(0, tactical),
    ...mostlySeveral(drawn.slice(tactical), restlessToo).map((q) => ({ ...restless(q, random), restless: true })),
  ];
  const lines = asked.map(({ book: _, ...question }) =>
    JSON.stringify({ ...question, ends: playedNow({ book, ...question }) }),
  );
  writeFileSync(fileOf(book), `${lines.join('\n')}\n`);
  return lines.length;
}
