import { at, type Grid, heading, prose, row, type SecondHand, when, word } from './second-hand.ts';

/**
 * The syw sheet, every line that carries a figure. A modifier printed once for a run of lines stands at each of them
 * (note 'ditto'), and lines 118 to 120, where several modifiers are folded into one, give the figure once for each.
 */
export const syw: readonly SecondHand[] = [
  // Orders
  prose(7, [1, word(0.5)]),
  prose(8, [10]),
  prose(9, [10]),
  prose(10, [word(0.5), 10]),
  prose(14, [word(0.5), 20]),
  prose(18, [1, 2]),
  prose(26, [5]),
  prose(30, [word(0.5)]),
  prose(34, [2, 0]),

  // Units: movement, melee factor, ranges
  at(38, [30, 4, 3], 'the third against infantry; dash'),
  at(39, [30, 3], 'dash'),
  at(40, [40, 2, 5], 'long range with bows; dash'),
  at(41, [40, 2], 'dash'),
  at(42, [20, 3, 4, 5, 10], 'the third against infantry; dash'),
  at(43, [20, 3, 5, 10], 'dash'),
  at(44, [20, 2, 10], 'dash'),
  at(45, [24, 2, 10], 'dash'),
  at(46, [24, 1, 8, 15, 20]),
  at(47, [20, 1, 15, 40, 60]),
  at(48, [20, 0, 10, 30, 60]),
  at(49, [20, 0, 15, 40, 60]),
  at(50, [24, 0, 10, 30], 'dash'),
  prose(52, [2, 8]),
  prose(54, [24]),
  prose(56, [45]),
  prose(57, [45]),

  // Shooting
  at(62, [-2]),
  at(64, [-1]),
  at(66, [-1], 'ditto'),
  at(67, [-1], 'ditto'),
  at(68, [-1], 'ditto'),
  at(69, [-1], 'ditto'),
  at(70, [-1], 'ditto'),
  at(71, [-1], 'ditto'),
  at(73, [1]),
  at(75, [when(5), 1], 'ditto'),
  at(76, [1], 'ditto'),
  at(77, [1], 'ditto'),
  at(78, [1, word(1), word(2)], 'ditto, for each extra stand'),
  prose(82, [1, 6]),
  at(84, [when(4)]),
  at(86, [when(5), 1]),
  at(88, [when(7), 2]),
  at(90, [when(10), 3]),

  // Melee
  heading(94, [6]),
  at(95, [1]),
  at(96, [1], 'ditto'),
  at(97, [1, when(3)], 'ditto'),
  at(98, [1, when(1), when(1)], 'ditto'),
  at(99, [1, when(1)], 'ditto, for each stand over 1'),
  at(101, [-1], 'for each point'),
  at(102, [-1, when(50)], 'ditto'),
  at(103, [-1], 'ditto'),
  at(104, [-1, when(1), when(3)], 'ditto'),
  at(105, [-1], 'ditto'),
  at(106, [-1], 'ditto'),
  at(107, [-1], 'ditto'),
  at(110, [when(5), when(6), 1, when(7), 2]),
  at(111, [when(10), 3]),

  // Musket or bow armed infantry charging frontally
  at(114, [5, 6, when(6)], 'the last is the die'),
  at(115, [when(50), 6, when(6)], 'the last is the die'),

  // Morale
  heading(117, [1, 6]),
  at(118, [2, 2, -2, -2, -2, -2, -2], 'two of +2, five of -2, one of them for each melee lost'),
  at(119, [1, 1, 1, 1, when(4), when(5)], 'four of +1, one of them for each melee won; D4 x 5 cm'),
  at(120, [-1, -1, -1, -1, when(20), -3, when(50)], 'four of -1, one of them for each 20% lost; one of -3'),
  at(123, [when(5)]),
  at(124, [when(4)]),
  at(128, [when(5)]),
  at(129, [when(3), when(4)]),
  at(130, [when(2)]),
  at(133, [when(6)]),
  at(134, [when(4), when(5), 10]),
  at(135, [when(2), when(3), 10]),
  at(136, [when(0), when(1), 20]),
  at(137, [when(-1)]),
];

