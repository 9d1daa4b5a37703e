import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { linkOf } from '../../src/cli/page/link.ts';
import { siteFiles } from '../../src/cli/page/site.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { chromiumPath, plainHost, site } from './browser.ts';
import { engineOn } from './engine-page.ts';
import { answered, FIGHT, headline, SLOW, stage, turnTo } from './stage.ts';

describe.skipIf(chromiumPath === undefined)('the page', () => {
  const { show, showIn, showForAll, context, address } = stage();
  let page: Page;
  beforeAll(async () => {
    page = await showForAll(FIGHT);
    await answered(page);
  });

  it('loses no question that is put to an engine which is still loading, in twenty of twenty', async () => {
    const host = await plainHost();
    const own = await (await context()).newPage();
    for (let i = 0; i < 20; i++) {
      const engine = await engineOn(own, host.address);
      expect(await engine('keep', { files: {} })).toMatchObject({ value: null });
    }
    host.server.closeAllConnections();
    host.server.close();
  });

  it('says the odds, keeps them in the address, and opens them again from it', async () => {
    await turnTo(page, FIGHT);
    await page.fill('[data-path="attacker.fs"] input', '10');
    await page.waitForFunction(() => location.hash.includes('attacker.fs=10'), null, SLOW);
    await page.waitForFunction(
      () => document.querySelector('.result')?.getAttribute('aria-busy') === 'false',
      null,
      SLOW,
    );
    const said = await headline(page);
    expect(said).toMatch(/wins \d+/);
    const again = await show(new URL(page.url()).hash);
    await answered(again);
    expect(await headline(again)).toBe(said);
    expect(await again.inputValue('[data-path="attacker.fs"] input')).toBe('10');
  });

  it('plays the fight of a link once, though built-in scenarios that are the same come later', async () => {
    const own = await context();
    await own.addInitScript(() => {
      const post = Worker.prototype.postMessage;
      const kinds: string[] = [];
      Object.assign(globalThis, { kinds });
      Worker.prototype.postMessage = function (this: Worker, message: { kind?: string }, ...rest: never[]) {
        kinds.push(message.kind ?? '');
        post.call(this, message, ...rest);
      };
    });
    const page = await showIn(await linkOf(await loadScenario('rally')), own);
    await page.waitForSelector('#example option[value="rally"]', { state: 'attached', ...SLOW });
    await page.waitForFunction(() => (document.querySelector('#example') as HTMLSelectElement).value === 'rally');
    await page.waitForFunction(
      () => (globalThis as unknown as { kinds: string[] }).kinds.includes('worth'),
      null,
      SLOW,
    );
    const kinds = await page.evaluate(() => (globalThis as unknown as { kinds: string[] }).kinds);
    expect(kinds.filter((k) => k === 'play')).toHaveLength(1);
  });

  it('shows what a choice would do before it is made, and folds what changes nothing', async () => {
    await turnTo(page, FIGHT);
    await page.waitForSelector('text=that change nothing here', SLOW);
    await page.waitForFunction(
      () => /that change nothing here/.test(document.querySelector('.side-b')?.textContent ?? ''),
      null,
      SLOW,
    );
    const before = await page.textContent('.side-a [data-path="attacker.higher"] .badge');
    expect(before).toMatch(/^\+\d/);
  });

  it('says beside the field what the sheet forbids, and keeps the last answer', async () => {
    await turnTo(page, FIGHT);
    await page.selectOption('[data-path="attacker.formation"] select', 'column-of-squadrons');
    const fault = await page.waitForSelector('[data-path="attacker.formation"] .fault', SLOW);
    expect(await fault.textContent()).toMatch(/column-of-squadrons/);
    expect(await headline(page)).toMatch(/wins/);
    expect(await page.getAttribute('[data-path="attacker.formation"] select', 'aria-invalid')).toBe('true');
  });

  it('changes a rule in place and takes it back', async () => {
    await turnTo(page, `${FIGHT}&page.view=sheet`);
    const figure = page.getByRole('button', { name: /^first volley, at short range: \+2/ });
    await figure.click(SLOW);
    await page.keyboard.type('0');
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.edits', SLOW);
    expect(await page.textContent('.edits')).toMatch(/“first volley, at short range” \(\+2 as printed\) is now 0/);
    await page.click('.edits >> text=Take back');
    await page.waitForSelector('.edits', { state: 'detached', ...SLOW });
  });

  it('has room for the whole name of every built-in book', async () => {
    const cutOff = await page.evaluate(() => {
      const select = document.querySelector<HTMLSelectElement>('#book')!;
      const pen = document.createElement('canvas').getContext('2d')!;
      pen.font = getComputedStyle(select).font;
      // The arrow and the padding take some of it.
      return [...select.options]
        .filter((o) => pen.measureText(o.text).width > select.clientWidth - 36)
        .map((o) => o.text);
    });
    expect(cutOff).toEqual([]);
  });

  it('compares what was pinned with what is', async () => {
    await turnTo(page, FIGHT);
    await page.click('text=Pin this fight');
    await page.fill('[data-path="attacker.fs"] input', '10');
    await page.click('#tab-compare');
    await page.waitForSelector('.verdict', SLOW);
    expect(await page.locator('#screen .odds').count()).toBe(2);
  });

  it('says so where a part of it cannot be loaded any more, in the page as in its engine', async () => {
    const page = await (await context()).newPage();
    await page.goto(address + FIGHT);
    await page.waitForSelector('.drawing svg', SLOW);
    await page.waitForSelector('[data-path="attacker.fs"] input', SLOW);
    await page.waitForSelector('.share', SLOW);
    const lost = 'could not be loaded. Load';
    await page.context().route('**/assets/*.js', (route) => route.abort());
    await page.click('.share >> text=Markdown');
    await page.waitForSelector(`.share .said:has-text("${lost}")`, SLOW);
    await page.click('#tab-luck');
    await page.waitForSelector(`#screen .faults:has-text("${lost}")`, SLOW);
    await page.click('#tab-answer');
    expect(await page.locator('.finding').count()).toBe(1);
  });

  it('works without a network once it has been loaded, from any folder of any host', async () => {
    const host = await plainHost();
    const page = await (await context({ serviceWorkers: 'allow' })).newPage();
    await page.goto(host.address);
    await page.waitForSelector('.drawing svg', SLOW);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.evaluate(async () => {
      const isLarge = ({ url }: Request) => /\.(?:wasm|ttf)$/.test(url);
      for (;;) {
        const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
        if (kept.flat().filter(isLarge).length === 3) return;
        await new Promise((later) => setTimeout(later, 50));
      }
    });
    host.server.closeAllConnections();
    await new Promise((closed) => host.server.close(closed));
    await page.reload();
    await page.waitForSelector('.drawing svg', SLOW);
    await page.click('text=PNG');
    const said = page.locator('.share-chart .said', { hasText: /\.$/ }).first();
    expect(await said.textContent()).toBe('outcomes.png is in your downloads.');
  });

  it('loads at most 200 kB up to the first answer and 480 kB up to the first chart, and draws when loaded again', async () => {
    const files = siteFiles(site);
    const own = await context();
    const page = await own.newPage();
    const asked: { path: string; atMs: number }[] = [];
    own.on('requestfinished', (r) => asked.push({ path: new URL(r.url()).pathname, atMs: r.timing().startTime }));
    await page.addInitScript(() => {
      const at: Record<string, number> = {};
      (globalThis as unknown as { at: typeof at }).at = at;
      new MutationObserver(() => {
        if (document.querySelector('.finding')) at['answer'] ??= Date.now();
        if (document.querySelector('.drawing svg')) at['chart'] ??= Date.now();
      }).observe(document, { childList: true, subtree: true });
      // After some seconds the page no longer lets the rest wait for the chart: a busy machine may take longer for that.
      const later = setTimeout;
      const held = (then: () => void) => () => (at['chart'] ? then() : later(held(then), 50));
      globalThis.setTimeout = ((then: () => void, ms = 0) => later(ms < 1000 ? then : held(then), ms)) as typeof later;
    });
    await page.goto(address);
    await page.waitForSelector('.drawing svg', SLOW);
    await page.waitForLoadState('networkidle');
    const at = await page.evaluate(() => (globalThis as unknown as { at: Record<string, number> }).at);
    const sizeUpTo = (ms: number) =>
      [...new Set(asked.filter((a) => a.atMs < ms).map((a) => a.path))]
        .flatMap((path) => files.get(path) ?? [])
        .reduce((sum, f) => sum + gzipSync(readFileSync(f.path)).length, 0);
    const [answer, chart] = [sizeUpTo(at['answer']), sizeUpTo(at['chart'])];
    expect(answer).toBeGreaterThan(50_000);
    expect(chart).toBeGreaterThan(answer);
    expect(answer).toBeLessThanOrEqual(200_000);
    expect(chart).toBeLessThanOrEqual(480_000);
    // That was from nothing; what the browser keeps is drawn as well.
    for (let i = 1; i < 3; i++) {
      await page.reload();
      await page.waitForSelector('.drawing svg', SLOW);
    }
  });
});
