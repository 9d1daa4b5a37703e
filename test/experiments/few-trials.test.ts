import { expect, test } from 'vitest';
import { compare, matrix, run, sensitivity, sweep, tune } from '../../src/index.ts';
import { toy } from './toy.ts';

const loaded = await toy('attacker: { strength: 6, height: true, plan: press }');

/** What JSON turns into null: a figure that is not a number, or has no end. */
function assertFinite(value: unknown, path = 'results'): void {
  if (typeof value === 'number') expect(Number.isFinite(value), path).toBe(true);
  else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) assertFinite(inner, `${path}.${key}`);
  }
}

test.each([1, 2, 3, 64, 65, 200])('every experiment gives plain figures from %d trials', async (trials) => {
  const few = { engine: 'sample', trials, seed: 8 } as const;
  assertFinite(await run(loaded, { ...few, observed: 'defender.hits=1', convergence: true }));
  assertFinite(await sweep(loaded, { ...few, axes: ['attacker.strength=0..2'] }));
  assertFinite(await compare(loaded, { ...few, variants: ['attacker.strength=2', 'toy-two'], rulings: true }));
  assertFinite(await matrix(loaded, { ...few, rows: 'attacker.plan=press,hold', columns: 'defender.plan=press,hold' }));
  assertFinite(await sensitivity(loaded, few));
  assertFinite(await tune(loaded, { ...few, target: 0.5, parameters: ['rules.fight.rows.height=0..3'] }));
});

test('an encounter whose result is certain is told as such', async () => {
  const certain = await toy('attacker: { strength: 0 }\ndefender: { strength: 0 }\nset: { rulings.tie: attacker }');
  for (const engine of ['exact', 'sample'] as const) {
    assertFinite(await compare(certain, { engine, trials: 500, variants: ['attacker.strength=0'] }));
    assertFinite(await sensitivity(certain, { engine, trials: 500, everyRow: true }));
  }
});
