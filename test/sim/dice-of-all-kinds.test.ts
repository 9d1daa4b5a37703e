import { describe, expect, it } from 'vitest';
import { compile } from '../../src/sim/compile.ts';
import { d100, mix } from '../../src/sim/die.ts';
import { exact } from '../../src/sim/exact.ts';
import { exactByLayers } from '../../src/sim/layers.ts';
import type { Machine } from '../../src/sim/machine.ts';
import { tallyPlay } from '../../src/sim/play/counts.ts';
import { KeyedDice, StreamDice } from '../../src/sim/play/dice.ts';
import { Player } from '../../src/sim/play/player.ts';
import { sample, tallyCounts, Walker } from '../../src/sim/sample.ts';
import { int, layout, type State } from '../../src/sim/state.ts';
import type { Tally } from '../../src/sim/tally.ts';
import { walkTable } from '../../src/sim/walk/table.ts';
import { sigmasApart } from './agree.ts';
import { endName, everySequence } from './every-sequence.ts';
import { toyDice } from './toy-dice.ts';

const oracle = everySequence(toyDice());
const automaton = compile(toyDice());

function expectTheSame(tally: Tally): void {
  const named = (e: Tally['ends'][number]) => endName(tally.outcomes[e.outcome].id, e.values);
  expect(new Set(tally.ends.map(named))).toEqual(new Set(oracle.ends.keys()));
  for (const e of tally.ends) expect(e.weight).toBeCloseTo(oracle.ends.get(named(e))!, 14);
  tally.sums.forEach((sum, k) => {
    expect(sum.mean).toBeCloseTo(oracle.sums[k].mean, 12);
    expect(sum.sd).toBeCloseTo(oracle.sums[k].sd, 11);
  });
}

describe('dice of all kinds, with something emitted before the first roll', () => {
  it.each([
    ['compiled', () => exact(compile(toyDice()))],
    ['compiled face by face', () => exact(compile(toyDice(), { everyFace: true }))],
    ['layer by layer', () => exactByLayers(toyDice()).tally],
  ])('exact equals every sequence of dice, sums and spreads included: %s', (_name, work) => {
    expectTheSame(work());
  });

  it.each([128, 256])('the walk agrees with exact in rows %i wide', async (width) => {
    const trials = 2 ** 20;
    const walker = await Walker.on(automaton, walkTable(automaton, width));
    const edges = new Float64Array(automaton.target.length);
    const block = walker.block(3, 0, trials, edges)!;
    const tally = tallyCounts(automaton, { edges, blocks: [block] }, trials, false);
    expect(sigmasApart(tally, exact(automaton))).toBeLessThan(4.5);
    tally.sums.forEach((sum, k) => {
      const { mean, sd } = oracle.sums[k];
      expect(Math.abs(sum.mean - mean) / (sd / Math.sqrt(trials))).toBeLessThan(4.5);
    });
  });

  it('sampled means of sums hold what came before the first roll, block by block too', async () => {
    const { sums, blocks } = await sample(automaton, 100_000, 5);
    const { mean, sd } = oracle.sums[0];
    expect(Math.abs(sums[0].mean - mean) / (sd / Math.sqrt(100_000))).toBeLessThan(4.5);
    const at = blocks[0].means.length - 2;
    const weighed = blocks.reduce((sum, b) => sum + b.means[at] * b.trials, 0) / 100_000;
    expect(weighed).toBeCloseTo(sums[0].mean, 9);
  });

  it.each([
    ['stream dice', () => new StreamDice(11, 0)],
    ['keyed dice', () => new KeyedDice(11)],
  ])('played under %s, means and spreads of sums agree with exact', (_name, dice) => {
    const trials = 50_000;
    const machine = toyDice();
    const tally = tallyPlay(machine, new Player(machine).block(dice(), 0, trials)!, false);
    expect(sigmasApart(tally, exact(automaton))).toBeLessThan(4.5);
    tally.sums.forEach((sum, k) => {
      const { mean, sd } = oracle.sums[k];
      expect(Math.abs(sum.mean - mean) / (sd / Math.sqrt(trials))).toBeLessThan(4.5);
      // The spread of a spread is about sd / √(2n): two hundredths are some six of them.
      expect(Math.abs(sum.sd / sd - 1)).toBeLessThan(0.02);
    });
  });
});

describe('states that differ in their die alone', () => {
  const spec = { share: int(0, 99), hit: int(0, 1) };
  type S = State<typeof spec>;
  const machine: Machine<S> = {
    name: 'ninety-nine mixes',
    layout: layout(spec, ['share', 'hit']),
    start: (s) => {
      s.step = 'share';
    },
    steps: {
      share: {
        roll: d100,
        apply: (s, _given, face) => {
          s.share = face % 100;
          s.step = s.share === 0 ? 'end' : 'hit';
        },
        title: () => 'share',
        result: () => '',
      },
      hit: {
        roll: (s) => mix([100 - s.share, s.share]),
        apply: (s, _given, face) => {
          s.hit = face;
          s.share = 0;
          s.step = 'end';
        },
        title: () => 'hit',
        result: () => '',
      },
    },
    outcomes: [{ id: 'done', label: 'done', winner: 'none', severity: 0 }],
    outcome: () => 'done',
    measures: [{ id: 'hit', label: 'hit', of: (s) => s.hit }],
    sums: [],
  };

  it('are not merged', () => {
    const all = compile(machine);
    expect(all.nodes).toBe(1 + 99);
    const hit = exact(all).ends.find((e) => e.values[0] === 1)!;
    expect(hit.weight).toBeCloseTo((99 * 100) / 2 / 10_000, 14);
  });
});
