import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { type Mutant, Mutated } from './mutations.ts';

const root = resolve(import.meta.dirname, '../..');
const HEAD = 'const $mutant = globalThis.__mutant, $reached = globalThis.__reached;';

/** The program and its tests in one file: loaded again under another name, everything in it starts anew. */
async function bundle(out: string, tests: readonly string[], texts: ReadonlyMap<string, string>): Promise<void> {
  const own: Plugin = {
    name: 'mutants',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^vitest$/ }, () => ({ path: join(import.meta.dirname, 'vitest.ts') }));
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const text = texts.get(relative(root, path)) ?? readFileSync(path, 'utf8');
        const placed = text
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
        return { contents: placed, loader: 'ts' };
      });
    },
  };
  const entry = [
    `import { casesOf } from ${JSON.stringify(join(import.meta.dirname, 'vitest.ts'))};`,
    'export const files = {',
    ...tests.map((t) => `  ${JSON.stringify(t)}: () => casesOf(() => import(${JSON.stringify(join(root, t))})),`),
    '};',
  ].join('\n');
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    banner: { js: HEAD },
    plugins: [own],
    logLevel: 'error',
  });
  writeFileSync(out, outputFiles[0].contents);
}

/** The process that plays mutants as plain JavaScript: a loader of TypeScript would go through the bundle at every load. */
export async function childIn(folder: string): Promise<string> {
  const outfile = join(folder, 'child.mjs');
  const entryPoints = [join(import.meta.dirname, 'child.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' });
  return outfile;
}

/** Both bundles of a folder's files, and the mutants in them by their numbers. */
export async function bundles(folder: string, files: readonly string[], tests: readonly string[]): Promise<Mutant[]> {
  const [mutants, switched, noted] = [[] as Mutant[], new Map<string, string>(), new Map<string, string>()];
  for (const file of files) {
    const one = new Mutated(file, readFileSync(join(root, file), 'utf8'), mutants.length);
    mutants.push(...one.mutants);
    switched.set(file, one.switched());
    noted.set(file, one.noted());
  }
  await bundle(join(folder, 'switched.mjs'), tests, switched);
  await bundle(join(folder, 'noted.mjs'), tests, noted);
  return mutants;
}
