import { describe, expect, it } from 'vitest';
import { compare, matrix, run, sensitivity, sweep, tune } from '../../src/index.ts';
import type { Results } from '../../src/results/types.ts';
import { toy } from './toy.ts';

const loaded = await toy('attacker: { strength: 6, height: true, plan: press }');
const short = { engine: 'sample', trials: 5_000, precision: 0.0007, seed: 3 } as const;
const enough = { engine: 'sample', precision: 0.02, seed: 3 } as const;

const EXPERIMENTS: [string, (how: typeof short | typeof enough) => Promise<Results>][] = [
  ['run', (how) => run(loaded, how)],
  ['sweep', (how) => sweep(loaded, { ...how, axes: ['attacker.strength=5..6'] })],
  ['compare', (how) => compare(loaded, { ...how, variants: ['attacker.strength=4'] })],
  [
    'matrix',
    (how) => matrix(loaded, { ...how, rows: 'attacker.plan=press,hold', columns: 'defender.plan=press,hold' }),
  ],
  ['sensitivity', (how) => sensitivity(loaded, how)],
  ['tune', (how) => tune(loaded, { ...how, target: 0.5, parameters: ['rules.fight.rows.height=0..2'] })],
];
const said = (results: Results) =>
  results.cells.flatMap((c) => c.notes.filter((n) => n.text.includes('precision')).map((n) => n.text));

describe('a precision that is not reached', () => {
  it.each(EXPERIMENTS)('is told by %s, in every cell that it holds for', async (name, play) => {
    const results = await play(short);
    expect(said(results)).toHaveLength(results.cells.length);
    for (const text of said(results)) {
      expect(text).toMatch(/^The precision of 0\.07% was not reached within 5,000 trials/);
      if (name === 'sensitivity') expect(text).toMatch(/in \d+ of \d+ runs\.$/);
    }
  });

  it.each(EXPERIMENTS)('is not told by %s where it is reached', async (_name, play) => {
    expect(said(await play(enough))).toEqual([]);
  });
});

describe('progress of a run for precision', () => {
  it('says what is asked for, and its clock runs through all stages', async () => {
    const told: { precision?: number; doneTrials: number; elapsedMs: number }[] = [];
    const onProgress = ({
      precision,
      cell,
    }: {
      precision?: number;
      cell?: { doneTrials: number; elapsedMs: number };
    }) => {
      if (cell) told.push({ ...cell, ...(precision === undefined ? {} : { precision }) });
    };
    await run(loaded, { engine: 'sample', precision: 0.00007, seed: 3, onProgress });
    expect(told.length).toBeGreaterThan(1);
    expect(new Set(told.map((t) => t.precision))).toEqual(new Set([0.00007]));
    told.slice(1).forEach((t, i) => {
      expect(t.elapsedMs).toBeGreaterThanOrEqual(told[i].elapsedMs);
    });
  });
});
