import type { Axis } from '../src/results/types.ts';
import { isChosen } from '../src/words/chosen.ts';
import { words } from '../src/words/ids.ts';
import { capital, shownText, theSide, theSideThat } from './text.ts';

/** What is best for a side: what it chooses, what it is, and how things stand are told differently. */

/** What a unit is, which nobody chooses in the middle of a fight: such names say by themselves of what they are. */
const IS_TROOP = /\.(?:card|type|arm|cavalryType|class|grade|quality)$/;
/** Where a blow falls. */
const IS_SIDE_OF = /(?:^|\.)(?:into|aspect)$/;

/** Whose it is, along which axis, and whether somebody else can win. */
export interface Whose {
  readonly side: string;
  readonly axis: Axis | undefined;
  readonly isContest: boolean;
}

/**
 * "Best for the defender: stand or counter", of choices; "The defender is best off with cohesion sharp" of what nobody
 * chooses; of kinds of troops "Best as the defender: gendarmes", or "Best at it: gendarmes" where one is tested. `where`
 * says against what.
 */
export function bestFor({ side, axis, isContest }: Whose, options: readonly string[], where = ''): string {
  const names = options.map((option) => shownText(option)).join(' or ');
  if (axis !== undefined && IS_TROOP.test(axis.path))
    return isContest ? `Best as ${theSide(side)}${where}: ${names}` : `Best at it${where}: ${names}`;
  if (axis === undefined || isChosen(axis.path)) return `Best for ${theSide(side)}${where}: ${names}`;
  return `${capital(theSideThat(side, 'is'))} best off ${offWith(axis, options)}${where}`;
}

/** "with cohesion sharp or ragged", "with 8 stands", "at the rear". */
function offWith(axis: Axis, [first, ...others]: readonly string[]): string {
  const rest = others.map((option) => shownText(option.replace(/^with /, '')));
  if (IS_SIDE_OF.test(axis.path)) return `at the ${[shownText(first), ...rest].join(' or ')}`;
  return `with ${[ofWhat(axis, shownText(first.replace(/^with /, ''))), ...rest].join(' or ')}`;
}

/** A word with what it is said of, since “sharp” alone would not tell: "cohesion sharp". */
export function ofWhat(axis: Axis | undefined, option: string): string {
  if (axis === undefined || isChosen(axis.path) || IS_TROOP.test(axis.path) || IS_SIDE_OF.test(axis.path))
    return option;
  if (!axis.values.every((value) => typeof value === 'string' && Number.isNaN(Number(value)))) return option;
  const what = words(axis.path.split('.').at(-1) ?? '');
  return option.includes(what) ? option : `${what} ${option}`;
}
