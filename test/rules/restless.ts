import { ACTIONS } from '../../src/rules/oth/engagement/actions.ts';
import { withValue } from '../../src/scenarios/override.ts';
import { bookById } from '../books.ts';
import { isAllowed, type Question } from '../kit/answers.ts';

/*
 * Engagements whose units may do whatever the sheet lets them: tactics go straight at the enemy or stand, so that most
 * of what a unit may do (turn, form, go to ground, evade, retire) happens in hardly any play that follows one.
 */

/** One stop stands for all inches that an advance may go to. */
const WORDS = ACTIONS.filter((word) => !/^advance-to-\d+$/.test(word) || word === 'advance-to-6');

type Situation = Question['situation'];
type Path = readonly (string | number)[];

/** Every unit of an `oth` engagement: the first of each side and the others beside it. */
function units(situation: Situation): Path[] {
  return ['a', 'b'].flatMap((side) => {
    const { others = [] } = situation[side] as { readonly others?: readonly unknown[] };
    return [[side], ...others.map((_, i) => [side, 'others', i])];
  });
}

/** A change of a question, if the sheet allows what comes of it. */
function changed(question: Question, path: Path, value: unknown): Question {
  const situation = withValue(question.situation, path.map(String), value) as Situation;
  const now = { ...question, situation };
  return isAllowed(now) ? now : question;
}

/** All words that the sheet lets this unit have in its tactic. */
function wordsOf(question: Question, unit: Path): readonly string[] {
  const path = [...unit, 'tactic'];
  return WORDS.filter((word) => changed(question, path, [{ do: word }]) !== question);
}

/** Other readings of the sheet, many at once. */
function readings(question: Question, random: () => number): Question {
  let now = question;
  for (const { key, allowed } of Object.values(bookById(question.book).book.rulings)) {
    const words = allowed.words ?? [];
    const word = words[Math.floor(random() * words.length * 2)];
    const read = { ...now, rulings: { ...now.rulings, [key]: word } };
    if (word !== undefined && isAllowed(read)) now = read;
  }
  return now;
}

/** Strips of ground, by the book's family. */
const STRIPS: Readonly<Record<string, readonly object[]>> = {
  oth: [
    { terrain: 'rough', cover: true },
    { terrain: 'woods', woods: 'woods', obscured: true },
    { woods: 'open-woods' },
    { place: 'obstacle', higher: true },
    { place: 'light-fieldworks', cover: true },
  ],
  syw: [{ cover: 'soft', speed: 50 }, { disorderingTerrain: true, speed: 80 }, { cover: 'hard' }],
  'pike-shot': [{ inCover: true }, { uphill: true }, { behindObstacle: true }],
};

/** Ground across the first lane, for two of three. */
function ground(question: Question, random: () => number): Question {
  const family = question.book.startsWith('oth') ? 'oth' : question.book;
  const strip = STRIPS[family][Math.floor(1.5 * STRIPS[family].length * random())];
  const from = Math.floor(10 * random());
  const lanes = [{ lane: 1, ground: [{ from, to: from + 1 + Math.floor(8 * random()), ...strip }] }];
  return strip ? changed(question, ['lanes'], lanes) : question;
}

/** The same engagement at another distance, over other turns and over other ground and under other readings, with every word in every tactic. */
export function restless(question: Question, random: () => number): Question {
  const distance = 3 + Math.floor(22 * random());
  const turns = 2 + Math.floor(3 * random());
  const elsewhere = ground(changed(changed(question, ['distance'], distance), ['turns'], turns), random);
  let now = readings(elsewhere, random);
  if (!question.book.startsWith('oth')) return now;
  for (const unit of units(now.situation))
    now = changed(
      now,
      [...unit, 'tactic'],
      wordsOf(now, unit).map((word) => ({ do: word })),
    );
  return now;
}
