/**
 * The grammar of names, for every sentence that speaks of a side or a unit: whether a name is plural, which article it
 * takes, and what becomes of the verb behind it. Names come from scenario files and may be anything at all.
 */

/** "side A in lane 4": nothing that has an article. */
const OF_A_SIDE = /^side [ab] /i;
/** "side A", "Side b": a side without a name of its own. */
const LETTERED = /^(?:side )?([ab])$/i;
/** Words that already do an article's work. */
const DETERMINED =
  /^(?:an?|the|my|our|your|his|her|its|their|this|that|these|those|some|any|no|each|every|side [ab]['’]s)\s+/i;
/** What follows the noun that the verb agrees with: "Hussars of the Guard", "Chasseurs à cheval (2)". */
const AFTER_THE_NOUN =
  /\s+(?:that|which|who|of|from|in|at|on|with|under|near|behind|von|van|de|du|des|à|zu|der|del|la)(?=\s|$).*$|\s*[([,].*$/iu;
const ENDS_LIKE_ONE = /(?:ss|us|is|['’]s)$/i;
const POSSESSIVE = /['’]s$/i;
const ENDS_LIKE_MANY = /(?:s|x|men|people|militiamen)$/i;
const ONE_IN_SPITE_OF_ITS_END = new Set([
  'corps',
  'orleans',
  'james',
  'charles',
  'wales',
  'essex',
  'sussex',
  'box',
  'phalanx',
]);
const MANY_IN_SPITE_OF_THEIR_END = new Set(['foot guards', 'landsknechte', 'schutzen', 'jager', 'jaeger', 'cacadores']);
/** A name in capitals is a proper name ("Ziethen") unless it ends in what troops are called ("Old Guard"). */
const COMMON_NOUN =
  /\b(?:army|artillery|battalion|battery|brigade|cavalry|column|company|corps|cuirassier|division|dragoon|flank|foot|force|grenadier|group|guard|guns?|half|horse|hussar|infantry|left|legion|levy|line|militia|pike|regiment|reserve|right|shot|side|skirmish|square|squadron|tercio|unit|vanguard|watch|wing)\b/i;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Does the name take "win" (the cuirassiers) or "wins" (the Old Guard)? */
export function isPlural(name: string): boolean {
  const bare = name.trim().replace(DETERMINED, '');
  if (LETTERED.test(bare)) return false;
  if (/\S\s+(?:and|&|\+)\s+\S/i.test(bare)) return true;
  const noun = bare.replace(AFTER_THE_NOUN, '').toLowerCase();
  const last = noun.split(/\s+/).at(-1) ?? '';
  if (MANY_IN_SPITE_OF_THEIR_END.has(last)) return true;
  if (ONE_IN_SPITE_OF_ITS_END.has(last) || ENDS_LIKE_ONE.test(last)) return false;
  return ENDS_LIKE_MANY.test(last) && /\p{L}{3,}/u.test(last);
}

/** The name as it stands alone, at the head of a row: "cuirassiers", "side A" where it is only a letter. */
export function bareName(name: string): string {
  const letter = LETTERED.exec(name.trim())?.[1];
  if (letter !== undefined) return `side ${letter.toUpperCase()}`;
  const bare = name.trim().replace(/^the\s+/i, '');
  return bare === '' ? name.trim() : bare;
}

/** The name inside a sentence: "the cuirassiers", but "side A", "my battalion" and "Ziethen". */
export function theName(name: string): string {
  const bare = bareName(name);
  if (OF_A_SIDE.test(bare) || LETTERED.test(bare) || DETERMINED.test(bare)) return bare;
  const proper =
    /^\p{Lu}/u.test(bare) &&
    !/^\p{Lu}+$/u.test(bare) &&
    !isPlural(bare) &&
    !COMMON_NOUN.test(bare) &&
    !POSSESSIVE.test(bare);
  return proper ? bare : `the ${bare}`;
}

/** "the attacker's", "the cuirassiers'". */
export const theNames = (name: string): string => owning(name, theName(name));
/** The same without an article, at the head of a line: "attacker's", "Cuirassiers'". */
export const itsOwn = (name: string): string => owning(name, name);

function owning(name: string, said: string): string {
  if (POSSESSIVE.test(said)) return said;
  return isPlural(name) && /s$/i.test(said) ? `${said}’` : `${said}’s`;
}

/** The form of a verb that agrees with the name: agree('cuirassiers', 'wins') is "win". */
export const agree = (name: string, verb: string): string => (isPlural(name) ? plural(verb) : verb);

const IRREGULAR: Readonly<Record<string, string>> = { is: 'are', has: 'have', does: 'do', was: 'were', goes: 'go' };

/** A verb of the third person as it follows several: loses, lose; presses, press; comes off better, come off better. */
export function plural(clause: string): string {
  const [verb] = clause.split(' ', 1);
  return pluralVerb(verb) + clause.slice(verb.length);
}

function pluralVerb(verb: string): string {
  const known = IRREGULAR[verb];
  if (known !== undefined) return known;
  if (/(?:[^aeiou]ies)$/.test(verb)) return `${verb.slice(0, -3)}y`;
  if (/(?:sses|shes|ches|xes|zzes)$/.test(verb)) return verb.slice(0, -2);
  return /[^s]s$/.test(verb) ? verb.slice(0, -1) : verb;
}

/** Verbs that titles, stories and labels put behind a unit's name. */
export const VERBS =
  'attacks|breaks|carries|charges|chooses|comes|counters|delivers|does|evades|fails|falls|fights|fires|follows|forms|gets|gives|goes|halts|has|holds|is|keeps|leaves|loses|meets|moves|passes|pursues|rallies|reacts|recovers|reforms|retires|retreats|routs|runs|saves|sheds|shoots|stands|stops|strikes|takes|tests|throws|tries|turns|wavers|wins|withdraws';
const FOLLOWING_VERB = new RegExp(`^( (?:still |then |now |only )?)(${VERBS})\\b((?:,| and) (?:but )?)?(${VERBS})?`);

/** What follows a name, its verbs made to agree: " broken into, but holds" → " broken into, but hold". */
export function agreeing(name: string, rest: string): string {
  if (!isPlural(name)) return rest;
  const withOwnVerb = rest.replace(FOLLOWING_VERB, (_, space: string, verb: string, and = '', second = '') =>
    [space, plural(verb), and, second === '' ? '' : plural(second)].join(''),
  );
  return withOwnVerb.replace(new RegExp(`(, but )(${VERBS})\\b`), (_, but: string, verb: string) => but + plural(verb));
}

/** A name and what it does: clause('Cuirassiers', 'moves to contact') is "Cuirassiers move to contact". */
export const clause = (name: string, does: string): string => name + agreeing(name, ` ${does}`);

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
/** ordinal(1) is "first"; past the tenth it is "11th". */
export const ordinal = (n: number): string => ORDINALS[n - 1] ?? `${n}th`;

/** "1 inch", "12 inches". */
export const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
