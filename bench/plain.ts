import { compile } from '../src/sim/compile.ts';
import { d10 } from '../src/sim/die.ts';
import type { Machine } from '../src/sim/machine.ts';
import { int, layout, oneOf, type State } from '../src/sim/state.ts';
import { clockMs, median } from './measure.ts';

const spec = { round: int(1, 40), a: int(0, 30), b: int(0, 30), won: oneOf('none', 'a', 'b') };
type S = State<typeof spec>;

/** Two sides strike in turn against what they have left: no rulebook, so that what compiling itself costs can be seen. */
function plainFight(): Machine<S> {
  const strike = (self: 'a' | 'b', foe: 'a' | 'b', next: (s: S) => void) => ({
    roll: d10,
    against: (s: S) => Math.min(10, s[self] + (s.won === self ? 2 : 0)),
    apply: (s: S, score: number, face: number) => {
      const hits = face > score ? 0 : face === 1 ? 3 : face <= score / 2 ? 2 : 1;
      s[foe] = Math.max(0, s[foe] - hits);
      s.won = hits > 1 ? self : 'none';
      next(s);
    },
    title: () => `${self} strikes`,
    result: () => '',
  });
  return {
    name: 'plain fight',
    layout: layout(spec, ['strikeA', 'strikeB']),
    steps: {
      strikeA: strike('a', 'b', (s) => {
        s.step = s.b === 0 ? 'end' : 'strikeB';
      }),
      strikeB: strike('b', 'a', (s) => {
        s.step = s.a === 0 || s.round === 40 ? 'end' : 'strikeA';
        if (s.step === 'strikeA') s.round++;
      }),
    },
    start: (s) => {
      s.a = 30;
      s.b = 30;
      s.step = 'strikeA';
    },
    outcomes: [{ id: 'over', label: 'over', winner: 'none', severity: 0 }],
    outcome: () => 'over',
    measures: [
      { id: 'a', label: 'left of a', of: (s) => s.a },
      { id: 'b', label: 'left of b', of: (s) => s.b },
    ],
    sums: [],
  };
}

/** States a second that compiling walks when the rules themselves cost next to nothing. */
export function plainStatesPerSecond(): number {
  const machine = plainFight();
  const { states } = compile(machine);
  compile(machine);
  return states / (median([0, 1, 2, 3, 4].map(() => clockMs(() => compile(machine)))) / 1000);
}
