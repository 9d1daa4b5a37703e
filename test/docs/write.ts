import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../src/scenarios/files.ts';
import { closePool } from '../../workers/pool.ts';
import { GENERATED, pages, pageText } from './pages.ts';
import { play } from './play.ts';

/** `npm run docs [PAGE…]`: plays every page (or those named) and writes its outputs and pictures anew. */
const root = packageRoot();
const named = process.argv.slice(2);
const wanted = (path: string) => named.length === 0 || named.some((n) => path.includes(n));
const put = (path: string, contents: string | Buffer) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), contents);
};

for (const path of pages().filter(wanted)) {
  const { text, pictures } = await play(pageText(path));
  put(path, text);
  for (const { shown, png, spec } of pictures) {
    const picture = join(dirname(path), shown);
    put(picture, png);
    put(picture.replace(/\.png$/, '.vl.json'), spec);
  }
  process.stderr.write(`${path}\n`);
}
for (const [path, made] of Object.entries(GENERATED)) {
  if (!wanted(path)) continue;
  put(path, await made());
  process.stderr.write(`${path}\n`);
}
await closePool();
