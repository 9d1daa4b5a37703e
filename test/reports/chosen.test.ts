import { describe, expect, test } from 'vitest';
import { headline } from '../../reports/headline.ts';
import { terminal } from '../../reports/terminal.ts';
import { load, matrix, run } from '../../src/index.ts';
import { axisFromFlag } from '../../src/scenarios/axes.ts';

const varied = (name: string, ...axes: string[]) => load(name, { vary: axes.map((text) => axisFromFlag(text)) });

describe('what nobody chooses is not advised', () => {
  test.each([
    ['gendarmes-v-pikes', 'defender.cohesion=sharp,mob', 'The defender is best off with cohesion sharp; '],
    ['column-v-line', 'attacker.formation=line,attack-column', 'Best for the attacker: attack column; '],
    ['column-v-line', 'defender.higher=true,false', 'The defender is best off with higher; '],
  ])('%s over %s', async (name, axis, start) => {
    expect(headline(await run(await varied(name, axis)))).toMatch(new RegExp(`^${start}`));
  });

  test('a matrix of strengths tells what they are worth, and that they are no choice', async () => {
    const loaded = await load('column-v-line');
    const [rows, columns] = ['attacker.fs=7,8', 'defender.formation=line,open-order'].map((text) => axisFromFlag(text));
    const text = terminal(await matrix(loaded, { rows, columns }));
    expect(text).toMatch(/^The attacker is best off with FS 8; /);
    expect(text).toMatch(/Attacker FS is how things stand, not a choice/);
    expect(text).not.toContain('Best for the attacker');
    const chosen = terminal(
      await matrix(loaded, { rows: axisFromFlag('attacker.formation=line,attack-column'), columns }),
    );
    expect(chosen).toMatch(/^Best for the attacker: /);
    expect(chosen).not.toContain('not a choice');
  });

  test('where whatever is chosen comes to the same, nothing is called best, sampled or not', async () => {
    const loaded = await load('cavalry-v-line');
    const [rows, columns] = ['defender.reaction=stand,counter', 'attacker.formation=line,deep-formation'].map(
      axisFromFlag,
    );
    for (const engine of ['exact', 'sample'] as const) {
      const text = terminal(await matrix(loaded, { rows, columns, engine, trials: 300 }));
      expect(text).toMatch(/^It makes no difference what either side chooses here/);
      expect(text).not.toContain('Best for');
    }
  });
});
