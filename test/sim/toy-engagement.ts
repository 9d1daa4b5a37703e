import { d10 } from '../../src/sim/die.ts';
import type { Machine, Step } from '../../src/sim/machine.ts';
import { clock, int, layout, oneOf, type StateSpec } from '../../src/sim/state.ts';

/**
 * Several pairs that fight over several turns, for testing layers and local automata: each turn every pair strikes both
 * ways; a pair whose neighbour has a broken unit fights at -1. It stands in for no rulebook.
 */
interface PairState {
  a: number;
  b: number;
  shaken: number;
  pending: number;
}

interface Toy {
  readonly pairs?: number;
  readonly turns?: number;
  readonly fs?: number;
  readonly watch?: boolean;
}

export function toyEngagement(options: Toy = {}) {
  const { pairs = 2, turns = 3, fs = 5, watch = false } = options;
  const names = Array.from({ length: pairs }, (_, k) => `p${k}`);
  const spec: StateSpec = {
    turn: clock(1, turns),
    at: int(0, pairs),
    ended: oneOf('no', 'yes'),
    ...Object.fromEntries(
      names.map((n) => [n, { a: int(0, fs), b: int(0, fs), shaken: int(0, 1), pending: int(0, 2) }]),
    ),
  };
  const l = layout(spec, ['next', ...names.flatMap((n) => [`${n}a`, `${n}b`, `${n}done`])], { watch });
  type S = { step: string; turn: number; at: number } & Record<string, PairState>;
  const hits = (score: number) => (face: number) => (face > score ? 0 : face <= score / 3 ? 2 : 1);
  const steps: Record<string, Step<S>> = {
    next: {
      then: (s) => {
        const alive = names.some((n) => s[n].a > 0) && names.some((n) => s[n].b > 0);
        if (!alive || (s.at === pairs && s.turn === turns)) {
          s.step = 'end';
          return;
        }
        if (s.at === pairs) {
          s.at = 0;
          s.turn++;
        }
        const k = s.at++;
        const near = [names[k - 1], names[k + 1]].filter(Boolean);
        const pair = s[names[k]];
        if (pair.a === 0 || pair.b === 0) return;
        pair.shaken = near.some((n) => s[n].a === 0 || s[n].b === 0) ? 1 : 0;
        s.step = `${names[k]}a`;
      },
    },
  };
  for (const n of names) {
    steps[`${n}a`] = {
      scope: n,
      roll: d10,
      side: 'a',
      against: (s: S) => hits(s[n].a + 1 - s[n].shaken),
      apply: (s, h: (face: number) => number, face) => {
        s[n].pending = Math.min(h(face), s[n].b);
        s.step = `${n}b`;
      },
      title: () => `${n}: A strikes`,
      result: (_s, h: (face: number) => number, face) => `${h(face)} hits`,
    };
    steps[`${n}b`] = {
      scope: n,
      roll: d10,
      side: 'b',
      against: (s: S) => hits(s[n].b - s[n].shaken),
      apply: (s, h: (face: number) => number, face, emit) => {
        const back = Math.min(h(face), s[n].a);
        emit('hits', back + s[n].pending);
        s[n].b -= s[n].pending;
        s[n].a -= back;
        s[n].pending = 0;
        s[n].shaken = 0;
        s.step = `${n}done`;
      },
      title: () => `${n}: B strikes`,
      result: (_s, h: (face: number) => number, face) => `${h(face)} hits`,
    };
    steps[`${n}done`] = {
      scope: n,
      then: (s) => {
        s.step = 'next';
      },
    };
  }
  const sum = (s: S, side: 'a' | 'b') => names.reduce((t, n) => t + s[n][side], 0);
  const machine: Machine<S> = {
    name: 'toy engagement',
    layout: l as unknown as Machine<S>['layout'],
    start: (s) => {
      for (const n of names) {
        s[n].a = fs;
        s[n].b = fs;
      }
      s.step = 'next';
    },
    steps,
    outcomes: [
      { id: 'b-ahead', label: 'B ahead', winner: 'b', severity: -1 },
      { id: 'even', label: 'even', winner: 'none', severity: 0 },
      { id: 'a-ahead', label: 'A ahead', winner: 'a', severity: 1 },
    ],
    outcome: (s) => {
      const d = sum(s, 'a') - sum(s, 'b');
      return d > 0 ? 'a-ahead' : d < 0 ? 'b-ahead' : 'even';
    },
    measures: [
      { id: 'a.fs', label: 'strength of A', of: (s) => sum(s, 'a') },
      { id: 'b.fs', label: 'strength of B', of: (s) => sum(s, 'b') },
    ],
    sums: [{ id: 'hits', label: 'hits in all' }],
    layer: (s) => s.turn * 100 + s.at,
    records: names,
    watched: () => toyEngagement({ ...options, watch: true }),
  };
  return machine;
}
