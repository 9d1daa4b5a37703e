import { readFileSync, writeFileSync } from 'node:fs';
import { BOOK_IDS } from '../src/rules/built-in.ts';
import { type Answer, answer, differences, questions } from '../test/kit/answers.ts';
import { keepAnswers } from '../test/rules/kept-answers.ts';
import { keepPlays } from '../test/rules/kept-plays.ts';
import { keepRefusals } from '../test/rules/kept-refusals.ts';
import { keepTellings } from '../test/rules/kept-tellings.ts';

/**
 * A net for whoever rewrites procedures:
 *
 *   npx tsx scripts/answers.ts write before.json [how many a book] [books…]   random legal scenarios and their answers
 *   npx tsx scripts/answers.ts check before.json                             the same scenarios, answered by this tree
 *   npx tsx scripts/answers.ts keep [books…]                                 the answers, refusals, plays and tellings of the tests, anew
 *   npx tsx scripts/answers.ts refusals [books…]                             the refusals alone
 *   npx tsx scripts/answers.ts plays [books…]                                the plays alone
 *   npx tsx scripts/answers.ts tellings [books…]                             what rolls are called and why, alone
 */
const [EACH, REFUSED, PLAYED, SEED] = [24, 250, 20, 20_261_118];
/** Engagements of `oth` take their time. */
const restlessOf = (book: string): number => (book.startsWith('oth') ? 40 : 70);
const [what, file, ...rest] = process.argv.slice(2);
if (what === 'write' && file) {
  const many = Number(rest[0] ?? 1000);
  const books = rest.length > 1 ? rest.slice(1) : BOOK_IDS;
  const answers = books.flatMap((id) => questions(id, many, 20_260_101).flatMap((q) => answer(q) ?? []));
  writeFileSync(file, `[\n${answers.map((a) => JSON.stringify(a)).join(',\n')}\n]\n`);
  console.log(`${answers.length} answers in ${file}`);
} else if (what === 'check' && file) {
  const before = JSON.parse(readFileSync(file, 'utf8')) as Answer[];
  let wrong = 0;
  for (const was of before) {
    const found = differencesOf(was);
    if (found.length === 0) continue;
    if (++wrong <= 20)
      console.log(
        `${was.book} ${was.encounter} ${JSON.stringify({ ...was.situation, rulings: was.rulings })}\n  ${found.join('\n  ')}`,
      );
  }
  console.log(`${before.length} answers looked at, ${wrong} differ`);
  process.exitCode = wrong > 0 ? 1 : 0;
} else if (what === 'keep') {
  const books = file ? [file, ...rest] : BOOK_IDS;
  for (const id of books) {
    console.log(`${id}: ${keepAnswers(id, EACH, SEED)} answers kept`);
    console.log(`${id}: ${keepRefusals(id, REFUSED, SEED)} refusals kept`);
    console.log(`${id}: ${keepPlays(id, PLAYED, restlessOf(id), SEED)} engagements kept`);
    console.log(`${id}: ${keepTellings(id)} tellings kept`);
  }
} else if (what === 'plays') {
  const books = file ? [file, ...rest] : BOOK_IDS;
  for (const id of books) console.log(`${id}: ${keepPlays(id, PLAYED, restlessOf(id), SEED)} engagements kept`);
} else if (what === 'tellings') {
  const books = file ? [file, ...rest] : BOOK_IDS;
  for (const id of books) console.log(`${id}: ${keepTellings(id)} tellings kept`);
} else if (what === 'refusals') {
  const books = file ? [file, ...rest] : BOOK_IDS;
  for (const id of books) console.log(`${id}: ${keepRefusals(id, REFUSED, SEED)} refusals kept`);
} else {
  console.log(
    'answers.ts write FILE [how many] [books…], answers.ts check FILE, answers.ts keep, refusals, plays or tellings [books…]',
  );
  process.exitCode = 2;
}

function differencesOf(was: Answer): string[] {
  try {
    const now = answer(was);
    return now ? differences(was, now) : ['it has more states than before'];
  } catch (e) {
    return [(e as Error).message];
  }
}
