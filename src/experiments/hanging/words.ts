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

/** What is said under the result: "The rules leave open: Which hits drive a target back? “Off” would give …". */
export function readingNotes(readings: Readings | undefined, mostNamed = MOST_NAMED): ReadingNote[] {
  if (!readings) return [{ text: UNTRIED }];
  const { hanging, tried, of } = readings;
  const named = hanging.slice(0, mostNamed);
  if (named.length === 0) return tried < of ? [{ text: `${tried} of ${of} ${NONE_MOVES}` }] : [];
  const more = hanging.length - named.length;
  const aside = [
    ...(more > 0
      ? [`${more} more ${more === 1 ? 'reading moves' : 'readings move'} it by over 5 percentage points`]
      : []),
    ...(tried < of ? [`${tried} of ${of} other readings were tried`] : []),
  ].join('; ');
  return [
    ...named.map((h) => ({ ...(h.cell === undefined ? {} : { cell: h.cell }), text: `${sentence(h)}.` })),
    ...(aside === '' ? [] : [{ text: `${aside}.` }]),
  ];
}

function sentence({ question, to, figure, base, value, turns, unit, cell }: HangingReading): string {
  const show = { share: percent, points: signedPoints, amount: signedFigure }[unit];
  const turned = unit !== 'share' ? 'verdict' : cell === undefined ? 'winner' : 'finding';
  const both = `${show(value).replace(/ percentage points$/, '')} instead of ${show(base)}`;
  return `The rules leave open: ${askedWords(question)} ${readAs(to)} would give ${both} (${figure})${turns ? `, and another ${turned}` : ''}`;
}
