import { grid } from '../../book.ts';
import { at } from './sheet.ts';

const segments = ['first', 'second', 'third', 'fourth', 'fatigueSegment', 'cavalryWithin', 'limit'] as const;
const cost = ['march-column', 'attack-column', 'column-of-companies', 'loose', 'line', 'square'] as const;
const cavalryCost = ['march-column', 'column-of-squadrons', 'column-of-companies', 'loose', 'line'] as const;
const half = 0.5;
const _ = null;

export const movement = [
  grid(
    'movement.tests',
    'Movement tests',
    at('Morale Tests', 354),
    ['hits', 'effect', 'within'],
    [
      ['formation-change', 355, 'change of formation near the enemy', [1, 'none', 3]],
      ['leaving-cover', 356, 'leaving cover', [0, 'no-move', _]],
      ['move-after-firing', 357, 'moving after firing', [0, 'no-move', _]],
    ],
  ),
  grid('movement.segments', 'Move segments', at('Unit Movement', 48), segments, [
    ['commander', 51, 'commanders; no rallying after the second segment', [12, 12, _, _, _, _, 'second-no-rally']],
    ['infantry-march-column', 53, 'infantry, march column', [3, 3, 3, 3, 4, _, _]],
    ['infantry-attack-column', 54, 'infantry, attack column', [3, 3, 3, _, 3, _, _]],
    ['infantry-column-of-companies', 55, 'infantry, column of companies', [3, 3, 3, _, _, _, _]],
    ['infantry-line', 56, 'infantry, line', [3, 3, _, _, 2, _, _]],
    ['infantry-open-order', 57, 'infantry, open order', [3, 3, 3, _, 3, _, _]],
    ['infantry-skirmish', 58, 'infantry, skirmish', [3, 3, 3, _, _, _, _]],
    ['infantry-square', 59, 'infantry, square', [2, _, _, _, _, _, _]],
    ['cavalry-march-column', 61, 'cavalry, march column', [6, 6, 6, 6, 4, _, _]],
    ['cavalry-column-of-squadrons', 62, 'cavalry, column of squadrons', [6, 6, _, _, _, _, _]],
    ['cavalry-line', 63, 'cavalry, line', [6, 6, _, _, 2, _, _]],
    ['cavalry-column-of-companies', 64, 'cavalry, column of companies', [6, 6, 6, _, _, _, _]],
    ['cavalry-skirmish', 65, 'cavalry, skirmish', [6, 6, 6, _, _, _, _]],
    ['artillery-foot', 67, 'foot artillery, limbered', [3, 3, 3, _, 3, _, _]],
    ['artillery-horse', 68, 'horse artillery, limbered', [6, 6, 6, _, 3, _, _]],
    ['artillery-manhandled', 69, 'guns under 12 pounder moved by hand', [2, _, _, _, 1, _, 'not-heavy']],
    ['battalion-gun', 70, 'battalion gun: as its unit, one segment less', [_, _, _, _, _, _, 'as-unit-minus-1']],
  ]),
  grid(
    'terrain.effects',
    'Terrain',
    at('Terrain Effects', 34),
    ['hits', 'per', 'unlessTest', 'barred', 'inches'],
    [
      ['rough-formed', 37, 'rough ground or open woods: line or column', [1, 'segment', false, _, _]],
      ['rough-loose', 38, 'rough ground or open woods: skirmish or open order', [0, 'segment', false, _, _]],
      ['rough-artillery', 39, 'rough ground or open woods: guns', [1, 'segment', false, _, _]],
      ['woods-open-order', 40, 'normal woods: open order only', [1, 'segment', false, ['formed', 'artillery'], _]],
      ['woods-skirmish', 41, 'normal woods: skirmishers', [0, 'segment', false, ['formed', 'artillery'], _]],
      [
        'dense-skirmish',
        42,
        'dense woods: skirmishers only',
        [0, 'segment', false, ['formed', 'open-order', 'artillery'], _],
      ],
      ['obstacle', 43, 'crossing an obstacle', [1, 'crossing', false, ['artillery'], _]],
      ['stream', 43, 'crossing a stream', [1, 'crossing', false, _, _]],
      ['river', 44, 'crossing a river at a bridge or ford', [1, 'crossing', false, _, _]],
      [
        'bua',
        45,
        'entering a built-up area, unless by winning a combat',
        [1, 'entry', false, ['cavalry', 'artillery'], _],
      ],
      ['earthworks', 45, 'entering earthworks, unless by winning a combat', [1, 'entry', false, _, _]],
      ['road', 46, 'march column and limbered guns on a road: inches more per segment', [0, 'segment', false, _, 1]],
    ],
  ),
  grid('formation.infantry', 'Infantry: cost of a change in segments', at('Formation Changes', 72), cost, [
    ['march-column', 75, 'from march column', [_, 1, half, 2, 2, 2]],
    ['attack-column', 76, 'from attack column', [1, _, half, 1, 1, 1]],
    ['column-of-companies', 77, 'from column of companies', [half, half, _, half, half, _]],
    ['loose', 78, 'from skirmish or open order', [2, 1, half, _, 1, _]],
    ['line', 79, 'from line', [2, 1, half, 1, _, 2]],
    ['square', 80, 'from square', [2, 1, _, _, 2, _]],
  ]),
  grid('formation.cavalry', 'Cavalry: cost of a change in segments', at('Formation Changes', 82), cavalryCost, [
    ['march-column', 83, 'from march column', [_, 1, half, 2, 2]],
    ['column-of-squadrons', 84, 'from column of squadrons', [1, _, half, 1, 1]],
    ['column-of-companies', 85, 'from column of companies', [half, half, _, half, half]],
    ['loose', 86, 'from skirmish or open order', [2, 1, half, _, 1]],
    ['line', 87, 'from line', [2, 1, half, 1, _]],
  ]),
  grid(
    'formation.artillery',
    'Guns: cost in segments',
    at('Formation Changes', 89),
    ['segments'],
    [['limber', 89, 'limber or unlimber', [1]]],
  ),
  grid(
    'formation.notes',
    'Formation changes: conditions',
    at('Formation Changes', 82),
    ['hits', 'inches', 'cost'],
    [['cavalry-skirmish', 86, 'only irregular cavalry may skirmish', [_, _, _]]],
  ),
];
