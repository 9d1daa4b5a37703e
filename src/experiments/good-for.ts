import { nearest } from '../rules/nearest.ts';
import { InputError } from '../rules/problem.ts';
import type { Sides } from '../scenarios/prepare.ts';
import { sideCalled } from '../scenarios/side-names.ts';
import type { SumMeasure } from '../sim/machine.ts';

/** Whom much of something is good for: the first side, the second, or neither. */
export type GoodFor = 'a' | 'b' | 'none';

/** What a side would rather not have, and what it would like to keep, by the words of the measure's id. */
const HARM = new Set(
  'hits lost casualties cohesion broken out disordered routs routed shaken halted failed moves falls'.split(' '),
);
const GAIN = new Set('fs left afloat stands regained recovered shed range control inspiration inches'.split(' '));

/**
 * Whom a measure is good for, as it says where it is declared. One that says nothing is read: what harms a side is good
 * for its enemy, what it keeps is good for itself. Rounds, turns and whatever names no side belong to nobody.
 *
 * measureGoodFor({ id: 'defender.hits' }, sides) // 'a'
 */
export function measureGoodFor({ id, goodFor }: Pick<SumMeasure, 'id' | 'goodFor'>, sides: Sides): GoodFor {
  if (goodFor !== undefined) return goodFor;
  const [owner, ...rest] = id.split('.');
  // Fire at a charge that comes in harms whoever charges; 'attacker2' is the attacker's second unit.
  const side = owner === 'defensiveFire' ? 'a' : sideNamed(owner.replace(/\d+$/, ''), sides);
  if (side === undefined) return 'none';
  // 'commanderLost' is a commander, lost.
  const words = rest.flatMap((part) => part.split(/(?=[A-Z])|-/)).map((word) => word.toLowerCase());
  if (words.some((w) => HARM.has(w))) return enemyOf(side);
  return words.some((w) => GAIN.has(w)) ? side : 'none';
}

export const enemyOf = (side: GoodFor): GoodFor => (side === 'none' ? 'none' : side === 'a' ? 'b' : 'a');

/** The side that a word of a path or a measure stands for: its id, a or b, or the `unit` that is tested. */
export function sideNamed(word: string, sides: Sides): 'a' | 'b' | undefined {
  const place = sideCalled(word, sides);
  if (place !== undefined) return place === 0 ? 'a' : 'b';
  return word === 'unit' || word === 'tester' ? 'a' : undefined;
}

/** Who chooses what a path sets: the side it begins with; undefined where it belongs to neither. */
export const chooserOf = (path: string, sides: Sides): 'a' | 'b' | undefined => sideNamed(path.split('.')[0], sides);

export const sideName = (side: 'a' | 'b', { names }: Sides): string => names[side === 'a' ? 0 : 1];

/** Who is to want much or little of the objective, where its own meaning does not say or is not what is asked. */
export interface Wanted {
  /** A side that wants as much of the objective as it can get; the other wants as little. */
  readonly maximise?: string;
  /** A side that wants as little of it as it can get. */
  readonly minimise?: string;
}

/** The side that wants the objective high: as asked for, or as the objective means it. */
export function wantsHigh(
  asked: { readonly label: string; readonly goodFor: GoodFor },
  wanted: Wanted,
  sides: Sides,
): 'a' | 'b' {
  if (wanted.maximise !== undefined && wanted.minimise !== undefined) {
    throw new InputError([{ path: [], message: "Give 'maximise' or 'minimise', not both." }]);
  }
  if (wanted.maximise !== undefined) return namedSide('maximise', wanted.maximise, sides);
  if (wanted.minimise !== undefined) return enemyOf(namedSide('minimise', wanted.minimise, sides)) as 'a' | 'b';
  if (asked.goodFor !== 'none') return asked.goodFor;
  const [first] = sides.ids;
  const message =
    `'${asked.label}' is good for neither side by itself; say who wants much or little of it: ` +
    `--maximise ${quoted(first)} or --minimise ${quoted(first)}.`;
  throw new InputError([{ path: ['objective'], message }]);
}

/** Reads the name of a side; a word that names none is refused. */
export function namedSide(flag: string, word: string, sides: Sides): 'a' | 'b' {
  const side = sideNamed(word, sides);
  if (side) return side;
  const allowed = [...new Set([...sides.ids, ...sides.names])];
  const near = nearest(word, allowed);
  const message = `'--${flag}' names a side, ${allowed.map(quoted).join(' or ')}; found '${word}'.${near ? ` Did you mean '${near}'?` : ''}`;
  throw new InputError([{ path: [], message, found: word, allowed }]);
}

const quoted = (word: string): string => (/\s/.test(word) ? `"${word}"` : word);
