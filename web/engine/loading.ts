import { builtInBook, isBookFile } from '../../src/rules/built-in.ts';
import type { PlayedBook } from '../../src/rules/played.ts';
import { InputError } from '../../src/rules/problem.ts';
import { type LoadOptions, scenarioFrom } from '../../src/scenarios/load.ts';
import type { LoadedScenario } from '../../src/scenarios/prepare.ts';
import type { ParsedText } from '../../src/scenarios/text.ts';
import type { Scenario } from './protocol.ts';

/** Files of the user's own, dropped on the page or carried by a link. */
let ownFiles: Readonly<Record<string, unknown>> = {};

export function keepFiles(own: Readonly<Record<string, unknown>>): void {
  ownFiles = own;
  loadedBefore.clear();
}

/** A page reads no files but these and those of the built-in scenarios, which the build put in. */
const knownFiles = async (): Promise<Readonly<Record<string, unknown>>> => ({
  ...(await import('virtual:example-files')).default,
  ...ownFiles,
});

/** The name of a file without its folders: what was taken from here has none. */
const bareName = (path: string): string => path.replace(/^.*[\\/]/, '');

async function read(path: string): Promise<ParsedText> {
  const at = () => ({ file: path });
  const files = await knownFiles();
  const name = Object.hasOwn(files, path) ? path : Object.keys(files).find((f) => bareName(f) === bareName(path));
  if (name === undefined) throw new InputError([{ path: [], message: `The page has no file '${path}'.`, at: at() }]);
  return { file: path, value: files[name], at };
}

interface Neighbours {
  readonly scenario: Scenario;
  /** What it names, by bare names. */
  readonly files: Readonly<Record<string, unknown>>;
}

/** A scenario to be written to a disk: the files that it names lie in the same folder. */
export async function withNeighbours(scenario: Scenario): Promise<Neighbours> {
  const known = await knownFiles();
  const files: Record<string, unknown> = {};
  const written = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(written);
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, written(inner)]));
    if (typeof value !== 'string' || !Object.hasOwn(known, value)) return value;
    files[bareName(value)] = known[value];
    return `./${bareName(value)}`;
  };
  return { scenario: written(scenario) as Scenario, files };
}

/** The rulebook that a scenario names: one of ours, or a file. */
export async function bookNamed(id: string): Promise<PlayedBook> {
  if (isBookFile(id)) return (await import('../../src/scenarios/book-file.ts')).bookFromText(await read(id));
  return builtInBook(id);
}

const loadedBefore = new Map<string, Promise<LoadedScenario>>();
const MOST_KEPT = 12;

/** The scenario through the same loader as a file. The same one again is not read again, so that its caches serve. */
export function load(scenario: Scenario, options: LoadOptions = {}): Promise<LoadedScenario> {
  const key = JSON.stringify([scenario, options]);
  let loaded = loadedBefore.get(key);
  if (!loaded) {
    // A path of the scenario says where a problem is; the page has no lines to point at.
    const text: ParsedText = { file: 'fight', value: scenario, at: () => ({ file: 'fight' }) };
    loaded = scenarioFrom(text, options, read);
    loaded.catch(() => loadedBefore.delete(key));
    if (loadedBefore.size >= MOST_KEPT) loadedBefore.delete(loadedBefore.keys().next().value as string);
    loadedBefore.set(key, loaded);
  }
  return loaded;
}

/** The scenario without its axes: pages of one situation take the values that are written. */
export function withoutAxes(scenario: Scenario): Scenario {
  const { vary: _axes, ...rest } = scenario;
  return rest;
}
