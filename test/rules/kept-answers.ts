import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sfc32 } from '../../src/sim/random.ts';
import { bookById } from '../books.ts';
import { type Answer, answer, isAllowed, type Question, questions } from '../kit/answers.ts';
import { draw } from './reach/random-situation.ts';

/**
 * Random legal situations of each book with their exact answers, kept in the repository: whatever moves a figure is seen
 * at once. A figure that is meant to move is kept anew with `npx tsx scripts/answers.ts keep`, and told in CHANGELOG.md.
 */
const fileOf = (book: string): string => join(import.meta.dirname, 'kept', `${book}.jsonl`);

export const keptAnswers = (book: string): Answer[] =>
  readFileSync(fileOf(book), 'utf8')
    .trim()
    .split('\n')
    .map((line) => ({ book, ...(JSON.parse(line) as Omit<Answer, 'book'>) }));

/** Figures of kept answers have so many digits: enough to tell any change of a rule from rounding. */
const DIGITS = 12;
/** Larger encounters are answered too slowly to be asked with every run of the tests. */
const MOST_STATES = 4_000;

/** Draws questions anew and keeps their answers. */
export function keepAnswers(book: string, each: number, seed: number): number {
  const answers = drawn(book, each, seed)
    .filter(isAllowed)
    .flatMap((question) => answer(question, MOST_STATES) ?? []);
  const lines = answers.map(({ encounter, situation, rulings, figures }) =>
    JSON.stringify({ encounter, situation, rulings, figures: rounded(figures) }),
  );
  writeFileSync(fileOf(book), `${lines.join('\n')}\n`);
  return answers.length;
}

const rounded = (figures: Answer['figures']): Answer['figures'] =>
  Object.fromEntries(
    Object.entries(figures)
      .filter(([, value]) => value !== 0)
      .map(([id, value]) => [id, Number(value.toPrecision(DIGITS))]),
  );

/** Built-in situations with some keys changed, situations drawn whole, and engagements on top. */
function drawn(id: string, each: number, seed: number): Question[] {
  const { book, family } = bookById(id);
  const kinds = Object.keys(family.encounters);
  const whole = draw(book, family, each, seed);
  return [
    ...kinds.flatMap((kind, i) => questions(id, each, seed + i, (encounter) => encounter === kind)),
    ...whole.map(({ kind, situation, rulings }) => ({
      book: id,
      encounter: kind,
      situation: withoutAttachments(situation as Record<string, unknown>, family.attachments ?? {}),
      rulings: rulings as Question['rulings'],
    })),
    ...shortEngagements(id, 2 * each, seed),
  ];
}

const withoutAttachments = (situation: Record<string, unknown>, attachments: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(situation).filter(([key]) => !(key in attachments)));

/** Few turns keep engagements small; the lines start nearer to each other, so that something happens in them. */
function shortEngagements(id: string, many: number, seed: number): Question[] {
  const random = new Sfc32(seed, 9);
  return questions(id, many, seed + 100, (encounter) => encounter === 'engagement').map((question) => {
    const { distance } = question.situation;
    const nearer = typeof distance === 'number' ? { distance: Math.max(4, Math.round(distance / 3)) } : {};
    return { ...question, situation: { ...question.situation, ...nearer, turns: 1 + (random.next() % 3) } };
  });
}
