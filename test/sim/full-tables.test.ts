import { expect, it } from 'vitest';
import { type Flow, repeat, roll, type Stepped, when } from '../../src/kit/flow.ts';
import { declareState } from '../../src/kit/machine.ts';
import { nextTurn } from '../../src/sim/clock.ts';
import { compile } from '../../src/sim/compile.ts';
import { die } from '../../src/sim/die.ts';
import { exact } from '../../src/sim/exact.ts';
import { exactByLayers } from '../../src/sim/layers.ts';
import { clock, int } from '../../src/sim/state.ts';

/** Of four faces, each counted apart, so that every throw has four edges. */
const four = die('four', [1, 2, 3, 4]);

/** So many throws one after the other, each in a state of its own. */
function chain(length: number) {
  const { view, machine } = declareState({ thrown: int(0, length) });
  const throws = roll<Stepped, undefined>({
    roll: four,
    apply: (_, __, face, emit) => {
      emit('pips', face);
      view.thrown++;
    },
    title: () => 'one more',
    result: (_, __, face) => String(face),
  });
  return machine({
    name: 'chain',
    play: [repeat([throws], () => view.thrown < length)],
    start: () => {},
    layer: () => 0,
    outcomes: [{ id: 'done', label: 'done', winner: 'none', severity: 0 }],
    outcome: () => 'done',
    measures: [{ id: 'thrown', label: 'thrown', of: () => view.thrown }],
    sums: [{ id: 'pips', label: 'pips' }],
  });
}

// Tables of states begin with room for 1,024 of them, those of edges with room for 8,192; each length is one more state.
const LENGTHS = [1, 2, 1021, 1022, 1023, 1024, 1025, 2045, 2046, 2047, 2048, 2049];
it.each(LENGTHS)('%d states are all there, whether or not a table is just full', (length) => {
  for (const answer of [exact(compile(chain(length))), exactByLayers(chain(length)).tally]) {
    expect(answer.ends).toEqual([{ outcome: 0, values: [length], weight: expect.closeTo(1, 12) }]);
    expect(answer.sums[0].mean).toBeCloseTo(2.5 * length, 8);
    expect(answer.sums[0].sd).toBeCloseTo(Math.sqrt(1.25 * length), 6);
  }
});

/** So many turns of one throw each. */
function turns(faces: number, number: number) {
  const { view, machine } = declareState({ turn: clock(1, number), now: int(0, faces) });
  const many = die(
    'many',
    Array.from({ length: faces }, (_, i) => i + 1),
  );
  const throws = roll<Stepped, undefined>({
    roll: many,
    apply: (_, __, face) => {
      view.now = face;
    },
    title: () => 'one more',
    result: (_, __, face) => String(face),
  });
  const last: Flow<Stepped> = { kind: 'end', run: () => {} };
  return machine({
    name: 'turns',
    play: [repeat([throws, when((s) => !nextTurn(s), [last])])],
    start: () => {
      view.turn = 1;
    },
    layer: () => view.turn,
    outcomes: [{ id: 'done', label: 'done', winner: 'none', severity: 0 }],
    outcome: () => 'done',
    measures: [{ id: 'now', label: 'the last throw', of: () => view.now }],
  });
}

it.each([255, 256])('%d states in a layer lead to as many, turn after turn', (faces) => {
  const answer = exact(compile(turns(faces, 3)));
  expect(answer.ends).toHaveLength(faces);
  expect(answer.ends.reduce((sum, e) => sum + e.weight * e.values[0], 0)).toBeCloseTo((faces + 1) / 2, 8);
});
