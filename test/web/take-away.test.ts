import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Results } from '../../src/results/types.ts';
import { readLink } from '../../src/scenarios/link.ts';
import { grognard } from '../cli/harness.ts';
import { chromiumPath } from './browser.ts';
import { answered, FIGHT, SLOW, stage, turnTo } from './stage.ts';

/** What the page hands out gives the same again elsewhere. */
describe.skipIf(chromiumPath === undefined)('what is taken from the page', () => {
  const { showForAll } = stage();
  let page: Page;
  const folder = mkdtempSync(join(tmpdir(), 'grognard-taken-'));
  beforeAll(async () => {
    page = await showForAll(FIGHT);
    await answered(page);
    await page.waitForSelector('#example optgroup + optgroup', { state: 'attached', ...SLOW });
    await page.waitForSelector('.share', SLOW);
  });

  const settled = () =>
    page.waitForFunction(() => document.querySelector('#screen [aria-busy="true"]') === null, null, SLOW);
  const command = async () => (await page.textContent('#screen .share .command code')) ?? '';
  const isCommand = (text: string) =>
    page.waitForFunction((t) => document.querySelector('.command code')?.textContent === t, text, SLOW);

  /** The files that a button hands out, as many as there are, put into one folder. */
  async function files(button: string, count: number): Promise<string[]> {
    const downloads: Download[] = [];
    const all = new Promise<void>((resolve) => {
      page.on('download', (each) => {
        if (downloads.push(each) === count) resolve();
      });
    });
    await page.click(`#screen .share >> text=${button}`);
    await all;
    page.removeAllListeners('download');
    for (const each of downloads) await each.saveAs(join(folder, each.suggestedFilename()));
    return downloads.map((d) => d.suggestedFilename());
  }
  const json = async (): Promise<Results> => {
    const [name] = await files('JSON', 1);
    return JSON.parse(readFileSync(join(folder, name), 'utf8'));
  };
  const played = async (words: readonly string[]): Promise<Results> => {
    const { code, out, err } = await grognard([...words, '--format', 'json', '--quiet']);
    expect(err).toBe('');
    expect(code).toBe(0);
    return JSON.parse(out);
  };
  /** A line as a shell takes it apart. */
  const wordsOf = (line: string) =>
    [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain).slice(1);

  it.each(['cavalry-v-square', 'musket-melee'])('names %s, which it was started from', async (name) => {
    await page.selectOption('#example', name);
    await isCommand(`grognard run ${name}`);
    expect(await page.inputValue('#example')).toBe(name);
  });

  it('says in the command what was changed in a built-in scenario', async () => {
    await page.selectOption('#example', 'cavalry-v-square');
    await isCommand('grognard run cavalry-v-square');
    await page.fill('[data-path="defender.fs"] input', '5');
    await isCommand('grognard run cavalry-v-square --set defender.fs=5');
  });

  it('writes the rulebook beside a scenario file that names it, and plays both again', async () => {
    await page.selectOption('#example', 'musket-melee');
    await isCommand('grognard run musket-melee');
    await settled();
    const expected = await json();
    expect(await files('Scenario file', 2)).toEqual(['fight.yaml', 'club-muskets.rules.yaml']);
    const found = await played(['run', join(folder, 'fight.yaml'), '--no-rulings']);
    expect(found.cells[0].outcomes).toEqual(expected.cells[0].outcomes);
    await page.selectOption('#book', 'oth2');
    await settled();
    const text = readFileSync(join(folder, 'fight.yaml'));
    await page.setInputFiles('#own-file', { name: 'fight.yaml', mimeType: 'text/yaml', buffer: text });
    await isCommand('grognard run musket-melee');
  });

  it('gives a line that sets the same fights side by side, under the same names', async () => {
    await turnTo(page, FIGHT);
    await page.click('.fight-head button');
    await page.fill('[data-path="attacker.fs"] input', '10');
    await page.click('.fight-head button');
    await page.click('#tab-compare');
    // Named for what sets it apart from the first.
    expect(await page.inputValue('[aria-label="Name of pinned fight 2"]')).toBe('attacker FS 10');
    await page.fill('[aria-label="Name of pinned fight 1"]', 'Ours, “as drilled”');
    await page.fill('[aria-label="Name of pinned fight 2"]', '1812');
    await page.fill('[data-path="attacker.fs"] input', '9');
    await page.waitForSelector('#screen .verdict h3:has-text("attacker FS 9")', { ...SLOW });
    await settled();
    const expected = await json();
    const found = await played([...wordsOf(await command()), '--no-rulings']);
    expect(found.cells.map((c) => c.labels)).toEqual(expected.cells.map((c) => c.labels));
    expect(expected.cells.map((c) => c.labels['variant'])).toEqual(['Ours, “as drilled”', '1812', 'attacker FS 9']);
    expect(found.differences).toEqual(expected.differences);
    await page.click('.pins button:has-text("Unpin")');
    await page.click('.pins button:has-text("Unpin")');
  });

  it('gives a link that a command plays like the page', async () => {
    await turnTo(page, `${FIGHT}&page.view=answer`);
    await settled();
    const expected = await json();
    const { scenario } = await readLink(page.url());
    expect(scenario['attacker']).toEqual({ formation: 'attack-column', fs: 8 });
    const found = await played(['run', page.url(), '--no-rulings']);
    expect(found.cells).toEqual(expected.cells);
  });

  it('sets choices against each other only where there are some', async () => {
    await turnTo(
      page,
      '#v=1&rules=syw&encounter=charge&attacker.type=heavy-infantry&attacker.stands=4&defender.type=medium-infantry&defender.stands=4&page.view=tactics',
    );
    const folds = page.locator('.picks-fold summary');
    await folds.nth(1).waitFor(SLOW);
    const counts = await folds.allTextContents();
    expect(counts.map((c) => Number.parseInt(c, 10)).every((n) => n > 1)).toBe(true);
    expect(counts).toHaveLength(2);
  });

  it('says where nobody has a choice, and draws nothing of it', async () => {
    await turnTo(page, '#v=1&rules=oth2&encounter=melee&attacker.fs=8&defender.fs=7&page.view=tactics');
    const nobody = page.locator('.result', { hasText: 'Nobody has a choice here' });
    await nobody.waitFor(SLOW);
    expect(await nobody.innerText()).toBe('Nobody has a choice here');
  });
});
