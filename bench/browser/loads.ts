import type { Browser } from 'playwright-core';

/** How many of so many fresh loads of the page answer and draw. */
export async function drawnLoads(browser: Browser, address: string, loads: number): Promise<number> {
  let drawn = 0;
  for (let i = 0; i < loads; i++) {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(address);
    drawn += await page.waitForSelector('.drawing svg', { timeout: 60_000 }).then(
      () => 1,
      () => 0,
    );
    await context.close();
  }
  return drawn;
}
