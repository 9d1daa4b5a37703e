import { afterAll, beforeAll, expect, it } from 'vitest';
import { json } from '../../reports/json.ts';
import { compare, load, type Results, run, sweep } from '../../src/index.ts';
import { closePool } from '../../workers/pool.ts';

afterAll(closePool);

const unit = { type: 'medium-infantry', stands: 12, orders: 'stand', morale: 'ordinary' };
const charge = { rules: 'syw', encounter: 'charge', attacker: { ...unit, orders: 'advance' }, defender: unit };
const shortFight = { set: [{ path: 'turns', value: 2 }] };

/** Every way of working, each large enough to be shared out. */
const works: Readonly<Record<string, (threads: number) => Promise<Results>>> = {
  'a walk': async (threads) => run('column-v-line', { engine: 'sample', trials: 1.2e7, seed: 5, threads }),
  'a walk of two automata at once': async (threads) =>
    compare('column-v-line', { variants: ['attacker.fs=7'], engine: 'sample', trials: 1.2e7, seed: 5, threads }),
  'a played engagement': async (threads) =>
    run(await load('two-battalions', shortFight), { engine: 'sample', trials: 50_000, stateBudget: 200, threads }),
  'two played engagements under the same dice': async (threads) =>
    compare(await load('two-battalions', shortFight), {
      variants: ['a.fs=7'],
      engine: 'sample',
      trials: 50_000,
      stateBudget: 200,
      threads,
    }),
  'exact cells': async (threads) =>
    sweep(charge, { axes: ['attacker.stands=4..12', 'rules.morale.modifiers.disordered=-5..4'], threads }),
};

/** The files of every way, by number of threads. Threads take a while to start: all ways are gone before their number changes. */
const files: Record<string, string[]> = {};
beforeAll(async () => {
  for (const threads of [1, 5, 2, 2])
    for (const [name, work] of Object.entries(works)) files[name] = [...(files[name] ?? []), json(await work(threads))];
});

it.each(Object.keys(works))('%s gives the same file, byte for byte, at 1, 5 and 2 threads and again at 2', (name) => {
  expect(files[name]).toHaveLength(4);
  for (const file of files[name]) expect(file === files[name][0]).toBe(true);
});
