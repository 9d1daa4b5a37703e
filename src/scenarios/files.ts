import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Rulebook } from '../rules/book.ts';
import { builtInBook } from '../rules/built-in.ts';
import { nearest } from '../rules/nearest.ts';
import { isPlayed, type PlayedBook } from '../rules/played.ts';
import { InputError } from '../rules/problem.ts';
import { builtInFile, exampleNames, examples, exampleText } from './examples.ts';
import { isLink } from './is-link.ts';
import { baseBook, type LoadOptions, scenarioFrom, variantFrom } from './load.ts';
import type { LoadedScenario, NamedVariant } from './prepare.ts';
import type { SuiteOptions } from './suite/load.ts';
import type { Suite } from './suite/suite.ts';
import { MAX_FILE_BYTES, type ParsedText, parseText, type ReadText, tooLarge } from './text.ts';
import type { OwnTroops } from './troops/file.ts';

/** The one place of src/scenarios that touches the disk. */

const refused = (file: string, message: string) => new InputError([{ path: [], message, at: { file } }]);

/** Reads a text file; size and kind are looked at before a byte is read. `shown` is what messages call it. */
export const readText = (path: string, shown = path): ParsedText => parseText(readBytes(path, shown), shown);

/** The same, unread: a file that is no YAML. */
export const readPlain = (path: string): string =>
  new TextDecoder().decode(readBytes(path, path)).replace(/^\uFEFF/, '');

function readBytes(path: string, shown: string): Uint8Array {
  try {
    const found = statSync(path);
    if (found.isDirectory()) throw refused(shown, 'This is a folder, not a file.');
    if (!found.isFile()) throw refused(shown, 'This is not a plain file.');
    if (found.size > MAX_FILE_BYTES) throw refused(shown, tooLarge(found.size));
    return readFileSync(path);
  } catch (e) {
    if (e instanceof InputError) throw e;
    throw refused(shown, `${reasonOf(e as NodeJS.ErrnoException)}${builtIn(shown)}`);
  }
}

/** `volley.yaml` where only the built-in volley is. */
function builtIn(file: string): string {
  const name = file.replace(/\.(ya?ml|json)$/i, '');
  return name !== file && examples().has(name) ? ` There is a built-in scenario '${name}'.` : '';
}

function reasonOf(e: NodeJS.ErrnoException): string {
  switch (e.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'There is no such file.';
    case 'EACCES':
    case 'EPERM':
      return 'The file may not be read (permission denied).';
    default:
      return `The file cannot be read (${e.code ?? e.message}).`;
  }
}

/**
 * A scenario by file name, by built-in name, by link, or as an object in the shape of a file.
 *
 * await loadScenario('volley')
 * await loadScenario('fight.yaml', { rules: 'oth-half' })
 */
export async function loadScenario(
  source: string | Readonly<Record<string, unknown>>,
  options: LoadOptions = {},
): Promise<LoadedScenario> {
  if (typeof source !== 'string') {
    const { rules, ...rest } = source;
    // A book is a value: an object may hold it where a file names it.
    const held = isBook(rules) ? rules : undefined;
    const value = held ? rest : source;
    const text: ParsedText = { file: 'scenario', value, at: () => ({ file: 'scenario' }) };
    return scenarioFrom(text, held ? { rules: held, ...options } : options, async (path) => readText(path));
  }
  if (isLink(source)) return fromLink(source, options);
  if (!looksLikeFile(source)) {
    const example = exampleText(source);
    if (example) {
      // What the command line names lies here; what the built-in file names lies beside it.
      const folder = dirname(examples().get(source)!.path);
      return scenarioFrom(example, options, async (path, named) =>
        readText(named || existsSync(path) ? path : join(folder, path), path),
      );
    }
    throw new InputError([noScenario(source)]);
  }
  const folder = dirname(resolve(source));
  // Variants and cards that a file names lie beside it.
  const beside: ReadText = async (path, named) => readText(named || isAbsolute(path) ? path : join(folder, path), path);
  return scenarioFrom(readText(source), options, beside);
}

const isBook = (value: unknown): value is PlayedBook =>
  typeof value === 'object' && value !== null && isPlayed(value as Rulebook);

/** A link comes from a stranger: it may name files that it carries or that are built in, and no others of this machine. */
async function fromLink(source: string, options: LoadOptions): Promise<LoadedScenario> {
  const [{ carriedFile, linkText, movedSince, readLink }, { bookHash }] = await Promise.all([
    import('./link.ts'),
    import('../rules/hash.ts'),
  ]);
  const link = await readLink(source);
  const loaded = await scenarioFrom(linkText(link), options, async (path, named) => {
    // What the command line itself names is the user's own word.
    if (named) return readText(path);
    const carried = carriedFile(link, path);
    if (carried) return carried;
    const file = builtInFile(path);
    if (file === undefined) throw refused(path, 'A link cannot name a file.');
    return readText(file, path);
  });
  const written = link.scenario['rules'];
  // Another rulebook than the link's own was asked for: then nothing of it has moved.
  if (written !== loaded.rules) return loaded;
  const moved = movedSince(link, bookHash(baseBook(loaded)));
  return moved === undefined ? loaded : { ...loaded, warnings: [moved] };
}

const looksLikeFile = (name: string) => /[\\/]|\.(ya?ml|json)$/i.test(name) || existsSync(name);

function noScenario(name: string) {
  const near = nearest(name, exampleNames());
  return {
    path: [],
    message:
      `There is no file and no built-in scenario '${name}'.` +
      (near ? ` Did you mean '${near}'?` : " 'grognard examples' lists the built-in ones."),
    found: name,
    ...(near ? { nearest: near } : {}),
  };
}

/**
 * A rulebook by file name, by the name of a built-in one, or as an object in the shape of a file.
 *
 * const book = await loadBook('my-game.yaml');
 * await loadScenario('fight.yaml', { rules: book });
 */
export async function loadBook(source: string | Readonly<Record<string, unknown>>): Promise<PlayedBook> {
  if (typeof source === 'string' && !looksLikeFile(source)) return builtInBook(source);
  const { bookFromText } = await import('./book-file.ts');
  if (typeof source === 'string') return bookFromText(readText(source));
  return bookFromText({ file: 'rulebook', value: source, at: () => ({ file: 'rulebook' }) });
}

/** A variant by file name. */
export async function loadVariant(path: string): Promise<NamedVariant> {
  return variantFrom(readText(path));
}

/** A suite by file name; the situations that it names by file lie beside it. */
export async function loadSuite(path: string, options: SuiteOptions = {}): Promise<Suite> {
  const { suiteFrom } = await import('./suite/load.ts');
  const folder = dirname(resolve(path));
  const beside = (name: string) => (isAbsolute(name) ? name : join(folder, name));
  return suiteFrom(
    readText(path),
    options,
    async (name, named) => readText(named ? name : beside(name), name),
    (name) => (looksLikeFile(name) ? readText(beside(name), name) : exampleText(name)),
  );
}

/** Troops and army lists from files, all together. */
export async function loadTroops(paths: readonly string[], book: PlayedBook): Promise<OwnTroops> {
  const [{ troopsFrom }, { joinedLists }] = await Promise.all([import('./troops/file.ts'), import('./troops/load.ts')]);
  return joinedLists(paths.map((path) => troopsFrom(readText(path), book)));
}

export { packageRoot } from './package-root.ts';
