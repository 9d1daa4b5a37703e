import { afterEach, describe, expect, it, vi } from 'vitest';
import { compile, reachable } from '../../src/sim/compile.ts';
import { d10, die, mix } from '../../src/sim/die.ts';
import { StateBudgetError } from '../../src/sim/error.ts';
import { exact } from '../../src/sim/exact.ts';
import type { Machine, Step } from '../../src/sim/machine.ts';
import { int, layout, type State } from '../../src/sim/state.ts';
import { walkTable } from '../../src/sim/walk/table.ts';
import { shareOf } from './agree.ts';
import { toyFight } from './toy.ts';

const spec = { left: int(0, 3), seen: int(0, 10) };
type S = State<typeof spec>;

const finish = (s: S): void => {
  s.step = 'end';
};

/** A machine of one or two steps of our making, to be broken in one way each. */
function small(steps: Record<string, Partial<Step<S>>>, start = 'go', more: Partial<Machine<S>> = {}): Machine<S> {
  const whole = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [name, { title: () => name, result: () => '', ...step } as Step<S>]),
  );
  return {
    name: 'small machine',
    layout: layout(spec, Object.keys(steps)),
    steps: whole,
    start: (s) => {
      s.step = start;
    },
    outcomes: [{ id: 'done', label: 'done', winner: 'none', severity: 0 }],
    outcome: () => 'done',
    measures: [{ id: 'seen', label: 'seen', of: (s) => s.seen }],
    sums: [],
    ...more,
  };
}

describe('compiling an encounter', () => {
  it('puts every node before the nodes it leads to', () => {
    const a = compile(toyFight({ rounds: 6 }));
    for (let n = 0; n < a.nodes; n++) {
      for (let e = a.firstEdge[n]; e < a.firstEdge[n + 1]; e++) {
        if (a.target[e] >= 0) expect(a.target[e]).toBeGreaterThan(n);
      }
    }
    expect(a.start).toBe(0);
  });

  it('merges what no asked measure tells apart, and changes no answer by it', () => {
    const all = compile(toyFight({ rounds: 6 }));
    const few = compile(toyFight({ rounds: 6 }), { measures: [] });
    expect(few.nodes).toBeLessThan(all.nodes);
    expect(few.ends.length).toBe(3);
    for (const o of all.outcomes) expect(shareOf(exact(few), o.id)).toBeCloseTo(shareOf(exact(all), o.id), 13);
  });

  it('copes with an encounter that no die decides', () => {
    const a = compile(small({ go: { then: finish } }));
    expect(a.nodes).toBe(0);
    expect(exact(a).ends).toEqual([{ outcome: 0, values: [0], weight: 1 }]);
  });

  it('leaves faces out that cannot come up', () => {
    const m = small({
      go: {
        side: 'a',
        options: () => ['one', 'two', 'three'],
        decide: () => [60, 0, 40],
        choose: (s: S, option: string) => {
          s.seen = ['one', 'two', 'three'].indexOf(option);
          s.step = 'end';
        },
      } as Partial<Step<S>>,
    });
    const weights = Object.fromEntries(exact(compile(m)).ends.map((e) => [e.values[0], e.weight]));
    expect(weights).toEqual({ 0: 0.6, 2: 0.4 });
  });

  it('visits every state that waits for a roll', () => {
    const titles = new Set<string>();
    reachable(toyFight(), (s, _name, step) => titles.add(step.title(s)));
    expect([...titles].sort()).toEqual([1, 2, 3].flatMap((r) => [`Round ${r}: A strikes`, `Round ${r}: B strikes`]));
  });
});

