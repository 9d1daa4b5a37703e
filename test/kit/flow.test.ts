import { describe, expect, it } from 'vitest';
import { assemble, BEGIN } from '../../src/kit/assemble.ts';
import { act, type Flow, leave, match, repeat, times, when } from '../../src/kit/flow.ts';
import { compile } from '../../src/sim/compile.ts';
import { d6 } from '../../src/sim/die.ts';
import { exact } from '../../src/sim/exact.ts';
import type { Machine } from '../../src/sim/machine.ts';
import { StreamDice } from '../../src/sim/play/dice.ts';
import { Player } from '../../src/sim/play/player.ts';
import { int, layout, type State } from '../../src/sim/state.ts';
import { playedStory } from '../../src/sim/trace.ts';

const spec = { hits: int(0, 20), left: int(0, 9), bold: int(0, 1) };
type S = State<typeof spec>;

function machineOf(play: readonly Flow<S>[]): Machine<S> {
  const { steps } = assemble<S>(play, (at) => new Error(`endless at ${at}`));
  return {
    name: 'flow',
    layout: layout(spec, Object.keys(steps)),
    steps,
    start: (s) => {
      s.step = BEGIN;
    },
    outcomes: [{ id: 'done', label: 'done', winner: 'none', severity: 0 }],
    outcome: () => 'done',
    measures: [{ id: 'hits', label: 'hits', of: (s) => s.hits }],
    sums: [{ id: 'thrown', label: 'thrown' }],
  };
}

const shot = (atLeast: number): Flow<S> => ({
  kind: 'roll',
  roll: d6,
  apply: (_s, _given, face, emit) => {
    emit('thrown', 1);
    return face >= atLeast ? 0 : -1;
  },
  branches: [[{ kind: 'act', run: (s) => void s.hits++ }]],
  title: () => 'a shot',
  result: (_s, _given, face) => String(face),
});
const set = (s: S, field: 'hits' | 'left', to: number): void => {
  s[field] = to;
};
const counter = { get: (s: S) => s.left, set: (s: S, to: number) => set(s, 'left', to) };

const hits = (machine: Machine<S>): Map<number, number> =>
  new Map(exact(compile(machine)).ends.map((e) => [e.values[0], e.weight]));

describe('structured steps', () => {
  it('a loop of three shots is binomial, and its counter is gone afterwards', () => {
    const found = hits(machineOf(times(() => 3, counter, [shot(5)])));
    [8, 12, 6, 1].forEach((cases, n) => {
      expect(found.get(n)).toBeCloseTo(cases / 27, 14);
    });
  });

  it('goes round until the body leaves: shots until the first hit, three at most', () => {
    const more = act<S>((s) => set(s, 'left', s.left + 1));
    const found = hits(machineOf([repeat([shot(5), more, when((s) => s.hits > 0, [leave])], (s) => s.left < 3)]));
    expect(found.get(0)).toBeCloseTo(8 / 27, 14);
    expect(found.get(1)).toBeCloseTo(19 / 27, 14);
  });

  it('goes on with the list that is named, or with none', () => {
    const add = (n: number): Flow<S>[] => [act((s) => set(s, 'hits', s.hits + n))];
    const named = (name: string | undefined) => match<S, string>(() => name, { ten: add(10), five: add(5) });
    const found = hits(machineOf([named('five'), named(undefined), named('seven'), named('ten')]));
    expect([...found.keys()]).toEqual([15]);
  });

  it('what comes after both sides of a condition comes once', () => {
    const found = hits(
      machineOf([
        shot(4),
        { kind: 'if', test: (s) => s.hits === 1, then: [shot(4)], else: [shot(7)] },
        { kind: 'act', run: (s) => set(s, 'hits', s.hits + 10) },
      ]),
    );
    expect([...found.keys()].sort()).toEqual([10, 11, 12]);
    expect(found.get(12)).toBeCloseTo(1 / 4, 14);
  });

  it('a loop ends when its condition no longer holds, whatever was thrown in it', () => {
    const play: Flow<S>[] = [
      { kind: 'act', run: (s) => set(s, 'left', 4) },
      {
        kind: 'while',
        test: (s) => s.left > 0 && s.hits < 2,
        body: [shot(4), { kind: 'act', run: (s) => void s.left-- }],
      },
      { kind: 'act', run: (s) => set(s, 'left', 0) },
    ];
    const found = hits(machineOf(play));
    expect(found.get(2)).toBeCloseTo(11 / 16, 14);
    expect(found.get(0)).toBeCloseTo(1 / 16, 14);
  });

  it('a side takes the option that its tactic names, and only what is allowed is offered', () => {
    const choice: Flow<S> = {
      kind: 'choose',
      side: 'a',
      title: () => 'what now',
      options: [
        { name: 'never', allowed: () => false, body: [] },
        { name: 'shoot', body: [shot(1)] },
        { name: 'hold', body: [] },
      ],
      decide: (_s, options) => (options.includes('never') ? 'never' : 'shoot'),
    };
    expect(hits(machineOf([choice])).get(1)).toBe(1);
  });

  it('notes are told in their place', () => {
    const story = playedStory(
      machineOf([shot(1), { kind: 'note', tell: (s) => `${s.hits} hit` }, shot(7)]),
      { seed: 1, encounter: 0 },
      () => 2,
    );
    expect(story.entries.map((e) => (e.kind === 'note' ? e.text : e.kind))).toEqual(['roll', '1 hit', 'roll']);
  });

  it('sums are added up along the way', () => {
    const { sums } = exact(compile(machineOf(times(() => 5, counter, [shot(4)]))));
    expect(sums[0].mean).toBeCloseTo(5, 12);
  });

  it('a loop without a throw that never ends is refused, with its place', () => {
    const endless: Flow<S>[] = [{ kind: 'while', at: 'line 7', test: () => true, body: [] }];
    expect(() => compile(machineOf(endless))).toThrow(/endless at line 7/);
  });

  it('a loop that can come back to the state it left is refused', () => {
    expect(() => compile(machineOf([{ kind: 'while', test: () => true, body: [shot(7)] }]))).toThrow(/may never end/);
  });
});

describe('a loop that never ends', () => {
  const endless = (): Machine<S> => machineOf([{ kind: 'while', test: () => true, body: [shot(7)] }]);

  it('is refused when it is compiled, with the step that comes back', () => {
    expect(() => compile(endless())).toThrow(/may never end/);
  });

  it('is refused when it is played, after so many throws', () => {
    const player = new Player(endless());
    expect(() => player.block(new StreamDice(1, 0), 0, 1)).toThrow(/100,000 dice without coming to an end/);
  });
});
