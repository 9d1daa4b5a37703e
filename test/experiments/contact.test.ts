import { describe, expect, test } from 'vitest';
import { compare, load, run } from '../../src/index.ts';
import { OUTCOMES } from '../../src/rules/outcomes.ts';

const CHARGES = ['cavalry-v-line', 'stand-and-deliver', 'grenadiers-charge', 'battery-charged', 'two-card-sets'];

describe('fights that took place are counted apart from charges that never came to contact', () => {
  test.each(CHARGES)('%s: the shares add up', async (name) => {
    const { cells } = await run(await load(name));
    for (const { contact, outcomes } of cells) {
      const { met, won, whenMet, without } = contact!;
      const sum = (parts: readonly { p: number }[]) => parts.reduce((s, e) => s + e.p, 0);
      expect(sum(Object.values(won))).toBeCloseTo(met.p, 12);
      expect(met.p + sum(without)).toBeCloseTo(1, 12);
      if (whenMet) expect(sum(Object.values(whenMet))).toBeCloseTo(1, 12);
      expect(whenMet === undefined).toBe(met.p === 0);
      // Every refusal is one of the charges that never came to contact, and nobody's win.
      const refused = outcomes.find((o) => o.id === 'charge-refused')!;
      expect(without.find((o) => o.id === 'charge-refused')?.p ?? 0).toBeCloseTo(refused.p, 12);
      expect(refused.winner).toBe('none');
    }
  });

  test('half the heavy cavalry never goes in; what does wins 87%', async () => {
    const { cells } = await run(await load('cavalry-v-line'));
    expect(cells[0].outcomes.find((o) => o.id === 'charge-refused')!.p).toBeCloseTo(0.5, 12);
    expect(cells[0].contact!.whenMet!.a.p).toBeCloseTo(0.868, 2);
  });

  test('sampled shares have intervals that hold the exact ones', async () => {
    const loaded = await load('cavalry-v-line');
    const exact = (await run(loaded)).cells[0].contact!;
    const sampled = (await run(loaded, { engine: 'sample', trials: 20_000, seed: 3 })).cells[0].contact!;
    for (const [e, s] of [
      [exact.met, sampled.met],
      [exact.whenMet!.a, sampled.whenMet!.a],
    ]) {
      expect(s.low).toBeLessThan(e.p);
      expect(s.high).toBeGreaterThan(e.p);
    }
  });

  test('what never begins is nobody’s win, in every list of outcomes', () => {
    const ids = ['charge-refused', 'evaded', 'attacker-evades', 'stopped-short', 'defender-stops-short', 'no-fire'];
    for (const outcome of Object.values(OUTCOMES).flat())
      if (ids.includes(outcome.id)) expect(outcome.winner, outcome.id).toBe('none');
  });

  test('a verdict on who wins names the lead where both sides win more often', async () => {
    const { verdicts } = await compare(await load('column-v-line', { books: ['oth-half'] }), {
      variants: [{ name: 'first edition', overrides: [{ path: 'rules', value: 'oth-half' }] }],
    });
    expect(verdicts![0].text).toContain('+31.3 → +29.5 percentage points (better for the defender)');
  });
});
