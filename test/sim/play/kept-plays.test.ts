import { expect, test } from 'vitest';
import { KeyedDice } from '../../../src/sim/play/dice.ts';
import { keptPlays } from '../../../src/sim/play/kept-plays.ts';
import { Player, type Plays } from '../../../src/sim/play/player.ts';
import { toyEngagement } from '../toy-engagement.ts';

/** A player that counts the encounters it plays. */
function counting(machine: ReturnType<typeof toyEngagement>) {
  const player = new Player(machine, { direct: true });
  const seen = { plays: 0 };
  const block: Plays['block'] = (dice, from, to, ...rest) => {
    seen.plays += to - from;
    return player.block(dice, from, to, ...rest);
  };
  return { seen, plays: { states: 0, ending: (place: number) => player.ending(place), block } };
}

test('a base that is set against one variant after the other is played once, with the same endings', () => {
  const machine = toyEngagement();
  const { seen, plays } = counting(machine);
  const block = (seed: number) => {
    const endings = new Int32Array(40);
    const amounts = new Float64Array(40 * machine.sums.length);
    const kept = keptPlays(machine, 'as it is', () => plays);
    return { counts: kept.block(new KeyedDice(seed), 10, 50, undefined, endings, amounts), endings, amounts };
  };
  const [first, again] = [block(3), block(3)];
  expect(seen.plays).toBe(40);
  expect(again).toEqual(first);
  expect(first.counts!.trials).toBe(40);
  // Other dice are another sample.
  block(4);
  expect(seen.plays).toBe(80);
});

test('a block that was stopped is not kept', () => {
  const machine = toyEngagement();
  const { seen, plays } = counting(machine);
  const kept = keptPlays(machine, 'as it is', () => plays);
  expect(kept.block(new KeyedDice(1), 0, 512, () => true)!.trials).toBe(256);
  expect(kept.block(new KeyedDice(1), 0, 512)!.trials).toBe(512);
  expect(seen.plays).toBe(1024);
});
