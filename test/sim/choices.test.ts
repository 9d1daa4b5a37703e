import { describe, expect, it } from 'vitest';
import type { Automaton } from '../../src/sim/automaton.ts';
import { compile } from '../../src/sim/compile.ts';
import { d6 } from '../../src/sim/die.ts';
import { exact } from '../../src/sim/exact.ts';
import type { ChoiceStep, Machine } from '../../src/sim/machine.ts';
import { StreamDice } from '../../src/sim/play/dice.ts';
import { Player } from '../../src/sim/play/player.ts';
import { solve } from '../../src/sim/solve.ts';
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

const worth = (a: Automaton) => Float64Array.from(a.ends, (e) => e.values[0]);

describe('an open choice', () => {
  it.each([
    ['a', ['a'], 1],
    ['b', ['a'], 0],
    ['a', ['b'], 0],
    ['b', ['b'], 1],
    ['b', ['a', 'b'], 1],
    ['a', [], 0],
  ] as const)('of %s, when %j want much, is solved by option %i', (side, maximisers, best) => {
    const open = compile(wager(side));
    const solution = solve(open, { values: worth(open), maximisers });
    expect(solution.value).toBeCloseTo(3.5 + PLUS[best], 13);
    expect(solution.best[open.start]).toBe(best);
  });

  it('goes to the first of equal options', () => {
    const open = compile(wager('a'));
    expect(solve(open, { values: worth(open).fill(1), maximisers: ['a'] }).best[open.start]).toBe(0);
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
});
