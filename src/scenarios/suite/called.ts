import { bareWords } from '../../words/deeds.ts';
import type { Sides } from '../side-names.ts';
import type { SuiteGroup, SuiteSituation } from './suite.ts';

/** "heavy-cavalry-v-light-cavalry": a name that says who meets whom. */
const AGAINST = /^(.+?) (?:v|vs|versus|against) (.+)$/;

export type Calls = readonly [ReadonlySet<string>, ReadonlySet<string>];

/**
 * What the two sides of a situation may be called in a target: their parts ("target"), their own names and troops, the
 * words that the suite has for them, and the two halves of "A v B" where the situation is named so.
 */
export function callsOf({ id }: Pick<SuiteGroup, 'id'>, { tags }: SuiteSituation, sides?: Sides): Calls {
  const halves = AGAINST.exec(bareWords(id));
  const keys = sides?.ids ?? Object.keys(tags);
  const calls = (i: 0 | 1): ReadonlySet<string> => {
    const words = [tags[keys[i]], sides?.ids[i], sides?.names[i], halves?.[i + 1]];
    return new Set(words.flatMap((w) => (w === undefined ? [] : [bareWords(w)])));
  };
  return [calls(0), calls(1)];
}
