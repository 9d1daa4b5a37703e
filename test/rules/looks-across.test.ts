import { describe, expect, it } from 'vitest';
import { load } from '../../src/index.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { StreamDice } from '../../src/sim/play/dice.ts';
import { Player } from '../../src/sim/play/player.ts';

const CASES = [
  ['three-a-side', false],
  ['brigades-engage', false],
  ['hussars-on-the-flank', true],
  ['horse-round-the-flank', true],
  ['cavalry-on-the-flank', true],
] as const;

describe('units in lanes are said to look into each other', () => {
  it.each(CASES)('%s: %s, as is seen when it is played', async (name, across) => {
    const { machine } = prepareCell(await load(name), []).built;
    expect(machine.looksAcross ?? false).toBe(across);
    const { looksAcross: _, ...unsaid } = machine;
    const player = new Player<unknown>(unsaid);
    player.block(new StreamDice(1, 0), 0, 20);
    expect(player.looksAcross).toBe(across);
  });

  it('and are stepped with the same results, said or seen', async () => {
    const { machine } = prepareCell(await load('hussars-on-the-flank'), []).built;
    const { looksAcross: _, ...unsaid } = machine;
    const counts = [machine, unsaid].map((m) => new Player<unknown>(m).block(new StreamDice(4, 0), 0, 60)!.ends);
    expect(counts[1]).toEqual(counts[0]);
  });
});
