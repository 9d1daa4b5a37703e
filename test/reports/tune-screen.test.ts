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
  const found = /attack column (\d)\b/.exec(headline)?.[1];
  expect(found).toBeDefined();
  expect(out).toMatch(new RegExp(`^ +${found} .*nearest`, 'm'));
  expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
});

it('gives one figure for the value found: that of the fresh dice', async () => {
  const { out } = await grognard(
    'tune volley --target 0.5 --engine sample --trials 4000 --seed 2 --vary firer.fs=4..6',
  );
  const told = /least within these\s+bounds is ([\d.]+%) \(([\d.]+)% to ([\d.]+)%\)/.exec(out);
  expect(told).not.toBeNull();
  const [, value, low, high] = told!;
  expect(out).toMatch(new RegExp(`^ +4 +${value} +${low}–${high}% +nearest`, 'm'));
});
