import { expect, test } from 'vitest';
import { load, run } from '../../src/index.ts';

test.each([
  ['militia-charged', 'attacker', { 'defender.terrain': 'open', 'defender.morale': 'poor' }],
  ['musket-exchange', 'firer', { distance: 5, 'firer.fired': false }],
  ['column-v-line', 'attacker', {}],
])('a name given in %s is the name of its side', async (scenario, side, fixed) => {
  const set = [
    { path: `${side}.name`, value: 'Ziethen' },
    ...Object.entries(fixed).map(([path, value]) => ({ path, value })),
  ];
  const { cells } = await run(await load(scenario, { set }));
  const labels = [...cells[0].outcomes, ...cells[0].measures].map((x) => x.label);
  expect(labels.some((label) => label.includes('Ziethen'))).toBe(true);
  expect(labels.every((label) => !label.includes(side))).toBe(true);
});
