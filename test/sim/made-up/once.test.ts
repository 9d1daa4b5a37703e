import { describe, expect, it } from 'vitest';
import { KernelPlayer } from '../../../src/sim/kernels/kernel-player.ts';
import { isChoice, isRoll, type Machine, type Step } from '../../../src/sim/machine.ts';
import { KeyedDice, StreamDice } from '../../../src/sim/play/dice.ts';
import { Player } from '../../../src/sim/play/player.ts';
import { PlaySession } from '../../../src/sim/play/session.ts';
import { madeUp } from './engagement.ts';

const SEEDS = Array.from({ length: 6 }, (_, seed) => seed);

/** The machine, and how often its rules have been run: of all steps and endings, or of the steps of records. */
function counting(plain: Machine<unknown>, ofRecords = false) {
  const runs = { count: 0 };
  const counted = <F extends (...given: never[]) => unknown>(rule: F): F =>
    ((...given: never[]) => {
      runs.count++;
      return rule(...given);
    }) as F;
  const ofStep = (step: Step<unknown>): Step<unknown> => {
    if (ofRecords && step.scope === undefined) return step;
    if (isRoll(step)) return { ...step, apply: counted(step.apply) };
    return isChoice(step) ? { ...step, choose: counted(step.choose) } : { ...step, then: counted(step.then) };
  };
  const over = (machine: Machine<unknown>): Machine<unknown> => ({
    ...machine,
    outcome: ofRecords ? machine.outcome : counted(machine.outcome),
    steps: Object.fromEntries(Object.entries(machine.steps).map(([name, step]) => [name, ofStep(step)])),
    watched: () => over(plain.watched!()),
  });
  return { machine: over(plain), runs };
}

describe('engagements that nobody has thought up', () => {
  it.each(SEEDS)('are played again over phase kernels without a look at the rules (%i)', (seed) => {
    const { machine, runs } = counting(madeUp(seed, { units: 2 + (seed % 2) }));
    const player = new KernelPlayer(machine);
    const first = player.block(new KeyedDice(3), 0, 500);
    const { count } = runs;
    expect(count).toBeGreaterThan(10);
    // Played in one go they may pass places that they were not led to before.
    expect(player.block(new KeyedDice(3), 0, 500)).toEqual(first);
    expect(runs.count - count).toBeLessThan(count / 20);
    runs.count = 0;
    expect(player.block(new KeyedDice(3), 0, 500)).toEqual(first);
    expect(runs.count).toBe(0);
  });

  it('take no more memory than they may, however long they are played', () => {
    const statesOf = (mostStates?: number): number => {
      const player = new KernelPlayer(madeUp(3, { units: 3 }), { mostStates });
      for (let k = 0; k < 12; k++) player.block(new KeyedDice(3), 20 * k, 20 * k + 20);
      return player.states;
    };
    const all = statesOf();
    expect(all).toBeGreaterThan(100);
    expect(statesOf(all)).toBe(all);
    expect(statesOf(50)).toBeLessThan(all);
    expect(statesOf(50)).toBeGreaterThan(20);
  });

  it.each(SEEDS)('are played again over local automata without a look at what records do (%i)', (seed) => {
    const { machine, runs } = counting(madeUp(seed, { harms: 'itself', hears: 'nothing', weather: 'none' }), true);
    const player = new Player(machine);
    const first = player.block(new StreamDice(3, 0), 0, 300);
    expect(runs.count).toBeGreaterThan(10);
    runs.count = 0;
    expect(player.block(new StreamDice(3, 0), 0, 300)).toEqual(first);
    expect(runs.count).toBe(0);
  });

  it('are played once as the base of many others, and stand level with themselves', () => {
    const { machine, runs } = counting(madeUp(1));
    const plan = { trials: 200, blockSize: 100, blocks: 2 };
    const against = (seed: number) => new PlaySession([machine, madeUp(seed)]).blocks(plan, 7, 0, 2);
    const first = against(2);
    const { count } = runs;
    const second = against(1);
    expect(runs.count).toBe(count);
    expect(second.counts[0]).toEqual(first.counts[0]);
    // The same dice fall for both.
    expect([...second.joint!.keys()].every((pair) => pair.split('#')[0] === pair.split('#')[1])).toBe(true);
    expect(second.sumDifferences!.squares.every((square) => square === 0)).toBe(true);
    expect(first.sumDifferences!.squares.some((square) => square > 0)).toBe(true);
  });
});
