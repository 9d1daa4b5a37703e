import { describe, expect, test } from 'vitest';
import { reachable } from '../../../src/sim/compile.ts';
import { built, exactly, type Loose, outcomesOf, sampled } from './play.ts';

type Kind = 'fire' | 'charge' | 'melee' | 'morale' | 'rally' | 'pursuit' | 'engagement';
const friends = [{ card: 'levy-foot', place: 'through' }];
const SITUATIONS: readonly (readonly [Kind, Loose])[] = [
  [
    'fire',
    { firer: { card: 'field-battery' }, target: { card: 'seasoned-pike-and-shot' }, range: 4, reply: true, volleys: 3 },
  ],
  ['charge', { attacker: { card: 'gendarmes' }, defender: { card: 'seasoned-pike-and-shot', friends } }],
  ['charge', { attacker: { card: 'veteran-reiters' }, defender: { card: 'gendarmes', cohesion: 3 }, aspect: 'flank' }],
  [
    'melee',
    { attacker: { card: 'gendarmes', uphill: true }, defender: { card: 'levy-foot', lost: 4, supportedByShot: true } },
  ],
  [
    'morale',
    { unit: { card: 'veteran-reiters', cohesion: 4, lost: 1 }, test: 'charged', enemy: { card: 'gendarmes' } },
  ],
  ['rally', { unit: { card: 'levy-foot', cohesion: 4, routing: true }, turns: 4 }],
  ['pursuit', { unit: { card: 'veteran-reiters' }, turns: 4 }],
  [
    'engagement',
    {
      turns: 2,
      distance: 8,
      a: { brigades: [{ strategy: 5, orders: [{ do: 'charge' }], regiments: [{ card: 'veteran-reiters' }] }] },
      b: { brigades: [{ regiments: [{ card: 'levy-foot', inCover: true }] }] },
    },
  ],
];

describe.each(SITUATIONS)('%s %j', (kind, situation) => {
  test('every roll has a title, a meaning for each face, and reasons that add up', () => {
    let rolls = 0;
    reachable(built(kind, situation).machine, (s, name, step) => {
      rolls++;
      const against = step.against?.(s);
      expect(step.title(s), name).toMatch(/\w/);
      const die = typeof step.roll === 'function' ? step.roll(s) : step.roll;
      for (const face of die.faces) expect(step.result(s, against, face), name).toMatch(/\w/);
      const reasons = step.reasons?.(s, against);
      if (!reasons?.total) return;
      const sum = reasons.rows.reduce((n, r) => n + r.value, reasons.base?.value ?? 0);
      expect(sum, `${name}: ${JSON.stringify(reasons)}`).toBe(reasons.total.value);
    });
    expect(rolls).toBeGreaterThan(0);
  });

  test('sampled agrees with exact', async () => {
    const trials = 1_000_000;
    const exact = outcomesOf(exactly(kind, situation));
    const found = outcomesOf(await sampled(kind, situation, trials, 3));
    for (const id of Object.keys(found)) expect(exact).toHaveProperty(id);
    for (const [id, p] of Object.entries(exact)) {
      expect(Math.abs((found[id] ?? 0) - p), id).toBeLessThan(5 * Math.sqrt((p * (1 - p)) / trials) + 1e-6);
    }
  });
});
