import { afterAll, expect, test } from 'vitest';
import { load, run, sweep } from '../../src/index.ts';
import { closePool } from '../../workers/pool.ts';

afterAll(closePool);

const unit = { type: 'medium-infantry', stands: 12, orders: 'stand', morale: 'ordinary' };
const charge = { rules: 'syw', encounter: 'charge', attacker: { ...unit, orders: 'advance' }, defender: unit };
const axes = ['attacker.stands=4..12', 'rules.morale.modifiers.disordered=-5..4'];

test('exact cells are the same, byte for byte, on one thread and on several', async () => {
  const loaded = await load(charge);
  let told = 0;
  const several = await sweep(loaded, { axes, threads: 2, onProgress: (p) => (told = p.doneCells) });
  const one = await sweep(loaded, { axes, threads: 1 });
  expect(several.cells).toHaveLength(90);
  expect(told).toBe(90);
  expect(JSON.stringify(several.cells)).toBe(JSON.stringify(one.cells));
});

test('a sweep on threads stops when it is told to, with the first cells whole', async () => {
  const stop = new AbortController();
  const onProgress = (p: { doneCells: number }) => {
    if (p.doneCells > 20) stop.abort();
  };
  const results = await sweep(await load(charge), { axes, threads: 2, signal: stop.signal, onProgress });
  expect(results.partial).toBe(true);
  expect(results.cells.length).toBeGreaterThan(0);
  expect(results.cells.length).toBeLessThan(90);
  expect(results.cells[1].labels).toEqual({ 'attacker.stands': 4, 'rules.morale.modifiers.disordered': -4 });
});

test('a played run tells of its small blocks as they are done', async () => {
  const stop = new AbortController();
  const loaded = await load('two-battalions', { set: [{ path: 'turns', value: 2 }] });
  const onProgress = (p: { cell?: { doneTrials: number } }) => {
    // Blocks may be done out of order: after so many the first is among them.
    if (p.cell && p.cell.doneTrials > 6_000) stop.abort();
  };
  const played = { engine: 'sample', trials: 60_000, stateBudget: 200, threads: 2 } as const;
  const { cells } = await run(loaded, { ...played, signal: stop.signal, onProgress });
  expect([cells[0].method, cells[0].partial]).toEqual(['local automata', true]);
});
