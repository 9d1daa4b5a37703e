import { grid } from '../../book.ts';
import { at } from './sheet.ts';

const segments = ['first', 'second', 'third', 'fourth', 'fatigueSegment', 'cavalryWithin', 'limit'] as const;
const cost = [
  'march-column',
  'attack-column',
  'column-of-companies',
  'loose',
  'line',
  'square',
  'closed-column',
] as const;
const cavalryCost = ['march-column', 'deep-formation', 'column-of-companies', 'loose', 'line'] as const;
const half = 0.5;
const _ = null;

export const movement = [
  grid(
    'movement.tests',
    'Movement tests',
    at('Movement Morale Tests', 115),
    ['hits', 'effect', 'within'],
    [
      ['formation-change', 118, 'change of formation near the enemy', [1, 'none', 6]],
      ['leaving-cover', 119, 'leaving cover', [0, 'no-move', _]],
      ['move-after-firing', 120, 'moving after firing', [0, 'no-move', _]],
    ],
  ),
  grid('movement.segments', 'Move segments', at('Unit Movement', 122), segments, [
    ['commander', 125, 'commanders; no rallying after the second segment', [24, 24, _, _, _, _, 'second-no-rally']],
    ['infantry-march-column', 127, 'infantry, march column', [6, 6, 6, 6, 4, _, _]],
    ['infantry-attack-column', 128, 'infantry, attack column', [6, 6, 6, _, 3, _, _]],
    ['infantry-column-of-companies', 129, 'infantry, column of companies', [6, 6, 6, _, _, _, _]],
    ['infantry-closed-column', 130, 'infantry, closed column', [6, _, _, _, _, _, _]],
    ['infantry-line', 131, 'infantry, line', [6, 6, _, _, 2, _, _]],
    ['infantry-open-order', 132, 'infantry, open order', [6, 6, 6, _, 3, _, _]],
    ['infantry-skirmish', 133, 'infantry, skirmish', [6, 6, 6, _, _, _, _]],
    ['infantry-square', 134, 'infantry, square; none with cavalry close by', [4, _, _, _, _, 12, _]],
    ['cavalry-march-column', 136, 'cavalry, march column', [12, 12, 12, 12, 4, _, _]],
    ['cavalry-deep-formation', 137, 'cavalry, deep formation', [12, 12, _, _, _, _, _]],
    ['cavalry-column-of-companies', 138, 'cavalry, column of companies', [12, 12, 12, _, _, _, _]],
    ['cavalry-line', 139, 'cavalry, line', [12, 12, _, _, 2, _, _]],
    ['cavalry-open-order', 140, 'cavalry, open order', [12, 12, 12, _, 3, _, _]],
    ['cavalry-skirmish', 141, 'cavalry, skirmish', [12, 12, 12, _, _, _, _]],
    ['artillery-foot', 143, 'foot artillery, limbered', [6, 6, _, _, 2, _, _]],
    ['artillery-horse', 144, 'horse artillery, limbered', [12, 12, _, _, 2, _, _]],
    ['artillery-manhandled', 145, 'guns moved by hand', [2, _, _, _, _, _, 'not-heavy']],
  ]),
  grid(
    'terrain.effects',
    'Terrain',
    at('Terrain Effects', 147),
    ['hits', 'per', 'unlessTest', 'barred', 'inches'],
    [
      ['rough-formed', 150, 'rough ground or open woods: line or column', [1, 'segment', false, _, _]],
      ['rough-loose', 151, 'rough ground or open woods: skirmish or open order', [0, 'segment', false, _, _]],
      ['rough-artillery', 152, 'rough ground or open woods: guns', [1, 'segment', false, _, _]],
      ['woods-line', 153, 'normal woods: infantry in line', [1, 'segment', false, ['artillery'], _]],
      ['woods-open-order', 154, 'normal woods: open order', [1, 'segment', true, ['artillery'], _]],
      ['woods-skirmish', 155, 'normal woods: skirmishers', [0, 'segment', false, ['artillery'], _]],
      ['dense-line', 156, 'dense woods: infantry in line', [2, 'segment', false, ['artillery', 'cavalry'], _]],
      ['dense-open-order', 157, 'dense woods: open order', [1, 'segment', false, ['artillery', 'cavalry'], _]],
      ['dense-skirmish', 158, 'dense woods: skirmishers', [1, 'segment', true, ['artillery', 'cavalry'], _]],
      ['obstacle', 159, 'crossing an obstacle', [1, 'crossing', false, ['artillery'], _]],
      ['stream', 159, 'crossing a stream', [1, 'crossing', false, _, _]],
      ['river', 160, 'crossing a river at a bridge or ford', [1, 'crossing', false, _, _]],
      [
        'bua',
        161,
        'entering a built-up area, unless by winning a combat',
        [1, 'entry', false, ['cavalry', 'artillery'], _],
      ],
      ['earthworks', 161, 'entering earthworks, unless by winning a combat', [1, 'entry', false, _, _]],
      ['road', 162, 'march column and limbered guns on a road: inches more per segment', [0, 'segment', false, _, 2]],
    ],
  ),
  grid(
    'terrain.notes',
    'Terrain: half speed and militia',
    at('Terrain Effects', 147),
    ['hits'],
    [
      ['half-speed', 164, 'at half speed no hits are suffered', [0]],
      ['militia', 166, 'militia at full speed: so many more', [1]],
    ],
  ),
  grid(
    'engaged.options',
    'Engaged units',
    at('Engaged Units', 168),
    ['segments', 'speed', 'french'],
    [
      ['stationary', 171, 'stay', [0, _, _]],
      ['advance', 172, 'straight at the nearest enemy', [_, 'full', _]],
      ['change-formation', 173, 'change formation at its cost; French half', [_, _, half]],
      ['change-facing', 174, 'turn on the spot; skirmishers free; French half a segment', [1, _, half]],
      ['take-ground', 175, 'sideways at half speed; French full', [_, 'half', 'full']],
      ['retire', 176, 'away from the nearest enemy, still facing it', [_, 'half', _]],
    ],
  ),
  grid('formation.infantry', 'Infantry: cost of a change in segments', at('Formation Changes', 178), cost, [
    ['march-column', 181, 'from march column', [_, 1, half, 2, 2, 'full', _]],
    ['attack-column', 182, 'from attack column', [1, _, half, 1, 1, 1, half]],
    ['column-of-companies', 183, 'from column of companies', [half, half, _, half, half, _, _]],
    ['loose', 184, 'from skirmish or open order', [2, 1, half, _, 1, _, _]],
    ['line', 185, 'from line', [2, 1, half, 1, _, 2, _]],
    ['square', 186, 'from square', ['full', 1, _, _, 2, _, _]],
    ['closed-column', 187, 'from closed column', [_, half, _, _, _, _, _]],
  ]),
  grid('formation.cavalry', 'Cavalry: cost of a change in segments', at('Formation Changes', 189), cavalryCost, [
    ['march-column', 190, 'from march column', [_, 1, half, 2, 2]],
    ['deep-formation', 191, 'from deep formation', [1, _, half, 1, 1]],
    ['column-of-companies', 192, 'from column of companies', [half, half, _, 1, half]],
    ['loose', 193, 'from skirmish or open order', [2, 1, 1, _, 1]],
    ['line', 194, 'from line', [2, 1, half, 1, _]],
  ]),
  grid(
    'formation.artillery',
    'Guns: cost in segments',
    at('Formation Changes', 196),
    ['segments'],
    [['limber', 196, 'limber or unlimber', [1]]],
  ),
  grid(
    'formation.notes',
    'Formation changes: conditions',
    at('Formation Changes', 178),
    ['hits', 'inches', 'cost'],
    [
      ['cavalry-skirmish', 189, 'only irregular cavalry may skirmish', [_, _, _]],
      ['untrained-turn', 199, 'militia and irregulars take a whole turn', [_, _, 'full']],
      ['militia-hit', 199, 'militia: hits unless D10 is equal or under FS', [1, _, _]],
      ['gone-to-ground', 201, 'farther than this from the enemy and unmoved: may go to ground', [_, 12, _]],
    ],
  ),
];
