import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SiteFile } from './site.ts';

/** The page loads nothing from elsewhere and makes no code from text; WebAssembly draws the PNG. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
  // Isolated from other origins, workers may share memory.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * Serves the built page to this machine alone: it listens on the loopback address, answers only to its own name (a
 * foreign page cannot reach it by pointing a name of its own here), reads only and knows only the files listed.
 */
export async function servePage(files: ReadonlyMap<string, SiteFile>, port = 0): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request, response, files, (server.address() as AddressInfo).port).catch(() => {
      if (!response.headersSent) response.writeHead(500, HEADERS);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

export const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  files: ReadonlyMap<string, SiteFile>,
  port: number,
): Promise<void> {
  const refuse = (status: number, text: string) => {
    response.writeHead(status, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(text);
  };
  if (!isOwnName(request.headers.host, port)) return refuse(421, 'This server answers to its own address only.\n');
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'This server can only be read from.\n');
  const path = (request.url ?? '/').split(/[?#]/)[0];
  const file = files.get(path);
  if (file === undefined) return refuse(404, 'There is no such page.\n');
  const content = await readFile(file.path);
  response.writeHead(200, { ...HEADERS, 'Content-Type': file.type, 'Content-Length': content.length });
  response.end(request.method === 'HEAD' ? undefined : content);
}

const isOwnName = (host: string | undefined, port: number): boolean =>
  host === `127.0.0.1:${port}` || host === `localhost:${port}`;
