import type { HangingReading, Readings } from '../../results/types.ts';
import { askedWords, readAs } from '../../words/readings.ts';
import { percent, signedFigure, signedPoints } from '../words.ts';

/** At most this many readings are named under a result; the rest are counted. */
const MOST_NAMED = 2;

/** Said where nothing could be tried. */
const UNTRIED =
  'Other readings of unclear rules were not tried: that would take longer than the run itself (--set rulings.NAME=… tries one).';

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
  { mostNamed = MOST_NAMED, ...how }: NoteOptions = {},
): ReadingNote[] {
  if (!readings) return [{ text: UNTRIED }];
  const { hanging, tried, of } = readings;
  const named = byQuestion(hanging, turned).slice(0, mostNamed);
  if (named.length === 0) return tried < of ? [{ text: `${tried} of ${of} ${NONE_MOVES}` }] : [];
  const more = hanging.length - named.flat().length;
  const aside = [
    ...(more > 0
      ? [`${more} more ${more === 1 ? 'reading moves' : 'readings move'} it by over 5 percentage points`]
      : []),
    ...(tried < of ? [`${tried} of ${of} other readings were tried`] : []),
  ].join('; ');
  return [
    ...named.map((answers) => {
      const [{ cell }] = answers;
      return { ...(cell === undefined ? {} : { cell }), text: `${sentence(answers, how)}${turned(answers[0])}.` };
    }),
    ...(aside === '' ? [] : [{ text: `${aside}.` }]),
  ];
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
function sentence(answers: Answers, { isSampled = false, shown }: Omit<NoteOptions, 'mostNamed'>): string {
  const [first] = answers;
  const { question, figure, unit } = first;
  const seen = (h: HangingReading): ShownMove => shown?.get(h) ?? h;
  const show = { share: percent, points: signedPoints, amount: signedFigure }[unit];
  const figures = answers.map((h) => show(seen(h).value).replace(/ percentage points$/, ''));
  const given = [...new Set(figures)].map((value, i) => {
    const read = answers.filter((_, j) => figures[j] === value).map((h) => readAs(h.to));
    return `${read.join(' or ')}${i === 0 ? ' would give' : ''} ${value}`;
  });
  const instead = `${given.length > 1 ? ',' : ''} instead of ${show(seen(first).base)}`;
  return `The rules leave open: ${askedWords(question)} ${given.join(', ')}${instead} (${figure}${isSampled ? ', worked out exactly' : ''})`;
}
