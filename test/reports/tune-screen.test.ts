import { expect, it } from 'vitest';
import { grognard } from '../cli/harness.ts';

it('shows the value that the headline speaks of where there is no room for all', async () => {
  const { out } = await grognard([
    'tune',
    'stand-and-deliver',
    '--vary',
    'rules.melee.infantry.attack-column=-3..6',
    '--target',
    'even',
  ]);
  const [headline] = out.split('\n\n');
  const found = /at\s+(\d)\b/.exec(headline)?.[1];
  expect(found).toBeDefined();
  expect(out).toMatch(new RegExp(`^ +${found} .*nearest`, 'm'));
  expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
});
