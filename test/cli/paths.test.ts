import { describe, expect, it } from 'vitest';
import { grognard } from './harness.ts';

const figures = (out: string): string => out.split('Rules:')[0];

describe('paths as people write them', () => {
  it.each([
    ['run column-v-line --set', ''],
    ['compare column-v-line --variant', ''],
    ['sweep column-v-line --vary', ',1'],
    ['tune column-v-line --target 40% --vary', '..2'],
  ])('%s takes a row with and without rules., and by its last part alone', async (command, more) => {
    const full = await grognard(`${command} rules.melee.infantry.attack-column=0${more}`);
    expect(full.code).toBe(0);
    for (const path of ['melee.infantry.attack-column', 'infantry.attack-column', 'attack-column']) {
      const ran = await grognard(`${command} ${path}=0${more}`);
      expect(ran.code, ran.err).toBe(0);
      expect(figures(ran.out)).toBe(figures(full.out).replaceAll('rules.melee.infantry.attack-column', path));
      const said = `'${path}' is read as rules.melee.infantry.attack-column.\n`;
      expect(ran.err).toBe(path === 'melee.infantry.attack-column' ? '' : said);
    }
  });

  it.each([
    ['run column-v-line --set fs=9', "'fs' may be attacker.fs or defender.fs; write the one that is meant in full."],
    [
      'sweep stand-and-deliver --vary attack-column=0..2',
      "'attack-column' may be rules.emergency.modifiers.attack-column or rules.melee.infantry.attack-column; write the one that is meant in full.",
    ],
  ])('%s names the candidates in one sentence', async (line, sentence) => {
    const ran = await grognard(line);
    expect(ran.code).toBe(2);
    expect(ran.out).toBe('');
    expect(ran.err.trimEnd().split('\n')).toHaveLength(1);
    expect(ran.err).toContain(sentence);
  });

  it('a ruling goes by its key', async () => {
    const ran = await grognard('run column-v-line --set undecided=attacker-falls-back');
    expect(ran.err).toBe("'undecided' is read as rulings.undecided.\n");
  });

  it('what names nothing is refused as before', async () => {
    const ran = await grognard('compare column-v-line --variant atack-colum=0');
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/atack-colum/);
  });
});

describe('grognard rules find', () => {
  it.each([
    ['volley', 'fire.small-arms.initial-volley', 'a word of the label'],
    ['initial-volley', 'fire.small-arms.initial-volley', 'an id'],
    ['VOLLEY short', 'fire.small-arms.initial-volley', 'several words, in any letters'],
    ['undecided', 'rulings.undecided', 'a ruling'],
  ])('%s finds %s: %s', async (words, path) => {
    const { code, out } = await grognard(`rules find ${words} --rules oth2`);
    expect(code).toBe(0);
    expect(out).toContain(path);
  });

  it('looks through every book, fits on a screen, and counts what it leaves out', async () => {
    const few = (await grognard('rules find column')).out;
    expect(few.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
    expect(few).toMatch(/… and \d+ more; --all shows them/);
    expect((await grognard('rules find column --all')).out.length).toBeGreaterThan(few.length);
  });

  it('offers the nearest word for one that is nowhere', async () => {
    const ran = await grognard('rules find voley');
    expect(ran.code).toBe(2);
    expect(ran.err).toBe("No row, table or ruling holds 'voley'. Did you mean 'volley'?\n");
  });
});
