import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { POLICY } from '../../src/cli/page/server.ts';
import { VIEWS } from '../../web/state/views.ts';
import { chromiumPath, root, site } from './browser.ts';
import { answered, FIGHT, packed, SLOW, stage } from './stage.ts';

describe.skipIf(chromiumPath === undefined)('what strangers send to the page', () => {
  const { show, showForAll, address } = stage();
  let page: Page;
  beforeAll(async () => {
    page = await showForAll();
    await answered(page);
    await page.waitForSelector('[data-path="attacker.fs"] input', SLOW);
  });

  const dismiss = async () => {
    const button = page.locator('.notice button');
    if (await button.isVisible()) await button.click();
  };

  const rulebook = readFileSync(join(root, 'src/scenarios/examples/games/conquest.rules.yaml'), 'utf8');
  const script = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
  it.each<[string, string, RegExp]>([
    ['of another format', '#v=9&rules=oth2', /format 9/],
    ['with __proto__', '#v=1&__proto__.polluted=1', /cannot be a path/],
    ['that is a bomb', packed({ scenario: { title: 'x'.repeat(20_000_000) } }), /more than 200 kB/],
    ['with __proto__ packed in it', packed(JSON.parse('{"scenario":{"__proto__":{"polluted":1}}}')), /cannot be a key/],
    ['of 200 kB', `#v=1&rules=oth2&title=${'x'.repeat(200_000)}`, /200,022 characters; 60,000 are the most/],
    ['that is too deep', packed({ scenario: JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`) }), /levels deep/],
    ['that was cut off', '#v=1&z=AAAA', /damaged/],
  ])('refuses a link %s in one sentence and stays usable', async (_, hash, sentence) => {
    await dismiss();
    const before = await page.inputValue('[data-path="attacker.fs"] input');
    await page.evaluate((to) => {
      location.hash = to;
    }, hash);
    await page.waitForSelector('.notice', SLOW);
    expect(await page.textContent('.notice')).toMatch(sentence);
    expect(await page.textContent('.notice')).toContain(' The page stays as it was.');
    expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
    const next = String(5 + ((Number(before) + 1) % 5));
    await page.fill('[data-path="attacker.fs"] input', next);
    await page.waitForFunction((fs) => location.hash.includes(`attacker.fs=${fs}`), next, SLOW);
  });

  it('starts as usual where the link that it is opened with cannot be read', async () => {
    const other = await show('#v=9&rules=oth2');
    await answered(other);
    expect(await other.textContent('.notice')).toMatch(/format 9.*The page shows its usual start instead\./);
  });

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
  });

  it('tells that a rulebook has changed since a link was made', async () => {
    const page = await show(FIGHT.replace('#v=1', '#v=1&g=0.0.1&h=000000000000'));
    await answered(page);
    expect(await page.textContent('.notice')).toMatch(/made with version 0\.0\.1 .* has changed since/);
  });

  it.each<[string, string, string, RegExp]>([
    [
      'a scenario',
      'mine.yaml',
      'title: Mine\nrules: syw\nencounter: melee\nattacker: { type: heavy-cavalry, stands: 4 }\ndefender: { type: medium-infantry, stands: 4 }\n',
      /^$/,
    ],
    [
      'a file with __proto__',
      'bad.yaml',
      '__proto__: { polluted: 1 }\n',
      /bad\.yaml, line 1: '__proto__' cannot be a key/,
    ],
    [
      'a bomb of aliases',
      'bomb.yaml',
      `a0: &a0 [x, x]\n${Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]\n`).join('')}`,
      /bomb\.yaml/,
    ],
    ['a file that is too deep', 'deep.yaml', `a: ${'['.repeat(500)}${']'.repeat(500)}`, /deep\.yaml.*deep/],
    [
      'a rulebook with a letter missing',
      'typo.yaml',
      rulebook.replace(/^encounters:/m, 'encunters:'),
      /typo\.yaml, line \d+: 'encunters' is no key of .* Did you mean 'encounters'\?/,
    ],
    ['a file that is no YAML', 'broken.yaml', 'rules: [oth2\n', /broken\.yaml, line/],
  ])('takes or refuses %s that is dropped on it', async (_, name, text, sentence) => {
    await dismiss();
    await page.setInputFiles('#own-file', { name, mimeType: 'text/yaml', buffer: Buffer.from(text) });
    if (sentence.test('')) await page.waitForFunction(() => location.hash.includes('title=Mine'), null, SLOW);
    else {
      await page.waitForSelector('.notice', SLOW);
      expect(await page.textContent('.notice')).toMatch(sentence);
    }
    expect(await page.locator('.finding').count()).toBe(1);
  });

  it('refuses a rulebook of 10 MB that is dropped on it', async () => {
    await dismiss();
    // Made in the page: sending so much there takes longer than refusing it.
    await page.evaluate((text) => {
      const held = new DataTransfer();
      held.items.add(new File([text, '# ', 'x'.repeat(10_000_000)], 'big.yaml'));
      const input = document.querySelector<HTMLInputElement>('#own-file')!;
      input.files = held.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }, rulebook);
    await page.waitForSelector('.notice', SLOW);
    expect(await page.textContent('.notice')).toMatch(/big\.yaml has 10\.0 MB/);
    expect(await page.locator('.finding').count()).toBe(1);
  });

  const dropped = (name: string, text: string) =>
    page.setInputFiles('#own-file', { name, mimeType: 'text/yaml', buffer: Buffer.from(text) });

  it.each<[string, string, RegExp]>([
    [
      'with __proto__ among its encounters',
      rulebook.replace(/^encounters:/m, '$&\n  __proto__: {}'),
      /cannot be a key/,
    ],
    ['with a bomb of aliases', `a: &a [x]\n${'b: [*a]\n'.replace('*a', '*a, '.repeat(150))}${rulebook}`, /100 aliases/],
    ['that counts to a million', rulebook.replace(/- while: .*/, '- repeat: 1000000'), /at most 10000/],
  ])('refuses a rulebook %s in one sentence', async (_, text, sentence) => {
    await dismiss();
    await dropped('evil.rules.yaml', text);
    await page.waitForSelector('.notice', SLOW);
    expect(await page.textContent('.notice')).toMatch(sentence);
    expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
  });

  it('says that a rulebook never ends, and keeps the last answer', async () => {
    await dismiss();
    const endless = rulebook.replace(/- while: .*/, '- while: 1 = 1').replace(/set: \{ attacker.*/, '');
    await dropped('endless.rules.yaml', endless);
    await page.waitForSelector('.faults:has-text("may never end")', SLOW);
    expect(await page.locator('.finding').count()).toBe(1);
  });

  it('shows script in the names of a rulebook as text, in every view', async () => {
    await dismiss();
    const tag = '<img src=x onerror=alert(1)>';
    const named = rulebook
      .replace(/^(title|about): .*/gm, `$1: '${tag} $1'`)
      .replace(/(title|label|about): [^,}"'\n]+/g, `$1: '${tag}'`)
      .replace(/\[(\d), (?:the|armies)[^\]]+\]/g, `[$1, '${tag}']`);
    await dropped(`${tag}.rules.yaml`, named);
    await page.waitForSelector('.notice:has-text("is now one of the rulebooks")', SLOW);
    await page.waitForSelector('#encounter option[value="attack"]', { state: 'attached', ...SLOW });
    for (const [view] of VIEWS) {
      await page.click(`#tab-${view}`);
      await page.waitForSelector('#screen .finding, #screen .lead', SLOW);
      expect(await page.locator('img, script:not([src])').count()).toBe(0);
    }
    expect(await page.textContent('.printed')).toContain(tag);
    expect(await page.textContent('#book')).toContain(tag);
    await page.click('#tab-answer');
    await page.selectOption('#book', 'oth2');
    await page.waitForSelector('[data-path="firer.fs"], [data-path="attacker.fs"]', SLOW);
  });

  it.each(['index.html', 'embed.html'])(
    'has a policy in %s that allows no code from text and none in the page',
    (file) => {
      const html = readFileSync(join(site, file), 'utf8');
      const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(html)?.[1] ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/'unsafe-(?:eval|inline)'/);
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=/);
    },
  );

  it('sends the strict policy with every file, workers included, and works under it down to the PNG', async () => {
    const response = await fetch(address);
    expect(response.headers.get('content-security-policy')).toBe(POLICY);
    expect(POLICY).not.toMatch(/'unsafe-(?:eval|inline)'/);
    const page = await show();
    await page.waitForSelector('.drawing svg', SLOW);
    const [file] = await Promise.all([page.waitForEvent('download', SLOW), page.click('.share-chart >> text=PNG')]);
    const [head] = await (await file.createReadStream()).take(1).toArray();
    expect((head as Buffer).subarray(1, 4).toString()).toBe('PNG');
  });
});
