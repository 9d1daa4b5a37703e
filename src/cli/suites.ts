import { existsSync } from 'node:fs';
import { BOOK_IDS, isBookFile, isBuiltIn } from '../rules/built-in.ts';
import { nearest } from '../rules/nearest.ts';
import { InputError } from '../rules/problem.ts';
import { loadBook, loadSuite, readText } from '../scenarios/files.ts';
import { isRulebook } from '../scenarios/is-rulebook.ts';
import { BUILT_IN, builtInSuite } from '../scenarios/suite/built-in.ts';
import type { SuiteOptions } from '../scenarios/suite/load.ts';
import type { Suite } from '../scenarios/suite/suite.ts';
import { messages } from './messages.ts';

const FILE = /[\\/]|\.(ya?ml|json)$/i;

/** A suite by what was typed: a suite file, a rulebook for its own suite, or "built-in" with the rulebook at hand. */
export async function suiteNamed(name: string, options: SuiteOptions = {}): Promise<Suite> {
  if (name === BUILT_IN && options.rules !== undefined) return builtInSuiteOf(options.rules);
  if (isBuiltIn(name)) return builtInSuite(name);
  if (FILE.test(name) && existsSync(name) && isRulebook(readText(name).value)) return builtInSuiteOf(name);
  if (FILE.test(name) || existsSync(name)) return loadSuite(name, options);
  const message = messages.noSuite(name, BOOK_IDS, nearest(name, BOOK_IDS));
  throw new InputError([{ path: [], message, found: name }]);
}

/** The built-in suite of a rulebook by its id or its file. */
const builtInSuiteOf = async (rules: string): Promise<Suite> =>
  builtInSuite(isBookFile(rules) ? await loadBook(rules) : rules);
