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

const unwrapped = (text: string): string => text.replaceAll(/\s+/g, ' ');
