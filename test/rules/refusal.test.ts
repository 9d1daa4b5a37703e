import { expect, it } from 'vitest';
import { firstRefusal, type Refusal, refusals } from '../../src/rules/refusal.ts';

const unit = { formation: 'line', traits: ['raw'], chief: { rides: 2, none: null } };
const rows: readonly Refusal[] = [
  [false, 'formation', 'It may not stand so.'],
  [true, 'formation', 'It may not stand in line.'],
  [true, ['chief', 'rides'], 'He rides too often.'],
  [true, ['traits', 0], 'It is raw.'],
  [true, 'chief', 'It has a chief.'],
  [true, ['chief', 'none', 'deeper'], 'There is nothing there.'],
  [true, ['formation', 'front'], 'There is nothing there either.'],
  [true, [], 'It is there at all.'],
];

it('what is refused is told at its key, with the plain value that was found there', () => {
  expect(refusals(unit, ['units', 1], rows)).toEqual([
    { path: ['units', 1, 'formation'], message: 'It may not stand in line.', found: 'line' },
    { path: ['units', 1, 'chief', 'rides'], message: 'He rides too often.', found: 2 },
    { path: ['units', 1, 'traits', 0], message: 'It is raw.', found: 'raw' },
    { path: ['units', 1, 'chief'], message: 'It has a chief.', found: undefined },
    { path: ['units', 1, 'chief', 'none', 'deeper'], message: 'There is nothing there.', found: undefined },
    { path: ['units', 1, 'formation', 'front'], message: 'There is nothing there either.', found: undefined },
    { path: ['units', 1], message: 'It is there at all.', found: undefined },
  ]);
});

it('where each rests on the one before only the first is told', () => {
  expect(firstRefusal(unit, [], rows).map(({ message }) => message)).toEqual(['It may not stand in line.']);
  expect(firstRefusal(unit, [], rows.slice(0, 1))).toEqual([]);
});
