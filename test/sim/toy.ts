import { d10 } from '../../src/sim/die.ts';
import type { Machine } from '../../src/sim/machine.ts';
import { flag, int, layout, oneOf, type State } from '../../src/sim/state.ts';

/**
 * A small fight of our own for testing engines: two sides roll a D10 in turn against a score, hits come off, rounds are
 * bounded. It stands in for no rulebook.
 */
export interface ToyOptions {
  readonly a?: number;
  readonly b?: number;
  readonly rounds?: number;
  readonly bonus?: number;
}

const HITS: readonly (readonly number[])[] = Array.from({ length: 11 }, (_, score) =>
  Array.from({ length: 11 }, (_, face) =>
    face === 0 || face > score ? 0 : face === 1 ? 3 : face <= score / 2 ? 2 : 1,
  ),
);

export function toyFight({ a = 8, b = 7, rounds = 3, bonus = 3 }: ToyOptions = {}) {
  const spec = {
    round: int(1, rounds),
    pending: int(0, 3),
    winner: oneOf('none', 'a', 'b'),
    over: flag(),
    a: { fs: int(0, a) },
    b: { fs: int(0, b) },
  };
  type S = State<typeof spec>;
  const l = layout(spec, ['strikeA', 'strikeB', 'settle']);
  const clamp = (n: number) => Math.max(0, Math.min(10, n));
  const score = (s: S, side: 'a' | 'b') =>
    clamp(s[side].fs + (side === 'a' && s.round === 1 ? bonus : 0) + (s.winner === side ? 2 : 0));
  const machine: Machine<S> = {
    name: 'toy fight',
    layout: l,
    start: (s) => {
      s.a.fs = a;
      s.b.fs = b;
      s.step = 'strikeA';
    },
    steps: {
      strikeA: {
        roll: d10,
        side: 'a',
        against: (s: S) => HITS[score(s, 'a')],
        apply: (s, hits: readonly number[], face, emit) => {
          s.pending = Math.min(hits[face], s.b.fs);
          emit('struck', hits[face]);
          s.step = 'strikeB';
        },
        title: (s) => `Round ${s.round}: A strikes`,
        result: (_s, hits: readonly number[], face) => `${hits[face]} hits`,
      },
      strikeB: {
        roll: d10,
        side: 'b',
        against: (s: S) => HITS[score(s, 'b')],
        apply: (s, hits: readonly number[], face) => {
          const back = Math.min(hits[face], s.a.fs);
          const d = s.pending - back;
          s.b.fs -= s.pending;
          s.a.fs -= back;
          s.pending = 0;
          s.winner = d > 0 ? 'a' : d < 0 ? 'b' : 'none';
          s.over = Math.abs(d) >= 2 || s.a.fs === 0 || s.b.fs === 0;
          s.step = 'settle';
        },
        title: (s) => `Round ${s.round}: B strikes`,
        result: (_s, hits: readonly number[], face) => `${hits[face]} hits`,
      },
      settle: {
        then: (s) => {
          if (s.over || s.round === rounds) s.step = 'end';
          else {
            s.round++;
            s.step = 'strikeA';
          }
        },
      },
    },
    outcomes: [
      { id: 'b-wins', label: 'B wins', winner: 'b', severity: -3 },
      { id: 'undecided', label: 'undecided', winner: 'none', severity: 0 },
      { id: 'a-wins', label: 'A wins', winner: 'a', severity: 3 },
    ],
    outcome: (s) => (!s.over || s.winner === 'none' ? 'undecided' : `${s.winner}-wins`),
    measures: [
      { id: 'a.fs', label: "A's strength left", of: (s) => s.a.fs },
      { id: 'b.fs', label: "B's strength left", of: (s) => s.b.fs },
      { id: 'rounds', label: 'rounds fought', of: (s) => s.round },
    ],
    sums: [{ id: 'struck', label: 'hits rolled by A' }],
  };
  return machine;
}