export const sywGrids: readonly Grid[] = [
  {
    title: 'Units',
    columns: ['formation', 'movement', 'melee', 'melee v infantry', 'short', 'long', 'extreme'],
    rows: [
      row(38, 'Heavy Cavalry', 'massed', 30, 4, 3, null, null, null),
      row(39, 'Medium Cavalry', 'massed', 30, 3, null, null, null, null),
      row(40, 'Light Cavalry', 'light', 40, 2, null, null, 5, null),
      row(41, 'Light Cavalry (a)', 'massed', 40, 2, null, null, null, null),
      row(42, 'Heavy Infantry', 'massed', 20, 3, 4, 5, 10, null),
      row(43, 'Medium Infantry', 'massed', 20, 3, null, 5, 10, null),
      row(44, 'Militia', 'massed', 20, 2, null, null, 10, null),
      row(45, 'Light Infantry', 'light', 24, 2, null, null, 10, null),
      row(46, 'Riflemen', 'light', 24, 1, null, 8, 15, 20),
      row(47, 'Heavy Artillery', 'massed', 20, 1, null, 15, 40, 60),
      row(48, 'Medium Artillery', 'massed', 20, 0, null, 10, 30, 60),
      row(49, 'Howitzers', 'massed', 20, 0, null, 15, 40, 60),
      row(50, 'Light Artillery', 'massed', 24, 0, null, 10, 30, null),
    ],
  },
  {
    title: 'Result of shooting',
    columns: ['stands killed', 'disorganised'],
    rows: [
      row(84, '4', null, 'disorganised'),
      row(86, '5', 1, 'disorganised'),
      row(88, '7+', 2, 'disorganised'),
      row(90, '10+', 3, 'disorganised'),
    ],
  },
  {
    title: 'Result of melee',
    columns: ['stands killed', 'disorganised'],
    rows: [row(110, '5, 6', 1, 'disorganised'), row(110, '7+', 2, 'disorganised'), row(111, '10+', 3, 'disorganised')],
  },
  {
    title: 'Frontal charge of musket or bow armed infantry',
    columns: ['charges on'],
    rows: [
      row(114, 'Heavy, or against defences or soft cover', [5, 6]),
      row(115, 'Otherwise, or at 50% casualties', [6]),
    ],
  },
  {
    title: 'Rallying from rout',
    columns: ['massed', 'lights'],
    rows: [row(123, '5+', 'rally', 'rally'), row(124, '4+', 'rally', 'rout'), row(125, 'less', 'rout', 'rout')],
  },
  {
    title: 'Morale for others charging',
    columns: ['massed', 'lights'],
    rows: [
      row(128, '5+', 'keep orders', 'keep orders'),
      row(129, '3-4', 'keep orders', 'stand'),
      row(130, 'up to 2', 'stand', 'stand'),
    ],
  },
  {
    title: 'Morale in other circumstances',
    columns: ['massed', 'lights'],
    rows: [
      row(133, '6+', 'keep orders', 'keep orders'),
      row(134, '4-5', 'keep orders', 'advance and stand to retreat, back 10'),
      row(135, '2-3', 'advance to stand', 'retreat, back 10'),
      row(136, '0-1', 'retreat, back 20; artillery killed', 'rout'),
      row(137, '-1 or less', 'rout', 'rout'),
    ],
  },
  {
    title: 'Stands in a shot',
    columns: ['extra stands counted', 'shots'],
    rows: [row(78, 'Massed', null, 1), row(78, 'Lights', 1, 2)],
  },
  {
    title: 'Figures of the morale rows',
    columns: ['value'],
    rows: [
      row(119, 'Reach of the general: die', 'D4'),
      row(119, 'Reach of the general: each point', 5),
      row(120, 'Share of stands killed', 20),
    ],
  },
];
