import { expect, it } from 'vitest';
import { pointsDots } from '../../reports/charts/points-dots.ts';
import { styleOf } from '../../reports/style.ts';
import type { Points } from '../../src/results/types.ts';
import { exactRun } from './fixtures.ts';

const troops = Array.from({ length: 30 }, (_, i) => ({
  name: `Troop ${i + 1}`,
  points: i === 10 ? 10 : 20.25 - i / 2,
  score: 0.5,
}));
const points = { troops, pairs: [], fit: { explained: 0.9 }, text: 'Troop 1 is worth most', scale: 'one is 10' };
const spec = JSON.stringify(pointsDots(exactRun, points as unknown as Points, styleOf({ size: 'card' })));

it('the axis says what it counts', () => expect(spec).toContain('"title":"points"'));

it('troops have one precision', () => {
  expect(spec).toContain('"shown":"10.00"');
  expect(spec).not.toContain('"shown":"10"');
});

it('where some have no room, the best and the worst are seen', () => {
  const [, shown] = /"domain":(\["Troop 1"[^\]]*\])/.exec(spec) ?? [];
  const names = JSON.parse(shown) as string[];
  expect(names.length).toBeLessThan(30);
  expect(names.at(-1)).toBe('Troop 30');
});
