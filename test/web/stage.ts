import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { deflateRawSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { addressOf, servePage } from '../../src/cli/page/server.ts';
import { siteFiles } from '../../src/cli/page/site.ts';
import { launch, site, upToDateSite } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A charge with a few choices on both sides. */
export const FIGHT =
  '#v=1&rules=oth2&encounter=charge&attacker.formation=attack-column&attacker.fs=8&defender.formation=line&defender.fs=7&defender.reaction=stand-and-deliver';
/** On a busy machine. */
export const SLOW = { timeout: 90_000 };
export const packed = (value: unknown): string =>
  `#v=1&z=${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;

type Options = Parameters<Browser['newContext']>[0];

/** The page as `grognard serve` shows it, in a browser; every fault that the browser reports fails the test. */
export function stage() {
  let browser: Browser;
  let server: Server;
  const open: BrowserContext[] = [];
  const faults: string[] = [];

  beforeAll(async () => {
    await upToDateSite();
    server = await servePage(siteFiles(site));
    browser = await launch();
  }, 400_000);
  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
  });
  afterEach(async () => {
    for (const context of open.splice(0)) await context.close();
    expect(faults.splice(0)).toEqual([]);
  });

  async function context(options: Options = {}): Promise<BrowserContext> {
    const made = await browser.newContext({ serviceWorkers: 'block', ...options });
    open.push(made);
    return made;
  }
  /** A path below the page's address, its fragment included. */
  async function show(path = '', options: Options = {}): Promise<Page> {
    const page = await (await context(options)).newPage();
    page.on('pageerror', (e) => faults.push(e.message));
    page.on('console', (m) => m.type() === 'error' && faults.push(m.text()));
    page.on('dialog', (d) => faults.push(`a dialog: ${d.message()}`));
    await page.goto(addressOf(server) + path);
    return page;
  }
  const closeLast = async () => open.pop()?.close();
  return { context, show, closeLast, address: () => addressOf(server) };
}

export const answered = (page: Page) => page.waitForSelector('.finding', SLOW);
export const headline = async (page: Page): Promise<string> =>
  (await page.textContent('.finding'))?.replace(/\u202f/g, ' ') ?? '';

interface Axe {
  readonly run: (options: unknown) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** What axe-core finds wrong, one line each. */
export async function accessFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.map(
      (v) =>
        `${v.id}: ${v.nodes
          .map((n) => n.html)
          .slice(0, 3)
          .join(' | ')}`,
    );
  });
}

/** How far the page hangs over the edge of the screen, in pixels. */
export const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
