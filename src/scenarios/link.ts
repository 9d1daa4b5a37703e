import { InputError } from '../rules/problem.ts';
import { wordOrNumber } from './axes.ts';
import { deflated, inflated } from './link-packing.ts';
import type { ParsedText } from './text.ts';

/**
 * A scenario, and how the page shows it, as an address:
 *
 *   #v=1&g=0.2.0&h=a90ab6e57e92&rules=oth2&encounter=melee&attacker.fs=8&page.view=sweep
 *   #v=1&g=0.2.0&h=a90ab6e57e92&z=…      where a value is a list or a name would not read back: packed JSON
 *
 * The whole situation is in it, never the name of an example, so that it means the same for ever; version and hash of the
 * rulebook tell whether the odds may have moved since. A link is data from a stranger: it has the limits of a file, and
 * what it holds goes through the same loader.
 */
export interface Link {
  /** The version of the program that wrote it. */
  readonly program: string;
  /** Of the rulebook, without variants, when it was written. */
  readonly hash: string;
  /** In the shape of a scenario file. */
  readonly scenario: Group;
  /** What the page shows of it; commands pass it over. */
  readonly page: Group;
}
type Group = Readonly<Record<string, unknown>>;

const FORMAT = '1';
const LONGEST_LINK = 60_000;
const MAX_DEPTH = 40;
const FORBIDDEN_KEYS = ['__proto__', 'prototype', 'constructor'];
/** Groups whose keys are whole paths with dots of their own. */
const BY_PATH = ['set', 'vary', 'rulings'];
const RESERVED = ['v', 'g', 'h', 'z', 'page'];
// As for files: names go to terminals and charts.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

const refused = (message: string) => new InputError([{ path: [], message, at: { file: 'the link' } }]);

/** The link as a fragment, "#v=1&…". */
export async function writeLink({ program, hash, scenario, page }: Link): Promise<string> {
  const parts = [`v=${FORMAT}`, `g=${encoded(program)}`, `h=${encoded(hash)}`];
  const pairs = readable(scenario) ?? null;
  const shown = pairs && readable({ page });
  if (pairs && shown && !Object.keys(scenario).some((key) => RESERVED.includes(key))) {
    parts.push(...[...pairs, ...shown].map(([path, value]) => `${encoded(path)}=${encoded(String(value))}`));
  } else parts.push(`z=${await deflated(JSON.stringify({ scenario, page }))}`);
  return `#${parts.join('&')}`;
}

/** Reads a link: a whole address, or the part from # on. Refuses with one sentence what is no link of ours. */
export async function readLink(text: string): Promise<Link> {
  if (text.length > LONGEST_LINK)
    throw refused(
      `The link has ${text.length.toLocaleString('en')} characters; ${LONGEST_LINK.toLocaleString('en')} are the most.`,
    );
  const at = text.indexOf('#');
  const values = pairsOf(at < 0 ? text : text.slice(at + 1));
  const version = values.get('v');
  if (version === undefined) throw refused('This address holds no situation: a link of this program has #v=1 in it.');
  if (version !== FORMAT) {
    throw refused(
      `This link has format ${printable(version).slice(0, 20)}, and this version of the program reads format ${FORMAT}.`,
    );
  }
  const program = printable(values.get('g') ?? '').slice(0, 40);
  const hash = printable(values.get('h') ?? '').slice(0, 40);
  const packed = values.get('z');
  for (const key of ['v', 'g', 'h', 'z']) values.delete(key);
  if (packed === undefined) {
    const { page, ...scenario } = tree(values);
    return { program, hash, scenario, page: isGroup(page) ? page : {} };
  }
  if (values.size > 0) throw refused('The link is damaged: a packed link has no other values.');
  const { scenario, page } = await unpacked(packed);
  return { program, hash, scenario, page };
}

/** What the link says, as the loader takes it. */
export const linkText = (link: Link): ParsedText => ({
  file: 'the link',
  value: link.scenario,
  at: () => ({ file: 'the link' }),
});

/** A rulebook or a set of cards that the link carries under this name. */
export function carriedFile(link: Pick<Link, 'page'>, path: string): ParsedText | undefined {
  const files = link.page['files'];
  if (!isGroup(files) || !Object.hasOwn(files, path)) return undefined;
  return { file: path, value: files[path], at: () => ({ file: path }) };
}

