import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { buildSite } from '../../scripts/site.ts';
import { siteFiles } from '../../src/cli/page/site.ts';

export const root = resolve(import.meta.dirname, '../..');
export const site = join(root, 'dist', 'site');

/** Where a Chromium may be; GROGNARD_CHROMIUM says it outright. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'];

export const chromiumPath = [process.env['GROGNARD_CHROMIUM'], ...PLACES].find((p) => p !== undefined && existsSync(p));

export const CHROMIUM_FLAGS = ['--no-sandbox', '--disable-dev-shm-usage'];

/** A browser of one's own: the benches look at its processes. */
export const launch = (): Promise<Browser> => chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_FLAGS });

const newest = (folder: string): number =>
  Math.max(
    0,
    ...readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((f) => f.isFile())
      .map((f) => statSync(join(f.parentPath, f.name)).mtimeMs),
  );

/** Builds the page where it is missing or older than what it is made of. */
export async function upToDateSite(): Promise<void> {
  const built = join(site, 'offline.js');
  const sources = Math.max(...['web', 'src', 'reports', 'workers', 'scripts'].map(newest));
  if (!existsSync(built) || statSync(built).mtimeMs < sources) await buildSite(site);
}

/** A plain static host: a folder below the root, and no header but the type. */
export async function plainHost(): Promise<{ readonly server: Server; readonly address: string }> {
  const files = siteFiles(site);
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').split(/[?#]/)[0];
    const file = path.startsWith('/odds/') ? files.get(path.slice('/odds'.length)) : undefined;
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': file.type });
    response.end(await readFile(file.path));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/odds/` };
}

/** The engine's own file, to be asked without the page around it. */
export const workerFile = (): string => {
  const name = readdirSync(join(site, 'assets')).find((f) => /^engine-worker-.*\.js$/.test(f));
  if (!name) throw new Error('The built page has no engine.');
  return `assets/${name}`;
};
