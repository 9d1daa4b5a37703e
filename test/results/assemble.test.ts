import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/experiments/run.ts';
import { assembleCell } from '../../src/results/assemble.ts';
import { VERSION } from '../../src/results/version.ts';
import type { Tally } from '../../src/sim/tally.ts';
import { chance, toy, toyBook } from '../experiments/toy.ts';

const frame = {
  labels: {},
  book: toyBook,
  hash: 'h',
  variant: null,
  notes: [],
  sides: { ids: ['a', 'b'], names: ['a', 'b'] } as const,
};
const outcomes = [
  { id: 'lost', label: 'lost', winner: 'b', severity: -1 },
  { id: 'won', label: 'won', winner: 'a', severity: 1 },
] as const;
const sampled: Tally = {
  kind: 'sampled',
  trials: 10,
  partial: false,
  outcomes,
  measures: [{ id: 'hits', label: 'hits' }],
  ends: [
    { outcome: 0, values: [0], weight: 5 },
    { outcome: 1, values: [1], weight: 3 },
    { outcome: 1, values: [0], weight: 2 },
  ],
  sums: [{ id: 'rolls', label: 'rolls', mean: 3, sd: Math.sqrt(10) }],
  blocks: [
    { trials: 5, means: Float64Array.of(0.5, 0.5, 0.3, 2) },
    { trials: 5, means: Float64Array.of(0.5, 0.5, 0.3, 4) },
  ],
};

describe('a sampled tally', () => {
  const cell = assembleCell(frame, { tally: sampled, method: 'walk', states: 3, elapsedMs: 0 });
  test('gives counts and Wilson intervals', () => {
    expect(cell.outcomes[1]).toMatchObject({ id: 'won', p: 0.5, count: 5 });
    expect(cell.outcomes[1].low).toBeCloseTo(0.236593090512564, 12);
    expect(cell.outcomes[1].high).toBeCloseTo(0.763406909487436, 12);
  });
  test("gives a measure's mean, spread, interval and whole distribution, shared out by outcome", () => {
    const [hits] = cell.measures;
    expect(hits.mean).toBeCloseTo(0.3, 14);
    expect(hits.sd).toBeCloseTo(Math.sqrt(0.21), 14);
    // t with 9 degrees of freedom: 2.262157162798205.
    expect(hits.high).toBeCloseTo(0.3 + 2.262157162798205 * Math.sqrt(0.21 / 9), 10);
    expect(hits.distribution.map((d) => [d.value, d.count])).toEqual([
      [0, 7],
      [1, 3],
    ]);
    expect(hits.distribution[0].byOutcome).toEqual({ lost: 0.5, won: 0.2 });
  });
  test('takes the interval of a sum from its own spread, however its blocks differ', () => {
    const sum = cell.measures[1];
    expect(sum.mean).toBe(3);
    // Ten trials: t with 9 degrees of freedom is 2.262157162798205.
    expect(sum.low).toBeCloseTo(3 - 2.262157162798205 * Math.sqrt(10 / 9), 9);
    expect(sum.sd).toBeCloseTo(Math.sqrt(10), 12);
  });
  test('a single trial has no interval of its mean, and nothing that is not a number', () => {
    const one: Tally = {
      ...sampled,
      trials: 1,
      ends: [{ outcome: 0, values: [2], weight: 1 }],
      blocks: sampled.blocks.slice(0, 1),
    };
    const single = assembleCell(frame, { tally: one, method: 'walk', states: 3, elapsedMs: 0 });
    expect(single.measures[0].low).toBeUndefined();
    expect(single.outcomes[0]).toMatchObject({ p: 1, high: 1, count: 1 });
    expect(JSON.stringify(single)).not.toMatch(/null,"(mean|sd|low|high|p)"|"(mean|sd|low|high|p)":null/);
  });
});

describe('an exact run', () => {
  test('carries no interval and no count anywhere', async () => {
    const results = await run(await toy());
    expect(JSON.stringify(results.cells)).not.toMatch(/"(low|high|count)"/);
    expect(results.cells[0]).toMatchObject({ engine: 'exact', trials: null, method: 'compiled whole' });
  });
  test('gives the probabilities worked out by hand', async () => {
    const { cells } = await run(await toy('attacker: { strength: 7 }\ndefender: { strength: 4 }'));
    const p = Object.fromEntries(cells[0].outcomes.map((o) => [o.id, o.p]));
    expect(p['defender-loses']).toBeCloseTo(chance(7) * (1 - chance(4)), 12);
    expect(p['attacker-loses']).toBeCloseTo(chance(4) * (1 - chance(7)), 12);
  });
});

test('results carry the version of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(VERSION).toBe(version);
});
