import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Suite, situationCount } from '../../src/scenarios/suite/suite.ts';
import { loadSuite, points } from '../../src/suites.ts';
import { grognard } from '../cli/harness.ts';

const games = resolve(import.meta.dirname, '../../src/scenarios/examples/games');
const game = (name: string) => join(games, `${name}.rules.yaml`);
const folder = mkdtempSync(join(tmpdir(), 'file-suite-'));

/** A small game of one table, for what can be counted by hand. */
const DUEL = `id: duel
title: Duel
unit:
  given:
    men: { number: [1, 5] }
    mood: { words: [calm, wild], default: calm }
    shield: { flag: true, default: false }
  state: { left: { number: [0, men], start: men } }
figures:
  strike: { title: Strike, rows: { hits: [4, hits on this] } }
encounters:
  clash:
    title: Clash
    sides: [attacker, defender]
    given: { rain: { flag: true, default: false } }
    refuse: [{ if: "attacker.mood = 'wild' and rain", say: Nobody is wild in the rain. }]
    outcomes: { defender-hurt: 2, stand-off: 0, attacker-hurt: -2 }
    play:
      - roll: D6
        by: attacker
        title: strike
        results:
          - { if: face >= strike.hits, do: [{ end: defender-hurt }] }
          - { if: face = 1, do: [{ end: attacker-hurt }] }
          - { do: [{ end: stand-off }] }
`;

describe('the built-in suite of a rulebook file', () => {
  const duel = join(folder, 'duel.rules.yaml');
  writeFileSync(duel, DUEL);

  it('multiplies the words of both sides, strengths and the moment, less what the rules refuse', async () => {
    const suite = await loadSuite(duel);
    expect(suite.groups.map((g) => [g.id, g.situations.length])).toEqual([
      // 2 × 2 moods, 3 strengths, rain or not; no wild attacker in the rain.
      ['clash-words', 2 * 2 * 3 * 2 - 2 * 3],
      ['clash-fields', 4],
    ]);
    expect(suite.groups[0].situations[0].name).toBe(
      'clash: attacker mood calm, defender mood calm, 3 men against 3 men, not rain',
    );
    expect(suite.groups[1].situations.at(-1)!.name).toBe('clash: attacker shield yes, defender shield yes');
    expect(total(suite)).toBeCloseTo(1, 12);
  });

  it.each([
    ['club-muskets', ['fire', 'fire-words', 'fire-fields', 'melee', 'melee-words', 'melee-fields']],
    ['conquest', ['attack-words']],
    ['line-ahead', ['action']],
    ['star-squads', ['firefight', 'firefight-words', 'firefight-fields']],
  ])('is there for %s', async (name, groups) => {
    const suite = await loadSuite(game(name));
    expect(suite.groups.map((g) => g.id)).toEqual(groups);
    expect(situationCount(suite)).toBeLessThanOrEqual(3000);
    expect(total(suite)).toBeCloseTo(1, 12);
    const names = suite.groups.flatMap((g) => g.situations.map((s) => s.name));
    expect(names.filter((n) => /[{}]|undefined/.test(n))).toEqual([]);
  });

  it('shows what an edit, a variant and another edition change', async () => {
    writeFileSync(join(folder, 'keen.yaml'), 'title: Keen\nbase: ./duel.rules.yaml\nchange: { strike.hits: 3 }\n');
    writeFileSync(
      join(folder, 'second.rules.yaml'),
      DUEL.replace('[4, hits', '[3, hits').replace('id: duel', 'id: duelTwo'),
    );
    const moved = async (...args: string[]) => {
      const { out, err } = await grognard(['impact', ...args, '--format', 'json', '--threads', '1']);
      expect(err).toBe('');
      const [{ groups }] = JSON.parse(out).impact.variants;
      return groups.map((g: { moved: number; endOtherwise: number }) => [g.moved, g.endOtherwise]);
    };
    // One face of six ends otherwise, everywhere.
    const expected = [
      [18, expect.closeTo(1 / 6, 12)],
      [4, expect.closeTo(1 / 6, 12)],
    ];
    expect(await moved('rules.strike.hits=3', '--rules', duel)).toEqual(expected);
    expect(await moved(join(folder, 'keen.yaml'))).toEqual(expected);
    expect(await moved(join(folder, 'second.rules.yaml'), '--against', duel)).toEqual(expected);
  });

  it('is what a suite starts from, in another folder too, and what check and tune are held to', async () => {
    const file = join(folder, 'mine.yaml');
    expect((await grognard(['suite', 'new', '--rules', duel, '--file', file])).code).toBe(0);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('rules: ./duel.rules.yaml');
    writeFileSync(file, text.replace(/^# built-in.*$/m, 'built-in: true').replace(/^# targets[\s\S]*$/m, ''));
    writeFileSync(file, `${readFileSync(file, 'utf8')}targets:\n  - first-clash: attacker wins at least 60%\n`);
    const shown = await grognard(['suite', 'show', file]);
    expect(shown.out).toMatch(/first clash: 1 situation,[\s\S]*clash fields: 4 situations/);
    const checked = await grognard(['check', file, '--threads', '1']);
    expect(checked.out).toMatch(
      /FAIL {2}first clash: attacker wins at least 60%\n {6}50\.0%, 10\.0 percentage points beyond/,
    );
    const tuned = await grognard(['tune', file, '--vary', 'rules.strike.hits=2..5', '--threads', '1']);
    expect(tuned.out).toMatch(/smallest change: “hits on this” from 4 to 3/);
  });
});

describe('troops of a rulebook file', () => {
  it('are priced one ship against one where a side is a list', async () => {
    const { points: worth } = await points(game('line-ahead'));
    expect(worth!.troops.map((t) => t.name)).toEqual(['Two-decker', 'Frigate', 'Sloop']);
  });
});

const total = (suite: Suite): number => suite.groups.flatMap((g) => g.situations).reduce((sum, s) => sum + s.weight, 0);
