import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from './browser.ts';
import { answered, drawn, FIGHT, SLOW, stage, turnTo } from './stage.ts';

describe.skipIf(chromiumPath === undefined)('the views of the page', () => {
  const { context: inContext, show, showIn, showForAll, address } = stage();
  let page: Page;
  beforeAll(async () => {
    page = await showForAll(FIGHT);
    await answered(page);
  });

  it('judge the luck of how it ended, and of several things together, for either side', async () => {
    await turnTo(page, `${FIGHT}&page.view=luck`);
    await page.selectOption('#luck-what-0', 'outcome', SLOW);
    await page.selectOption('#luck-value-0', 'attacker-broken');
    await page.waitForSelector('.finding:has-text("attacker broken")', SLOW);
    expect(await page.textContent('.finding')).toMatch(/^(Very bad|Bad) luck: /);
    await page.selectOption('#luck-side', 'b');
    await page.waitForSelector('.finding:has-text("good luck")', SLOW);
    await page.click('text=And then this happened');
    await page.selectOption('#luck-what-1', 'defender.hits');
    await page.fill('#luck-value-1', '0');
    await page.waitForFunction(
      () => /observed/.test(document.querySelector('.command')?.textContent ?? ''),
      null,
      SLOW,
    );
    await page.waitForSelector('.command:has-text("--observed defender.hits=0 --side b")', {
      state: 'attached',
      ...SLOW,
    });
  });

  it('show on the sheet which single fact keeps a row out, and make it so', async () => {
    await turnTo(page, `${FIGHT}&page.view=sheet`);
    await page.click('.near-too input', SLOW);
    const row = page.locator('tr.nearly', { hasText: 'good shots' });
    await row.locator('text=Make it so').click(SLOW);
    await page.waitForFunction(() => location.hash.includes('goodShot=true'), null, SLOW);
    await page.waitForSelector('tr.applies:has-text("good shots")', SLOW);
  });

  it('set a changed rule beside the printed one and hand it out as a variant file', async () => {
    await turnTo(page, `${FIGHT}&page.view=sheet`);
    await page.getByRole('button', { name: /^first volley, at short range: \+2/ }).click(SLOW);
    await page.keyboard.press('ControlOrMeta+a');
    // The printed score is past the end of its table: a small change would not be seen.
    await page.keyboard.type('-5');
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      () => {
        const [printed, changed] = document.querySelectorAll('.edits .odds-legend');
        return changed && changed.textContent !== printed.textContent;
      },
      null,
      SLOW,
    );
    const [file] = await Promise.all([page.waitForEvent('download', SLOW), page.click('text=Download as a variant')]);
    expect(file.suggestedFilename()).toBe('variant.yaml');
    // What it does stays in sight where the sheet goes on.
    await page.locator('.printed').last().scrollIntoViewIfNeeded();
    const effect = page.locator('.effect');
    expect((await effect.boundingBox())!.y).toBeLessThan(page.viewportSize()!.height / 2);
    expect(await effect.innerText()).toMatch(/attacker \S+% → \S+%/);
  });

  it('leave a figure as it was where Escape ends the typing', async () => {
    await turnTo(page, `${FIGHT}&page.view=sheet`);
    const figure = page.getByRole('button', { name: /^first volley, at short range/ });
    await figure.click(SLOW);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('-5');
    await page.keyboard.press('Escape');
    await figure.waitFor(SLOW);
    expect(await figure.innerText()).toBe('+2');
    expect(await page.locator('.edits').count()).toBe(0);
  });

  it('say what is wrong with a fight that never had odds, and sweep only what its sheet allows', async () => {
    const page = await show(`${FIGHT.replace('attacker.fs=8', 'attacker.fs=99')}&page.view=luck`);
    await page.waitForSelector('#screen .faults:has-text("at most 20")', SLOW);
    await page.click('#tab-compare');
    await page.locator('button:disabled', { hasText: 'Beside it' }).waitFor(SLOW);
    await page.click('#tab-sweep');
    await page.waitForSelector('#screen .drawing svg', SLOW);
    expect(await page.locator('.range output').allInnerTexts()).toEqual(['16', '20']);
  });

  it('start a side from a troop of the book', async () => {
    await turnTo(page, FIGHT);
    await page.selectOption('#troops-attacker', 'Old Guard battalion', SLOW);
    await page.waitForSelector('.odds-legend:has-text("Old Guard battalion")', SLOW);
    expect(await page.inputValue('[data-path="attacker.fs"] input')).toBe('10');
  });

  it('start a side from a troop of a dropped file, pin six fights and no more, and roll again', async () => {
    await turnTo(page, FIGHT);
    const text = 'troops:\n  Pavlov Grenadiers: { arm: infantry, fs: 9, elite: true }\n';
    await page.setInputFiles('#own-file', { name: 'mine.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) });
    await page.waitForSelector('#troops-attacker option:has-text("Pavlov Grenadiers")', { state: 'attached', ...SLOW });
    await page.selectOption('#troops-attacker', 'Pavlov Grenadiers');
    await page.waitForSelector('.odds-legend:has-text("Pavlov Grenadiers")', SLOW);
    for (let i = 0; i < 6; i++) await page.click('.fight-head button');
    expect(await page.isDisabled('.fight-head button:has-text("6 are pinned")')).toBe(true);
    expect(await page.textContent('#tab-compare .count')).toBe('6');
    await page.click('#tab-why');
    await page.waitForSelector('.story .ending', SLOW);
    const told = await page.textContent('.story ol');
    await page.click('text=Roll again');
    await page.waitForFunction((before) => document.querySelector('.story ol')?.textContent !== before, told, SLOW);
  });

  it('write the troops of a link out as values', async () => {
    await turnTo(page, '#v=1&rules=oth2&encounter=melee&attacker=Old+Guard+battalion&defender.troop=Militia+battalion');
    await page.waitForFunction(() => location.hash.includes('attacker.fs=10'), null, SLOW);
    expect(await page.inputValue('[data-path="defender.fs"] input')).toBe('6');
  });

  it('start any book with one fight of its own', async () => {
    await turnTo(page, FIGHT);
    const books = await page
      .locator('#book option')
      .evaluateAll((all) => all.map((o) => (o as HTMLOptionElement).value));
    expect(books.length).toBeGreaterThan(3);
    for (const book of books.reverse()) {
      await page.selectOption('#book', book);
      await page.waitForSelector(`#screen .result[data-rules="${book}"][aria-busy="false"] .finding`, SLOW);
      expect(await page.inputValue('#book')).toBe(book);
      expect(await page.locator('.axes, .faults').count(), book).toBe(0);
    }
  });

  it('show the units of an engagement at once when it takes the place of one of another book', async () => {
    await turnTo(page, FIGHT);
    await page.selectOption('#book', 'syw');
    await page.selectOption('#encounter', 'engagement');
    await page.waitForSelector('.side-a [data-path="a.type"]', SLOW);
    await page.selectOption('#book', 'pike-shot');
    await page.waitForSelector('.side-a [data-path="a.brigades.0.regiments.0.card"]', SLOW);
  });

  it('say what is wrong with a figure that is none, and leave the rule as it was', async () => {
    await turnTo(page, `${FIGHT}&page.view=sheet`);
    await page.getByRole('button', { name: /^first volley, at short range: \+2/ }).click(SLOW);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('banana');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.printed .fault:has-text("“banana” is no number")', SLOW);
    expect(await page.locator('.edits').count()).toBe(0);
  });

  it('open a link that is put into the address just as a change is about to be written there', async () => {
    await turnTo(page, FIGHT);
    // The page's own wait before it writes is ended by the test, in the very moment that the link is there.
    await page.evaluate(() => {
      const later = globalThis.setTimeout;
      const held = globalThis as unknown as { write?: () => void; giveBack?: () => void };
      held.giveBack = () => {
        globalThis.setTimeout = later;
      };
      globalThis.setTimeout = ((work: () => void, ms?: number, ...rest: unknown[]) => {
        if (ms === 250) held.write = work;
        return later(work, ms, ...rest);
      }) as typeof setTimeout;
    });
    await page.fill('[data-path="attacker.fs"] input', '9', SLOW);
    await page.evaluate(
      (link) => {
        location.hash = link;
        const { write, giveBack } = globalThis as unknown as { write: () => void; giveBack: () => void };
        write();
        giveBack();
      },
      FIGHT.replace('defender.fs=7', 'defender.fs=5'),
    );
    await page.waitForFunction(() => /defender\.fs=5\b/.test(location.hash) && /&g=/.test(location.hash), null, SLOW);
    expect(await page.inputValue('[data-path="defender.fs"] input')).toBe('5');
    expect(await page.inputValue('[data-path="attacker.fs"] input')).toBe('8');
  });

  it('offer only what the sheet allows when they ask for it twice before the first answer', async () => {
    const context = await inContext();
    await context.addInitScript(() => {
      const post = Worker.prototype.postMessage;
      const held: (() => void)[] = [];
      let asked = 0;
      Worker.prototype.postMessage = function (this: Worker, message: { kind?: string }, ...rest: never[]) {
        const send = () => post.call(this, message, ...rest);
        if (message.kind !== 'allowed') send();
        else if (++asked <= 3) held.push(send);
        else for (const each of [...held.splice(0), send]) each();
      };
      // Nobody knows of no choices while the question about them is open.
      const watch = new MutationObserver(() => {
        if (document.querySelector('#screen')?.textContent.includes('no choices'))
          document.documentElement.dataset['saidNone'] = '';
      });
      watch.observe(document, { childList: true, subtree: true, characterData: true });
    });
    const page = await showIn(`${FIGHT}&page.view=tactics`, context);
    const shown = page.locator('.picks-fold summary').first();
    await shown.waitFor(SLOW);
    const [some, all] = ((await shown.textContent()) ?? '').match(/\d+/g)!.map(Number);
    expect(some).toBeLessThan(all!);
    expect(await page.locator('html[data-said-none]').count()).toBe(0);
  });

  it('give embed code with their charts, whose frame shows the same picture', async () => {
    await turnTo(page, FIGHT);
    await page.click('text=Pin this fight', SLOW);
    await page.fill('[data-path="attacker.fs"] input', '9', SLOW);
    // Without leave to use the clipboard the code is shown instead.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    const frame = await show('embed.html');
    /** The first code in a frame that is loaded for it, the others in the same one: loading takes longer than drawing. */
    const framedIn = async (source: string) => {
      if (frame.url().endsWith('embed.html')) await frame.goto(source);
      else
        await frame.evaluate((hash) => {
          document.querySelector('.drawing svg')!.classList.add('before');
          location.hash = hash;
        }, new URL(source).hash);
      await frame.waitForSelector('.drawing svg:not(.before)', SLOW);
    };
    /** The first chart of every view, and those of other kinds beside it. */
    const FRAMED: Readonly<Record<string, number>> = { answer: 2, tactics: 2 };
    const views = new Map<string, string[]>();
    for (const view of ['answer', 'compare', 'sweep', 'tactics', 'matters', 'luck']) {
      await page.click(`#tab-${view}`);
      await drawn(page);
      const charts = await page.locator('#screen figure.chart').all();
      for (const chart of charts.slice(0, FRAMED[view] ?? 1)) {
        await chart.locator('text=Copy embed code').click();
        const code = (await chart.locator('.said:has-text("<iframe")').textContent(SLOW))!;
        const source = /src="([^"]+)"/.exec(code)![1].replaceAll('&amp;', '&');
        expect(source.startsWith(`${address}embed.html#`)).toBe(true);
        const name = (await chart.getAttribute('data-chart'))!;
        await framedIn(source);
        expect(await frame.locator('figure.chart').count()).toBe(1);
        expect(await frame.getAttribute('figure.chart', 'data-chart')).toBe(name);
        // On the page the finding stands above the first chart; in the frame it is part of the picture.
        const words = await chart.locator('.drawing svg text').allTextContents();
        expect(words.length).toBeGreaterThan(4);
        const framed = await frame.locator('.drawing svg text').allTextContents();
        expect(framed).toEqual(expect.arrayContaining(words));
        views.set(view, [...(views.get(view) ?? []), name]);
      }
    }
    expect(Object.fromEntries([...views].map(([view, [first]]) => [view, first]))).toEqual({
      answer: 'outcomes',
      compare: 'cases',
      sweep: 'lines',
      tactics: 'matrix',
      matters: 'tornado',
      luck: 'outcomes',
    });
    expect(views.get('tactics')).toContain('best');
  });
});
