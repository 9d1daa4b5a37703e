import { BOOK_IDS } from '../src/rules/built-in.ts';
import { randomEngagements, slowlyApart } from '../test/rules/random-engagements.ts';

/**
 * Holds the engines to random engagements played by the letter, without kernels or automata:
 *
 *   npx tsx scripts/random-engagements.ts [how many a book] [plays of each] [books…]
 */
const [many = '50', plays = '400', ...only] = process.argv.slice(2);
const books = only.length > 0 ? only : BOOK_IDS;
/** Of some hundred comparisons none should be as far apart as this by chance. */
const FAR_APART = 4.5;
const ways = new Map<string, number>();
let apart = 0;
for (const book of books) {
  for (const question of randomEngagements(book, Number(many), 20_260_118)) {
    const { z, how } = slowlyApart(question, Number(plays));
    ways.set(how, (ways.get(how) ?? 0) + 1);
    if (z < FAR_APART) continue;
    apart++;
    console.log(
      `${book} (${how}): z ${z.toFixed(1)} ${JSON.stringify({ ...question.situation, rulings: question.rulings })}`,
    );
  }
}
console.log(`${[...ways].map(([how, n]) => `${n} ${how}`).join(', ')}: ${apart} apart`);
process.exitCode = apart > 0 ? 1 : 0;
