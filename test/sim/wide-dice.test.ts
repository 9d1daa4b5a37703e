import { describe, expect, it } from 'vitest';
import { planBlocks } from '../../src/sim/blocks.ts';
import { compile } from '../../src/sim/compile.ts';
import { type Die, d6, die } from '../../src/sim/die.ts';
import { exact } from '../../src/sim/exact.ts';
import type { Machine } from '../../src/sim/machine.ts';
import { tallyPlay } from '../../src/sim/play/counts.ts';
import { KeyedDice, StreamDice } from '../../src/sim/play/dice.ts';
import { Player } from '../../src/sim/play/player.ts';
import { product } from '../../src/sim/product.ts';
import { sample, tallyCounts, Walker } from '../../src/sim/sample.ts';
import { int, layout, type State } from '../../src/sim/state.ts';
import { facesOf, trace } from '../../src/sim/trace.ts';
import { spreadOf } from '../../src/sim/walk/spread.ts';
import { walkTable } from '../../src/sim/walk/table.ts';
import { sigmasApart } from './agree.ts';

const spec = { first: int(0, 9), second: int(0, 9) };
type S = State<typeof spec>;

/** A die, a D6 between, and the die again: what is wide comes first, last, and in the middle of an encounter. */
function twice(rolled: Die): Machine<S> {
  const step = (field: 'first' | 'second', next: string) => ({
    roll: rolled,
    apply: (s: S, _given: unknown, face: number) => {
      s[field] = face;
      s.step = next;
    },
    title: () => field,
    result: (_s: S, _given: unknown, face: number) => `${face}`,
  });
  return {
    name: 'wide dice',
    layout: layout(spec, ['one', 'between', 'two']),
    start: (s) => {
      s.step = 'one';
    },
    steps: {
      one: step('first', 'between'),
      between: {
        roll: d6,
        apply: (s, _given, face) => {
          s.step = face === 1 ? 'end' : 'two';
        },
        title: () => 'between',
        result: () => '',
      },
      two: step('second', 'end'),
    },
    outcomes: [{ id: 'done', label: 'done', winner: 'none', severity: 0 }],
    outcome: () => 'done',
    measures: [
      { id: 'first', label: 'first', of: (s) => s.first },
      { id: 'second', label: 'second', of: (s) => s.second },
    ],
    sums: [],
  };
}

const WIDE: readonly [string, Die][] = [
  ['2^10 cases', die('2^10', [0, 1, 2, 3], [1, 10, 45, 968])],
  ['257 cases', die('257', [0, 1, 2], [1, 100, 156])],
  ['6^8 cases', die('6^8', [0, 1, 2, 3], [6 ** 8 - 7 ** 6 - 20_000, 7 ** 6, 19_000, 1000])],
  ['2^53 cases', die('2^53', [0, 1, 2, 3, 4], [2 ** 52, 2 ** 51 + 1, 2 ** 50 - 3, 2 ** 49, 2 ** 49 + 2])],
];

describe.each(WIDE)('a die of %s', (_name, wide) => {
  const machine = twice(wide);
  const automaton = compile(machine);
  const truth = exact(automaton);

  it('is worked out exactly', () => {
    const first = truth.ends.filter((e) => e.values[0] === 1).reduce((sum, e) => sum + e.weight, 0);
    expect(first).toBeCloseTo(wide.weights[1] / wide.total, 14);
  });

  it.each([16, 128, 256])('is spread over rows %i wide in exactly its shares', (width) => {
    const rows = spreadOf(wide, width);
    for (const row of rows) expect(row.reduce((n, e) => n + e.entries, 0)).toBe(width);
    const reach = new Float64Array(rows.length);
    const faces = new Float64Array(wide.faces.length);
    reach[0] = 1;
    let again = 0;
    rows.forEach((row, r) => {
      for (const entry of row) {
        const p = (reach[r] * entry.entries) / width;
        if ('face' in entry) faces[entry.face] += p;
        else if (entry.row === 0) again += p;
        else reach[entry.row] += p;
      }
    });
    expect(again).toBeLessThan(1 / width);
    faces.forEach((p, f) => {
      expect(p / (1 - again)).toBeCloseTo(wide.weights[f] / wide.total, 13);
    });
  });

  it.each([16, 128, 256])('the walk agrees with exact in rows %i wide', async (width) => {
    const trials = 2 ** 19;
    const walker = await Walker.on(automaton, walkTable(automaton, width));
    const edges = new Float64Array(automaton.target.length);
    const block = walker.block(7, 0, trials, edges)!;
    expect(sigmasApart(tallyCounts(automaton, { edges, blocks: [block] }, trials, false), truth)).toBeLessThan(4.5);
  });

  it.each([
    ['stream dice', () => new StreamDice(11, 0)],
    ['keyed dice', () => new KeyedDice(11)],
  ])('played under %s agrees with exact', (_dice, dice) => {
    const tally = tallyPlay(machine, new Player(machine).block(dice(), 0, 50_000)!, false);
    expect(sigmasApart(tally, truth)).toBeLessThan(4.5);
  });

  it('the product with itself keeps both laws, and the same dice fall for both', async () => {
    const both = product(automaton, automaton).automaton;
    const differences = exact(both).ends.flatMap((e) => e.values.slice(0, 3));
    expect(differences.every((d) => d === 0)).toBe(true);
    expect(sigmasApart(await sample(both, 100_000, 3), exact(both))).toBeLessThan(4.5);
  });

  it('a story of an encounter rolls what the walk rolled', () => {
    const trials = 3_000;
    const plan = planBlocks(trials);
    const firsts = new Map<number, number>();
    for (let i = 0; i < 24; i++) {
      const [face] = facesOf(automaton, plan, 5, i);
      const story = trace(machine, automaton, { seed: 5, trials, encounter: i });
      expect(story.measures[0].value).toBe(wide.faces[face]);
      firsts.set(face, (firsts.get(face) ?? 0) + 1);
    }
    expect(firsts.size).toBeGreaterThan(1);
  });

  it('the stories of a run add up to its counts', async () => {
    const trials = 64;
    const counted = await sample(automaton, trials, 9);
    const told = new Map<string, number>();
    const plan = planBlocks(trials);
    for (let i = 0; i < trials; i++) {
      const faces = facesOf(automaton, plan, 9, i);
      const ended = `${wide.faces[faces[0]]}|${faces.length > 2 ? wide.faces[faces[2]] : 0}`;
      told.set(ended, (told.get(ended) ?? 0) + 1);
    }
    const ends = counted.ends.map((e) => [e.values.join('|'), e.weight] as const);
    expect(new Map([...told].sort())).toEqual(new Map([...ends].sort()));
  });
});

describe('a die', () => {
  it.each([
    ['more than 2^53 in all', [2 ** 53 - 1, 2]],
    ['weights that are not whole', [0.5, 0.5]],
    ['no weight at all', [0, 0]],
  ])('with %s is refused', (_what, weights) => {
    expect(() => die('odd', [0, 1], weights)).toThrow(/weight/);
  });
});
