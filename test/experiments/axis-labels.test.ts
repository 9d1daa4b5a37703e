import { expect, test } from 'vitest';
import { sweep } from '../../src/index.ts';
import { axisFromFlag } from '../../src/scenarios/axes.ts';
import { toy } from './toy.ts';

test('axes are called as people read them: figures in words, rows by their labels', async () => {
  const axes = [axisFromFlag('attacker.strength=4..5'), axisFromFlag('rules.fight.rows.press=0..1')];
  const swept = await sweep(await toy('attacker: { plan: press }'), { axes });
  expect(swept.axes!.map((a) => a.path)).toEqual(axes.map((a) => a.path));
  expect(swept.axes![0].label).toBe('attacker strength');
  expect(swept.axes![1].label).toBe('press');
  expect(swept.cells[0].labels).toEqual({ 'attacker.strength': 4, 'rules.fight.rows.press': 0 });
});
