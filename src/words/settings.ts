import { words } from './ids.ts';
import { plural, VERBS } from './names.ts';

/** One thing of a situation at one value, as people say it. */

type Scalar = string | number | boolean;

/**
 * settingInWords('attacker', 'elite', true) // 'attacker elite'
 * settingInWords('attacker', 'moraleSupport', false) // 'attacker without morale support'
 * settingInWords('defender', 'stands', 2) // 'defender with 2 stands'
 * settingInWords('', 'fs', 9) // 'FS 9'
 */
export function settingInWords(whose: string, key: string, value: Scalar): string {
  const what = words(key);
  const of = (joint: string, said: string): string => (whose === '' ? said : `${whose}${joint} ${said}`);
  if (value === true) return isPossession(what) ? of(' with', what) : of('', what);
  if (value === false) {
    if (!isPossession(what)) return of('', denied(what));
    return whose === '' ? `no ${what}` : of(' without', what);
  }
  if (typeof value === 'number' && what === LOST) return of(' with', `${value} ${what}`);
  if (typeof value === 'number' && isCounted(what))
    return of(' with', `${signedWords(value)} ${value === 1 ? singular(what) : what}`);
  return of('', `${what} ${typeof value === 'number' ? signedWords(value) : words(value)}`);
}

/** What a flag asks for before something counts: "when won last", "with morale support". */
export function conditionInWords(what: string, wanted: boolean): string {
  if (isPossession(what)) return `${wanted ? 'with' : 'without'} ${what}`;
  return `when ${wanted ? what : denied(what)}`;
}

/** Of stands, bases, companies or whatever the book counts. */
export const LOST = 'lost';

const signedWords = (value: number): string => words(String(value));

/** Is it a number of things? "stands", "starting stands", but not "FS". A name before it must own it: it may be a verb. */
export const isCounted = (what: string): boolean => /(?:^|\s)\p{Ll}{2,}[^su\P{Ll}]s$/u.test(what);

export const singular = (what: string): string => what.replace(/ies$/, 'y').replace(/s$/, '');

/** Things that one has, rather than what one is: "morale support", "secure flanks", "enemy to flank". */
const POSSESSION =
  /(?:^|\s)(?:support|flanks|cover|battery|artillery|screen|gun|target|terrain|overlap|contact|losses|melee|reply)$|^(?:enemy to|friends|friendly)\s/;
/** But these begin a description: "in cover", "supported by shot". */
const DESCRIPTION = /^(?:in|on|under|out|behind|through|by|over|supported|leaves|has)\s/;
const isPossession = (what: string): boolean => POSSESSION.test(what) && !DESCRIPTION.test(what);

const LEADING_VERB = new RegExp(`^(${VERBS})(?=\\s)`);

/** "not elite", "can reform", "has not fired", "does not leave cover". */
function denied(what: string): string {
  if (/^cannot\s/.test(what)) return what.replace(/^cannot/, 'can');
  if (/^has\s/.test(what)) return what.replace(/^has/, 'has not');
  if (LEADING_VERB.test(what)) return what.replace(LEADING_VERB, (verb) => `does not ${plural(verb)}`);
  return `not ${what}`;
}
