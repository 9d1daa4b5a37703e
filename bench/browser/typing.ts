import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

export interface TypingCost {
  readonly what: string;
  /** The longest tasks of the page's own thread, in processor time. */
  readonly longestMs: readonly number[];
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly tid: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** A way of using the page, and what it needs to be there first. */
interface Use {
  readonly what: string;
  readonly hash: string;
  readonly ready: string;
  readonly act: (page: Page, pause: () => Promise<void>) => Promise<void>;
}

const FIGHT =
  '#v=1&rules=oth2&encounter=charge&attacker.formation=attack-column&attacker.fs=8&defender.formation=line&defender.fs=7&defender.reaction=stand-and-deliver';

const USES: readonly Use[] = [
  {
    what: 'typing a strength and ticking boxes',
    hash: FIGHT,
    ready: '[data-path="attacker.higher"] .badge',
    act: async (page, pause) => {
      await page.focus('[data-path="attacker.fs"] input');
      for (let i = 0; i < 8; i++) {
        await page.keyboard.press(i % 3 === 2 ? 'ArrowDown' : 'ArrowUp');
        await pause();
      }
      for (let i = 0; i < 4; i++) {
        await page.focus('[data-path="attacker.higher"] input');
        await page.keyboard.press('Space');
        await pause();
      }
    },
  },
  {
    what: 'dragging the end of a range',
    hash: `${FIGHT}&page.view=sweep`,
    ready: '.range input',
    act: async (page, pause) => {
      const handle = (await page.locator('.range input').nth(1).boundingBox())!;
      const y = handle.y + handle.height / 2;
      await page.mouse.move(handle.x + handle.width / 2, y);
      await page.mouse.down();
      for (let i = 0; i < 24; i++) {
        await page.mouse.move(handle.x + handle.width * (0.5 + 0.4 * Math.sin(i / 3)), y);
        await pause();
      }
      await page.mouse.up();
    },
  },
  {
    what: 'changing figures on the sheet',
    hash: `${FIGHT}&page.view=sheet`,
    ready: '.printed',
    act: async (page, pause) => {
      for (const figure of ['3', '4', '5']) {
        await page.locator('.applies button.figure').first().click();
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.type(figure);
        await page.keyboard.press('Enter');
        await pause();
      }
    },
  },
];

/** How long the page's own thread is held up while somebody uses it. */
export async function typingCosts(browser: Browser, address: string): Promise<TypingCost[]> {
  const costs: TypingCost[] = [];
  for (const { what, hash, ready, act } of USES) {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(address + hash);
    for (const there of ['.finding, .printed', ready]) await page.waitForSelector(there, { timeout: 90_000 });
    const pause = () => page.waitForTimeout(250);
    // What is loaded with the first change is not typing yet.
    await act(page, pause);
    const file = join(tmpdir(), `grognard-trace-${process.pid}.json`);
    await browser.startTracing(page, { path: file, categories: ['toplevel', '__metadata'] });
    await act(page, pause);
    await page.waitForTimeout(1500);
    await browser.stopTracing();
    costs.push({ what, longestMs: longestTasks(file) });
    rmSync(file);
    await context.close();
  }
  return costs;
}

function longestTasks(file: string): number[] {
  const { traceEvents } = JSON.parse(readFileSync(file, 'utf8')) as { traceEvents: readonly TraceEvent[] };
  const main = traceEvents.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain');
  return traceEvents
    .filter((e) => e.ph === 'X' && /RunTask$/.test(e.name) && main.some((m) => m.tid === e.tid))
    .map((e) => (e.tdur ?? 0) / 1000)
    .sort((a, b) => b - a)
    .slice(0, 5);
}
