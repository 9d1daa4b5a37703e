import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { addressOf, servePage } from '../../src/cli/page/server.ts';
import { siteFiles } from '../../src/cli/page/site.ts';
import { CHROMIUM_FLAGS, chromiumPath, site, upToDateSite } from './browser.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the browser listens; empty where there is none. */
    readonly chromium: string;
    /** The page as `grognard serve` shows it. */
    readonly page: string;
  }
}

/** One built page, one server and one browser for all files of tests: starting them anew for each took longer than most tests. */
export default async function theatre(project: TestProject): Promise<() => Promise<void>> {
  await upToDateSite();
  const server = await servePage(siteFiles(site));
  project.provide('page', addressOf(server));
  const browser = await started();
  project.provide('chromium', browser?.wsEndpoint() ?? '');
  return async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
  };
}

async function started() {
  if (chromiumPath !== undefined)
    return chromium.launchServer({ executablePath: chromiumPath, args: CHROMIUM_FLAGS, host: '127.0.0.1' });
  process.stderr.write(
    '\n*** NO BROWSER: the tests of the page are SKIPPED. Install Debian\'s "chromium", or set GROGNARD_CHROMIUM. ***\n\n',
  );
  return undefined;
}
