import { describe, expect, it } from 'vitest';
import { assemble } from '../../src/kit/assemble.ts';
import { duty } from '../../src/kit/flow.ts';
import { compile } from '../../src/sim/compile.ts';
import { exact } from '../../src/sim/exact.ts';
import { KernelPlayer } from '../../src/sim/kernels/kernel-player.ts';
import { KeyedDice, StreamDice } from '../../src/sim/play/dice.ts';
import { Player } from '../../src/sim/play/player.ts';
import { apartness } from '../rules/slow-stepper.ts';
import { toyDuties } from './toy-duties.ts';

const TOUCHES = ['nothing', 'neighbours', 'the turn', 'all'] as const;

const ends = (player: Player<unknown>) =>
  player
    .block(new StreamDice(5, 0), 0, 2_000)!
    .ends.map(({ values, weight }) => `${values.join(' ')}: ${weight}`)
    .sort();

describe('duties', () => {
  it.each(TOUCHES)('over local automata are played roll for roll as they are written: they touch %s', (touches) => {
    const machine = toyDuties({ touches });
    expect(ends(new Player(machine))).toEqual(ends(new Player(machine, { direct: true })));
  });

  it.each(TOUCHES)('over phase kernels come out as when compiled whole: they touch %s', (touches) => {
    const machine = toyDuties({ touches });
    const tally = exact(compile(machine));
    const n = 20_000;
    const played = new KernelPlayer(machine).block(new KeyedDice(3), 0, n)!;
    const byValues = (ends: readonly { values: readonly number[]; weight: number }[], scale: number) =>
      new Map(ends.map(({ values, weight }) => [values.join(' '), weight * scale]));
    expect(apartness(byValues(played.ends, 1), byValues(tally.ends, 1e7)).z).toBeLessThan(3.5);
    const { mean, sd } = tally.sums[0];
    expect(Math.abs(played.blocks[0].means[4] - mean) / (sd / Math.sqrt(n))).toBeLessThan(4);
  });

  it('are compiled whole as they are written', () => {
    const { ends } = exact(compile(toyDuties({ units: 2, turns: 1 })));
    const mean = ends.reduce((sum, { values, weight }) => sum + values[0] * weight, 0);
    expect(mean).toBeCloseTo(expectedLosses(), 12);
  });

  it('do not stand within each other', () => {
    const inner = duty({ record: 'b', body: [] });
    expect(() => assemble([duty({ record: 'a', body: [inner] })], () => new Error())).toThrow(/within one of 'a'/);
  });
});

/** Two shots: 2 of 6 faces miss, 3 take one, 1 takes two; three is the most. The first unit never has a gone neighbour. */
function expectedLosses(): number {
  const shot = [2 / 6, 3 / 6, 1 / 6];
  return shot.reduce((sum, p, a) => sum + p * shot.reduce((s, q, b) => s + q * Math.min(3, a + b), 0), 0);
}
