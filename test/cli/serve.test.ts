import { mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, servePage } from '../../src/cli/page/server.ts';
import { siteFiles } from '../../src/cli/page/site.ts';

const folder = mkdtempSync(join(tmpdir(), 'site-'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>page</title>');
writeFileSync(join(folder, 'code.js'), 'export {};');
writeFileSync(join(folder, 'secret.env'), 'no');
writeFileSync(join(folder, '..', 'beside.html'), 'not yours');
let server: Awaited<ReturnType<typeof servePage>>;
let port: number;

beforeAll(async () => {
  server = await servePage(siteFiles(folder));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** Paths go out as they are written: fetch would tidy them up. */
const ask = (path: string, options: { method?: string; host?: string } = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const { method = 'GET', host = `127.0.0.1:${port}` } = options;
    request({ host: '127.0.0.1', port, path, method, headers: { host } }, (answer) => {
      let body = '';
      answer.on('data', (part) => {
        body += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
    })
      .on('error', reject)
      .end();
  });

describe('the server of the page', () => {
  it('serves the page and its files under a strict policy', async () => {
    const page = await ask('/');
    expect(page.status).toBe(200);
    expect(page.body).toContain('<title>page</title>');
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self' 'wasm-unsafe-eval'/);
    expect(page.headers['content-security-policy']).not.toMatch(/unsafe-inline|'unsafe-eval'/);
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    expect((await ask('/code.js?v=1')).headers['content-type']).toMatch(/javascript/);
  });

  it.each([
    '/../beside.html',
    '/%2e%2e/beside.html',
    '/..%2fbeside.html',
    '//etc/passwd',
    '/\\..\\beside.html',
    '/secret.env',
    '/nothing.html',
    '/index.html/',
    '/%00',
  ])('knows no file at %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  it.each(['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1.evil.example'])(
    'does not answer to the name "%s"',
    async (host) => {
      expect((await ask('/', { host })).status).toBe(421);
    },
  );

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('takes no %s', async (method) => {
    expect((await ask('/', { method })).status).toBe(405);
  });

  it('listens on this machine alone', () => {
    expect((server.address() as AddressInfo).address).toBe('127.0.0.1');
    expect(addressOf(server)).toBe(`http://127.0.0.1:${port}/`);
  });

  it('says in one sentence that the page has not been built', () => {
    expect(() => siteFiles(join(folder, 'none'))).toThrow(/has not been built; 'npm run site' builds it/);
  });
});