/** A sentence where the rulebook is no longer what it was when the link was made; undefined where it is. */
export function movedSince(link: Link, hashNow: string): string | undefined {
  if (link.hash === '' || link.hash === hashNow) return undefined;
  return (
    `This link was made with ${link.program ? `version ${link.program}` : 'another version'} of the program, and the rulebook has changed since: ` +
    `the odds may have moved (rulebook ${link.hash} then, ${hashNow} now).`
  );
}

type Pair = readonly [path: string, value: string | number | boolean];

/** Every value with its path, or undefined where something could not be read back from text. */
function readable(group: Group, above: readonly string[] = []): Pair[] | undefined {
  const entries = Object.entries(group).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return above[0] === 'page' || above.length === 0 ? [] : undefined;
  const found: Pair[] = [];
  for (const [key, value] of entries) {
    const byPath = above.length === 1 && BY_PATH.includes(above[0]);
    if (!(byPath ? /^[\w.-]+$/ : /^[\w-]+$/).test(key)) return undefined;
    const path = [...above, key];
    if (isGroup(value)) {
      const inner = byPath ? undefined : readable(value, path);
      if (!inner) return undefined;
      found.push(...inner);
    } else if (isReadable(value)) found.push([path.join('.'), value]);
    else return undefined;
  }
  return found;
}

const isReadable = (value: unknown): value is string | number | boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'number' && wordOrNumber(String(value)) === value) ||
  (typeof value === 'string' && value !== '' && wordOrNumber(value) === value);

const isGroup = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Brackets and quotes would end a link in a chat or on a command line. */
const encoded = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':');

function pairsOf(fragment: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const part of fragment.split('&').filter((p) => p !== '')) {
    const at = part.indexOf('=');
    if (at < 1) throw refused(`The link is damaged: '${printable(part).slice(0, 40)}' says nothing.`);
    const [key, value] = [part.slice(0, at), part.slice(at + 1)].map(decoded);
    if (values.has(key)) throw refused(`The link is damaged: '${printable(key).slice(0, 40)}' stands in it twice.`);
    values.set(key, value);
  }
  return values;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw refused(`The link is damaged: '${printable(text).slice(0, 40)}' cannot be read.`);
  }
}

function tree(values: ReadonlyMap<string, string>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [path, value] of values) {
    const names = path.split('.');
    const keys = BY_PATH.includes(names[0]) && names.length > 1 ? [names[0], names.slice(1).join('.')] : names;
    if (keys.length > MAX_DEPTH) throw refused(tooDeep);
    let group = root;
    keys.forEach((key, i) => {
      if (key === '' || FORBIDDEN_KEYS.includes(key))
        throw refused(`'${printable(path).slice(0, 60)}' cannot be a path.`);
      if (i === keys.length - 1) group[key] = wordOrNumber(printable(value));
      else {
        group[key] ??= {};
        if (!isGroup(group[key]))
          throw refused(`The link is damaged: '${printable(path).slice(0, 60)}' is given twice.`);
        group = group[key] as Record<string, unknown>;
      }
    });
  }
  return root;
}

const tooDeep = `The link is nested more than ${MAX_DEPTH} levels deep.`;

async function unpacked(text: string): Promise<{ scenario: Group; page: Group }> {
  let found: unknown;
  try {
    found = JSON.parse(await inflated(text));
  } catch (e) {
    if (e instanceof InputError) throw e;
    throw refused('The link is damaged: what is packed in it cannot be read. Was it cut off?');
  }
  const whole = clean(found, 0);
  if (!isGroup(whole) || !isGroup(whole['scenario']))
    throw refused('The link is damaged: there is no situation in it.');
  return { scenario: whole['scenario'], page: isGroup(whole['page']) ? whole['page'] : {} };
}

/** A copy with one-line words; refuses keys that are no names and values without end. */
function clean(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) throw refused(tooDeep);
  if (typeof value === 'string') return printable(value);
  if (Array.isArray(value)) return value.map((v) => clean(v, depth + 1));
  if (!isGroup(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (FORBIDDEN_KEYS.includes(key)) throw refused(`'${key}' cannot be a key.`);
    if (key.search(UNPRINTABLE) >= 0) throw refused('A key must be a plain word.');
    copy[key] = clean(value[key], depth + 1);
  }
  return copy;
}

const printable = (text: string): string => text.replace(UNPRINTABLE, ' ').trim();
