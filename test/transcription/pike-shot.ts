import { at, type Grid, prose, row, type SecondHand, when } from './second-hand.ts';

/** The pike-shot sheet, every line that carries a figure. The numbers 1) to 3) of the charge procedure are left out. */
export const pikeShot: readonly SecondHand[] = [
  prose(25, [-1]),
  prose(30, [1, 6]),
  prose(41, [1, 6]),
  prose(69, [2, 6]),
  at(79, [when(6), when(1), when(6), 1, 1], 'a 6 on one six-sided die halts; veterans and reiters add'),
  prose(94, [2, 6, 5]),
];

export const pikeShotGrids: readonly Grid[] = [
  {
    title: 'Movement and formation',
    columns: ['rate', 'order'],
    rows: [
      row(7, 'Minor obstacles', 'march', 'march'),
      row(8, 'Major obstacles', 'half march', 'march'),
      row(9, 'Change facing', 'march', 'march'),
      row(10, 'Back up', 'half march', 'march'),
      row(11, 'Change formation', 'no move', 'rally'),
      row(12, 'Change frontage or depth', 'foot no move, horse half march', 'march'),
    ],
  },
  {
    title: 'Charges',
    columns: ['effect'],
    rows: [
      row(53, 'Foot against horse', 'may not'),
      row(54, 'Opportunity charge', 'harass order; enemy ragged or mob'),
      row(55, 'Enemy charged in flank', 'mob'),
      row(56, 'Enemy charged in rear', 'overwhelmed'),
    ],
  },
];
