import { at, type Grid, prose, row, type SecondHand, when, word } from './second-hand.ts';

/** The pike-shot sheet, every line that carries a figure. The numbers 1) to 3) of the charge procedure are left out. */
export const pikeShot: readonly SecondHand[] = [
  prose(8, [word(0.5)]),
  prose(10, [word(0.5)]),
  prose(12, [word(0.5)]),
  prose(25, [-1]),
  prose(30, [1, 6]),
  prose(41, [1, 6]),
  at(65, [], 'modifiers of the regiment card'),
  at(66, [], 'modifiers of the melee type table'),
  prose(69, [2, 6]),
  at(79, [when(6), when(1), when(6), 1, 1], 'a 6 on one six-sided die halts; veterans and reiters add'),
  prose(94, [2, 6, 5]),
];

export const pikeShotGrids: readonly Grid[] = [
  {
    title: 'Brigade orders',
    columns: ['orders'],
    rows: [
      row(5, 'Movement and formation', 'march, double, rally'),
      row(7, 'Minor obstacles', 'march'),
      row(8, 'Major obstacles', 'march'),
      row(9, 'Change facing', 'march'),
      row(10, 'Back up', 'march'),
      row(11, 'Change formation', 'rally'),
      row(12, 'Change frontage or depth', 'march'),
      row(17, 'Firing', 'defend, march, double'),
      row(33, 'Cohesion', 'rally'),
      row(43, 'Charging', 'charge'),
      row(54, 'Opportunity charge', 'harass'),
    ],
  },
  {
    title: 'Rates',
    columns: ['foot', 'horse'],
    rows: [
      row(7, 'Minor obstacles', 'march', 'march'),
      row(8, 'Major obstacles', 'half march', 'half march'),
      row(9, 'Change facing', 'march', 'march'),
      row(10, 'Back up', 'half march', 'half march'),
      row(11, 'Change formation', 'no move', 'no move'),
      row(12, 'Change frontage or depth', 'no move', 'half march'),
    ],
  },
  {
    title: 'Fire on the move',
    columns: ['veteran', 'seasoned', 'levy', 'light horse', 'skirmishing horse', 'enfants perdus'],
    rows: [
      // The horse and the enfants of marching stand on line 21.
      row(20, 'Marching', true, true, false, true, true, true),
      row(22, 'Doubling', false, false, false, true, true, true),
    ],
  },
  {
    title: 'Charges of foot',
    columns: ['horse'],
    rows: [row(53, 'Foot', false)],
  },
  {
    title: 'Charge notes',
    columns: ['cohesion'],
    rows: [row(54, 'Opportunity charge: enemy ragged or mob', 'ragged'), row(55, 'Charged in flank', 'mob')],
  },
  {
    title: 'Rates after combat',
    columns: ['rate'],
    rows: [
      row(74, 'Routers and evaders, in the end', 'charge'),
      row(77, 'Pursuers', 'charge'),
      row(78, 'Chargers evaded', 'march'),
    ],
  },
  {
    title: 'Grades of regiment',
    columns: ['rank'],
    // The sheet names them best first.
    rows: [row(92, 'Veteran', 3), row(92, 'Seasoned', 2), row(92, 'Levy', 1)],
  },
];
