import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../reports/bundle.ts';
import { WIDE_PAGE_PX } from '../../reports/theme.ts';
import type { Results } from '../../src/results/types.ts';
import {
  exactCompare,
  gridSweep,
  illustrativeRun,
  longNames,
  matrixGame,
  sampledRun,
  tornado,
} from '../reports/fixtures.ts';
import { chromiumPath } from './browser.ts';
import { SLOW, sharedBrowser } from './stage.ts';

/** The report as readers see it: nothing wider than the page, no text laid over other text. */
const PAGES: readonly (readonly [string, Results])[] = Object.entries({
  exactCompare,
  gridSweep,
  illustrativeRun,
  longNames,
  matrixGame,
  sampledRun,
  tornado,
});
const WIDTHS = [360, 768, 1280];
const SCHEMES = ['light', 'dark'] as const;

/** Faults of the page on show, found in the browser itself. */
function faults(): string[] {
  const found: string[] = [];
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth)
    found.push(`the page is ${page.scrollWidth} wide in ${page.clientWidth} pixels`);
  const isShown = (e: Element): boolean => e.checkVisibility() && e.getBoundingClientRect().width > 0;
  const name = (e: Element): string => (e.textContent ?? '').trim().slice(0, 40);
  for (const e of document.querySelectorAll('main *')) {
    const inside = e.closest('.scroll, pre, svg, .live');
    const { right, left } = e.getBoundingClientRect();
    if (!inside && isShown(e) && (right > page.clientWidth + 1 || left < -17)) found.push(`sticks out: ${name(e)}`);
  }
  for (const svg of [...document.querySelectorAll('svg')].filter(isShown)) {
    const texts = [...svg.querySelectorAll('text')].filter((t) => isShown(t) && name(t) !== '');
    const boxes = texts.map((t) => t.getBoundingClientRect());
    for (let i = 0; i < boxes.length; i++)
      for (let j = i + 1; j < boxes.length; j++) {
        const [x, y] = [boxes[i], boxes[j]];
        const wide = Math.min(x.right, y.right) - Math.max(x.left, y.left);
        const high = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
        // Boxes of letters are higher than the letters; lines of one text may touch.
        if (wide > 2 && high > 0.45 * Math.min(x.height, y.height))
          found.push(`“${name(texts[i])}” over “${name(texts[j])}”`);
      }
  }
  const blocks = [...document.querySelectorAll('main > *, figure > *')].filter(isShown);
  for (const e of blocks) {
    const next = e.nextElementSibling;
    if (!next || !isShown(next)) continue;
    if (next.getBoundingClientRect().top < e.getBoundingClientRect().bottom - 2)
      found.push(`“${name(next)}” begins inside “${name(e)}”`);
  }
  return found;
}

/** Tables that are wider than the sheet: nobody scrolls on paper. */
function cutOnPaper(): string[] {
  for (const folded of document.querySelectorAll('details')) folded.open = true;
  return [...document.querySelectorAll('.scroll')]
    .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
    .map((e) => `${e.scrollWidth} wide in ${e.clientWidth} pixels: ${(e.textContent ?? '').trim().slice(0, 40)}`);
}

const drawn = (page: Page) =>
  page.waitForFunction(() => [...document.querySelectorAll('.chart')].every((c) => c.querySelector('.live svg')));

/** Does something, and waits for the charts that are drawn anew because of it: for colours, and where there is more room. */
async function redrawn(page: Page, act: () => Promise<void>): Promise<void> {
  const media = () =>
    page.evaluate(
      (wide) => `${matchMedia('(prefers-color-scheme: dark)').matches} ${matchMedia(`(min-width: ${wide}px)`).matches}`,
      WIDE_PAGE_PX,
    );
  const before = await media();
  await page.evaluate(() => {
    for (const svg of document.querySelectorAll('.live svg')) svg.classList.add('before');
  });
  await act();
  if ((await media()) !== before) await page.waitForFunction(() => document.querySelector('.live .before') === null);
  await drawn(page);
}

describe.skipIf(chromiumPath === undefined)('report.html in a browser', () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'grognard-report-'));
  beforeAll(async () => {
    browser = await sharedBrowser();
    for (const [name, results] of PAGES) {
      const page = (await bundle(results)).find((file) => file.name === 'report.html');
      writeFileSync(join(folder, `${name}.html`), page?.content ?? '');
    }
  });
  afterAll(() => browser?.close());

  it.each(PAGES.map(([name]) => name))('%s neither overflows nor overlaps', async (name) => {
    const context = await browser.newContext({ viewport: { width: WIDTHS[0], height: 900 }, colorScheme: 'light' });
    context.setDefaultTimeout(SLOW.timeout);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (e) => errors.push(e.message));
    await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
    await drawn(page);
    for (const colorScheme of SCHEMES) {
      await redrawn(page, () => page.emulateMedia({ colorScheme }));
      for (const width of WIDTHS) {
        await redrawn(page, () => page.setViewportSize({ width, height: 900 }));
        expect(await page.evaluate(faults), `${width} pixels, ${colorScheme}`).toEqual([]);
        const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const [red] = /\d+/.exec(paper) as RegExpExecArray;
        expect(Number(red) > 128, paper).toBe(colorScheme === 'light');
      }
    }
    await redrawn(page, () => page.emulateMedia({ media: 'print', colorScheme: 'light' }));
    // About what is left of a sheet of A4 between its margins.
    await redrawn(page, () => page.setViewportSize({ width: 700, height: 1000 }));
    expect(await page.evaluate(faults), 'in print').toEqual([]);
    expect(await page.evaluate(cutOnPaper), 'in print').toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });
});
