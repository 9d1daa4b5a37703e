import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkOf } from '../../src/cli/page/link.ts';
import { combinations } from '../../src/scenarios/axes.ts';
import { exampleNames } from '../../src/scenarios/examples.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { isLink } from '../../src/scenarios/is-link.ts';
import { movedSince, readLink, writeLink } from '../../src/scenarios/link.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';

const packed = (value: unknown): string =>
  `#v=1&g=0.1.0&h=0&z=${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;
const melee = { rules: 'oth2', encounter: 'melee', attacker: { fs: 8 }, defender: { fs: 7 } };

describe('a link', () => {
  it.each(exampleNames())('of %s means the same scenario', async (name) => {
    const loaded = await loadScenario(name);
    const link = await linkOf(loaded);
    expect(isLink(link)).toBe(true);
    expect(link).not.toMatch(/[\s'"<>()]/);
    expect(link.length).toBeLessThan(2000);
    const again = await loadScenario(link);
    expect(again.warnings).toBeUndefined();
    expect(again.title).toBe(loaded.title);
    expect(again.vary.map((a) => a.values)).toEqual(loaded.vary.map((a) => a.values));
    for (const overrides of combinations(loaded.vary).slice(0, 3)) {
      const [one, other] = [prepareCell(loaded, overrides), prepareCell(again, overrides)];
      expect(other.situation).toEqual(one.situation);
      expect(other.hash).toBe(one.hash);
    }
  });

  it('holds edits of rules, rulings and inline variants', async () => {
    const variant = {
      title: 'Weak volleys',
      base: 'oth2',
      change: { 'fire.small-arms.initial-volley': { was: 2, to: 1 } },
    };
    const loaded = await loadScenario({
      ...melee,
      variant,
      rulings: { lowScore: 'literal' },
      set: { 'rules.melee.infantry.attack-column': 0 },
    });
    const again = await loadScenario(await linkOf(loaded));
    expect(prepareCell(again).hash).toBe(prepareCell(loaded).hash);
    expect(prepareCell(again).hash).not.toBe(prepareCell(await loadScenario(melee)).hash);
  });

  it('gives back whatever was put in', async () => {
    const word = fc
      .stringMatching(/^[\w .,:'"<>&=#%+é-]{1,12}$/)
      .map((s) => s.trim())
      .filter((s) => s !== '');
    const value = fc.oneof(word, fc.integer(), fc.boolean(), fc.array(word, { maxLength: 3 }));
    const key = fc
      .stringMatching(/^[a-z][\w]{0,6}$/)
      .filter((k) => !['v', 'g', 'h', 'z', 'page', 'set', 'vary', 'rulings'].includes(k));
    const group = fc.dictionary(key, fc.oneof(value, fc.dictionary(key, value, { minKeys: 1 })), {
      noNullPrototype: true,
    });
    await fc.assert(
      fc.asyncProperty(group, group, async (scenario, page) => {
        const link = await writeLink({ program: '0.1.0', hash: 'abc', scenario, page });
        expect(await readLink(`https://example.org/odds/${link}`)).toEqual({
          program: '0.1.0',
          hash: 'abc',
          scenario,
          page,
        });
      }),
    );
  });

  it('stays readable where it can', async () => {
    const link = await writeLink({ program: '0.2.0', hash: 'a90ab6e57e92', scenario: melee, page: { view: 'sweep' } });
    expect(link).toBe(
      '#v=1&g=0.2.0&h=a90ab6e57e92&rules=oth2&encounter=melee&attacker.fs=8&defender.fs=7&page.view=sweep',
    );
  });

  it('tells when the rulebook has changed since', async () => {
    const link = await writeLink({ program: '0.0.9', hash: 'oldoldoldold', scenario: melee, page: {} });
    const { warnings } = await loadScenario(link);
    expect(warnings?.[0]).toMatch(/made with version 0\.0\.9 .* the rulebook has changed since/);
    expect(movedSince(await readLink(link), 'oldoldoldold')).toBeUndefined();
  });

  const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
  it.each<[string, string, RegExp]>([
    ['of another format', '#v=2&rules=oth2', /has format 2, and this version of the program reads format 1/],
    ['that is an ordinary address', 'https://example.org/page#top', /is damaged|holds no situation/],
    [
      'that was cut off',
      `${packed({ scenario: melee }).slice(0, -20)}`,
      /damaged: what is packed in it cannot be read/,
    ],
    ['that is too long', `#v=1&title=${'x'.repeat(100_000)}`, /has 100,011 characters; 60,000 are the most/],
    ['that unpacks into a bomb', packed({ scenario: { title: 'x'.repeat(20_000_000) } }), /more than 200 kB/],
    ['with __proto__ in a path', '#v=1&__proto__.polluted=1', /'__proto__\.polluted' cannot be a path/],
    [
      'with __proto__ packed',
      `#v=1&z=${deflateRawSync('{"scenario":{"__proto__":{"polluted":1}}}').toString('base64url')}`,
      /'__proto__' cannot be a key/,
    ],
    ['with constructor in a group', '#v=1&attacker.constructor=1', /cannot be a path/],
    ['nested without end', packed({ scenario: deep(60) }), /nested more than 40 levels/],
    ['that says a thing twice', '#v=1&attacker.fs=8&attacker.fs=9', /stands in it twice/],
    ['with a broken escape', '#v=1&title=%E0%A4%A', /cannot be read/],
    ['with a list for a situation', packed([1, 2]), /there is no situation in it/],
    [
      'that names a file of the reader',
      '#v=1&rules=oth2&encounter=melee&variant=../../etc/passwd.yaml',
      /A link cannot name a file/,
    ],
    ['with a rulebook that does not exist', '#v=1&rules=<script>&encounter=melee', /There is no rulebook '<script>'/],
  ])('%s is refused in one sentence', async (_, link, message) => {
    await expect(loadScenario(link)).rejects.toThrow(message);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('makes words of one line', async () => {
    const { scenario } = await readLink(packed({ scenario: { title: 'one\u001b[31m\ntwo' } }));
    expect(scenario['title']).toBe('one [31m two');
  });
});
