import { expect, it } from 'vitest';
import { labelOfRow, partLabel } from '../../src/words/labels.ts';

it.each([
  ['support-one', 'one supporting unit', 'one supporting unit'],
  ['short', 'short range', 'short range'],
  ['control-3', 'commander in range, control 3', 'commander in range, control 3'],
  ['attack-column', 'attack column moving into contact', undefined],
  ['higher', 'stands higher', 'stands higher'],
  ['v-square', 'against infantry in square', 'against infantry in square'],
  ['initiating', 'moved into contact', 'moved into contact'],
  ['initial-volley', 'first volley, at short range', undefined],
  ['veteran', 'veterans', undefined],
])('a row %s is called by its label where its id would be a riddle', (id, label, said) => {
  expect(labelOfRow(id, label)).toBe(said);
});

it.each([
  ['his inspiration', 'plus', 'his inspiration (on top)'],
  ['ferocity (card)', 'plus', 'ferocity (card, on top)'],
  ['uphill', 'second', 'uphill (opponent)'],
  ['uphill', 'first', 'uphill'],
  ['uphill', undefined, 'uphill'],
])('one figure of a row: %s, %s', (label, part, said) => {
  expect(partLabel(label, part)).toBe(said);
});
