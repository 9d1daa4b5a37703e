import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bookNamed } from '../../src/cli/books.ts';
import { segmentOf } from '../../src/rules/oth/movement.ts';
import { grognard } from './harness.ts';

const SENTENCE =
  "'results.cavalry-square.cavalry-by-1.segments' is printed but not played (line 520 says how far): editing it changes nothing.";
const PATH = 'rules.results.cavalry-square.cavalry-by-1.segments';

describe('an edit of a figure that is printed but not played', () => {
  it('is told of under the result of a run', async () => {
    const { code, out } = await grognard(`run volley --set ${PATH}=9`);
    expect(code).toBe(0);
    expect(unwrapped(out)).toContain(SENTENCE);
  });

  it('is told of under a comparison', async () => {
    const { out } = await grognard(`compare volley --variant ${PATH}=9`);
    expect(unwrapped(out)).toContain(SENTENCE);
  });

  it.each([`tune volley --target 0.5 --vary ${PATH}=9..11`, `sweep volley --vary ${PATH}=9..11`])(
    'is refused where only that figure would move: %s',
    async (line) => {
      const { code, err } = await grognard(line);
      expect(code).toBe(2);
      expect(unwrapped(err)).toContain(SENTENCE);
    },
  );

  it('is told of by rules check, for a variant and for a book', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'unplayed-')), 'v.yaml');
    writeFileSync(file, 'title: v\nbase: oth2\nchange:\n  results.cavalry-square.cavalry-by-1.segments: 9\n');
    const { code, out } = await grognard(['rules', 'check', file, 'oth2']);
    expect(code).toBe(0);
    expect(unwrapped(out)).toContain(SENTENCE);
    expect(unwrapped(out)).toMatch(
      /oth2: in order printed but not played.*results\.cavalry-square\.cavalry-by-1\.segments/,
    );
  });
});

describe('a row of a variant that can never be used', () => {
  it.each([
    ['reactions', '{ id: dodge, label: dodge, cells: { within: 6 } }', 'no scenario can name it'],
    ['movement.segments', '{ id: hollow-square, label: h, cells: { first: 6 } }', 'no scenario can name it'],
    ['melee.infantry', '{ id: big, value: 1, label: b, when: { self: { fs: { gt: 30 } } } }', 'never more than 30'],
    ['melee.infantry', '{ id: both, value: 1, label: b, when: { self: { fs: { gt: 8, lt: 7 } } } }', 'is never more'],
    ['melee.infantry', '{ id: far, value: 1, label: b, when: { now: { round: { gt: 3, lte: 3 } } } }', 'is never'],
    ['melee.infantry', '{ id: h, value: 1, label: h, when: { self: { arm: cavalry } } }', 'self.arm is never cavalry'],
    ['melee.infantry', '{ id: t, value: 1, label: t, when: { now: { test: contact } } }', 'now.test is never contact'],
    ['melee.cavalry', '{ id: s, value: 1, label: s, when: { self: { formation: square } } }', 'no unit there has'],
    [
      'morale.modifiers',
      '{ id: d, value: 1, label: d, when: { enemy: { arm: infantry, formation: deep-formation } } }',
      'no unit there has enemy.arm infantry with enemy.formation deep-formation',
    ],
    ['movement.segments', '{ id: line, label: l, cells: { first: 6 } }', 'no scenario can name it'],
    ['movement.segments', '{ id: infantry-wedge, label: w, cells: { first: 6 } }', 'no scenario can name it'],
    // The second figure of a pair is the enemy's, who may be cavalry.
    ['melee.infantry', '{ id: p, value: [1, -1], label: p, when: { self: { arm: cavalry } } }', undefined],
    ['melee.infantry', '{ id: e, value: 1, label: e, when: { enemy: { arm: cavalry } } }', undefined],
    ['melee.infantry', '{ id: n, value: 1, label: n, when: { now: { test: { not: contact } } } }', undefined],
    ['commander.replacement', '{ id: splendid, label: s, like: good }', undefined],
    ['fire.small-arms.ranges', '{ id: air-rifle, label: a, like: musket }', undefined],
    ['melee.infantry', '{ id: fine, value: 1, label: b, when: { self: { fs: { gt: 8 } } } }', undefined],
    ['melee.infantry', '{ id: any, value: 1, label: b, when: [{ self: { fs: 99 } }, { self: { fs: 3 } }] }', undefined],
    ['melee.infantry', '{ id: own, value: 1, label: b, when: { self: { traits: { has: brave } } } }', undefined],
  ])('in %s: %s', async (table, row, said) => {
    const file = join(mkdtempSync(join(tmpdir(), 'unusable-')), 'v.yaml');
    writeFileSync(file, `title: v\nbase: oth2\nadd:\n  ${table}:\n    - ${row}\n`);
    const { code, out } = await grognard(['rules', 'check', file]);
    expect(code).toBe(0);
    if (said === undefined) expect(unwrapped(out)).not.toContain('can never be used');
    else expect(unwrapped(out)).toMatch(new RegExp(`can never be used: .*${said}`));
  });

  it('is told of a printed row whose condition is changed, and of no other', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'unusable-')), 'v.yaml');
    const never = '{ self: { fs: { gt: 30 } } }';
    writeFileSync(file, `title: v\nbase: oth2\nwhen:\n  melee.infantry.attack-column: ${never}\n`);
    const { out } = await grognard(['rules', 'check', file]);
    expect(unwrapped(out).match(/'[^']*' can never be used/g)).toEqual([
      "'melee.infantry.attack-column' can never be used",
    ]);
  });
});

describe('a formation of a variant', () => {
  const wedge = `title: v
base: oth2
add:
  melee.infantry.shares: [{ id: wedge, label: wedge, like: line }]
  movement.segments: [{ id: infantry-wedge, label: wedge, like: infantry-line, cells: { first: 9 } }]
`;
  const file = join(mkdtempSync(join(tmpdir(), 'wedge-')), 'v.yaml');
  writeFileSync(file, wedge);

  it('has a move of its own, which is not called useless', async () => {
    const { out } = await grognard(['rules', 'check', file]);
    expect(unwrapped(out)).not.toContain('can never be used');
    const { book } = await bookNamed(file);
    expect(segmentOf(book, { arm: 'infantry', formation: 'wedge', horseArtillery: false })).toBe(9);
  });
});

describe('a file of nothing but mistakes', () => {
  it('shows twenty of them and says how many there are besides', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'mistakes-')), 'v.yaml');
    const rows = Array.from({ length: 300 }, (_, i) => `  - zork.row${i}\n`).join('');
    writeFileSync(file, `title: v\nbase: oth2\nremove:\n${rows}`);
    const { code, err } = await grognard(['rules', 'check', file]);
    expect(code).toBe(2);
    expect(err.trim().split('\n')).toHaveLength(21);
    expect(err).toContain('280 more');
  });
});

const unwrapped = (text: string): string => text.replaceAll(/\s+/g, ' ');