describe('what must fail well', () => {
  const roll = (apply: (s: S, given: unknown, face: number) => void): Partial<Step<S>> =>
    ({ roll: d10, apply }) as Partial<Step<S>>;
  const cases: readonly [string, () => unknown, RegExp][] = [
    [
      'a step that sets an impossible state is named with the field and what it allows',
      () =>
        compile(
          small({
            go: roll((s, _g, face) => {
              s.seen = face + 5;
              s.step = 'end';
            }),
          }),
        ),
      /'seen' to 11; it must be a whole number 0\.\.10 \(step 'go' of 'small machine'\)/,
    ],
    [
      'a step that changes the state before its die is thrown, when every face is checked',
      () =>
        compile(
          small({
            go: {
              ...roll(finish),
              against: (s: S) => {
                s.seen = 3;
              },
            } as Partial<Step<S>>,
          }),
          { everyFace: true },
        ),
      /'go' of 'small machine' changes the state before its die is thrown/,
    ],
    ['a die without faces', () => die('none', []), /'none' has no faces/],
    [
      'a step that rolls no die',
      () =>
        compile(
          small({
            go: { roll: () => ({ id: 'x', faces: [], weights: [], total: 0 }), apply: () => {} } as Partial<Step<S>>,
          }),
        ),
      /step 'go' of 'small machine' rolls a die with no faces/,
    ],
    [
      'a cycle that never ends is found when compiling, and named',
      () =>
        compile(
          small({
            go: roll((s, _g, face) => {
              s.step = face === 6 ? 'end' : 'go';
            }),
          }),
        ),
      /may never end: the step 'go' can come back to the very state it left .*give the loop a bound/,
    ],
    [
      'a loop without a roll',
      () => compile(small({ go: { then: () => {} } })),
      /step 'go' of 'small machine' goes on for ever without a roll/,
    ],
    ['a mix that does not add up', () => mix([60, 30]), /mix 60\/30 adds up to 90; hundredths must add up to 100/],
    [
      'an unknown outcome',
      () =>
        compile(
          small(
            {
              go: roll((s) => {
                s.step = 'end';
              }),
            },
            'go',
            { outcome: () => 'glory' },
          ),
        ),
      /ended as 'glory', which is none of its outcomes/,
    ],
    [
      'a mistake in a rule is told with its step',
      () =>
        compile(
          small({
            go: roll(() => {
              throw new TypeError('x is undefined');
            }),
          }),
        ),
      /step 'go' of 'small machine' failed: x is undefined/,
    ],
    [
      'an open choice',
      () =>
        exact(
          compile(
            small({
              go: { side: 'b', options: () => ['x'], choose: finish } as Partial<Step<S>>,
            }),
          ),
        ),
      /leaves a choice of the b open/,
    ],
  ];
  it.each(cases)('%s', (_name, work, message) => {
    expect(work).toThrow(message);
  });

  it('more states than the budget allows', () => {
    expect(() => compile(toyFight({ a: 20, b: 20, rounds: 20 }), { stateBudget: 1000 })).toThrow(StateBudgetError);
    expect(() => compile(toyFight({ a: 20, b: 20, rounds: 20 }), { stateBudget: 1000 })).toThrow(
      /more than 1,000 states/,
    );
  });

  it('a step writing to a field nobody declared', () => {
    const m = small({
      go: roll((s) => {
        (s as unknown as Record<string, number>)['hits'] = 1;
        s.step = 'end';
      }),
    });
    expect(() => compile(m)).toThrow(/step 'go' of 'small machine' failed/);
  });

  it('probabilities that do not add up to 1', () => {
    const a = compile(toyFight());
    const broken = { ...a, dice: a.dice.map((d) => ({ ...d, total: d.total + 1 })) };
    expect(() => exact(broken)).toThrow(/probabilities of 'toy fight' add up to 0\.\d+, not 1/);
  });

  describe('memory for the table', () => {
    afterEach(() => vi.unstubAllGlobals());

    it('that is not to be had', () => {
      const none = class {
        constructor() {
          throw new RangeError('Array buffer allocation failed');
        }
      };
      vi.stubGlobal('SharedArrayBuffer', none);
      expect(() => walkTable(compile(toyFight()))).toThrow(
        /^There is not enough memory for the walk table of 'toy fight' \([\d,]+ bytes\)\.$/,
      );
    });

    it('is plain where none can be shared, as on a page that is not isolated', () => {
      const shared = walkTable(compile(toyFight()));
      vi.stubGlobal('SharedArrayBuffer', undefined);
      const plain = walkTable(compile(toyFight()));
      expect(plain.next.buffer).toBeInstanceOf(ArrayBuffer);
      expect([...plain.next]).toEqual([...shared.next]);
    });

    it('is not what is said when something else is wrong', () => {
      const broken = class {
        constructor() {
          throw new TypeError('no such thing');
        }
      };
      vi.stubGlobal('SharedArrayBuffer', broken);
      expect(() => walkTable(compile(toyFight()))).toThrow(/no such thing/);
    });
  });
});
