import { estimate } from '../results/assemble.ts';
import type { Estimate, Evening, Luck } from '../results/types.ts';
import type { Sides } from '../scenarios/prepare.ts';
import type { Tally } from '../sim/tally.ts';
import {
  eitherWay,
  midScore,
  orHigher,
  orLower,
  type Sighting,
  type Standing,
  standing,
  togetherStanding,
} from '../stats/standing.ts';
import { wilson } from '../stats/wilson.ts';
import { capital, theName } from '../words/names.ts';
import { type Observation, observation } from './observation.ts';
import { oneIn, percent } from './words.ts';

/**
 * How unusual is what happens at the table? Words are calibrated: whatever the encounter, something that is called more
 * than "nothing unusual" comes up in at most one of five, and so on down the list.
 */
const DEGREES: readonly [atMost: number, good: string, bad: string, plain: string][] = [
  [0.001, 'extraordinary luck', 'extraordinarily bad luck', 'extraordinary'],
  [0.01, 'very good luck', 'very bad luck', 'very rare'],
  [0.05, 'good luck', 'bad luck', 'rare'],
  [0.2, 'a bit of luck', 'a bit of bad luck', 'a little unusual'],
];
export const ORDINARY = 'nothing unusual';

/** The word for a standing whose higher end is good for the side that asks, or for nobody. */
export function degree(s: Standing, good: boolean | undefined): string {
  const found = DEGREES.find(([atMost]) => eitherWay(s) <= atMost);
  if (!found) return ORDINARY;
  if (good === undefined) return found[3];
  return orHigher(s) <= orLower(s) === good ? found[1] : found[2];
}

/** How unusual one result was. `side` is who asks: side A unless said. */
export function luck(observed: string, tally: Tally, sides: Sides, side: 0 | 1 = 0): Luck {
  const seen = observation(observed, tally, sides);
  const place = standing(seen.distribution, seen.observed);
  const of = (share: number): Estimate => shareOf(tally, seen, share);
  const possible = seen.exactly > 0;
  return {
    measure: seen.id,
    label: seen.label,
    shown: seen.shown,
    observed: seen.observed,
    atLeast: of(orHigher(place)),
    atMost: of(orLower(place)),
    exactly: of(seen.total > 0 ? seen.exactly / seen.total : 0),
    percentile: 100 * midScore(place),
    side: sides.names[side],
    possible,
    ...(seen.id === 'outcome'
      ? {}
      : { distribution: seen.distribution.map(({ value, weight }) => ({ value, ...of(weight / seen.total) })) }),
    ...(seen.given === undefined ? {} : { given: seen.given }),
    text: possible ? text(seen, place, sides, side) : impossible(seen, tally.trials),
  };
}

function shareOf(tally: Tally, { total }: Observation, share: number): Estimate {
  if (tally.trials === null || total === tally.trials) return estimate(tally, (tally.trials ?? 1) * share);
  const count = Math.round(total * share);
  return { p: share, ...wilson(count, total, tally.level), count };
}

/** "defender destroyed", "hits on the defender 5". */
const observationText = ({ id, label, shown }: Observation): string => (id === 'outcome' ? shown : `${label} ${shown}`);

/** A sample can only say that it has not seen a thing. */
const impossible = (seen: Observation, trials: number | null): string =>
  trials === null
    ? `${observationText(seen)} cannot happen under these rules.`
    : `${observationText(seen)} never came up in ${trials.toLocaleString('en')} trials.`;

/** The verdict first, then what it rests on: "A bit of bad luck: attacker loses, exactly that 5.0% of the time, …". */
function text(seen: Observation, place: Standing, sides: Sides, side: 0 | 1): string {
  const among = amongWhich(seen);
  const what = `${observationText(seen)}, exactly that ${percent(seen.exactly / seen.total)} ${among}`;
  const high = orHigher(place) <= orLower(place);
  const tail = Math.min(orHigher(place), orLower(place));
  const share = `${percent(tail)} (${oneIn(tail)})`;
  if (seen.goodFor === undefined)
    return `${capital(degree(place, undefined))}: ${what}, that or ${high ? 'more' : 'less'} ${share}.`;
  const good = seen.goodFor === side;
  // Where nothing lies beyond it, "that or more" would say the same figure again.
  if (Math.abs(tail - seen.exactly / seen.total) < 1e-9) {
    const most = high === good ? 'best' : 'worst';
    // Two brackets in a row would leave open what is one in so many.
    const rarity = seen.all === undefined ? `${percent(tail)} ${among} (${oneIn(tail)})` : `${share} ${among}`;
    return `${capital(degree(place, good))}: ${observationText(seen)}, the ${most} there is for ${theName(sides.names[side])}, ${rarity}.`;
  }
  const as = high === good ? 'as good or better' : 'as bad or worse';
  return `${capital(degree(place, good))}: ${what}, ${as} for ${theName(sides.names[side])} ${share}.`;
}

