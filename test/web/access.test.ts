import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { readLink } from '../../src/scenarios/link.ts';
import { VIEWS } from '../../web/state/views.ts';
import { chromiumPath } from './browser.ts';
import { accessFaults, BUT_FOR_THE_FORM, drawn, FIGHT, overhang, SLOW, stage } from './stage.ts';

const LONG_NAME = 'The Grand Duchess of Oldenburg’s Own Fusilier Regiment, 2nd';
const named = `${FIGHT}&attacker.name=${encodeURIComponent(LONG_NAME)}`;

describe.skipIf(chromiumPath === undefined)('the page for everybody', () => {
  const { show, showForAll } = stage();
  let page: Page;
  beforeAll(async () => {
    page = await showForAll(named);
    await page.click('text=Pin this fight', SLOW);
  });

  /** All charts of the view are drawn, or its rows are there. */
  const ready = async (view: string) => {
    if (view === 'sheet' || view === 'why') await page.waitForSelector(view === 'sheet' ? '.printed' : '.roll', SLOW);
    else await drawn(page);
    await page.waitForSelector('#screen .faults', { state: 'detached', ...SLOW });
  };

  /** Of all charts on screen, as large as they are shown there. */
  const smallestLettersPx = (shown: Page): Promise<number> =>
    shown.evaluate(() =>
      Math.min(
        ...[...document.querySelectorAll<SVGSVGElement>('#screen .drawing svg')].flatMap((picture) => {
          const scale = picture.getBoundingClientRect().width / picture.viewBox.baseVal.width;
          return [...picture.querySelectorAll('text')].map(
            (t) => Number.parseFloat(getComputedStyle(t).fontSize) * scale,
          );
        }),
      ),
    );

  /** As high as all that it shows, so that the bar at its foot covers nothing that could be scrolled away from under it. */
  const onPhone = () => page.setViewportSize({ width: 360, height: 8_000 });
  const choose = (formation: string) => page.selectOption('[data-path="attacker.formation"] select', formation);

  it.each(VIEWS.map(([id]) => id))('is free of faults on every screen and in print: %s', async (view) => {
    await page.emulateMedia({ colorScheme: 'light', media: 'screen' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.click(`#tab-${view}`);
    await ready(view);
    // The form is the same beside every view.
    expect(await accessFaults(page, view === 'answer' ? undefined : BUT_FOR_THE_FORM)).toEqual([]);
    expect(await overhang(page)).toBeLessThanOrEqual(0);

    const charts = await page.locator('#screen figure.chart').all();
    expect(charts.length > 0).toBe(view !== 'sheet' && view !== 'why');
    for (const chart of charts) {
      expect(await chart.locator('details.figures table tbody tr').count()).toBeGreaterThan(0);
    }

    // Around the view the page stays the same: the rest of it is looked at once.
    const part = view === 'answer' ? undefined : '#screen';
    await page.emulateMedia({ media: 'print' });
    expect(await accessFaults(page, part)).toEqual([]);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    await page.emulateMedia({ media: 'screen' });

    // What a window of 1280 pixels shows at twice the size.
    await page.setViewportSize({ width: 640, height: 400 });
    expect(await overhang(page)).toBeLessThanOrEqual(0);

    await onPhone();
    await page.emulateMedia({ colorScheme: 'dark' });
    await ready(view);
    // With all tables open, which are wider than a phone.
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll<HTMLDetailsElement>('#screen details')) fold.open = true;
    });
    if (charts.length > 0) await page.waitForSelector('.sections table', SLOW);
    expect(await accessFaults(page, part)).toEqual([]);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    expect(await smallestLettersPx(page)).toBeGreaterThanOrEqual(11.5);

    // Nobody prints a dark page.
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    const colour = () => getComputedStyle(document.querySelector('#screen')!).backgroundColor;
    expect(await page.evaluate(colour)).toBe('rgb(255, 255, 255)');
    // Charts are turned to light as a whole; the cells of a map are pale already and must not become black.
    const cells = await page.evaluate(() =>
      [...document.querySelectorAll('[data-chart="matrix"] .dark-drawing .role-mark')].map(
        (cell) => getComputedStyle(cell).filter,
      ),
    );
    expect(cells.length > 0).toBe(view === 'tactics');
    expect(cells.every((filter) => filter.startsWith('invert(1)'))).toBe(true);
  });

  it('is free of faults with an error on screen, in every view', async () => {
    await page.emulateMedia({ colorScheme: 'light', media: 'screen' });
    await onPhone();
    await choose('column-of-squadrons');
    await page.waitForSelector('[data-path="attacker.formation"] .fault', SLOW);
    for (const [view] of VIEWS) {
      await page.click(`#tab-${view}`);
      await page.waitForSelector('#screen .faults', SLOW);
      expect(await accessFaults(page, view === 'answer' ? undefined : '#screen'), view).toEqual([]);
      expect(await overhang(page), view).toBeLessThanOrEqual(0);
    }
  });

  it('shows the names of books whole on a phone', async () => {
    await page.emulateMedia({ media: 'screen' });
    await onPhone();
    const tooLong = await page.evaluate(() => {
      const ARROW_PX = 20;
      const box = document.querySelector<HTMLSelectElement>('#book')!;
      const { font, paddingLeft, paddingRight } = getComputedStyle(box);
      const room = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - ARROW_PX;
      const pen = document.createElement('canvas').getContext('2d')!;
      pen.font = font;
      return [...box.options].map((o) => o.text).filter((name) => pen.measureText(name).width > room);
    });
    expect(tooLong).toEqual([]);
  });

  it('can be used with the keyboard alone, and shows where it is at every stop', async () => {
    const page = await show(FIGHT);
    await drawn(page);
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
    // Fields that change nothing are folded once that is known: on a busy machine there are three times as many stops.
    for (let i = 0; i < 200 && !paths.has('defender.formation'); i++) {
      await page.keyboard.press('Tab');
      const { isBody, path, outline } = await focus();
      if (isBody) break;
      expect(outline).toBe('solid 3px');
      paths.add(path);
    }
    expect(paths).toContain('attacker.fs');
    expect(paths).toContain('defender.formation');
  });

  it('takes a whole session from the keyboard: book, unit, strength, pin, comparison, rule and link', async () => {
    const page = await show('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.waitForSelector('[data-path="attacker.fs"] input', SLOW);
    await page.waitForSelector('#example optgroup + optgroup', { state: 'attached', ...SLOW });
    await drawn(page);
    /** Goes on with the Tab key to what fits. */
    const tabTo = async (selector: string, key = 'Tab') => {
      for (let i = 0; i < 150; i++) {
        await page.keyboard.press(key);
        if (await page.evaluate((s) => document.activeElement!.matches(s), selector)) return;
      }
      throw new Error(`Nobody comes to ${selector} with the Tab key.`);
    };
    const holds = (text: string) => page.waitForFunction((t) => location.hash.includes(t), text, SLOW);
    await tabTo('#book');
    await page.keyboard.press('ArrowDown');
    await holds('rules=oth-half');
    await page.keyboard.press('ArrowUp');
    await holds('rules=oth2');
    await tabTo('#encounter');
    await page.keyboard.type('Charge');
    await holds('encounter=charge');
    await page.waitForSelector('[data-path="defender.reaction"]', SLOW);
    await tabTo('#troops-attacker');
    await page.keyboard.type('Old Guard');
    await holds('attacker.fs=10');
    await tabTo('[data-path="attacker.fs"] input');
    await page.keyboard.press('ArrowDown');
    await holds('attacker.fs=9');
    await tabTo('.fight-head button', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo('[data-path="attacker.fs"] input');
    await page.keyboard.press('ArrowUp');
    await tabTo('#tab-answer', 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('#screen .verdict', SLOW);
    await page.keyboard.press('End');
    await tabTo('.printed button[aria-label^="first volley"]');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.edits', SLOW);
    // The row still counts, and whoever typed is where the figure is.
    await page.waitForSelector('tr.applies button.changed[aria-label^="first volley"]:focus', SLOW);
    await tabTo('#tab-sheet', 'Shift+Tab');
    await page.keyboard.press('Home');
    await page.waitForSelector('.share', SLOW);
    await tabTo('.share .primary');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.said:has-text("Link copied.")', SLOW);
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    const { scenario, page: state } = await readLink(link.hash);
    expect(scenario).toMatchObject({ attacker: { fs: 10 }, set: { 'rules.fire.small-arms.initial-volley': 0 } });
    expect(state['pins']).toHaveLength(1);
  });
});
