import { test } from 'vitest';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { expectSampled } from './sampled.ts';

const line = { arm: 'infantry', formation: 'line', fs: 8 };
const gun = { arm: 'artillery', gun: 'medium', fs: 8 };
const at = (firer: object, target: object, distance: number) => ({ firer, target, distance });
const column = { ...line, formation: 'attack-column' };

/** The volleys that fire.test.ts works out by hand, played ten million times each. */
test.each([
  ['oth2, a fresh line at 6', oth2, at(line, line, 6)],
  ['oth2, at 10 inches', oth2, at(line, line, 10)],
  ['oth2, a column of companies at a column', oth2, at({ ...line, formation: 'column-of-companies' }, column, 6)],
  ['oth2, half of FS 7', oth2, at({ ...column, fs: 7 }, line, 6)],
  ['oth2, a face of a square', oth2, at({ ...line, formation: 'square' }, line, 6)],
  ['oth2, a garrison', oth2, at({ ...line, place: 'bua-wooden' }, line, 6)],
  ['oth2, half of the line in sight', oth2, at({ ...line, visiblePercent: 50 }, line, 6)],
  ['oth2, at a fortified place', oth2, at(line, { ...line, place: 'bua-fortified' }, 6)],
  ['oth2, the rifle screen alone at 15', oth2, at({ ...line, rifleScreen: true }, line, 15)],
  ['oth2, a medium gun with canister', oth2, at(gun, line, 6)],
  ['oth2, a medium gun at long range', oth2, at(gun, line, 30)],
  ['oth-half, a fresh line at 3', othHalf, at(line, line, 3)],
  ['oth-half, a medium gun at long range', othHalf, at(gun, line, 15)],
] as const)('%s', async (_name, book, situation) => {
  await expectSampled(book, 'fire', situation);
});
