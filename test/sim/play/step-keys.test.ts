import { describe, expect, it } from 'vitest';
import { combinations } from '../../../src/scenarios/axes.ts';
import { exampleNames } from '../../../src/scenarios/examples.ts';
import { loadScenario } from '../../../src/scenarios/files.ts';
import { prepareCell } from '../../../src/scenarios/prepare.ts';
import { d10 } from '../../../src/sim/die.ts';
import { KeyedDice } from '../../../src/sim/play/dice.ts';
import { Player } from '../../../src/sim/play/player.ts';
import { layerKey, stepKeys } from '../../../src/sim/play/step-keys.ts';
import { toyEngagement } from '../toy-engagement.ts';

const machine = toyEngagement({ turns: 2 });

describe('names of rolls', () => {
  it('are refused when a machine is made in which two steps would share one', () => {
    expect(() => stepKeys(machine, (name) => name.length)).toThrow(/would share their dice; rename one/);
    expect(new Set(stepKeys(machine)).size).toBe(machine.layout.stepNames.length);
  });

  it.each(exampleNames())('are each a word of their own in %s', async (name) => {
    const loaded = await loadScenario(name);
    const { machine: built } = prepareCell(loaded, combinations(loaded.vary)[0]).built;
    expect(new Set(stepKeys(built)).size).toBe(built.layout.stepNames.length);
  });

  it('take whole layers only', () => {
    expect(layerKey('x', 7)).toBe(7);
    for (const layer of [-1, 0.5, 2 ** 21, Number.NaN]) expect(() => layerKey('x', layer)).toThrow(/layers are whole/);
  });

  it('never come twice in an encounter', () => {
    const player = new Player(machine);
    const sums = new Float64Array(machine.sums.length);
    const seen = new Set<string>();
    class Watching extends KeyedDice {
      override below(n: number, layer: number, step: number, before: number): number {
        const name = `${layer} ${step} ${before}`;
        expect(seen.has(name), name).toBe(false);
        seen.add(name);
        return super.below(n, layer, step, before);
      }
    }
    const dice = new Watching(3);
    for (let i = 0; i < 200; i++) {
      seen.clear();
      dice.begin(i);
      player.one(dice, sums);
      expect(seen.size).toBeGreaterThan(1);
    }
  });

  it('have 64 bits: no two of two hundred thousand encounters begin with the same rolls', () => {
    const dice = new KeyedDice(1);
    const seen = new Set<string>();
    let same = 0;
    for (let i = 0; i < 200_000; i++) {
      dice.begin(i);
      // Sixteen bytes: that many agree by chance once in 10^27 pairs.
      let word = '';
      for (let k = 0; k < 16; k += 2)
        word += String.fromCharCode(dice.below(256, k, 0, 0) * 256 + dice.below(256, k + 1, 0, 0));
      if (seen.has(word)) same++;
      seen.add(word);
    }
    expect(same).toBe(0);
  });

  it('give every face its share', () => {
    const dice = new KeyedDice(9);
    const counts = new Float64Array(10);
    for (let i = 0; i < 200_000; i++) {
      dice.begin(i);
      counts[dice.roll(d10, 3, 77)]++;
    }
    const chi = counts.reduce((sum, n) => sum + (n - 20_000) ** 2 / 20_000, 0);
    expect(chi).toBeLessThan(40);
  });
});
