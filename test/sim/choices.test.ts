import { describe, expect, it } from 'vitest';

import { compile } from '../../src/sim/compile.ts';
import { d6 } from '../../src/sim/die.ts';
import { exact } from '../../src/sim/exact.ts';
import { explore } from '../../src/sim/explore.ts';
import type { ChoiceStep, Machine } from '../../src/sim/machine.ts';
import { StreamDice } from '../../src/sim/play/dice.ts';
import { Player } from '../../src/sim/play/player.ts';
import { solve, withOpenChoices } from '../../src/sim/solve.ts';
import { int, layout, type State } from '../../src/sim/state.ts';

const spec = { plus: int(0, 9), won: int(0, 15) };
type S = State<typeof spec>;
const OPTIONS = ['nothing', 'much', 'little'];
const PLUS = [0, 9, 4];

/** Side A or B says how much is added to a D6, which is what A wins. */
function wager(side: 'a' | 'b', decide?: ChoiceStep<S>['decide']): Machine<S> {
  return {
    name: 'wager',
    layout: layout(spec, ['say', 'roll']),
    start: (s) => {
      s.step = 'say';
    },
    steps: {
      say: {
        side,
        options: () => OPTIONS,
        decide,
        choose: (s, option) => {
          s.plus = PLUS[OPTIONS.indexOf(option)];
          s.step = 'roll';
        },
        title: () => 'say',
      },
      roll: {
        roll: d6,
        apply: (s, _given, face) => {
          s.won = face + s.plus;
          s.plus = 0;
          s.step = 'end';
        },
        title: () => 'roll',
        result: (_s, _given, face) => `${face}`,
      },
    },
    outcomes: [{ id: 'done', label: 'done', winner: 'none', severity: 0 }],
    outcome: () => 'done',
    measures: [{ id: 'won', label: 'won', of: (s) => s.won }],
    sums: [],
  };
}

const wins = (maximisers: readonly string[]) => ({
  worth: (end: { values: readonly number[] }) => end.values[0],
  wantsHigh: (side: string) => maximisers.includes(side),
});

describe('an open choice', () => {
  it.each([
    ['a', ['a'], 1],
    ['b', ['a'], 0],
    ['a', ['b'], 0],
    ['b', ['b'], 1],
    ['b', ['a', 'b'], 1],
    ['a', [], 0],
  ] as const)('of %s, when %j want much, is solved by option %i', (side, maximisers, best) => {
    const machine = wager(side);
    const solution = solve(machine, explore(machine), wins(maximisers));
    expect(solution.value).toBeCloseTo(3.5 + PLUS[best], 13);
    expect(solution.shares.get(0)).toEqual(OPTIONS.map((_, o) => (o === best ? 1 : 0)));
  });

  it('goes to the first of equal options, or stays with the tactic as written', () => {
    const machine = wager('a');
    const graph = explore(machine);
    const alike = { ...wins(['a']), worth: () => 1 };
    expect(solve(machine, graph, alike).shares.get(0)![0]).toBe(1);
    const written = OPTIONS.map((_, o) => (o === 1 ? 1 : 0));
    const solution = solve(machine, graph, { ...alike, written: () => written });
    expect(solution.shares.get(0)).toEqual(written);
    // Play comes to what each option leads to as often as the option is taken.
    const after = graph.target.subarray(graph.firstEdge[0], graph.firstEdge[1]);
    expect(Array.from(after, (state) => solution.chance[state])).toEqual(written);
  });

  it('is opened by taking its tactic away, for the sides that are to choose', () => {
    const machine = wager('a', () => OPTIONS[0]);
    const isOpen = (side: string) => side === 'a';
    expect(explore(withOpenChoices(machine, isOpen)).choosers).toEqual(['a']);
    expect(explore(withOpenChoices(machine, (side) => side === 'b')).choosers).toEqual([]);
  });
});

describe('a tactic that leaves nothing to chance', () => {
  it.each([0, 1, 2])('in hundredths takes its one option, number %i', (sure) => {
    const machine = wager('a', () => OPTIONS.map((_, i) => (i === sure ? 100 : 0)));
    const all = compile(machine);
    expect(all.nodes).toBe(1);
    const won = exact(all).ends.map((e) => e.values[0]);
    expect(won.sort((x, y) => x - y)).toEqual(d6.faces.map((face) => face + PLUS[sure]));
    const played = new Player(machine).block(new StreamDice(1, 0), 0, 200)!;
    expect(played.ends.map((e) => e.values[0]).sort((x, y) => x - y)).toEqual(won);
  });

  it.each([
    [[100, 20, 0], /mix 100\/20\/0 adds up to 120/],
    [[0, 0, 0], /mix 0\/0\/0 adds up to 0/],
  ])('in hundredths is refused where they come to more than that, or to nothing: %j', (shares, message) => {
    expect(() => compile(wager('a', () => shares))).toThrow(message);
  });
});
