import {
  CST,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import { InputError, type Problem } from '../rules/problem.ts';
import { isOfTag, sentence, yamlFault } from './yaml-faults.ts';

/**
 * Text of a file ─ parseText ─▶ plain values, and the line and column of every place in them. Files come from anywhere,
 * so size, encoding, nesting and aliases are looked at before anything is built.
 */
export interface ParsedText {
  readonly file: string;
  readonly value: unknown;
  /** Where a place is written: its value, or its key when `key` is set. Falls back to the nearest place above. */
  readonly at: (path: readonly (string | number)[], key?: boolean) => NonNullable<Problem['at']>;
  /** The text as it was read; an object of a program has none. */
  readonly source?: string;
}

/** Reads a file that a scenario names (variant, cards, rulebook), or one that a flag names; the path is as written. */
export type ReadText = (path: string, named?: 'by flag') => Promise<ParsedText>;

/** Plenty for any scenario. */
export const MAX_FILE_BYTES = 1_000_000;
/** Every value costs the parser three kilobytes and twenty microseconds: this many are read in a second, well within 300 MB. */
const MAX_VALUES = 60_000;
const MAX_DEPTH = 40;
const MAX_ALIASES = 100;
/** A list in a list in a list, all on one line. */
const MANY_DASHES = /(?:[-?:][ \t]+){40}/;
// Files come from anywhere and names go to terminals: no escape sequences, no line breaks, no turning round of text.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
const FORBIDDEN_KEYS = ['__proto__', 'prototype', 'constructor'];

export function parseText(bytes: Uint8Array | string, file: string): ParsedText {
  const text = typeof bytes === 'string' ? bytes : decode(bytes, file);
  if (text.length > MAX_FILE_BYTES) throw refused(file, tooLarge(text.length));
  assertParsable(text, file);
  const lines = new LineCounter();
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const doc = parse(text, lines, file);
  const faults = [...doc.errors, ...doc.warnings.filter(isOfTag)]
    .sort((a, b) => a.pos[0] - b.pos[0])
    // The parser stumbles more than once over one place.
    .filter((e, i, all) => e.pos[0] !== all[i - 1]?.pos[0]);
  if (faults.length > 0) {
    throw new InputError(
      faults.slice(0, 20).map((e) => ({ path: [], message: yamlFault(e, text), at: place(e.pos[0]) })),
    );
  }
  if (doc.contents === null) throw refused(file, 'The file is empty.');
  const problems: Problem[] = [];
  inspect(doc.contents as Node, 0, [], place, problems);
  if (problems.length > 0) throw new InputError(problems.slice(0, 20));
  const value = plain(() => doc.toJS({ maxAliasCount: MAX_ALIASES, reviver: (_key, v) => oneLine(v) }), file);
  return {
    file,
    value,
    source: text,
    at: (path, key = false) => place(offsetOf(doc.contents as Node, path, key)),
  };
}

/** Words stand in tables, charts and on terminals: one line without control characters. */
const oneLine = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(UNPRINTABLE, ' ').trim() : value;

function decode(bytes: Uint8Array, file: string): string {
  if (bytes.length > MAX_FILE_BYTES) throw refused(file, tooLarge(bytes.length));
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (utf16) throw refused(file, 'The file is written in UTF-16; save it as UTF-8.');
  const control = bytes.findIndex((b) => b < 32 && b !== 9 && b !== 10 && b !== 13);
  if (control >= 0) throw refused(file, 'This is not a text file.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(file, 'The file is not written in UTF-8; save it as UTF-8.');
  }
}

export const tooLarge = (size: number) =>
  `The file has ${(size / 1e6).toFixed(size < 1e6 ? 2 : 1)} MB; scenario, variant and card files may have ${MAX_FILE_BYTES / 1e6} MB.`;
const tooMany = `The file holds over ${MAX_VALUES.toLocaleString('en')} values.`;
const tooDeep = `The file is nested more than ${MAX_DEPTH} levels deep.`;
const refused = (file: string, message: string) => new InputError([{ path: [], message, at: { file } }]);

/**
 * What a parser would take too long over. Its lexer, which is quick and does not recurse, tells values and brackets from
 * those in quotes and comments; a text that cannot hold so many is not asked about.
 */
function assertParsable(text: string, file: string): void {
  if (mostValues(text) <= MAX_VALUES && deepestBracket(text) <= MAX_DEPTH && !MANY_DASHES.test(text)) return;
  let [values, brackets, inARow] = [0, 0, 0];
  let isAnnounced = false;
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token) ?? '';
    const isMark = type === 'comma' || type.endsWith('-ind');
    // A colon stands for what follows it.
    if (isMark || (VALUES.test(type) && !isAnnounced)) values++;
    if (!BETWEEN.test(type)) isAnnounced = isMark || type.endsWith('-start');
    if (type.startsWith('flow-')) brackets = Math.max(0, brackets + (type.endsWith('-start') ? 1 : -1));
    // Blanks between dashes do not end a row of them.
    if (type !== 'space') inARow = type.endsWith('-ind') ? inARow + 1 : 0;
    if (brackets > MAX_DEPTH || inARow >= MAX_DEPTH) throw refused(file, tooDeep);
    if (values > MAX_VALUES) throw refused(file, tooMany);
  }
}
const BETWEEN = /^(?:space|newline|comment)$/;
const VALUES = /scalar$|-start$|^(?:alias|anchor|tag)$/;

