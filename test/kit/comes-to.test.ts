import { expect, it } from 'vitest';
import { roll, type Stepped } from '../../src/kit/flow.ts';
import { declareState } from '../../src/kit/machine.ts';
import { tabled } from '../../src/kit/tabled.ts';
import { compile } from '../../src/sim/compile.ts';
import { d6 } from '../../src/sim/die.ts';
import { exact } from '../../src/sim/exact.ts';
import { int } from '../../src/sim/state.ts';

it('a roll is given what its face comes to, and one face of those that come to the same is applied', () => {
  const { view, machine } = declareState({ steps: int(0, 2) });
  const walk = roll<Stepped, undefined>({
    roll: d6,
    comesTo: (_, face) => (face === 6 ? 2 : face >= 4 ? 1 : 0),
    apply: (_s, _given, steps) => {
      view.steps = steps;
    },
    title: () => 'It walks',
    result: (_s, _given, face) => String(face),
  });
  const made = machine({
    name: 'walk',
    play: [walk],
    start: () => {},
    outcomes: [{ id: 'over', label: 'over', winner: 'none', severity: 0 }],
    outcome: () => 'over',
    measures: [{ id: 'steps', label: 'steps', of: () => view.steps }],
    sums: [],
  });
  const { ends } = exact(compile(made));
  expect(ends.map((e) => [e.values[0], e.weight])).toEqual([
    [0, 3 / 6],
    [1, 2 / 6],
    [2, 1 / 6],
  ]);
  const [rolled] = Object.values(made.steps).filter((step) => 'roll' in step);
  expect([1, 2, 3, 4, 5, 6].map((face) => rolled.alike!(undefined, face))).toEqual([0, 0, 0, 1, 1, 2]);
});

it('a table that fills itself asks once for each key, also where the answer is nothing', () => {
  const asked: string[] = [];
  const length = tabled((word: string) => {
    asked.push(word);
    return word === '' ? undefined : word.length;
  });
  expect([length('line'), length(''), length('line'), length('')]).toEqual([4, undefined, 4, undefined]);
  expect(asked).toEqual(['line', '']);
});
