import { expect, test } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import { evaluatePaired } from '../../src/engine/paired.ts';
import { objective } from '../../src/experiments/objective.ts';
import { objectiveValue, pairedDifference } from '../../src/experiments/objective-value.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { toy } from './toy.ts';

const RUNS = 300;
const IDS = ['winner=a', 'winner=b', 'advantage', 'defender.hits', 'hits', 'defender.hits>=2'];

test('intervals of paired differences hold the exact difference 95 times in 100', async () => {
  const loaded = await toy('rulings: { rounds: 2 }\nattacker: { strength: 6, height: true }');
  const { built: first, sides } = prepareCell(loaded);
  const second = prepareCell(loaded, [{ path: 'rules.fight.rows.height', value: 1 }]).built;
  const exact = await Promise.all(
    [first, second].map(({ machine }) => evaluate({ machine }, { engine: 'exact', seed: 0 })),
  );
  const asked = IDS.map((id) => objective(id, exact[0].tally, sides));
  const truth = asked.map((o) => objectiveValue(o, exact[1].tally).value - objectiveValue(o, exact[0].tally).value);
  const held = IDS.map(() => 0);
  for (let seed = 0; seed < RUNS; seed++) {
    const options = { engine: 'sample', trials: 8_192, seed } as const;
    const pair = await evaluatePaired({ machine: first.machine }, { machine: second.machine }, options);
    asked.forEach((o, i) => {
      const d = pairedDifference(o, o, pair);
      if (d.low <= truth[i] && truth[i] <= d.high) held[i]++;
    });
    if (seed > 0) continue;
    expect(pair.differences.length).toBeGreaterThanOrEqual(100);
    for (const o of asked) expect(pairedDifference(o, o, pair).gain, o.id).toBeGreaterThan(1.5);
  }
  const noise = 3 * Math.sqrt((0.95 * 0.05) / RUNS);
  held.forEach((n, i) => {
    expect(Math.abs(n / RUNS - 0.95), `${IDS[i]}: ${n} of ${RUNS}`).toBeLessThan(noise);
  });
});

test('runs with dice of their own fall back on intervals of independent samples', async () => {
  const loaded = await toy();
  const { built, sides } = prepareCell(loaded);
  const { machine } = built;
  const other = prepareCell(loaded, [{ path: 'attacker.strength', value: 7 }]).built.machine;
  const [a, b] = [
    await evaluate({ machine }, { engine: 'sample', trials: 5_000, seed: 1 }),
    await evaluate({ machine: other }, { engine: 'sample', trials: 5_000, seed: 2 }),
  ];
  const pair = { a, b, joint: [], sums: [], pairing: 'independent dice', differences: [] };
  for (const [id, truth] of [
    ['winner=a', 0.1],
    ['defender.hits', 0.2],
  ] as const) {
    const asked = objective(id, a.tally, sides);
    const d = pairedDifference(asked, asked, pair);
    expect(d.low).toBeLessThan(truth);
    expect(d.high).toBeGreaterThan(truth);
    expect(d.pValue).toBeLessThan(1e-9);
    expect(d.flips).toBeUndefined();
  }
});