/** At the most as many keys and values as a text can hold: whatever begins, separates or ends one is counted. */
function mostValues(text: string): number {
  let found = 0;
  let before = LINE_END;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (SEPARATORS.has(c) || (before === BLANK && MARKS.has(c))) found++;
    before = c;
  }
  return found;
}
const [LINE_END, BLANK] = [0x0a, 0x20];
const SEPARATORS: ReadonlySet<number> = new Set([...'\n,:[{"\''].map((c) => c.charCodeAt(0)));
/** Anchors, aliases and tags. */
const MARKS: ReadonlySet<number> = new Set([...'&*!'].map((c) => c.charCodeAt(0)));

/** Brackets left open, whatever they stand in. */
function deepestBracket(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 91 || c === 123) deepest = Math.max(deepest, ++depth);
    else if ((c === 93 || c === 125) && depth > 0) depth--;
  }
  return deepest;
}

function parse(text: string, lineCounter: LineCounter, file: string) {
  try {
    return parseDocument(text, {
      lineCounter,
      prettyErrors: false,
      strict: true,
      uniqueKeys: false,
      resolveKnownTags: false,
    });
  } catch (e) {
    if (e instanceof RangeError) throw refused(file, tooDeep);
    throw refused(file, `The file cannot be read as YAML: ${sentence((e as Error).message)}`);
  }
}

function plain(make: () => unknown, file: string): unknown {
  try {
    return make();
  } catch (e) {
    const unknown = /^Unresolved alias[^:]*: (.*)/.exec((e as Error).message)?.[1];
    if (unknown !== undefined)
      throw refused(file, `'*${unknown}' stands for nothing: no '&${unknown}' comes before it.`);
    throw refused(file, `The file repeats itself through more than ${MAX_ALIASES} aliases.`);
  }
}

/** Refuses what no scenario needs: keys that are no names, deep nesting, anchors that hold themselves. */
function inspect(
  node: Node | null,
  depth: number,
  path: (string | number)[],
  place: (offset: number) => NonNullable<Problem['at']>,
  problems: Problem[],
): void {
  if (problems.length >= 20 || node === null || isScalar(node)) return;
  const at = place(node.range?.[0] ?? 0);
  if (isAlias(node)) {
    // An alias inside its own anchor would make a value without end.
    if (path.includes(anchorMark(node.source)))
      problems.push({ path: withoutAnchors(path), message: 'An alias holds itself.', at });
    return;
  }
  if (depth > MAX_DEPTH) {
    problems.push({ path: [], message: tooDeep, at });
    return;
  }
  const inner = isCollection(node) && node.anchor ? [...path, anchorMark(node.anchor)] : path;
  if (isMap(node)) {
    const seen = new Set<string>();
    for (const pair of node.items) {
      if (problems.length >= 20) return;
      const key = isScalar(pair.key) ? String(pair.key.value) : undefined;
      const keyAt = place((pair.key as Node | null)?.range?.[0] ?? node.range?.[0] ?? 0);
      if (key === undefined || key.search(UNPRINTABLE) >= 0)
        problems.push({ path: withoutAnchors(path), message: 'A key must be a plain word.', at: keyAt });
      else if (seen.has(key)) {
        problems.push({ path: withoutAnchors([...path, key]), message: `'${key}' stands here twice.`, at: keyAt });
      } else if (FORBIDDEN_KEYS.includes(key)) {
        problems.push({ path: withoutAnchors([...path, key]), message: `'${key}' cannot be a key.`, at: keyAt });
      } else inspect(pair.value as Node | null, depth + 1, [...inner, key], place, problems);
      seen.add(key ?? '');
    }
  } else if (isCollection(node)) {
    node.items.forEach((item, i) => {
      if (!isPair(item)) inspect(item as Node, depth + 1, [...inner, i], place, problems);
    });
  }
}

const anchorMark = (name: string) => `\u0000&${name}`;
const withoutAnchors = (path: readonly (string | number)[]) => path.filter((p) => !String(p).startsWith('\u0000'));

const knownPairs = new WeakMap<YAMLMap, Map<string, Pair>>();

/** The pairs of a map by key: a group of thousands of keys is asked for thousands of places. */
function pairsOf(map: YAMLMap): Map<string, Pair> {
  let pairs = knownPairs.get(map);
  if (!pairs) {
    pairs = new Map(map.items.flatMap((p) => (isScalar(p.key) ? [[String(p.key.value), p]] : [])));
    knownPairs.set(map, pairs);
  }
  return pairs;
}

/** The offset of a place, or of the nearest place above it that exists. */
function offsetOf(root: Node, path: readonly (string | number)[], key: boolean): number {
  let node: Node | null = root;
  let offset = root.range?.[0] ?? 0;
  for (let i = 0; i < path.length; i++) {
    if (isMap(node)) {
      const pair = pairsOf(node).get(String(path[i]));
      if (!pair) return offset;
      const value = pair.value as Node | null;
      const keyOffset = (pair.key as Node).range?.[0] ?? offset;
      offset = i === path.length - 1 && !key ? (value?.range?.[0] ?? keyOffset) : keyOffset;
      node = value;
    } else if (isCollection(node)) {
      const item = node.items[Number(path[i])] as Node | undefined;
      if (!item) return offset;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else return offset;
  }
  return offset;
}
