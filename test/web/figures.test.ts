import type { Server } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { charts } from '../../reports/choose.ts';
import { draw } from '../../reports/draw.ts';
import { svg } from '../../reports/svg.ts';
import { exampleEntries } from '../../scripts/bake.ts';
import { linkOf } from '../../src/cli/page/link.ts';
import { run } from '../../src/experiments/run.ts';
import type { Results } from '../../src/results/types.ts';
import { exampleNames } from '../../src/scenarios/examples.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { readLink } from '../../src/scenarios/link.ts';
import { closePool } from '../../workers/pool.ts';
import { chromiumPath, plainHost } from './browser.ts';
import { engineOn } from './engine-page.ts';
import { sharedBrowser } from './stage.ts';

/** The same dice fall on both sides, so that a few plays tell as much as many; in more than one block, the last not full. */
const PAST_EXACT = ['three-a-side', 'brigades-engage'];
const FEW_TRIALS = 300;

/** The page's engine in a real browser, on a host without any special header, against the command line's. */
describe.skipIf(chromiumPath === undefined)('figures of the page', () => {
  let browser: Browser;
  let host: { server: Server; address: string };
  let page: Page;
  let engine: Awaited<ReturnType<typeof engineOn>>;

  beforeAll(async () => {
    host = await plainHost();
    browser = await sharedBrowser();
    page = await browser.newPage();
    engine = await engineOn(page, host.address);
  });
  afterAll(async () => {
    await browser?.close();
    host?.server.close();
    await closePool();
  });

  /** What the engine answers; problems are thrown. */
  async function ask<T>(kind: string, asked: unknown): Promise<T> {
    const { value, problems } = await engine(kind, asked);
    if (problems) throw new Error(JSON.stringify(problems));
    return value as T;
  }

  it('come without shared memory here', async () => {
    expect(await page.evaluate(() => typeof SharedArrayBuffer)).toBe('undefined');
  });

  it.each(exampleNames())('of the link of %s are those of the command line, and so is its picture', async (name) => {
    const command = `grognard run ${name}`;
    const loaded = await loadScenario(name);
    const { scenario: linked } = await readLink(await linkOf(loaded));
    const isSampled = PAST_EXACT.includes(name);
    const scenario = isSampled ? { ...linked, trials: FEW_TRIALS } : linked;
    // The page finds out itself that they have too many states; here that is known.
    const expected = await run(loaded, { command, ...(isSampled ? { trials: FEW_TRIALS, stateBudget: 1_000 } : {}) });
    const play = { kind: 'run', scenario, command };
    const taken = await ask<{ content: string }>('file', { play, chart: '', dark: false, format: 'json' });
    const found = JSON.parse(taken.content) as Results;
    expect(found.cells).toEqual(JSON.parse(JSON.stringify(expected.cells)));
    expect(found.title).toBe(expected.title);
    const [first] = charts(expected);
    expect(found.cells.some((c) => c.engine === 'sample')).toBe(isSampled);
    const drawn = await ask<{ svg: string }>('picture', { play, chart: first.name, dark: false });
    expect(drawn.svg).toBe(await svg(first.spec));
  });

  it('are counted alike when they are sampled', async () => {
    const { scenario } = exampleEntries().find((e) => e.name === 'column-v-line')!;
    const sampled = { ...scenario, engine: 'sample', trials: '300k', seed: 7 };
    const play = { kind: 'run', scenario: sampled, command: '' };
    const taken = await ask<{ content: string }>('file', { play, chart: '', dark: false, format: 'json' });
    const expected = await run(await loadScenario(sampled));
    const counts = (r: Results) => r.cells[0].outcomes.map((o) => [o.id, o.count, o.low, o.high]);
    expect(counts(JSON.parse(taken.content))).toEqual(JSON.parse(JSON.stringify(counts(expected))));
  });

  it('make the very PNG and SVG of the command line, but for how the font is packed', async () => {
    const { scenario } = exampleEntries().find((e) => e.name === 'volley')!;
    const play = { kind: 'run', scenario, command: 'grognard run volley' };
    const results = await run(await loadScenario('volley'), { command: play.command });
    const [first] = charts(results);
    const taken = await ask<{ content: number[] }>('file', { play, chart: first.name, dark: false, format: 'png' });
    const drawn = (await draw(first.name, first.spec, 'light')).files;
    const expected = (ending: string) => drawn.find((f) => f.name.endsWith(ending))!.content;
    expect(Buffer.from(taken.content).equals(Buffer.from(expected('.png') as Uint8Array))).toBe(true);
    const asSvg = { play, chart: first.name, dark: false, format: 'svg' };
    const { content } = await ask<{ content: string }>('file', asSvg);
    const fonts = /<style>.*<\/style>/;
    expect(content.replace(fonts, '')).toBe(String(expected('.svg')).replace(fonts, ''));
    const packed = [...content.matchAll(/url\(data:font\/woff;base64,([^)]+)\)/g)];
    expect(packed).toHaveLength(2);
    const browserDraws = await page.evaluate(async ([, source]) => {
      const font = new FontFace('Cut', `url(data:font/woff;base64,${source})`);
      return (await font.load()).status;
    }, packed[0]);
    expect(browserDraws).toBe('loaded');
  });
});
