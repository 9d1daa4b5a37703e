import { expect, test } from 'vitest';
import { type Moment, optionAt, ruleOfThumb } from '../../src/experiments/rule-of-thumb.ts';

const sights = [
  { name: 'distance', kind: 'int' },
  { name: 'status', kind: 'oneOf' },
] as const;

/** Rally when disordered; otherwise charge from near, double from afar. */
const moments: Moment[] = [2, 4, 6, 8, 10].flatMap((distance) =>
  ['steady', 'disordered'].map((status) => ({
    weight: 0.1,
    seen: [distance, status],
    worth: status === 'disordered' ? [0, 0, 1] : distance <= 4 ? [1, 0, 0] : [0, 1, 0],
  })),
);

test('a few questions find the right choice at every moment', () => {
  const rule = ruleOfThumb(moments, sights);
  for (const { seen, worth } of moments) expect(worth[optionAt(rule, seen)], seen.join()).toBe(1);
});

test('one option for all moments asks nothing', () => {
  const always = moments.map((m) => ({ ...m, worth: [1, 0, 0] }));
  expect(ruleOfThumb(always, sights)).toEqual({ option: 0 });
});

test('what nothing seen can tell apart is not asked for', () => {
  const hidden = [0, 1].map((o) => ({ weight: 0.5, seen: [4, 'steady'], worth: o === 0 ? [1, 0] : [0, 0.5] }));
  expect(ruleOfThumb(hidden, sights)).toEqual({ option: 0 });
});

test('a rule is never worse than the steadiest option', () => {
  const worth = (rule: ReturnType<typeof ruleOfThumb>) =>
    moments.reduce((sum, m) => sum + m.weight * m.worth[optionAt(rule, m.seen)], 0);
  const steady = Math.max(...[0, 1, 2].map((option) => worth({ option })));
  expect(worth(ruleOfThumb(moments, [sights[0]].slice(0, 1)))).toBeGreaterThanOrEqual(steady);
});
