import { d10 } from '../../src/sim/die.ts';
import type { Machine } from '../../src/sim/machine.ts';
import { flag, layout, type State } from '../../src/sim/state.ts';

const spec = { hit: flag() };
type S = State<typeof spec>;

/** One D10: a hit on `score` or less. */
export function oneRoll(score: number): Machine<S> {
  return {
    name: 'one roll',
    layout: layout(spec, ['roll']),
    steps: {
      roll: {
        roll: d10,
        side: 'a',
        apply: (s, _given, face) => {
          s.hit = face <= score;
          s.step = 'end';
        },
        title: () => 'roll',
        result: () => '',
      },
    },
    start: (s) => {
      s.step = 'roll';
    },
    outcomes: [
      { id: 'hit', label: 'hit', winner: 'a', severity: 0 },
      { id: 'miss', label: 'miss', winner: 'b', severity: 0 },
    ],
    outcome: (s) => (s.hit ? 'hit' : 'miss'),
    measures: [{ id: 'hits', label: 'hits', of: (s) => (s.hit ? 1 : 0) }],
    sums: [],
  };
}
