import { describe, expect, it } from 'vitest';
import type { AnyMachine } from '../../../src/rules/encounter.ts';
import { KernelPlayer } from '../../../src/sim/kernels/kernel-player.ts';
import { KeyedDice } from '../../../src/sim/play/dice.ts';
import { Player } from '../../../src/sim/play/player.ts';
import { toyDuties } from '../../kit/toy-duties.ts';
import { toyEngagement } from '../toy-engagement.ts';

const PLAYS = 400;

/** A mark of how each engagement ended and what it added up, and the shares of the block. */
function markOf(machine: AnyMachine, player: Player<unknown> | KernelPlayer<unknown>): string {
  const [endings, amounts] = [new Int32Array(PLAYS), new Float64Array(PLAYS * machine.sums.length)];
  // Past 2^32, so that both halves of a number name its dice.
  const first = 2 ** 32 + 77;
  const { blocks, squares } = player.block(new KeyedDice(9), first, first + PLAYS, undefined, endings, amounts)!;
  const told = [...endings].map((place) => player.ending(place)).map((e) => `${e.outcome} ${e.values}`);
  const text = JSON.stringify([told, ...amounts, squares, Array.from(blocks[0].means, (x) => x.toFixed(9))]);
  let mark = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) mark = Math.imul(mark ^ text.charCodeAt(i), 0x01000193);
  return (mark >>> 0).toString(36);
}

const pairs = toyEngagement({ pairs: 2, turns: 3, fs: 4 }) as AnyMachine;
const three = toyEngagement({ pairs: 3, turns: 2, fs: 3 }) as AnyMachine;
const duties = toyDuties({ touches: 'all' }) as AnyMachine;

describe('a seed gives the plays that it has always given', () => {
  it.each([
    ['two pairs', pairs, '17cpg24'],
    ['three pairs', three, 'g34v43'],
    ['units that shoot at each other', duties, 'o19maf'],
  ])('over phase kernels: %s', (_, machine, mark) => {
    expect(markOf(machine, new KernelPlayer(machine))).toBe(mark);
  });
  it.each([
    ['two pairs', pairs, '1yd6ez4'],
    ['units that shoot at each other', duties, '1a1tgnu'],
  ])('over local automata, and stepped as they are written: %s', (_, machine, mark) => {
    expect(markOf(machine, new Player(machine))).toBe(mark);
    expect(markOf(machine, new Player(machine, { direct: true }))).toBe(mark);
  });
});
