import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/sim/compile.ts';
import { EndTable } from '../../../src/sim/ends.ts';
import { exact } from '../../../src/sim/exact.ts';
import { CompactBatch, StateEnds } from '../../../src/sim/kernels/compact-batch.ts';
import { KernelBatch } from '../../../src/sim/kernels/kernel-batch.ts';
import { type KernelOptions, KernelPlayer } from '../../../src/sim/kernels/kernel-player.ts';
import { laidOut } from '../../../src/sim/kernels/laid-out.ts';
import type { Machine } from '../../../src/sim/machine.ts';
import { KeyedDice, StreamDice } from '../../../src/sim/play/dice.ts';
import { Player } from '../../../src/sim/play/player.ts';
import { apartness, playSlowly, tallied, weyl } from '../../rules/slow-stepper.ts';
import { madeUp, type Traits } from './engagement.ts';

const SEEDS = Array.from({ length: 10 }, (_, seed) => seed);
/** Made up so that the sequence of play runs straight; so that it may; and in any way, which it mostly does not. */
const STRAIGHT: Partial<Traits> = { harms: 'itself', asks: 'questions', weather: 'none', halves: false };
const WAYS: readonly Partial<Traits>[] = [
  STRAIGHT,
  { harms: 'itself', weather: 'used up', halves: false },
  STRAIGHT,
  { ...STRAIGHT, harms: 'next' },
];
const manyWays = (seed: number) => madeUp(seed, { ...WAYS[seed % WAYS.length], units: 2 + (seed % 3) });

interface One {
  readonly end: string;
  readonly sums: readonly number[];
}

/** Every engagement by itself, played in blocks of these lengths. */
function played(machine: Machine<unknown>, lengths: readonly number[], options: KernelOptions = {}): One[] {
  const player = new KernelPlayer(machine, options);
  const width = machine.sums.length;
  const all: One[] = [];
  for (const n of lengths) {
    const [ends, amounts] = [new Int32Array(n), new Float64Array(n * width)];
    player.block(new KeyedDice(9), all.length, all.length + n, undefined, ends, amounts);
    ends.forEach((place, i) => {
      const { outcome, values } = player.ending(place);
      const end = [machine.outcomes[outcome].id, ...values].join(' ');
      all.push({ end, sums: Array.from(amounts.subarray(i * width, (i + 1) * width)) });
    });
  }
  return all;
}

/** Means of sums, in standard errors away from those wanted. */
function expectMeans(all: readonly One[], wanted: readonly { readonly mean: number; readonly sd: number }[]): void {
  for (const [k, { mean, sd }] of wanted.entries()) {
    const off = all.reduce((sum, one) => sum + one.sums[k] - mean, 0) / all.length;
    if (sd < 1e-9) expect(off).toBeCloseTo(0, 9);
    else expect(Math.abs(off) / (sd / Math.sqrt(all.length))).toBeLessThan(4.5);
  }
}

const endsOf = (all: readonly One[]) => tallied(all.map(({ end }) => end));

describe('engagements that nobody has thought up', () => {
  it.each(SEEDS)('end over phase kernels as often as they should (%i)', (seed) => {
    const machine = madeUp(seed);
    const { ends, sums, outcomes } = exact(compile(machine));
    const all = played(machine, [3_000]);
    const wanted = new Map(ends.map((e) => [[outcomes[e.outcome].id, ...e.values].join(' '), e.weight * 1e7]));
    expect(apartness(endsOf(all), wanted).z).toBeLessThan(4);
    for (const end of endsOf(all).keys()) expect(wanted.get(end)).toBeGreaterThan(0);
    expectMeans(all, sums);
  });

  it.each(SEEDS)('of three or four units end over phase kernels as by the letter (%i)', (seed) => {
    const machine = madeUp(seed, { units: 3 + (seed % 2) });
    const all = played(machine, [2_000]);
    const random = weyl(seed);
    const slow = Array.from({ length: 1_000 }, () => {
      const sums = new Map(machine.sums.map(({ id }) => [id, 0]));
      const emit = (sum: string, amount: number) => sums.set(sum, sums.get(sum)! + amount);
      const { outcome, values } = playSlowly(machine, random, { tell: () => {}, emit });
      return { end: [outcome, ...values].join(' '), sums: [...sums.values()] };
    });
    expect(apartness(endsOf(all), endsOf(slow)).z).toBeLessThan(4);
    for (const k of machine.sums.keys()) {
      const kinds = [all, slow].map((list) => tallied(list.map(({ sums }) => String(sums[k]))));
      expect(apartness(kinds[0], kinds[1]).z).toBeLessThan(4.5);
    }
  });

  it.each([...SEEDS, 10, 11, 13, 15])(
    'are played the same, each of them, over tables laid out, begun anew, or grown in another order (%i)',
    (seed) => {
      const machine = manyWays(seed);
      const wanted = played(machine, [450]);
      expect(played(machine, [150, 300], { compactAfter: 150 })).toEqual(wanted);
      expect(played(machine, [1, 40, 409], { mostStates: 60 })).toEqual(wanted);
    },
  );

  it.each([0, 1, 2, 4, 5, 6, 7, 8, 9, 10])('are played the same with WebAssembly and without (%i)', (seed) => {
    const machine = madeUp(seed, { ...STRAIGHT, units: 2 + (seed % 3) }).watched!();
    const batch = new KernelBatch(machine, new EndTable(machine));
    const ends: number[] = [];
    // Tables are begun anew on the way: in the end all is known that comes up in these engagements.
    for (const n of [2, 20, 400, 400]) {
      const numbers = Array.from({ length: n }, (_, i) => i);
      batch.begin(new KeyedDice(9), numbers);
      batch.playOn();
      batch.finish(n, (i, place) => {
        ends[i] = place;
      });
    }
    const laid = laidOut(batch.sequence, batch.ends, 8)!;
    for (const plain of [true, false]) {
      const compact = new CompactBatch(laid, new StateEnds(batch.ends, laid), plain);
      const places = Array.from(compact.all(new KeyedDice(9), 0, 400).subarray(0, 400));
      expect(places).toEqual(ends);
      const sums = new Float64Array(400 * laid.sums.width);
      compact.putSums(sums, 0, 400);
      expect(sums).toEqual(batch.sums.subarray(0, sums.length));
    }
  });

  it.each(SEEDS)('are played over local automata roll for roll as they are written (%i)', (seed) => {
    const machine = madeUp(seed, { units: 3 });
    const [local, direct] = [false, true].map(
      (isDirect) => new Player(machine, { direct: isDirect }).block(new StreamDice(4, 0), 0, 400)!,
    );
    expect(local).toEqual(direct);
  });
});
