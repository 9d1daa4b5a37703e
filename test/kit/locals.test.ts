import { expect, it } from 'vitest';
import { familyOf } from '../../src/rules/played.ts';
import { bookFromText } from '../../src/scenarios/book-file.ts';
import { parseText } from '../../src/scenarios/text.ts';
import { compile } from '../../src/sim/compile.ts';
import { exact } from '../../src/sim/exact.ts';

/** A game of one procedure that throws a D6 into a local, once for each call of `play`. */
function playing(procedure: object, play: readonly object[]) {
  const file = {
    id: 'locals',
    title: 'Locals',
    unit: { given: { size: { number: [1, 9] } } },
    procedures: { count: procedure },
    encounters: {
      throw: {
        title: 'A throw',
        sides: ['one', 'other'],
        state: { score: { number: [-20, 20] } },
        outcomes: { over: 0 },
        measures: { score: { of: 'score' } },
        play: [...play, { end: 'over' }],
      },
    },
  };
  const book = bookFromText(parseText(JSON.stringify(file), 'locals.yaml'));
  return familyOf(book).encounters['throw']!.build({ one: { size: 3 }, other: { size: 5 } }, book).machine;
}

const scoresOf = (machine: ReturnType<typeof playing>) =>
  Object.fromEntries(exact(compile(machine)).ends.map((e) => [e.values[0], e.weight * 6]));

it('a local that holds nothing whenever play waits is no part of the state', () => {
  const steps = [{ roll: 'D6', into: 'thrown' }, { set: { score: 'score + thrown' } }];
  const machine = playing({ locals: { thrown: { number: [0, 6] } }, steps }, [{ call: 'count' }]);
  expect(machine.layout.fields.length).toBe(3);
  expect(scoresOf(machine)).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1 });
});

it('one that is held from a throw to the next is', () => {
  const steps = [
    { roll: 'D6', into: 'thrown' },
    { roll: 'D6', results: [{ if: 'face >= 4', set: { score: 'thrown' } }, { set: { score: '-thrown' } }] },
  ];
  const machine = playing({ locals: { thrown: { number: [0, 6] } }, steps }, [{ call: 'count' }]);
  expect(machine.layout.fields.length).toBe(4);
  const half = Object.fromEntries([-6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6].map((n) => [n, 0.5]));
  for (const [score, p] of Object.entries(scoresOf(machine))) expect(p).toBeCloseTo(half[score], 12);
});

it('a local begins at its own lower bound in every call, also where another call had other bounds', () => {
  // Set on a 6 alone: otherwise the score takes what the local began at, 3 and 5.
  const steps = [{ roll: 'D6', results: [{ if: 'face = 6', set: { seen: 9 } }] }, { set: { score: 'score + seen' } }];
  const procedure = { with: ['who'], locals: { seen: { number: ['who.size', 9] } }, steps };
  const call = (who: string) => ({ call: 'count', with: { who } });
  const once = playing(procedure, [call('one')]);
  expect(scoresOf(once)).toEqual({ 3: 5, 9: 1 });
  const twice = scoresOf(playing(procedure, [call('one'), call('other')]));
  // 3 or 9, and then 5 or 9.
  for (const [score, p] of [[8, 25], [12, 5], [14, 5], [18, 1]]) expect(twice[score] * 6).toBeCloseTo(p, 10); // biome-ignore format: pairs
  expect(Object.keys(twice).length).toBe(4);
});

it('faces beyond the most that is taken are applied once', () => {
  const steps = [{ pool: 3, hits: 4, into: 'hits', most: 1 }, { set: { score: 'hits' } }];
  const machine = playing({ locals: { hits: { number: [0, 3] } }, steps }, [{ call: 'count' }]);
  const [thrown] = Object.values(machine.steps).filter((step) => 'roll' in step);
  expect([0, 1, 2, 3].map((face) => thrown.alike!(thrown.against!(machine.layout.view), face))).toEqual([0, 1, 1, 1]);
  expect(scoresOf(machine)).toEqual({ 0: 6 / 8, 1: 42 / 8 });
});
