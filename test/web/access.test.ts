import { describe, expect, it } from 'vitest';
import { VIEWS } from '../../web/state/views.ts';
import { chromiumPath } from './browser.ts';
import { accessFaults, answered, FIGHT, overhang, SLOW, stage } from './stage.ts';

const LONG_NAME = 'The Grand Duchess of Oldenburg’s Own Fusilier Regiment, 2nd';
const named = `${FIGHT}&attacker.name=${encodeURIComponent(LONG_NAME)}`;

describe.skipIf(chromiumPath === undefined)('the page for everybody', () => {
  const { show } = stage();
  const ready = (view: string) => (view === 'sheet' ? '.printed' : view === 'why' ? '.roll' : '.drawing svg');

  it.each(VIEWS.map(([id]) => id))(
    'is free of faults for screen readers: %s, in the light, in the dark on a phone, and in print',
    async (view) => {
      for (const [colorScheme, width] of [
        ['light', 1280],
        ['dark', 360],
      ] as const) {
        const page = await show(`${named}&page.view=${view}`, { colorScheme, viewport: { width, height: 800 } });
        if (view === 'compare') await page.click('text=Pin this fight', SLOW);
        await page.waitForSelector(ready(view), SLOW);
        expect(await accessFaults(page)).toEqual([]);
        expect(await overhang(page)).toBeLessThanOrEqual(0);
        if (colorScheme === 'dark') continue;
        await page.emulateMedia({ media: 'print' });
        expect(await accessFaults(page)).toEqual([]);
      }
    },
    300_000,
  );

  it.each(VIEWS.map(([id]) => id))(
    'is free of faults with an error on screen: %s',
    async (view) => {
      const page = await show(`${FIGHT}&page.view=${view}`, { viewport: { width: 360, height: 800 } });
      await page.waitForSelector('[data-path="attacker.formation"] select', SLOW);
      await page.selectOption('[data-path="attacker.formation"] select', 'column-of-squadrons');
      await page.waitForSelector('[data-path="attacker.formation"] .fault', SLOW);
      expect(await accessFaults(page)).toEqual([]);
      expect(await overhang(page)).toBeLessThanOrEqual(0);
    },
    200_000,
  );

  it.each(VIEWS.map(([id]) => id))(
    'fits at 200 % zoom: %s',
    async (view) => {
      // What a window of 1280 pixels shows at twice the size.
      const page = await show(`${named}&page.view=${view}`, {
        viewport: { width: 640, height: 400 },
        deviceScaleFactor: 2,
      });
      if (view === 'compare') await page.click('text=Pin this fight', SLOW);
      await page.waitForSelector(ready(view), SLOW);
      expect(await overhang(page)).toBeLessThanOrEqual(0);
    },
    200_000,
  );

  it.each(['answer', 'compare', 'sweep', 'tactics', 'matters', 'luck'])(
    'has a table beside every chart: %s',
    async (view) => {
      const page = await show(`${FIGHT}&page.view=${view}`);
      if (view === 'compare') await page.click('text=Pin this fight', SLOW);
      await page.waitForSelector('.drawing svg', SLOW);
      const charts = page.locator('figure.chart');
      expect(await charts.count()).toBeGreaterThan(0);
      for (const chart of await charts.all()) {
        expect(await chart.locator('details.figures table tbody tr').count()).toBeGreaterThan(0);
      }
    },
    200_000,
  );

  it('can be used with the keyboard alone, and shows where it is at every stop', async () => {
    const page = await show(FIGHT);
    await answered(page);
    await page.waitForSelector('[data-path="attacker.fs"] input', SLOW);
    const focus = () =>
      page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
        return {
          isBody: document.activeElement === document.body,
          path: document.activeElement!.closest('[data-path]')?.getAttribute('data-path'),
          outline: `${outlineStyle} ${outlineWidth}`,
        };
      });
    const paths = new Set<string | null | undefined>();
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      const { isBody, path, outline } = await focus();
      if (isBody) break;
      expect(outline).toBe('solid 3px');
      paths.add(path);
    }
    expect(paths).toContain('attacker.fs');
    expect(paths).toContain('defender.formation');
    await page.focus('#tab-answer');
    await page.keyboard.press('ArrowRight');
    expect(await page.getAttribute('#tab-compare', 'aria-selected')).toBe('true');
    await page.keyboard.press('ArrowLeft');
    await page.focus('[data-path="attacker.fs"] input');
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => location.hash.includes('attacker.fs=9'), null, SLOW);
  }, 200_000);
});
