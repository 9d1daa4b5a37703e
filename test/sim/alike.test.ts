import { expect, it } from 'vitest';
import { Alike } from '../../src/sim/alike.ts';
import { d6 } from '../../src/sim/die.ts';
import type { RollStep } from '../../src/sim/machine.ts';

const step = (alike?: (given: number, face: number) => number): RollStep<unknown, number> => ({
  ...{ roll: d6, apply: () => {}, title: () => '', result: () => '' },
  ...(alike ? { alike } : {}),
});
const faces = (many: number) => Array.from({ length: many }, (_, i) => i + 1);

it('every face stands for itself where a step says nothing', () => {
  expect([...new Alike().of(step(), 0, faces(6)).subarray(0, 6)]).toEqual([0, 1, 2, 3, 4, 5]);
});

it('faces of one kind follow the first of it, beside each other or not', () => {
  const places = new Alike().of(step((given, face) => face % given), 3, faces(6)); // biome-ignore format: one line
  expect([...places.subarray(0, 6)]).toEqual([0, 1, 2, 0, 1, 2]);
});

it('knows nothing of the faces of the last step', () => {
  const alike = new Alike();
  alike.of(step(() => 7), 0, faces(6)); // biome-ignore format: one line
  expect([...alike.of(step((_, face) => (face > 3 ? 7 : -1)), 0, faces(6)).subarray(0, 6)]).toEqual([0, 0, 0, 3, 3, 3]); // biome-ignore format: one line
});

it('takes dice of any number of faces', () => {
  const alike = new Alike();
  const wide = alike.of(step((_, face) => Math.ceil(face / 100)), 0, faces(300)); // biome-ignore format: one line
  expect([0, 99, 100, 199, 200, 299].map((i) => wide[i])).toEqual([0, 0, 100, 100, 200, 200]);
  expect(alike.of(step(), 0, faces(300))[299]).toBe(299);
});
