import { type Die, d10, die, twoD6 } from '../../src/sim/die.ts';
import type { Machine, RollStep } from '../../src/sim/machine.ts';
import { clock, int, layout, type State } from '../../src/sim/state.ts';

const TURNS = 3;
const spec = { way: int(0, 2), score: int(0, 40), turn: clock(1, TURNS) };
type S = State<typeof spec>;

/** Faces 1, 2 and 3, the higher the likelier, so that no engine may turn it round unseen. */
const lopsided: Die = die('lopsided', [1, 2, 3], [1, 2, 3]);
const coin: Die = die('coin', [0, 1], [1, 3]);
const WAYS: readonly Die[] = [twoD6, d10, lopsided];

/**
 * Dice of all kinds, for testing engines: a mixed tactic takes one of three ways, each way rolls a die of its own, and a
 * few turns add two rolls each. Something is emitted before the first roll, by faces that are alike, by rolls that never
 * look at the turn, and by a plain step.
 * It stands in for no rulebook.
 */
export function toyDice(): Machine<S> {
  const l = layout(spec, ['muster', 'choose', 'roll', 'again', 'breath', 'pass']);
  const again: RollStep<S, number> = {
    roll: lopsided,
    against: (s) => s.way,
    alike: (_way, face) => (face === 3 ? 1 : 0),
    apply: (s, way, face, emit) => {
      const much = face === 3 ? 2 : 1;
      s.score += much;
      emit('paces', 3 * much + way);
      s.step = 'breath';
    },
    title: () => 'once more',
    result: (_s, _way, face) => `${face}`,
  };
  return {
    name: 'toy dice',
    layout: l,
    start: (s) => {
      s.step = 'muster';
    },
    steps: {
      muster: {
        then: (s, emit) => {
          emit('paces', 7);
          s.step = 'choose';
        },
      },
      choose: {
        side: 'a',
        options: () => ['left', 'middle', 'right'],
        decide: () => [60, 25, 15],
        choose: (s, option) => {
          s.way = ['left', 'middle', 'right'].indexOf(option);
          s.step = 'roll';
        },
        title: () => 'which way',
      },
      roll: {
        roll: (s) => WAYS[s.way],
        apply: (s, _given, face, emit) => {
          s.score = face;
          if (face % 2 === 0) emit('even', 1);
          s.step = 'again';
        },
        title: () => 'roll',
        result: (_s, _given, face) => `${face}`,
      },
      again,
      breath: {
        roll: coin,
        apply: (s, _given, face, emit) => {
          emit('paces', face);
          s.step = 'pass';
        },
        title: () => 'draw breath',
        result: (_s, _given, face) => `${face}`,
      },
      pass: {
        then: (s, emit) => {
          emit('even', s.score % 2 === 0 ? 1 : 0);
          if (s.turn === TURNS) s.step = 'end';
          else {
            s.turn++;
            s.step = 'again';
          }
        },
      },
    },
    outcomes: [
      { id: 'low', label: 'low', winner: 'b', severity: -1 },
      { id: 'high', label: 'high', winner: 'a', severity: 1 },
    ],
    outcome: (s) => (s.score > 9 ? 'high' : 'low'),
    measures: [{ id: 'score', label: 'score', of: (s) => s.score }],
    sums: [
      { id: 'paces', label: 'paces' },
      { id: 'even', label: 'even scores' },
    ],
    layer: (s) => s.turn,
  };
}
