import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import { load } from '../../src/index.ts';
import { exampleNames, exampleSource } from '../../src/scenarios/examples.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { apartness, playSlowly, tallied, weyl } from './slow-stepper.ts';

/** Every built-in engagement, played by the letter and by the engine that would be taken. */
const ENGAGEMENTS = exampleNames().filter((name) => /^encounter: engagement$/m.test(exampleSource(name)!));
const PLAYED = 400;

describe('an independent slow stepper agrees with the engines', () => {
  it('on all nine', () => expect(ENGAGEMENTS).toHaveLength(9));

  it.each(ENGAGEMENTS)('on the outcomes and hits of %s', async (name) => {
    const { built, recipe } = prepareCell(await load(name), []);
    const { machine } = built;
    const random = weyl(20_111);
    const slow = Array.from({ length: PLAYED }, () => playSlowly(machine, random));
    const { tally } = await evaluate({ machine, recipe }, { engine: 'auto', seed: 5, trials: 3_000 });
    const weight = tally.ends.reduce((sum, e) => sum + e.weight, 0);
    for (const kind of ['outcome', 'first measure'] as const) {
      const of = (outcome: string, values: readonly number[]) => (kind === 'outcome' ? outcome : String(values[0]));
      const fast = new Map<string, number>();
      for (const e of tally.ends) {
        const key = of(tally.outcomes[e.outcome].id, e.values);
        fast.set(key, (fast.get(key) ?? 0) + (e.weight / weight) * 1e5);
      }
      const { z, kinds } = apartness(tallied(slow.map((e) => of(e.outcome, e.values))), fast);
      expect(z, kind).toBeLessThan(3.5);
      expect(kinds).toBeGreaterThan(1);
    }
  });
});