/** Charts of a charge count all charges: the share among those is told beside the one among charges that met. */
function amongWhich({ given, exactly, all }: Observation): string {
  if (given === undefined) return 'of the time';
  return all === undefined ? given : `${given} (${percent(exactly / all)} of all charges)`;
}

/** One result of an evening: which encounter it came from, and what happened. */
export interface Happening {
  readonly encounter: string;
  readonly observed: string;
  readonly tally: Tally;
  readonly sides: Sides;
  readonly side: 0 | 1;
}

/** A result as whoever asks sees it, higher being better; none where it is good for nobody, or cannot happen. */
export function sightingOf({
  observed,
  tally,
  sides,
  side,
}: Pick<Happening, 'observed' | 'tally' | 'sides' | 'side'>): Sighting | undefined {
  const seen = observation(observed, tally, sides);
  if (seen.goodFor === undefined || seen.exactly === 0) return undefined;
  const sign = seen.goodFor === side ? 1 : -1;
  const turned = seen.distribution.map(({ value, weight }) => ({ value: sign * value, weight }));
  return { distribution: sign === 1 ? turned : turned.reverse(), observed: sign * seen.observed };
}

/** Several results as one verdict: was it the dice? Results that are good for nobody in particular are left out of it. */
export function evening(happenings: readonly Happening[]): Evening {
  const results = happenings.map((h) => ({
    encounter: h.encounter,
    ...luck(h.observed, h.tally, h.sides, h.side),
  }));
  const sightings = happenings.flatMap((h) => sightingOf(h) ?? []);
  const place = togetherStanding(sightings);
  const impossible = results.filter((r) => r.possible === false);
  const said = eveningText(happenings, sightings.length, impossible.length, place);
  return {
    results,
    counted: sightings.length,
    asGood: orHigher(place),
    asBad: orLower(place),
    text:
      impossible.length === 0
        ? said
        : withImpossible(impossible, results.length, sightings.length > 0 ? uncapitalised(said) : ''),
  };
}

const uncapitalised = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** What cannot have happened comes before any verdict on the rest: something was told wrongly, or played by other rules. */
export function withImpossible(impossible: readonly Luck[], all: number, verdict: string): string {
  const [what, why] = impossible[0].text.replace(/\.$/, '').split(/ (?=cannot happen|never came up)/);
  const one = all === 1 ? impossible[0].text.replace(/\.$/, '') : `One of ${all} results ${why} (${what})`;
  const said = capital(impossible.length === 1 ? one : `${impossible.length} of ${all} results ${why}`);
  return verdict === '' ? `${said}.` : `${said}; of the rest, ${verdict}`;
}

function eveningText(all: readonly Happening[], counted: number, impossible: number, place: Standing): string {
  const names = [...new Set(all.map((h) => theName(h.sides.names[h.side])))];
  const who = names.length === 1 ? ` for ${names[0]}` : '';
  const left = all.length - counted - impossible;
  const aside = left === 0 ? '' : ` ${left} of ${all.length} could not be counted as good or bad.`;
  if (counted === 0) return `None of these results is good or bad luck${who} by itself.`;
  const lucky = orHigher(place) <= orLower(place);
  const tail = Math.min(orHigher(place), orLower(place));
  const results = counted === 1 ? 'one result' : `${counted} results together`;
  return `${capital(degree(place, true))}: ${results}, as ${lucky ? 'good or better' : 'bad or worse'}${who} ${percent(tail)} of the time (${oneIn(tail)}).${aside}`;
}
