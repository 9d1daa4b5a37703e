import type { HangingReading, Readings } from '../../results/types.ts';
import { askedWords, readAs } from '../../words/readings.ts';
import { percent, signedFigure, signedPoints } from '../words.ts';

/** At most this many readings are named under a result; the rest are counted. */
const MOST_NAMED = 2;

/** Said where nothing could be tried; short, since it stands on every screen that it concerns. */
const UNTRIED = 'Other readings of unclear rules were not tried: ';

/** What whoever wants to know can do about it. */
export const TRY_ALL = '--rulings tries them all.';
export const TRY_ONE = '--set rulings.NAME=… tries one.';

/** Silence would be taken for a look at all of them. */
const NONE_MOVES =
  'other readings of unclear rules were tried; none moves this by over 5 percentage points (--set rulings.NAME=… tries others).';

/** One sentence, and the cell that it belongs to; none for what is said of all. */
export interface ReadingNote {
  readonly cell?: number;
  readonly text: string;
}

/** What a reading turns besides, as the end of its sentence: ", and another winner"; empty where it turns nothing. */
export type TurnedWords = (reading: HangingReading) => string;

/** A move in figures as rounded as those of the table that it stands under. */
export interface ShownMove {
  readonly base: number;
  readonly value: number;
}

interface NoteOptions {
  readonly mostNamed?: number;
  /** Said after UNTRIED. */
  readonly howToTry?: string;
  /** The answer above was sampled: readings are worked out exactly, so that their base need not be its figure. */
  readonly isSampled?: boolean;
  readonly shown?: ReadonlyMap<HangingReading, ShownMove>;
}

/** Other readings of one ruling. */
type Answers = readonly [HangingReading, ...HangingReading[]];

/** What is said under the result: "The rules leave open: Which hits drive a target back? “Off” would give …". */
export function readingNotes(
  readings: Readings | undefined,
  turned: TurnedWords = () => '',
  { mostNamed = MOST_NAMED, howToTry = TRY_ONE, ...how }: NoteOptions = {},
): ReadingNote[] {
  if (!readings) return [{ text: UNTRIED + howToTry }];
  const { hanging, tried, of } = readings;
  const named = byQuestion(hanging, turned).slice(0, mostNamed);
  if (named.length === 0) return tried < of ? [{ text: `${tried} of ${of} ${NONE_MOVES}` }] : [];
  const rest = hanging.filter((h) => !named.some((answers) => answers.includes(h)));
  const aside = [...restWords(rest), ...(tried < of ? [`${tried} of ${of} other readings were tried`] : [])].join('; ');
  return [
    ...named.map((answers) => {
      const [{ cell }] = answers;
      return { ...(cell === undefined ? {} : { cell }), text: `${sentence(answers, how)}${turned(answers[0])}.` };
    }),
    ...(aside === '' ? [] : [{ text: `${aside}.` }]),
  ];
}

/** How many more there are; those that turn the finding are counted apart, for they weigh more than any shift. */
function restWords(rest: readonly HangingReading[]): string[] {
  const turning = rest.filter((h) => h.turns).length;
  const moving = rest.length - turning;
  const readings = (n: number): string => (n === 1 ? 'reading' : 'readings');
  const by = 'by over 5 percentage points';
  if (turning === 0)
    return moving === 0 ? [] : [`${moving} more ${readings(moving)} ${moving === 1 ? 'moves' : 'move'} it ${by}`];
  const turn = `${turning} more ${readings(turning)} ${turning === 1 ? 'turns' : 'turn'} the finding`;
  return [moving === 0 ? turn : `${turn} and ${moving} more ${moving === 1 ? 'moves' : 'move'} it ${by}`];
}

/**
 * A question is asked once, with all the answers that move the same figure of the same case and turn the same; answers
 * that do something else are not named.
 */
function byQuestion(hanging: readonly HangingReading[], turned: TurnedWords): Answers[] {
  const firsts = hanging.filter((h, i) => hanging.findIndex((other) => other.key === h.key) === i);
  const isLike = (h: HangingReading, first: HangingReading): boolean =>
    h.key === first.key && h.figure === first.figure && h.cell === first.cell && turned(h) === turned(first);
  return firsts.map((first) => [first, ...hanging.filter((h) => h !== first && isLike(h, first))]);
}

/** “With secure flanks” or “Off” would give 80.0%; “Strict” would give 20.0%, “Loose” 30.0%. */
function sentence(answers: Answers, { isSampled = false, shown }: Omit<NoteOptions, 'mostNamed' | 'howToTry'>): string {
  const [first] = answers;
  const { question, figure, unit } = first;
  const seen = (h: HangingReading): ShownMove => shown?.get(h) ?? h;
  const show = { share: percent, points: signedPoints, amount: signedFigure }[unit];
  const figures = answers.map((h) => show(seen(h).value).replace(/ percentage points$/, ''));
  const figuresByReading = [...new Set(figures)].map((value, i) => {
    const read = answers.filter((_, j) => figures[j] === value).map((h) => readAs(h.to));
    return `${read.join(' or ')}${i === 0 ? ' would give' : ''} ${value}`;
  });
  const instead = `${figuresByReading.length > 1 ? ',' : ''} instead of ${show(seen(first).base)}`;
  return `The rules leave open: ${askedWords(question)} ${figuresByReading.join(', ')}${instead} (${figure}${isSampled ? ', worked out exactly' : ''})`;
}
