import { beforeAll, describe, expect, it } from 'vitest';
import { load } from '../../../src/index.ts';
import type { AnyMachine } from '../../../src/rules/encounter.ts';
import { prepareCell } from '../../../src/scenarios/prepare.ts';
import { hasKernels } from '../../../src/sim/kernels/has-kernels.ts';
import { KernelPlayer } from '../../../src/sim/kernels/kernel-player.ts';
import { Sequence } from '../../../src/sim/kernels/sequence.ts';
import { exactByLayers } from '../../../src/sim/layers.ts';
import { addCounts, type PlayCounts } from '../../../src/sim/play/counts.ts';
import { KeyedDice, StreamDice } from '../../../src/sim/play/dice.ts';
import { Player } from '../../../src/sim/play/player.ts';
import { apartness } from '../../rules/slow-stepper.ts';
import { toyEngagement } from '../toy-engagement.ts';

const machineOf = async (name: string, overrides: { path: string; value: unknown }[] = []): Promise<AnyMachine> =>
  prepareCell(await load(name), overrides).built.machine;

const outcomes = (machine: AnyMachine, { ends }: Pick<PlayCounts, 'ends'>, scale = 1): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { outcome, weight } of ends) {
    const { id } = machine.outcomes[outcome];
    counts.set(id, (counts.get(id) ?? 0) + weight * scale);
  }
  return counts;
};
const hits = ({ ends }: PlayCounts, measure: number): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { values, weight } of ends)
    counts.set(String(values[measure]), (counts.get(String(values[measure])) ?? 0) + weight);
  return counts;
};
const text = ({ ends, squares, blocks }: PlayCounts): string =>
  JSON.stringify([
    ends.map((e) => `${e.outcome} ${e.values.join(' ')} ${e.weight}`).sort(),
    squares,
    blocks.map((b) => Array.from(b.means)),
  ]);

describe('phase kernels', () => {
  it('give the exact outcomes of a small engagement, whose fields are looked at across pairs one by one', () => {
    const machine = toyEngagement({ pairs: 2, turns: 3, fs: 4 }) as AnyMachine;
    const { tally } = exactByLayers(machine);
    const n = 40_000;
    const counts = new KernelPlayer(machine).block(new KeyedDice(3), 0, n)!;
    expect(apartness(outcomes(machine, counts), outcomes(machine, tally, 1e7)).z).toBeLessThan(3.5);
    const [, , , , , sum] = counts.blocks[0].means;
    const { mean, sd } = tally.sums[0];
    expect(Math.abs(sum - mean) / (sd / Math.sqrt(n))).toBeLessThan(4);
    expect(Math.abs(Math.sqrt(counts.squares[0] / n - sum * sum) / sd - 1)).toBeLessThan(0.03);
  });

  describe.each(['three-a-side', 'brigades-engage'])('of %s', (name) => {
    let machine: AnyMachine;
    let played: PlayCounts;
    beforeAll(async () => {
      machine = await machineOf(name);
      played = new KernelPlayer(machine).block(new KeyedDice(1), 0, 2_500)!;
    });

    it('agree with steps taken as they are written', () => {
      const plain = new Player(machine, { direct: true }).block(new StreamDice(7, 0), 0, 1_500)!;
      expect(apartness(outcomes(machine, played), outcomes(machine, plain)).z).toBeLessThan(3.5);
      for (const measure of [0, 1, 2])
        expect(apartness(hits(played, measure), hits(plain, measure)).z).toBeLessThan(3.5);
      const at = machine.outcomes.length + machine.measures.length;
      machine.sums.forEach(({ id }, k) => {
        const spread = Math.sqrt(plain.squares[k] / 1_500 + 1e-9);
        const off = Math.abs(played.blocks[0].means[at + k] - plain.blocks[0].means[at + k]);
        expect(off / (spread * Math.sqrt(1 / 1_500 + 1 / 2_500)), id).toBeLessThan(4.5);
      });
    });

    it('do not depend on what was filled before, in which order, or whether tables were begun anew', () => {
      const dice = new KeyedDice(1);
      const forwards = new KernelPlayer(machine).block(dice, 0, 600)!;
      const backwards = new KernelPlayer(machine, { mostStates: 3_000 });
      const second = backwards.block(dice, 250, 600)!;
      const first = backwards.block(dice, 0, 250)!;
      const both = addCounts(first, second);
      expect(text({ ...both, blocks: [] })).toBe(text({ ...forwards, blocks: [] }));
    });
  });

  it.each([
    ['tables are still filled', 2 ** 20, 5],
    ['they have been laid out', 64, 700],
  ])('keep what is done when they are stopped while %s', (_, compactAfter, after) => {
    const machine = toyEngagement({ pairs: 2, turns: 3, fs: 4 }) as AnyMachine;
    const dice = new KeyedDice(3);
    const stopped = new KernelPlayer(machine, { compactAfter }).block(dice, 0, 20_000, (played) => played >= after)!;
    expect(stopped.trials).toBeGreaterThanOrEqual(after);
    expect(stopped.trials).toBeLessThan(20_000);
    expect(text(stopped)).toBe(text(new KernelPlayer(machine).block(dice, 0, stopped.trials)!));
    expect(new KernelPlayer(machine).block(dice, 0, 20_000, () => true)?.trials ?? 0).toBeLessThanOrEqual(2);
  });

  it('stay right where tactics look at the turn', async () => {
    const storm = [{ do: 'hold-fire' }, { when: { now: { turn: { gte: 2 } } }, do: 'charge' }, { do: 'hold' }];
    const machine = await machineOf('three-a-side', [
      { path: 'tactics.storm', value: storm },
      { path: 'turns', value: 2 },
      { path: 'distance', value: 6 },
    ]);
    const played = new KernelPlayer(machine).block(new KeyedDice(4), 0, 600)!;
    const plain = new Player(machine, { direct: true }).block(new StreamDice(2, 0), 0, 1_500)!;
    expect(apartness(outcomes(machine, played), outcomes(machine, plain)).z).toBeLessThan(3.5);
    for (const measure of [0, 2, 3]) expect(apartness(hits(played, measure), hits(plain, measure)).z).toBeLessThan(3.5);
  });

  it('stay right where what is heard of others takes several words', () => {
    const machine = toyEngagement({ pairs: 8, turns: 1, fs: 2 }) as AnyMachine;
    expect(new Sequence(machine.watched!()).heard.words).toBeGreaterThan(1);
    const played = new KernelPlayer(machine).block(new KeyedDice(6), 0, 1_000)!;
    const plain = new Player(machine, { direct: true }).block(new StreamDice(3, 0), 0, 1_000)!;
    expect(apartness(outcomes(machine, played), outcomes(machine, plain)).z).toBeLessThan(3.5);
    for (const measure of [0, 1]) expect(apartness(hits(played, measure), hits(plain, measure)).z).toBeLessThan(3.5);
  });

  it('are for machines in which several act', async () => {
    expect(hasKernels(await machineOf('three-a-side'))).toBe(true);
    expect(hasKernels(await machineOf('two-battalions'))).toBe(false);
    expect(hasKernels(await machineOf('lines-engage'))).toBe(false);
  });
});
