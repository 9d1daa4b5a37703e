import { describe, expect, it } from 'vitest';
import type { AnyMachine } from '../../../src/rules/encounter.ts';
import { KernelPlayer } from '../../../src/sim/kernels/kernel-player.ts';
import type { PlayCounts } from '../../../src/sim/play/counts.ts';
import { KeyedDice } from '../../../src/sim/play/dice.ts';
import { KeyedWalk } from '../../../src/sim/play/keyed-walk.ts';
import { Player, type Plays } from '../../../src/sim/play/player.ts';
import { toyFight } from '../toy.ts';
import { toyEngagement } from '../toy-engagement.ts';

const fight = toyFight() as AnyMachine;
const engagement = toyEngagement({ pairs: 2, turns: 2, fs: 3 }) as AnyMachine;

const told = ({ ends, squares, blocks }: PlayCounts) => [
  ends.map((e) => `${e.outcome} ${e.values.join(' ')} ${e.weight}`).sort(),
  [squares, blocks.map(({ means }) => Array.from(means))],
];

/** How many plays of a block a player says to have done, each time that it may be left for a moment. */
describe.each<[string, () => Plays]>([
  ['step by step', () => new Player(fight, { direct: true })],
  ['over an automaton', () => new KeyedWalk(fight)],
  ['over phase kernels', () => new KernelPlayer(engagement)],
  ['over phase kernels that are laid out', () => new KernelPlayer(engagement, { compactAfter: 100 })],
])('a block of plays %s', (_, make) => {
  const [from, to] = [300, 6_300];
  it('tells how far it has come, from nothing to all of it', () => {
    const heard: number[] = [];
    const done = make().block(new KeyedDice(2), from, to, (n) => {
      heard.push(n);
      return false;
    });
    expect(done?.trials).toBe(to - from);
    expect(heard.length).toBeGreaterThan(2);
    expect(heard).toEqual([...heard].sort((a, b) => a - b));
    expect(heard[0]).toBeLessThan(1_200);
    expect(heard.at(-1)).toBeGreaterThan(4_000);
    expect(heard.at(-1)).toBeLessThanOrEqual(to - from);
  });

  it('ends as soon as it is told to, with what is done by then', () => {
    let asked = 0;
    const stopped = make().block(new KeyedDice(2), from, to, (n) => ++asked > 1 && n > 0)!;
    expect(asked).toBeLessThan(30);
    expect(stopped.trials).toBeGreaterThan(0);
    expect(stopped.trials).toBeLessThan(to - from);
    expect(told(stopped)).toEqual(told(make().block(new KeyedDice(2), from, from + stopped.trials)!));
  });
});
