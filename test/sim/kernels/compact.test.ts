import { describe, expect, it } from 'vitest';
import { load } from '../../../src/index.ts';
import type { AnyMachine } from '../../../src/rules/encounter.ts';
import { prepareCell } from '../../../src/scenarios/prepare.ts';
import { KernelPlayer } from '../../../src/sim/kernels/kernel-player.ts';
import type { PlayCounts } from '../../../src/sim/play/counts.ts';
import { KeyedDice } from '../../../src/sim/play/dice.ts';

type Overrides = readonly { readonly path: string; readonly value: unknown }[];

const machineOf = async (name: string, overrides: Overrides = []): Promise<AnyMachine> =>
  prepareCell(await load(name), [...overrides]).built.machine;

const text = ({ ends, squares, blocks }: PlayCounts): string =>
  JSON.stringify([
    ends.map((e) => `${e.outcome} ${e.values.join(' ')} ${e.weight}`).sort(),
    squares,
    blocks.map((b) => Array.from(b.means)),
  ]);

const NEVER = 2 ** 31;

const BLOCK = 250;

/** Endings and sums of every engagement, one by one, and the counts of the last block. */
function played(machine: AnyMachine, compactAfter: number, n: number) {
  const player = new KernelPlayer(machine, { compactAfter });
  const width = machine.sums.length;
  const endings = new Int32Array(BLOCK);
  const amounts = new Float64Array(BLOCK * width);
  const all: unknown[] = [];
  let counts: PlayCounts | null = null;
  for (let first = 0; first < n; first += BLOCK) {
    counts = player.block(new KeyedDice(5), first, first + BLOCK, undefined, endings, amounts);
    for (const [i, place] of endings.entries())
      all.push([player.ending(place), ...amounts.subarray(i * width, (i + 1) * width)]);
  }
  return { compactPlays: player.compactPlays, text: text(counts!), all };
}

describe('compact tables', () => {
  const waits = [{ do: 'hold-fire' }, { when: { now: { turn: { gte: 2 } } }, do: 'charge' }, { do: 'hold' }];
  it.each<[string, string, Overrides]>([
    ['three pairs over two turns', 'three-a-side', [{ path: 'turns', value: 2 }]],
    ['tactics that look at the turn', 'three-a-side', [{ path: 'tactics.storm', value: waits }]],
  ])('give every engagement of %s its ending and sums', async (_, name, overrides) => {
    const machine = await machineOf(name, overrides);
    const n = 2_500;
    const plain = played(machine, NEVER, n);
    const compact = played(machine, 600, n);
    expect(compact.all).toEqual(plain.all);
    expect(compact.text).toBe(plain.text);
    expect(plain.compactPlays).toBe(0);
    expect(compact.compactPlays).toBeGreaterThan(100);
  });

  it('are left alone where the sequence of play does not run straight', async () => {
    const machine = await machineOf('brigades-engage');
    const compact = played(machine, 250, 500);
    expect(compact.all).toEqual(played(machine, NEVER, 500).all);
    expect(compact.compactPlays).toBe(0);
  });
});
