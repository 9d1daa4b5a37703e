import { type RowSpec, row } from '../book.ts';
import type { Pattern } from '../pattern.ts';

/** "Support units +1/+2", two rows of one printed line; the scale is ruling `supportScale`. */
export const supportRows = (
  line: number,
  one: number,
  two: number,
  self: Pattern['self'] = {},
  near = '',
): RowSpec[] => [
  row(
    'support-one',
    line,
    one,
    `one supporting unit${near}`,
    { self: { ...self, combatSupport: 1 }, ruling: { supportScale: 'count' } },
    {
      self: { ...self, combatSupport: { gte: 1 }, supportRear: false },
      ruling: { supportScale: 'one-flank-plus1-rear-plus2' },
    },
  ),
  row(
    'support-two',
    line,
    two,
    `two supporting units or more${near}`,
    { self: { ...self, combatSupport: { gte: 2 } }, ruling: { supportScale: 'count' } },
    {
      self: { ...self, combatSupport: { gte: 1 }, supportRear: true },
      ruling: { supportScale: 'one-flank-plus1-rear-plus2' },
    },
  ),
];
