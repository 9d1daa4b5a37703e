import { stripVTControlCharacters, styleText } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fold } from '../../src/cli/fold.ts';
import { grognard } from './harness.ts';

describe('folding', () => {
  it('hangs the rest of a long line under its text', () => {
    expect(fold('  +1  first volley, at short range', 24)).toBe('  +1  first volley, at\n      short range');
    expect(fold('A title that is longer than that', 20)).toBe('A title that is\n    longer than that');
    expect(fold('short', 20)).toBe('short');
  });

  it('does not count colours', () => {
    const red = styleText('red', 'twelve signs', { validateStream: false });
    expect(fold(red, 12)).toBe(red);
  });

  it('folds messages on a terminal too, where a word would be torn at the edge', async () => {
    const wrong = 'sweep volley --vary firer.strength=4..8';
    const { err } = await grognard(wrong, { errIsTerminal: true, columns: 60 });
    expect(Math.max(...err.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60);
    const piped = await grognard(wrong, { columns: 60 });
    expect(piped.err.trimEnd()).not.toContain('\n');
    expect(err.replace(/\s+/g, ' ')).toBe(piped.err.replace(/\s+/g, ' '));
  });

  it.each([
    ['explain volley', 60],
    ['explain column-v-line --encounter 3', 60],
    ['rules show oth2 melee.infantry --full', 80],
    ['rules show oth2 rulings --full', 80],
    ['rules list', 60],
    ['rules diff oth2 oth-half --full', 80],
    ['examples list', 80],
  ])('%s keeps to a screen of %d columns, and leaves lines whole in a pipe', async (line, columns) => {
    const screen = await grognard(line, { outIsTerminal: true, columns });
    const widths = screen.out.split('\n').map((l) => stripVTControlCharacters(l).length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
    const pipe = await grognard(line, { columns });
    const words = (text: string) => stripVTControlCharacters(text).split(/\s+/).join(' ');
    expect(words(screen.out)).toBe(words(pipe.out));
    expect(pipe.out.split('\n').length).toBeLessThan(screen.out.split('\n').length);
  });

  it.each([60, 80])('best stand-and-deliver keeps to a screen of %d columns', async (columns) => {
    const { out } = await grognard('best stand-and-deliver', { outIsTerminal: true, columns });
    const widths = out.split('\n').map((l) => stripVTControlCharacters(l).length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
  });
});
