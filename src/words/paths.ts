import { words } from './ids.ts';
import { bareName, itsOwn, ordinal, theName } from './names.ts';
import { isCounted, LOST, settingInWords, singular } from './settings.ts';

/** Paths into situations and rules as people read them. */

type Pair = readonly [string, string];
type Scalar = string | number | boolean;

/** What the sides and units of a situation are called. */
export interface Naming {
  readonly ids: Pair;
  readonly names: Pair;
  /** Where units have names of their own. */
  readonly situation?: unknown;
}

/**
 * A path of the situation; paths into the rules are names of their own.
 *
 * pathInWords('attacker.commander.inRange') // 'attacker commander in range'
 * pathInWords('unit.moraleSupport') // 'morale support', since a test has but one unit
 * pathInWords('defender.stands') // 'defender’s stands', which is no sentence
 * pathInWords('a.groups.0.others.0.stands') // 'side A group 1 unit 2’s stands'
 */
export function pathInWords(path: string, naming?: Naming): string {
  if (kindOfPath(path) === 'rule') return rulePathInWords(path);
  const [whose, key] = ownerAndKey(path, naming);
  const what = keyInWords(key, path);
  if (whose === '') return what;
  return `${isCounted(what) ? itsOwn(whose) : whose} ${what}`;
}

/** The same path set to a value: "attacker FS 9", "defender with 2 stands", "attacker not elite". */
export function settingOf(path: string, value: Scalar, naming?: Naming): string {
  if (kindOfPath(path) === 'rule') return `${rulePathInWords(path)} ${ruleValue(path, value)}`;
  const [whose, key] = ownerAndKey(path, naming);
  return isPlace(key) ? `${placed(path)} ${words(String(value))}` : settingInWords(whose, key, value);
}

/** A reading of a ruling is quoted: in "ruling low score literal" nothing would tell the question from the answer. */
const ruleValue = (path: string, value: Scalar): string =>
  path.startsWith('rulings.') && typeof value === 'string' && Number.isNaN(Number(value))
    ? `“${words(value)}”`
    : words(String(value));

/**
 * A number in the middle of a sentence, or a stretch of them: "attacker FS 9", "4 stands of the attacker", "attacker FS
 * 8 and 9".
 */
export function amountOf(path: string, amount: string, naming?: Naming): string {
  const [whose, key] = ownerAndKey(path, naming);
  const what = words(key);
  if (what === LOST) return [amount, what, ...(whose === '' ? [] : ['by', theName(whose)])].join(' ');
  if (kindOfPath(path) === 'rule' || !isCounted(what)) return `${pathInWords(path, naming)} ${amount}`;
  return [amount, amount === '1' ? singular(what) : what, ...(whose === '' ? [] : ['of', theName(whose)])].join(' ');
}

const kindOfPath = (path: string): 'rule' | 'situation' =>
  /^(rules|rulings|variant)\b/.test(path) ? 'rule' : 'situation';

/** A path into the rules by its last part, a ruling by its key. */
export function rulePathInWords(path: string): string {
  const parts = path.replace(/^rules\./, '').split('.');
  return parts[0] === 'rulings' ? `ruling ${words(parts.slice(1).join(' '))}` : words(parts[parts.length - 1]);
}

const keyInWords = (key: string, path: string): string => (isPlace(key) ? placed(path) : words(key));

/** One of a list of figures: "first hits" of hits.0, "side A group 2 second losses" of a.groups.1.losses.1. */
function placed(path: string): string {
  const parts = path.split('.');
  const [list, place] = parts.slice(-2);
  const owner = parts.slice(0, -2);
  const what = `${ordinal(Number(place) + 1)} ${words(list)}`;
  return owner.length === 0 ? what : `${ownerInWords(owner, true)} ${what}`;
}

/** "attacker commander" and "inRange"; of a test, which has but one unit, no owner. */
function ownerAndKey(path: string, naming: Naming | undefined): [whose: string, key: string] {
  const parts = path.replace(/^(?:unit|tester)\.(?=\D)/, '').split('.');
  const owner = parts.slice(0, -1);
  const key = parts[parts.length - 1];
  // A place in a list has no key of its own.
  if (isPlace(key)) return ['', key];
  return [ownerNamed(owner, naming) ?? ownerInWords(owner, true), key];
}

const ownerInWords = (parts: readonly string[], isOwner = false): string =>
  parts.map((part, i) => partInWords(part, parts[i - 1], parts[i + 1] ?? (isOwner ? '' : undefined))).join(' ');

/** By the name of the unit that is nearest to the end of the path, or by the name of the side. */
function ownerNamed(owner: readonly string[], naming: Naming | undefined): string | undefined {
  if (naming === undefined || owner.length === 0) return undefined;
  const rest = (from: number): string[] => (from < owner.length ? [ownerInWords(owner.slice(from), true)] : []);
  for (let end = owner.length; end > 1; end -= 1) {
    const name = nameAt(naming.situation, owner.slice(0, end));
    if (name !== undefined) return [name, ...rest(end)].join(' ');
  }
  const at = sideAt(owner[0], naming.ids);
  return at < 0 ? undefined : [bareName(naming.names[at]), ...rest(1)].join(' ');
}

const sideAt = (side: string, ids: Pair): number =>
  ids.findIndex((id) => id === side || id === `side ${side.toUpperCase()}`);

function nameAt(situation: unknown, path: readonly string[]): string | undefined {
  const unit = path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], situation);
  const name = (unit as { readonly name?: unknown } | null | undefined)?.name;
  return typeof name === 'string' && name.trim() !== '' ? bareName(name) : undefined;
}

const isPlace = (part: string | undefined): boolean => part !== undefined && /^\d+$/.test(part);

/** Places are counted from 1, and one of several groups is a group; the others stand beside a first unit. */
function partInWords(part: string, before: string | undefined, after: string | undefined): string {
  if (isPlace(part)) return String(Number(part) + (before === 'others' ? 2 : 1));
  if (before === undefined && after !== undefined && (part === 'a' || part === 'b'))
    return `side ${part.toUpperCase()}`;
  if (isPlace(after)) return part === 'others' ? 'unit' : words(part.replace(/s$/, ''));
  return words(part);
}

/**
 * A path with its side called by name; undefined of a path that belongs to neither side.
 *
 * namedPath('attacker.fs', { ids: ['attacker', 'defender'], names: ['Old Guard', 'Coldstreams'] }) // 'Old Guard FS'
 * namedPath('a.fs', { ids: ['side A', 'side B'], names: ['Old Guard', 'Coldstreams'] }) // 'Old Guard FS'
 */
export function namedPath(path: string, naming: Naming): string | undefined {
  const [side, ...rest] = path.split('.');
  return rest.length === 0 || sideAt(side, naming.ids) < 0 ? undefined : pathInWords(path, naming);
}
