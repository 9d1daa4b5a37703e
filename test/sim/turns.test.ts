import { describe, expect, it } from 'vitest';
import { nextTurn } from '../../src/sim/clock.ts';
import { compile } from '../../src/sim/compile.ts';
import type { Die } from '../../src/sim/die.ts';
import { d6, die } from '../../src/sim/die.ts';
import { exact } from '../../src/sim/exact.ts';
import type { Machine } from '../../src/sim/machine.ts';
import { clock, int, layout, type State } from '../../src/sim/state.ts';
import { toyEngagement } from './toy-engagement.ts';

const TURNS = 6;
const spec = { turn: clock(1, TURNS), hits: int(0, 40), late: int(0, 1) };
type S = State<typeof spec>;

interface Looks {
  /** Where the roll looks at the turn. */
  readonly die?: boolean;
  readonly given?: boolean;
  readonly alike?: boolean;
  readonly face?: number;
  /** It is asked for the last turn, instead of being moved on. */
  readonly pass?: boolean;
  /** A face that goes back a turn without a look at where it stands. */
  readonly setsTurn?: boolean;
}

/** A roll a turn; after it, `pass` moves the turn on. What looks at the turn is told by `looks`. */
function turns(looks: Looks): { machine: Machine<S>; applied: () => number } {
  const l = layout(spec, ['roll', 'second', 'pass']);
  const loaded: Die = die('loaded', [1, 2, 6]);
  let applied = 0;
  const hit = (s: S, n: number): void => {
    applied++;
    s.hits = Math.min(40, s.hits + n);
  };
  const machine: Machine<S> = {
    name: 'turns',
    layout: l,
    steps: {
      roll: {
        roll: (s) => (looks.die && s.turn === 3 ? loaded : d6),
        side: 'a',
        against: (s) => (looks.given ? s.turn : 0),
        alike: (_given, face) => (looks.alike && l.view.turn === 2 ? 0 : face > 3 ? 1 : 0),
        apply: (s, extra: number, face) => {
          // What is alike for `alike` is alike here.
          const much = looks.alike && l.view.turn === 2 ? 0 : face > 3 ? 1 : 0;
          hit(s, much + (looks.face !== undefined && much === looks.face && s.turn > 4 ? 2 : 0) + (extra > 5 ? 3 : 0));
          s.step = 'second';
        },
        title: () => 'roll',
        result: () => '',
      },
      second: {
        roll: d6,
        side: 'a',
        apply: (s, _given, face) => {
          if (looks.setsTurn && face === 6 && s.late === 0) {
            s.turn = TURNS;
            s.late = 1;
          }
          s.step = face === 1 ? 'end' : 'pass';
        },
        title: () => 'second',
        result: () => '',
      },
      pass: {
        then: (s) => {
          if (looks.pass) {
            if (s.turn === TURNS) s.step = 'end';
            else {
              s.turn++;
              s.step = 'roll';
            }
          } else s.step = nextTurn(s) ? 'roll' : 'end';
        },
      },
    },
    start: (s) => {
      s.step = 'roll';
    },
    outcomes: [{ id: 'done', label: 'done', winner: 'none', severity: 0 }],
    outcome: () => 'done',
    measures: [
      { id: 'hits', label: 'hits', of: (s) => s.hits },
      { id: 'turn', label: 'turn', of: (s) => s.turn },
    ],
    sums: [],
  };
  return { machine, applied: () => applied };
}

describe('turns that repeat', () => {
  it.each<[string, Looks]>([
    ['nothing', {}],
    ['the die', { die: true }],
    ['what is given', { given: true }],
    ['what is alike', { alike: true }],
    ['one face', { face: 1 }],
    ['another face', { face: 0 }],
    ['a face that sets the turn', { setsTurn: true }],
    ['the end of a turn', { pass: true }],
    ['all of them', { die: true, given: true, face: 1, setsTurn: true }],
  ])('compile to the same automaton when %s looks at the turn', (_what, looks) => {
    const quick = compile(turns(looks).machine);
    const whole = compile(turns(looks).machine, { everyFace: true });
    expect(quick).toEqual(whole);
    expect(exact(quick).ends.reduce((sum, e) => sum + e.weight, 0)).toBeCloseTo(1, 12);
  });

  it('are worked out once where nothing looks at the turn', () => {
    const quick = turns({});
    const { states } = compile(quick.machine);
    const every = turns({});
    compile(every.machine, { everyFace: true });
    expect(states).toBeGreaterThan(40);
    // Two kinds of face for each of the seven sums of hits that a game can come to.
    expect(quick.applied()).toBe(2 * TURNS);
    expect(every.applied()).toBe(6 * ((TURNS * (TURNS + 1)) / 2));
  });

  it('compile to the same automaton in an engagement of several pairs', () => {
    const machine = () => toyEngagement({ pairs: 2, turns: 4, fs: 3 });
    expect(compile(machine())).toEqual(compile(machine(), { everyFace: true }));
  });

  it('may be two in one go', () => {
    const { machine } = turns({});
    const twice: Machine<S> = {
      ...machine,
      steps: {
        ...machine.steps,
        pass: {
          then: (s) => {
            s.step = nextTurn(s) && nextTurn(s) ? 'roll' : 'end';
          },
        },
      },
    };
    expect(compile(twice)).toEqual(compile(twice, { everyFace: true }));
  });

  it('need a clock to be moved on', () => {
    expect(() => nextTurn({})).toThrow(/a clock on that its state does not have/);
  });

  it('refuse a second clock', () => {
    expect(() => layout({ turn: clock(1, 2), hour: clock(1, 3) }, [])).toThrow("'turn' and 'hour'");
  });
});
