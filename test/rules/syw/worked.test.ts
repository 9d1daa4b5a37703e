import { describe, expect, it } from 'vitest';
import { exact } from '../../../src/sim/exact.ts';
import { sample } from '../../../src/sim/sample.ts';
import { automatonOf, measureOf, outcomesOf } from './play.ts';
import { worked } from './worked.ts';

const shares = (counts: Readonly<Record<string | number, number>>, of: number) =>
  Object.fromEntries(Object.entries(counts).map(([id, n]) => [id, n / of]));
const close = (found: Record<string, number>, wanted: Record<string, number>) => {
  expect(Object.keys(found).sort()).toEqual(Object.keys(wanted).sort());
  for (const [id, p] of Object.entries(wanted)) expect(found[id], id).toBeCloseTo(p, 12);
};

describe.each(worked)('$name', ({ kind, situation, rulings, outcomes, measure, of, because }) => {
  it(`is exactly as worked by hand: ${because}`, () => {
    const tally = exact(automatonOf(kind, situation, rulings));
    if (outcomes) close(outcomesOf(tally), shares(outcomes, of));
    if (measure) close(measureOf(tally, measure[0]) as Record<string, number>, shares(measure[1], of));
  });

  it('comes out the same in ten million encounters', async () => {
    const automaton = automatonOf(kind, situation, rulings);
    const trials = 10_000_000;
    const sampled = outcomesOf(await sample(automaton, trials, 1756));
    for (const [id, p] of Object.entries(outcomesOf(exact(automaton)))) {
      // Five standard errors: a right sampler fails once in some million runs.
      const margin = 5 * Math.sqrt((p * (1 - p)) / trials) + 1e-12;
      expect(Math.abs((sampled[id] ?? 0) - p), id).toBeLessThanOrEqual(margin);
    }
  });
});
