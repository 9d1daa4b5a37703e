import { describe, expect, it } from 'vitest';
import { GuestPlayer, type HandedTables } from '../../../src/sim/kernels/guest-player.ts';
import { KernelPlayer } from '../../../src/sim/kernels/kernel-player.ts';
import { KeyedDice } from '../../../src/sim/play/dice.ts';
import { madeUp, type Traits } from './engagement.ts';

const SEEDS = [0, 1, 2, 4, 5, 6];
/** Made up so that tables can be handed on. */
const HANDED: Partial<Traits> = {
  harms: 'itself',
  asks: 'questions',
  weather: 'none',
  endsBy: 'totals',
  halves: false,
};
const [FILLED, ALL] = [60, 400];

describe('engagements that nobody has thought up', () => {
  it.each(SEEDS)('come to the same over tables that somebody else has filled (%i)', (seed) => {
    const machine = madeUp(seed, { ...HANDED, units: 2 + (seed % 2) });
    const dice = new KeyedDice(6);
    let handed: HandedTables | null = null;
    const host = new KernelPlayer(machine, {
      onLaidOut: (tables) => {
        handed = tables;
      },
    });
    host.block(dice, 0, FILLED);
    host.layOut(true);
    const guest = new GuestPlayer(machine);
    expect([handed !== null, guest.hasTables]).toEqual([true, false]);
    guest.take(structuredClone(handed!));
    expect(guest.hasTables).toBe(true);
    const told: number[] = [];
    const begun = guest.begin(dice, FILLED, ALL, (played) => {
      told.push(played);
      return false;
    })!;
    expect(told).toEqual([ALL - FILLED - begun.left.length]);
    const rows = host.rowsFor(dice, begun.left.map((i) => FILLED + i))!; // biome-ignore format: one line
    expect(guest.finish(begun, rows)).toEqual(new KernelPlayer(machine).block(dice, FILLED, ALL));
    // Somebody who has had enough gets nothing.
    expect(guest.begin(dice, FILLED, ALL, () => true)).toBeNull();
  });
});
