import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/rules/problem.ts';
import { loadSuite } from '../../src/scenarios/files.ts';
import { resolveCell } from '../../src/scenarios/prepare.ts';
import { builtInSuite } from '../../src/scenarios/suite/built-in.ts';
import { type Suite, situationCount } from '../../src/scenarios/suite/suite.ts';
import { grognard } from '../cli/harness.ts';

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'suite-'));
const BOOKS = ['oth2', 'oth-half', 'syw', 'pike-shot'];
const all = (suite: Suite) => suite.groups.flatMap((g) => g.situations);

describe.each(BOOKS)('the built-in suite of %s', (id) => {
  let kept: Promise<Suite> | undefined;
  const laidOut = (): Promise<Suite> => {
    kept ??= builtInSuite(id);
    return kept;
  };

  it('has some thousands of situations, each with a name of its own and a share of the whole', async () => {
    const suite = await laidOut();
    expect(situationCount(suite)).toBeGreaterThan(2_000);
    expect(situationCount(suite)).toBeLessThan(10_000);
    const names = all(suite).map((s) => s.name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((n) => /[{}]|undefined/.test(n))).toEqual([]);
    expect(all(suite).reduce((sum, s) => sum + s.weight, 0)).toBeCloseTo(1, 9);
    expect(all(suite).every((s) => s.weight > 0)).toBe(true);
  });

  it('holds only what the sheet allows, and sets no value twice for one situation', async () => {
    const suite = await laidOut();
    for (const { loaded, situations } of suite.groups) {
      const seen = new Set<string>();
      situations.forEach((s, i) => {
        const key = JSON.stringify(s.overrides.map((o) => [o.path, o.value]).sort());
        expect(seen.has(key), s.name).toBe(false);
        seen.add(key);
        if (i % 7 === 0) expect(() => resolveCell(loaded, s.overrides)).not.toThrow();
      });
    }
  });

  it('is the same every time', async () => {
    const [first, second] = [await laidOut(), await builtInSuite(id)];
    expect(all(first).map((s) => [s.name, s.weight])).toEqual(all(second).map((s) => [s.name, s.weight]));
  });
});

describe('a suite file', () => {
  const written = (text: string): string => {
    const path = join(temporaryFolder(), 'suite.yaml');
    writeFileSync(path, text);
    return path;
  };
  const CHARGE = 'encounter: charge, attacker: { fs: 8 }, defender: { formation: line }';

  it('names built-in scenarios, writes others out, and shares the weight', async () => {
    const suite = await loadSuite(
      written(
        `rules: oth2\nsituations:\n  volley: volley\n  even: { ${CHARGE}, weight: 3, vary: { attacker.fs: 7..9 } }\n`,
      ),
    );
    const shares = suite.groups.map((g) => [g.id, g.situations.reduce((sum, s) => sum + s.weight, 0)]);
    expect(shares[0][0]).toBe('volley');
    expect(shares[0][1]).toBeCloseTo(0.25, 9);
    expect(suite.groups[1].situations.map((s) => s.name)).toEqual([
      'even, attacker FS 7',
      'even, attacker FS 8',
      'even, attacker FS 9',
    ]);
  });

  it.each([
    ['an empty suite', 'rules: oth2\n', /no situation to play/],
    ['an unknown rulebook', 'rules: oth3\nsituations: { volley: volley }\n', /no rulebook 'oth3'.*Did you mean 'oth2'/],
    ['a scenario that does not exist', 'rules: oth2\nsituations:\n  v: voley\n', /no built-in scenario 'voley'/],
    [
      'a target about nothing',
      'rules: oth2\nsituations: { volley: volley }\ntargets:\n  - voley: never no-effect\n',
      /no situation of this suite.*Did you mean 'volley'/,
    ],
    ['a key that does not exist', 'rules: oth2\nsituation: { volley: volley }\n', /situation/],
    ['a scenario file', 'rules: oth2\nencounter: fire\n', /a scenario, not a suite/],
    ['a weight of nothing', `rules: oth2\nsituations:\n  even: { ${CHARGE}, weight: 0 }\n`, /weight|situations/],
  ])('is refused in a sentence: %s', async (_, text, sentence) => {
    const error = await loadSuite(written(text)).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toMatch(sentence);
  });

  it('tells an illegal situation with its line, and skips it only when asked', async () => {
    const path = written(
      `rules: oth2\nsituations:\n  odd:\n    ${CHARGE.replaceAll(', ', '\n    ').replace(/\{ /g, '{ ')}\n    vary: { defender.formation: [line, unlimbered] }\n`,
    );
    const refused = await grognard(['suite', 'show', path]);
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/suite\.yaml:7.*'unlimbered' is no formation of/);
    const skipping = await grognard(['suite', 'show', path, '--skip-illegal']);
    expect(skipping.code).toBe(0);
    expect(skipping.out).toContain('1 situation');
    expect(skipping.err).toMatch(/Left out: .*unlimbered/);
  });

  it.each(BOOKS)('to start from is in order: %s', async (id) => {
    const path = join(temporaryFolder(), 'mine.yaml');
    expect((await grognard(['suite', 'new', '--rules', id, '--file', path])).code).toBe(0);
    const shown = await grognard(['suite', 'show', path]);
    expect(shown.err).toBe('');
    expect(shown.code).toBe(0);
    expect((await grognard(['suite', 'new', '--rules', id, '--file', path])).code).toBe(2);
  });
});
