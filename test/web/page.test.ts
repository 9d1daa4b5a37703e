import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { deflateRawSync, gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, servePage } from '../../src/cli/page/server.ts';
import { siteFiles } from '../../src/cli/page/site.ts';
import { chromiumPath, launch, plainHost, site, upToDateSite } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FIGHT =
  '#v=1&rules=oth2&encounter=charge&attacker.formation=attack-column&attacker.fs=8&defender.formation=line&defender.fs=7&defender.reaction=stand-and-deliver';
const SLOW = { timeout: 90_000 };
const packed = (value: unknown): string => `#v=1&z=${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;

describe.skipIf(chromiumPath === undefined)('the page', () => {
  let browser: Browser;
  let server: Server;
  let address: string;
  const open: BrowserContext[] = [];
  const faults: string[] = [];

  beforeAll(async () => {
    await upToDateSite();
    server = await servePage(siteFiles(site));
    address = addressOf(server);
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

  async function show(hash = '', options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const context = await browser.newContext({ serviceWorkers: 'block', ...options });
    open.push(context);
    const page = await context.newPage();
    page.on('pageerror', (e) => faults.push(e.message));
    page.on('console', (m) => m.type() === 'error' && faults.push(m.text()));
    page.on('dialog', (d) => faults.push(`a dialog: ${d.message()}`));
    await page.goto(address + hash);
    return page;
  }
  const answered = (page: Page) => page.waitForSelector('.finding', SLOW);
  const headline = async (page: Page) => (await page.textContent('.finding'))?.replace(/\u202f/g, ' ') ?? '';

  it('answers and draws in every one of ten loads', async () => {
    for (let i = 0; i < 10; i++) {
      const page = await show();
      await page.waitForSelector('.drawing svg', SLOW);
      await open.pop()?.close();
    }
  }, 400_000);

  it('says the odds, keeps them in the address, and opens them again from it', async () => {
    const page = await show();
    await answered(page);
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
  }, 200_000);

  it('shows what a choice would do before it is made, and folds what changes nothing', async () => {
    const page = await show(FIGHT);
    await page.waitForSelector('text=that change nothing here', SLOW);
    await page.waitForFunction(
      () => /that change nothing here/.test(document.querySelector('.side-b')?.textContent ?? ''),
      null,
      SLOW,
    );
    const before = await page.textContent('.side-a [data-path="attacker.higher"] .badge');
    expect(before).toMatch(/^\+\d/);
  }, 200_000);

  it('says beside the field what the sheet forbids, and keeps the last answer', async () => {
    const page = await show(FIGHT);
    await answered(page);
    await page.selectOption('[data-path="attacker.formation"] select', 'column-of-squadrons');
    const fault = await page.waitForSelector('[data-path="attacker.formation"] .fault', SLOW);
    expect(await fault.textContent()).toMatch(/column of squadrons/);
    expect(await headline(page)).toMatch(/wins/);
    expect(await page.getAttribute('[data-path="attacker.formation"] select', 'aria-invalid')).toBe('true');
  }, 200_000);

  it('changes a rule in place and takes it back', async () => {
    const page = await show(`${FIGHT}&page.view=sheet`);
    const figure = page.getByRole('button', { name: /^first volley, at short range: \+2/ });
    await figure.click(SLOW);
    await page.keyboard.type('0');
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.edits', SLOW);
    expect(await page.textContent('.edits')).toMatch(/fire\.small-arms\.initial-volley is now 0/);
    await page.click('.edits >> text=Take back');
    await page.waitForSelector('.edits', { state: 'detached', ...SLOW });
  }, 200_000);

  it('compares what was pinned with what is', async () => {
    const page = await show(FIGHT);
    await answered(page);
    await page.click('text=Pin this fight');
    await page.fill('[data-path="attacker.fs"] input', '10');
    await page.click('#tab-compare');
    await page.waitForSelector('.verdict', SLOW);
    expect(await page.locator('.odds').count()).toBe(2);
  }, 200_000);

  it.each(['answer', 'compare', 'sweep', 'tactics', 'matters', 'luck', 'why', 'sheet'])(
    'is free of faults for screen readers and keyboards: %s',
    async (view) => {
      for (const [colorScheme, width] of [
        ['light', 1280],
        ['dark', 360],
      ] as const) {
        const page = await show(`${FIGHT}&page.view=${view}`, { colorScheme, viewport: { width, height: 800 } });
        if (view === 'compare') await page.click('text=Pin this fight', SLOW);
        await page.waitForSelector(view === 'sheet' ? '.printed' : '.finding', SLOW);
        await page.evaluate(axe);
        const found = await page.evaluate(async () => {
          const { violations } = await (
            globalThis as unknown as {
              axe: { run: (o: unknown) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
            }
          ).axe.run({
            runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
          });
          return violations.map(
            (v) =>
              `${v.id}: ${v.nodes
                .slice(0, 3)
                .map((n) => n.html)
                .join(' | ')}`,
          );
        });
        expect(found).toEqual([]);
        // Nothing hangs over the edge of a phone.
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    },
    300_000,
  );

  const script = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
  it.each<[string, string, RegExp]>([
    ['of another format', '#v=9&rules=oth2', /format 9/],
    ['with __proto__', '#v=1&__proto__.polluted=1', /cannot be a path/],
    ['that is a bomb', packed({ scenario: { title: 'x'.repeat(20_000_000) } }), /more than 200 kB/],
    ['that was cut off', '#v=1&z=AAAA', /damaged/],
  ])(
    'refuses a link %s in one sentence and stays usable',
    async (_, hash, sentence) => {
      const page = await show(hash);
      await answered(page);
      expect(await page.textContent('.notice')).toMatch(sentence);
      expect(await page.evaluate(() => ({}) as { polluted?: number })).toEqual({});
      await page.fill('[data-path="attacker.fs"] input', '9');
      await page.waitForFunction(() => location.hash.includes('attacker.fs=9'), null, SLOW);
    },
    200_000,
  );

  it('shows script in names as text', async () => {
    const page = await show(
      packed({
        scenario: {
          title: script,
          rules: 'oth2',
          encounter: 'melee',
          attacker: { name: script.slice(0, 60) },
          defender: {},
        },
      }),
    );
    await page.waitForSelector('.drawing svg', SLOW);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.textContent('.lead')).toContain('<img src=x');
  }, 200_000);

  it('tells that a rulebook has changed since a link was made', async () => {
    const page = await show(FIGHT.replace('#v=1', '#v=1&g=0.0.1&h=000000000000'));
    await answered(page);
    expect(await page.textContent('.notice')).toMatch(/made with version 0\.0\.1 .* has changed since/);
  }, 200_000);

  it.each<[string, string, string, RegExp]>([
    [
      'a scenario',
      'mine.yaml',
      'title: Mine\nrules: syw\nencounter: melee\nattacker: { type: heavy-cavalry, stands: 4 }\ndefender: { type: medium-infantry, stands: 4 }\n',
      /^$/,
    ],
    ['a file of 10 MB', 'big.yaml', 'x'.repeat(10_000_000), /big\.yaml has 10\.0 MB/],
    [
      'a file with __proto__',
      'bad.yaml',
      '__proto__: { polluted: 1 }\n',
      /bad\.yaml, line 1: '__proto__' cannot be a key/,
    ],
    ['a file that is no YAML', 'broken.yaml', 'rules: [oth2\n', /broken\.yaml, line/],
  ])(
    'takes or refuses %s that is dropped on it',
    async (_, name, text, sentence) => {
      const page = await show();
      await answered(page);
      await page.setInputFiles('#own-file', { name, mimeType: 'text/yaml', buffer: Buffer.from(text) });
      if (sentence.test('')) await page.waitForFunction(() => location.hash.includes('title=Mine'), null, SLOW);
      else {
        await page.waitForSelector('.notice', SLOW);
        expect(await page.textContent('.notice')).toMatch(sentence);
      }
      expect(await page.locator('.finding').count()).toBe(1);
    },
    200_000,
  );

  it('can be used with the keyboard alone', async () => {
    const page = await show(FIGHT);
    await answered(page);
    await page.focus('#tab-answer');
    await page.keyboard.press('ArrowRight');
    expect(await page.getAttribute('#tab-compare', 'aria-selected')).toBe('true');
    await page.keyboard.press('ArrowLeft');
    await page.focus('[data-path="attacker.fs"] input');
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => location.hash.includes('attacker.fs=9'), null, SLOW);
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle);
    expect(outline).toBe('solid');
  }, 200_000);

  it('works without a network once it has been loaded, from any folder of any host', async () => {
    const host = await plainHost();
    const context = await browser.newContext({ serviceWorkers: 'allow' });
    open.push(context);
    const page = await context.newPage();
    await page.goto(host.address);
    await page.waitForSelector('.drawing svg', SLOW);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    host.server.closeAllConnections();
    await new Promise((closed) => host.server.close(closed));
    await page.reload();
    await page.waitForSelector('.drawing svg', SLOW);
  }, 200_000);

  it('shows one chart alone in a frame', async () => {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    open.push(context);
    const page = await context.newPage();
    await page.goto(`${address}embed.html${FIGHT}&page.chart=outcomes`);
    await page.waitForSelector('.drawing svg', SLOW);
    expect(await page.locator('.chart').count()).toBe(1);
  }, 200_000);

  it('loads at most 200 kB up to the first answer and 480 kB up to the first chart', async () => {
    const files = siteFiles(site);
    const context = await browser.newContext({ serviceWorkers: 'block' });
    open.push(context);
    const page = await context.newPage();
    const asked: { path: string; atMs: number }[] = [];
    context.on('requestfinished', (r) => asked.push({ path: new URL(r.url()).pathname, atMs: r.timing().startTime }));
    await page.addInitScript(() => {
      const at: Record<string, number> = {};
      (globalThis as unknown as { at: typeof at }).at = at;
      new MutationObserver(() => {
        if (document.querySelector('.finding')) at['answer'] ??= Date.now();
        if (document.querySelector('.drawing svg')) at['chart'] ??= Date.now();
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(address);
    await page.waitForSelector('.drawing svg', SLOW);
    await page.waitForTimeout(500);
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
  }, 200_000);
});
