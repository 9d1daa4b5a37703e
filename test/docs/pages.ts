import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOOK_IDS } from '../../src/rules/built-in.ts';
import { packageRoot } from '../../src/scenarios/files.ts';
import { agreementPage } from './agreement.ts';
import { commandsPage } from './commands-page.ts';
import { coveragePage } from './coverage-page.ts';
import { rulingsPage } from './rulings-page.ts';
import { bookScenariosPage, scenariosPage } from './scenarios-page.ts';
import { variantsPage } from './variants-page.ts';
import { wherePlayedPage } from './where-played-page.ts';

const root = packageRoot();

/** Pages that are written from the rules and the program; all others are written by hand and played. */
export const GENERATED: Readonly<Record<string, () => Promise<string>>> = {
  'docs/reference/scenarios.md': scenariosPage,
  ...Object.fromEntries(BOOK_IDS.map((id) => [`docs/reference/scenarios-${id}.md`, () => bookScenariosPage(id)])),
  'docs/reference/variants.md': variantsPage,
  'docs/reference/rulings.md': rulingsPage,
  'docs/reference/commands.md': commandsPage,
  'docs/reference/agreement.md': agreementPage,
  'docs/reference/where-played.md': wherePlayedPage,
  'docs/reference/coverage.md': coveragePage,
};

/** Every page written by hand, from the project's folder. */
export function pages(): string[] {
  const under = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((e) => {
      const path = `${folder}/${e.name}`;
      if (e.isDirectory()) return path === 'docs/gallery' ? [] : under(path);
      return path.endsWith('.md') && !(path in GENERATED) ? [path] : [];
    });
  const top = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].filter((p) => existsSync(join(root, p)));
  return [...top, ...under('docs').sort()];
}

export const pageText = (path: string): string => readFileSync(join(root, path), 'utf8');
