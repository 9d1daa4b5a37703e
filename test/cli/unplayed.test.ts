import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { grognard } from './harness.ts';

const SENTENCE =
  "'orders.figures.advance-least-move' is printed but not played (a group on Advance goes at full speed, or to the halt): editing it changes nothing.";
const PATH = 'rules.orders.figures.advance-least-move.value';

describe('an edit of a figure that is printed but not played', () => {
  it('is told of under the result of a run', async () => {
    const { code, out } = await grognard(`run cavalry-attack --set ${PATH}=60`);
    expect(code).toBe(0);
    expect(unwrapped(out)).toContain(SENTENCE);
  });

  it('is told of under a comparison', async () => {
    const { out } = await grognard(`compare cavalry-attack --variant ${PATH}=60`);
    expect(unwrapped(out)).toContain(SENTENCE);
  });

  it.each([`tune cavalry-attack --target 0.5 --vary ${PATH}=40..60`, `sweep cavalry-attack --vary ${PATH}=40..60`])(
    'is refused where only that figure would move: %s',
    async (line) => {
      const { code, err } = await grognard(line);
      expect(code).toBe(2);
      expect(unwrapped(err)).toContain(SENTENCE.replace("move'", "move.value'"));
    },
  );

  it('is told of by rules check, for a variant and for a book', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'unplayed-')), 'v.yaml');
    writeFileSync(file, 'title: v\nbase: syw\nchange:\n  orders.figures.advance-least-move.value: 60\n');
    const { code, out } = await grognard(['rules', 'check', file, 'syw']);
    expect(code).toBe(0);
    expect(unwrapped(out)).toContain(SENTENCE);
    expect(unwrapped(out)).toMatch(/syw: in order printed but not played.*orders\.figures\.advance-least-move/);
  });
});

describe('a row of a variant that can never be used', () => {
  it.each([
    ['reactions', '{ id: dodge, label: dodge, cells: { within: 6 } }', 'no scenario can name it'],
    ['movement.segments', '{ id: hollow-square, label: h, cells: { first: 6 } }', 'no scenario can name it'],
    ['melee.infantry', '{ id: big, value: 1, label: b, when: { self: { fs: { gt: 30 } } } }', 'never more than 30'],
    ['melee.infantry', '{ id: both, value: 1, label: b, when: { self: { fs: { gt: 8, lt: 7 } } } }', 'is never more'],
    ['melee.infantry', '{ id: far, value: 1, label: b, when: { now: { round: { gt: 3, lte: 3 } } } }', 'is never'],
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
});

const unwrapped = (text: string): string => text.replaceAll(/\s+/g, ' ');
