import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateRawSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A charge with a few choices on both sides. */
export const FIGHT =
  '#v=1&rules=oth2&encounter=charge&attacker.formation=attack-column&attacker.fs=8&defender.formation=line&defender.fs=7&defender.reaction=stand-and-deliver';
/** On a busy machine. */
export const SLOW = { timeout: 300_000 };
export const packed = (value: unknown): string =>
  `#v=1&z=${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;

type Options = Parameters<Browser['newContext']>[0];

/** The browser that all files of tests share; what a file opens in it is closed with the file. */
export const sharedBrowser = (): Promise<Browser> => chromium.connect(inject('chromium'));

/** The page as `grognard serve` shows it, in a browser; every fault that the browser reports fails the test. */
export function stage() {
  let browser: Browser;
  const address = inject('page');
  const open: BrowserContext[] = [];
  const faults: string[] = [];

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    for (const context of open.splice(0)) await context.close();
    expect(faults.splice(0)).toEqual([]);
  });

  async function context(options: Options = {}): Promise<BrowserContext> {
    const made = await browser.newContext({ serviceWorkers: 'block', ...options });
    made.setDefaultTimeout(SLOW.timeout);
    open.push(made);
    return made;
  }
  async function showIn(path: string, inContext: BrowserContext): Promise<Page> {
    const page = await inContext.newPage();
    page.on('pageerror', (e) => faults.push(e.message));
    page.on('console', (m) => m.type() === 'error' && faults.push(m.text()));
    page.on('dialog', (d) => faults.push(`a dialog: ${d.message()}`));
    await page.goto(address + path);
    return page;
  }
  /** A path below the page's address, its fragment included. */
  const show = async (path = '', options: Options = {}) => showIn(path, await context(options));
  /** The same for all tests of a file: loading takes longer than most of what they look at. */
  const showForAll = async (path = '') => showIn(path, await browser.newContext({ serviceWorkers: 'block' }));
  return { context, show, showIn, showForAll, address };
}

/** Turns a page that is open to another link, which has no version in it: the page writes it anew once it has taken it over. */
export async function turnTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await page.waitForFunction(() => location.hash.includes('&g='), null, SLOW);
  await page.waitForFunction(() => document.querySelector('#screen [aria-busy="true"]') === null, null, SLOW);
}

export const answered = (page: Page) => page.waitForSelector('.finding', SLOW);
/** All charts of the view are drawn, and nothing more is on its way. */
export const drawn = (page: Page) =>
  page.waitForFunction(
    () => {
      const charts = [...document.querySelectorAll('#screen .drawing')];
      const isBusy = document.querySelector('#screen [aria-busy="true"]') !== null;
      return charts.length > 0 && charts.every((c) => c.firstChild) && !isBusy;
    },
    null,
    SLOW,
  );
export const headline = async (page: Page): Promise<string> =>
  (await page.textContent('.finding'))?.replace(/\u202f/g, ' ') ?? '';

interface Axe {
  readonly run: (
    within: string | Document | { readonly exclude: readonly (readonly string[])[] },
    options: unknown,
  ) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** The page as a whole, but for what is inside the form: its hundred fields take longer than all the rest. */
export const BUT_FOR_THE_FORM = { exclude: [['.form']] };

/** What axe-core finds wrong on the page, or in a part of it, one line each. */
export async function accessFaults(page: Page, part?: string | typeof BUT_FOR_THE_FORM): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async (within) => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(within ?? document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.map(
      (v) =>
        `${v.id}: ${v.nodes
          .map((n) => n.html)
          .slice(0, 3)
          .join(' | ')}`,
    );
  }, part);
}

/** How far the page hangs over the edge of the screen, in pixels. */
export const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
