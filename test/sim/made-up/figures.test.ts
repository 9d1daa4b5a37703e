import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/sim/compile.ts';
import { exact } from '../../../src/sim/exact.ts';
import { KernelPlayer } from '../../../src/sim/kernels/kernel-player.ts';
import type { Machine } from '../../../src/sim/machine.ts';
import { tallyPlay } from '../../../src/sim/play/counts.ts';
import { KeyedDice, StreamDice } from '../../../src/sim/play/dice.ts';
import { KeyedWalk } from '../../../src/sim/play/keyed-walk.ts';
import { Player, type Plays } from '../../../src/sim/play/player.ts';
import { product } from '../../../src/sim/product.ts';
import { sample } from '../../../src/sim/sample.ts';
import type { Tally } from '../../../src/sim/tally.ts';
import { trace } from '../../../src/sim/trace.ts';
import { endName, everySequence } from '../every-sequence.ts';
import { madeUp } from './engagement.ts';

const SEEDS = [0, 1, 2, 4, 6, 7];
const N = 2_000;

/** The blocks of a run say of outcomes, measures and sums what all its endings together do. */
function expectBlocks({ blocks, trials, outcomes, measures, ends, sums }: Tally): void {
  const n = trials!;
  const mean = (k: number) => blocks.reduce((sum, block) => sum + (block.means[k] * block.trials) / n, 0);
  const ofEnds = (value: (end: (typeof ends)[number]) => number) =>
    ends.reduce((sum, end) => sum + (value(end) * end.weight) / n, 0);
  expect(blocks.reduce((sum, block) => sum + block.trials, 0)).toBe(n);
  for (const o of outcomes.keys())
    expect(mean(o)).toBeCloseTo(
      ofEnds(({ outcome }) => Number(outcome === o)),
      9,
    );
  for (const m of measures.keys())
    expect(mean(outcomes.length + m)).toBeCloseTo(
      ofEnds(({ values }) => values[m]),
      9,
    );
  for (const [k, sum] of sums.entries()) expect(mean(outcomes.length + measures.length + k)).toBeCloseTo(sum.mean, 9);
}

/** Two blocks of plays, one of them a single encounter. */
function played(machine: Machine<unknown>, player: Plays, dice: KeyedDice | StreamDice): Tally {
  const width = machine.sums.length;
  const [endings, amounts] = [new Int32Array(1), new Float64Array(width)];
  const [first, rest] = [player.block(dice, 0, 1, undefined, endings, amounts)!, player.block(dice, 1, N)!];
  const { outcome, values } = player.ending(endings[0]);
  expect(first.ends).toEqual([expect.objectContaining({ outcome, values, weight: 1 })]);
  expect(Array.from(first.blocks[0].means.subarray(-width))).toEqual(Array.from(amounts));
  expect(first.squares).toEqual(Array.from(amounts, (x) => x * x));
  const ends = [...first.ends, ...rest.ends];
  const squares = first.squares.map((x, k) => x + rest.squares[k]);
  return tallyPlay(machine, { ends, squares, trials: N, blocks: [...first.blocks, ...rest.blocks] }, false);
}

describe('engagements that nobody has thought up', () => {
  it.each(SEEDS)('are told block by block as they are told in all, however they are played (%i)', async (seed) => {
    const machine = madeUp(seed);
    expectBlocks(await sample(compile(machine), N, seed));
    expectBlocks(played(machine, new KernelPlayer(machine), new KeyedDice(seed)));
    expectBlocks(played(machine, new Player(machine), new StreamDice(seed, 0)));
    expectBlocks(played(machine, new KeyedWalk(machine), new KeyedDice(seed)));
  });

  it.each(SEEDS)('are told one by one as they are counted (%i)', async (seed) => {
    const machine = madeUp(seed);
    const automaton = compile(machine);
    const { ends, outcomes } = await sample(automaton, 40, seed);
    const counted = new Map(ends.map((e) => [endName(outcomes[e.outcome].id, e.values), e.weight]));
    for (let encounter = 0; encounter < 40; encounter++) {
      const { outcome, measures } = trace(machine, automaton, { seed, trials: 40, encounter });
      const name = endName(outcome, measures.map(({ value }) => value)); // biome-ignore format: one line
      counted.set(name, counted.get(name)! - 1);
    }
    expect([...counted.values()].every((left) => left === 0)).toBe(true);
  });

  it.each(SEEDS)('have the sums that every sequence of faces comes to (%i)', (seed) => {
    const machine = madeUp(seed, { turns: 1, slots: 1 });
    const { sums } = exact(compile(machine));
    for (const [k, { mean, sd }] of everySequence(machine).sums.entries()) {
      expect(sums[k].mean).toBeCloseTo(mean, 10);
      expect(sums[k].sd).toBeCloseTo(sd, 6);
    }
  });

  it.each(SEEDS)('keep the laws of two of them that are played under the same dice (%i)', (seed) => {
    const [a, b] = [seed, seed + 1].map((one) => compile(madeUp(one)));
    const both = exact(product(a, b).automaton);
    const figures = (automaton: typeof a): number[] => {
      const { ends, sums } = exact(automaton);
      const ofEnd = (value: (end: (typeof ends)[number]) => number) =>
        ends.reduce((sum, end) => sum + value(end) * end.weight, 0);
      return [
        ...automaton.outcomes.map((_, o) => ofEnd(({ outcome }) => Number(outcome === o))),
        ...automaton.measures.map((_, m) => ofEnd(({ values }) => values[m])),
        ...sums.map(({ mean }) => mean),
      ];
    };
    const [ofA, ofB] = [figures(a), figures(b)];
    const many = a.outcomes.length + a.measures.length;
    const found = [
      ...Array.from({ length: 2 * many }, (_, m) =>
        both.ends.reduce((sum, end) => sum + end.values[m] * end.weight, 0),
      ),
      ...both.sums.map(({ mean }) => mean),
    ];
    const differences = ofB.map((x, k) => x - ofA[k]);
    const wanted = [differences, ofA].flatMap((list) => list.slice(0, many));
    wanted.push(...[differences, ofA].flatMap((list) => list.slice(many)));
    for (const [k, figure] of wanted.entries()) expect(found[k]).toBeCloseTo(figure, 10);
  });
});
