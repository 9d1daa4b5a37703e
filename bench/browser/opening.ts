import type { Browser } from 'playwright-core';
import { exampleEntries } from '../../scripts/bake.ts';
import { linkOf } from '../../src/cli/page/link.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { launch } from '../../test/web/browser.ts';
import { pageCpuMs } from './thread-time.ts';

export interface OpeningCost {
  readonly name: string;
  /** From opening the address in a browser that was just started to the first figures. */
  readonly clockMs: number;
  /** Of the page's thread and all engine threads, up to the first figures. */
  readonly cpuMs: number;
  readonly isProvisional: boolean;
}

/** How soon something is to be seen of an engagement, from nothing: a fresh browser, nothing warm. */
export async function openingCosts(address: string): Promise<OpeningCost[]> {
  const costs: OpeningCost[] = [];
  const fight = exampleEntries().filter((e) => e.name === 'column-v-line');
  for (const { name } of [...fight, ...exampleEntries().filter((e) => e.encounter === 'engagement')]) {
    const link = await linkOf(await loadScenario(name));
    const browser: Browser = await launch();
    const page = await browser.newPage();
    const beforeMs = pageCpuMs();
    const startMs = performance.now();
    await page.goto(address + link, { waitUntil: 'commit' });
    await page.waitForSelector('.finding', { timeout: 120_000 });
    const clockMs = performance.now() - startMs;
    const cpuMs = pageCpuMs() - beforeMs;
    costs.push({ name, clockMs, cpuMs, isProvisional: (await page.locator('.first-look').count()) > 0 });
    await browser.close();
  }
  return costs;
}
