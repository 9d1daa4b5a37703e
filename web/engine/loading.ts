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
async function read(path: string): Promise<ParsedText> {
  const at = () => ({ file: path });
  const { default: files } = await import('virtual:example-files');
  const from = [ownFiles, files].find((f) => Object.hasOwn(f, path));
  if (!from) throw new InputError([{ path: [], message: `The page has no file '${path}'.`, at: at() }]);
  return { file: path, value: from[path], at };
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
