import { expect, it } from 'vitest';
import { storyOf } from '../../src/explain/story.ts';
import { load } from '../../src/index.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { KernelPlayer } from '../../src/sim/kernels/kernel-player.ts';
import { KeyedDice } from '../../src/sim/play/dice.ts';

it('tells an engagement that was drawn phase by phase so that it ends as it was counted', async () => {
  const { machine } = prepareCell(await load('brigades-engage'), []).built;
  const [seed, trials, first, many] = [7, 50_000, 40, 2];
  const endings = new Int32Array(many);
  const counted = new KernelPlayer<unknown>(machine);
  counted.block(new KeyedDice(seed), first, first + many, undefined, endings);
  for (let i = 0; i < many; i++) {
    const story = await storyOf(machine, { seed, trials, encounter: first + i });
    const { outcome, values } = counted.ending(endings[i]);
    expect(story.outcome).toBe(machine.outcomes[outcome].id);
    expect(story.measures.map((m) => m.value)).toEqual(values);
    expect(story.entries.length).toBeGreaterThan(5);
  }
});
