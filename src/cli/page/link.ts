import { dirname, isAbsolute, join, resolve } from 'node:path';
import { VERSION } from '../../results/version.ts';
import { isBookFile } from '../../rules/built-in.ts';
import { bookHash } from '../../rules/hash.ts';
import { builtInFile, examples } from '../../scenarios/examples.ts';
import { readText } from '../../scenarios/files.ts';
import { writeLink } from '../../scenarios/link.ts';
import { wholeScenario } from '../../scenarios/link-of.ts';
import { baseBook } from '../../scenarios/load.ts';
import type { LoadedScenario } from '../../scenarios/prepare.ts';

/** The link of a loaded scenario, "#v=1&…". A rulebook of the user's own comes along in it. */
export const linkOf = (loaded: LoadedScenario): Promise<string> =>
  writeLink({
    program: VERSION,
    hash: bookHash(baseBook(loaded)),
    scenario: wholeScenario(loaded, (path) => builtInFile(path) !== undefined),
    page: isBookFile(loaded.rules) && !builtInFile(loaded.rules) ? { files: ownBook(loaded) } : {},
  });

/** The rulebook file as it is written, under the name that the scenario gives it. */
function ownBook({ rules, source }: LoadedScenario): Record<string, unknown> {
  const beside = examples().has(source) ? '.' : dirname(resolve(source));
  const path = isAbsolute(rules) ? rules : join(beside, rules);
  return { [rules]: readText(path, rules).value };
}
