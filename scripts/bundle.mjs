// Puts the command line into a few files. Loading some three hundred modules one by one takes longer than most answers;
// dist/src stays as it is for the library and the threads.
import { rmSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const dist = resolve(dirname(fileURLToPath(import.meta.url)), '../dist');
const outdir = resolve(dist, 'bundle');

/** Packages that are small and always needed go in; the heavy ones stay where they are and are loaded when needed. */
const BUNDLED_PACKAGES = new Set(['zod', 'yaml', '@noble/hashes', 'fastest-levenshtein']);
/** The walking loops lose half their speed when a bundler turns their constants into variables; the pool finds its worker beside itself. */
const UNBUNDLED_FILES = /\/(sim\/walk\/(narrow|wide)|workers\/pool)\.js$/;

const placement = {
  name: 'placement',
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
      const file = resolve(resolveDir, path);
      if (!UNBUNDLED_FILES.test(file)) return undefined;
      return { path: relative(outdir, file).replaceAll('\\', '/'), external: true };
    });
    onResolve({ filter: /^[^./]/ }, ({ path }) => {
      const name = path.startsWith('@') ? path.split('/').slice(0, 2).join('/') : path.split('/')[0];
      return path.startsWith('node:') || !BUNDLED_PACKAGES.has(name) ? { path, external: true } : undefined;
    });
  },
};

// Chunks are named by what is in them; those of an earlier build would only lie about.
rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: [resolve(dist, 'src/cli/main.js')],
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // yaml is CommonJS inside and asks for Node's own modules with require.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [placement],
});
