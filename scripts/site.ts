import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, type InlineConfig, type Plugin } from 'vite';
import { ALIASES, ONCE, SWAPS } from '../web/swaps.ts';
import { baked } from './bake.ts';
import { lateJsonSchema } from './late-json-schema.ts';

/**
 * `npm run site`: the static page in dist/site, for any host and any folder of it. `npm run site -- --url ADDRESS` adds a
 * page with a preview for every built-in scenario.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Stand-ins for what a page cannot have, and the modules that the build makes up. */
export function pageParts(made: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'page-parts',
    enforce: 'pre',
    resolveId(source, importer) {
      if (Object.hasOwn(made, source)) return `\0${source}`;
      if (!source.startsWith('.') || !importer) return null;
      const file = relative(root, resolve(dirname(importer.split('?')[0]), source)).replaceAll('\\', '/');
      const standIn = SWAPS[file];
      // The stand-in itself may ask for the file whose place it takes.
      return standIn && !importer.endsWith(standIn) ? join(root, standIn) : null;
    },
    load: (id) => (id.startsWith('\0virtual:') ? made[id.slice(1)] : null),
  };
}

/** What every answer needs, and the parts that all rulebooks are made of. */
const ENGINE_PARTS = /[\\/](?:web[\\/]engine[\\/]answers|src[\\/]rules[\\/][^\\/]+)\.ts$/;

/** Modules that are always loaded together, with all that they import, in one file: fifty small ones take 10 kB more. */
const together = (files: Readonly<Record<string, RegExp>>) => ({
  codeSplitting: { groups: Object.entries(files).map(([name, test]) => ({ name, test })) },
});

/** Where the build spends its time is nobody's concern who only installs. */
const checks = { pluginTimings: false };

export async function siteConfig(made: Readonly<Record<string, string>>, outDir: string): Promise<InlineConfig> {
  const late = await lateJsonSchema();
  const plugins = () => [pageParts(made), late()];
  // Exactly these names: vega-lite and the like are packages of their own.
  const alias = Object.entries(ALIASES).map(([find, to]) => ({
    find: new RegExp(`^${find}$`),
    replacement: to.startsWith('/') ? join(root, 'web', to) : to,
  }));
  return {
    root: join(root, 'web'),
    base: './',
    configFile: false,
    logLevel: 'warn',
    publicDir: join(root, 'web', 'public'),
    plugins: plugins(),
    worker: { format: 'es', plugins, rolldownOptions: { checks, output: together({ engine: ENGINE_PARTS }) } },
    resolve: { alias, dedupe: [...ONCE] },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 4000,
      rolldownOptions: {
        checks,
        input: { index: join(root, 'web/index.html'), embed: join(root, 'web/embed.html') },
        output: together({ shared: /[\\/]web[\\/](?:state[\\/]address|views[\\/]faults)\.tsx?$/ }),
      },
    },
  };
}

/** The list of files that the service worker keeps, written into it with a name that changes when any of them does. */
function writeOfflineList(outDir: string): void {
  const files = readdirSync(outDir, { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile())
    .map((f) => relative(outDir, join(f.parentPath, f.name)).replaceAll('\\', '/'))
    .filter((f) => f !== 'offline.js')
    .sort();
  const template = readFileSync(join(root, 'web', 'offline.js'), 'utf8');
  const stamp =
    files.join('|') + files.filter((f) => f.endsWith('.html')).map((f) => readFileSync(join(outDir, f), 'utf8'));
  const name = hash(stamp);
  writeFileSync(
    join(outDir, 'offline.js'),
    template.replace("'FILES'", JSON.stringify(files)).replace("'NAME'", JSON.stringify(`grognard-${name}`)),
  );
}

/** A short name for a text; files carry hashes of their own, so this need not be strong. */
function hash(text: string): string {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return (h >>> 0).toString(16);
}

export async function buildSite(outDir = join(root, 'dist', 'site'), siteUrl?: string): Promise<void> {
  rmSync(outDir, { recursive: true, force: true });
  await build(await siteConfig(await baked(), outDir));
  if (siteUrl !== undefined) await (await import('./fight-pages.ts')).writeFightPages(outDir, siteUrl);
  writeOfflineList(outDir);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { url } = parseArgs({ options: { url: { type: 'string' } } }).values;
  if (url !== undefined && !/^https?:\/\/[^\s#?]+\/$/.test(url)) {
    process.stderr.write(
      `--url ${url}: write a whole address that ends in a slash, such as https://example.org/odds/\n`,
    );
    process.exit(2);
  }
  await buildSite(undefined, url);
}
