import { describe, expect, it } from 'vitest';
import { BOOK_IDS, isBookFile } from '../../src/rules/built-in.ts';
import { combinations } from '../../src/scenarios/axes.ts';
import { exampleNames, exampleSource, examples } from '../../src/scenarios/examples.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { playedStory } from '../../src/sim/trace.ts';
import { bookById } from '../books.ts';

describe('built-in scenarios', () => {
  it('are those that are promised, at least', () => {
    const promised = [
      'volley',
      'column-v-line',
      'stand-and-deliver',
      'cavalry-v-line',
      'cavalry-v-square',
      'battery-canister',
      'rally',
    ];
    expect(exampleNames()).toEqual(expect.arrayContaining(promised));
  });

  it('have names and titles of their own', () => {
    expect(new Set(exampleNames()).size).toBe([...examples().values()].length);
    const titles = exampleNames().map((name) => /^title: (.*)$/m.exec(exampleSource(name)!)![1]);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('show every encounter of every family', () => {
    const shown = new Set(
      exampleNames().map((name) => {
        const text = exampleSource(name)!;
        const rules = /^rules: (.*)$/m.exec(text)![1];
        return `${isBookFile(rules) ? rules : bookById(rules).family.id} ${/^encounter: (.*)$/m.exec(text)![1]}`;
      }),
    );
    const played = BOOK_IDS.flatMap((id) => {
      const { family } = bookById(id);
      return Object.keys(family.encounters).map((kind) => `${family.id} ${kind}`);
    });
    expect([...shown]).toEqual(expect.arrayContaining([...new Set(played)]));
  });
});

describe.each(exampleNames())('%s', (name) => {
  it('has a title, and names the right schema where it names one', () => {
    const text = exampleSource(name)!;
    const [, rules] = /^rules: (.*)$/m.exec(text)!;
    const [, kind] = /^encounter: (.*)$/m.exec(text)!;
    const named = /^# yaml-language-server: .*$/m.exec(text)?.[0];
    const right = `# yaml-language-server: $schema=../../../../schema/${rules}.${kind}.schema.json`;
    expect(named ?? right).toBe(right);
    expect(text).toMatch(/^title: ./m);
  });

  it('can be played to an end in every cell', async () => {
    const loaded = await loadScenario(name);
    for (const overrides of combinations(loaded.vary)) {
      const { machine } = prepareCell(loaded, overrides).built;
      const story = playedStory(machine, { seed: 1, encounter: 0 }, (faces) => Math.floor(faces / 2));
      expect(machine.outcomes.map((o) => o.id)).toContain(story.outcome);
    }
  });
});
