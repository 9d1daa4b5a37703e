import { existsSync, readdirSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { InputError } from '../../rules/problem.ts';
import { packageRoot } from '../../scenarios/files.ts';
import { messages } from '../messages.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

export interface SiteFile {
  readonly path: string;
  readonly type: string;
}

/**
 * The files of the built page by the path that a browser asks for. Only what is in this list is ever served, so no
 * request can lead anywhere else on the disk.
 */
export function siteFiles(folder = join(packageRoot(), 'dist', 'site')): ReadonlyMap<string, SiteFile> {
  if (!existsSync(join(folder, 'index.html'))) throw new InputError([{ path: [], message: messages.noSite }]);
  const files = new Map<string, SiteFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const asked = `/${relative(folder, path).replaceAll('\\', '/')}`;
    files.set(asked, { path, type });
    if (entry.name === 'index.html') files.set(asked.slice(0, -'index.html'.length), { path, type });
  }
  return files;
}
