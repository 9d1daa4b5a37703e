import { describe, expect, it } from 'vitest';
import { compile } from '../../src/sim/compile.ts';
import { type Die, d6, die } from '../../src/sim/die.ts';
import { exact } from '../../src/sim/exact.ts';
import { exactByLayers } from '../../src/sim/layers.ts';
import type { Machine, Step } from '../../src/sim/machine.ts';
import { StreamDice } from '../../src/sim/play/dice.ts';
import { Player } from '../../src/sim/play/player.ts';
import { sample } from '../../src/sim/sample.ts';
import { int, layout, type State, type StateSpec } from '../../src/sim/state.ts';

const ROLLS = 6;
const d7: Die = die('D7', [1, 2, 3, 4, 5, 6, 7]);
const spec = { left: int(0, ROLLS), sum: int(0, 7 ** ROLLS) };
type S = State<typeof spec>;

/** Six dice, and what one of their steps does otherwise. */
function rolls(more: Partial<Machine<S>> = {}, step: Partial<Step<S>> = {}): Machine<S> {
  return {
    name: 'rolls',
    layout: layout(spec, ['roll']),
    steps: {
      roll: {
        roll: d7,
        side: 'a',
        apply: (s: S, _given: unknown, face: number) => {
          s.sum = s.sum * 7 + face - 1;
          s.left--;
          if (s.left === 0) {
            s.sum = 0;
            s.step = 'end';
          }
        },
        title: () => 'roll',
        result: () => '',
        ...step,
      } as Step<S>,
    },
    start: (s) => {
      s.left = ROLLS;
      s.step = 'roll';
    },
    outcomes: [{ id: 'done', label: 'done', winner: 'none', severity: 0 }],
    outcome: () => 'done',
    measures: [],
    sums: [{ id: 'extra', label: 'extra' }],
    layer: (s) => ROLLS - s.left,
    ...more,
  };
}

describe('sums of many small shares', () => {
  it('add up to 1, compiled whole and layer by layer, where a hundred thousand ways lead to one end', () => {
    expect(exact(compile(rolls())).ends.map((e) => e.weight)).toEqual([expect.closeTo(1, 14)]);
    expect(exactByLayers(rolls()).tally.ends.map((e) => e.weight)).toEqual([expect.closeTo(1, 14)]);
  });
});

describe('fields of many values', () => {
  it.each([
    [0, 2 ** 32 - 1],
    [-(2 ** 31), 2 ** 31 - 1],
    [0, 3e9],
    [5, 2 ** 31 + 5],
  ])('from %d to %d come back as they were put in', (min, max) => {
    const { view, codec } = layout({ n: int(min, max), m: int(0, 3) }, []);
    const packed = codec();
    const key = new Int32Array(packed.words);
    for (const n of [min, min + 1, Math.floor((min + max) / 2), max - 1, max]) {
      view.n = n;
      view.m = 2;
      packed.pack(key);
      view.n = min;
      packed.unpack(key, 0);
      expect([view.n, view.m]).toEqual([n, 2]);
    }
  });

  it.each<[string, StateSpec]>([
    ['too many values', { n: int(0, 2 ** 32) }],
    ['no last value', { n: int(0, Number.POSITIVE_INFINITY) }],
    ['half values', { n: int(0.5, 3) }],
  ])('with %s are refused', (_what, bad) => {
    expect(() => layout(bad, [])).toThrow(/^The state field 'n' /);
  });
});

describe('machines that say what cannot be', () => {
  const cases: readonly [string, () => unknown, RegExp][] = [
    [
      'two dice by one name',
      () => compile(rolls({}, { roll: (s: S) => (s.left === 3 ? die('D7', [1, 1, 1, 1, 1, 1, 1]) : d7) } as object)),
      /rolls another die called 'D7'/,
    ],
    [
      'a layer between two',
      () => exactByLayers(rolls({ layer: (s) => (ROLLS - s.left) / 2 })),
      /names the layer 0\.5; layers are whole numbers/,
    ],
    ['a record of no field', () => new Player(rolls({ records: ['right'] })), /A record 'right' is no group/],
    [
      'a sum of no number',
      () =>
        compile(
          rolls({}, {
            apply: (s: S, _given: unknown, _face: number, emit: (sum: string, n: number) => void) => {
              emit('extra', Number.NaN);
              s.step = 'end';
            },
          } as object),
        ),
      /emits NaN to 'extra'/,
    ],
    [
      'a roll that changes the state before its die is thrown',
      () =>
        compile(
          rolls({}, {
            against: (s: S) => {
              s.sum = 1;
            },
          } as object),
        ),
      /changes the state before its die is thrown/,
    ],
  ];
  it.each(cases)('%s: one sentence', (_what, act, sentence) => {
    expect(act).toThrow(sentence);
  });

  const open: Step<S> = {
    side: 'a',
    options: () => ['on'],
    choose: (s) => {
      s.step = 'roll';
    },
    title: () => 'on?',
  };
  const withChoice = (scope?: string): Machine<S> => ({
    ...rolls(),
    layout: layout(spec, ['roll', 'choose']),
    steps: { ...rolls().steps, choose: { ...open, ...(scope ? { scope } : {}) } },
    start: (s) => {
      s.left = ROLLS;
      s.step = 'choose';
    },
    ...(scope ? { records: [scope] } : {}),
  });

  it('an open choice that is sampled', async () => {
    await expect(sample(compile(withChoice()), 10, 1)).rejects.toThrow(/leaves a choice of the a open/);
  });
  it('an open choice in a procedure of a played pair', () => {
    expect(() => new Player(withChoice('left')).block(new StreamDice(1, 0), 0, 1)).toThrow(
      /leaves a choice open at 'choose'; give it a tactic/,
    );
  });
});

describe('what is emitted and taken back', () => {
  it('is nothing, so that equal futures are one', () => {
    const emits = (twice: boolean) =>
      compile(
        rolls({}, {
          roll: d6,
          apply: (s: S, _given: unknown, face: number, emit: (sum: string, n: number) => void) => {
            if (twice && face === 6) {
              emit('extra', 2);
              emit('extra', -2);
            }
            s.left--;
            s.step = s.left === 0 ? 'end' : 'roll';
          },
        } as object),
      );
    expect(emits(true).emissions).toEqual(emits(false).emissions);
  });
});
