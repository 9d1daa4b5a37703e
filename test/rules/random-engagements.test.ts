import { describe, expect, it } from 'vitest';
import { randomEngagements, slowlyApart } from './random-engagements.ts';

describe('random engagements come out of the engines as they are played by the letter', () => {
  const books = ['oth2', 'oth-half', 'syw', 'pike-shot'];

  // Many more of them: npx tsx scripts/random-engagements.ts
  it.each(books)('of %s', (book) => {
    const [question] = randomEngagements(book, 4, 7);
    expect(slowlyApart(question, 100).z).toBeLessThan(4);
  });
});
