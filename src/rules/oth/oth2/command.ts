import { grid, modifiers, notes, row } from '../../book.ts';
import { at } from './sheet.ts';

/** Sequence of play, command, general morale, rallying and commanders. */
export const command = [
  notes('sequence', 'Sequence of play', at('Sequence of Play', 7), [
    ['a-shoots', 9, 'Side A fires'],
    ['a-command', 10, 'Side A: command phase'],
    ['a-orders', 11, 'Side A alters brigade orders'],
    ['a-moves', 12, 'Side A moves'],
    ['a-rallies', 13, 'Side A rallies'],
    ['b-defensive-fire', 14, 'Side B: defensive fire'],
    ['a-combats', 15, 'Side A: all close combats'],
    ['b-shoots', 17, 'Side B fires'],
    ['b-command', 18, 'Side B: command phase'],
    ['b-orders', 19, 'Side B alters brigade orders'],
    ['b-moves', 20, 'Side B moves'],
    ['b-rallies', 21, 'Side B rallies'],
    ['a-defensive-fire', 22, 'Side A: defensive fire'],
    ['b-combats', 23, 'Side B: all close combats'],
  ]),
  grid(
    'command.phase',
    'Command phase',
    at('Command Phase', 25),
    ['within', 'segments', 'effect'],
    [
      ['wavering-friends', 27, 'test for a wavering or routed friend close by', [6, null, 'test']],
      ['routers', 29, 'routing units run; broken on enemy contact or at the table edge', [null, 2, 'routers-move']],
      ['status', 31, 'see which brigades and units are in command', [null, null, 'check-status']],
    ],
  ),
  grid(
    'command.status',
    'Command status',
    at('Command Status', 33),
    ['division', 'brigade', 'unit', 'move', 'rally'],
    [
      ['yes-yes-yes', 36, 'all in command', [true, true, true, 'full', true]],
      ['yes-yes-no', 37, 'unit out', [true, true, false, 'none', false]],
      ['yes-no-yes', 38, 'brigade out', [true, false, true, 'half', true]],
      ['yes-no-no', 39, 'brigade and unit out', [true, false, false, 'none', false]],
      ['no-yes-yes', 40, 'division out', [false, true, true, 'half', true]],
      ['no-yes-no', 41, 'division and unit out', [false, true, false, 'none', false]],
      ['no-no-yes', 42, 'division and brigade out', [false, false, true, 'none', true]],
      ['no-no-no', 43, 'all out of command', [false, false, false, 'none', false]],
    ],
  ),
  modifiers(
    'command.engaged-move',
    'Engaged and out of command: one segment on a roll of FS',
    at('Command Status', 45),
    [
      row('elite', 47, +1, 'elite', { self: { elite: true } }),
      row('militia', 47, -1, 'militia', { self: { training: 'militia' } }),
      row('column', 47, +1, 'attack column or column of companies', {
        self: { formation: ['attack-column', 'column-of-companies'] },
      }),
    ],
  ),
  grid(
    'command.notes',
    'Out of command',
    at('Command Status', 45),
    ['segments'],
    [
      ['engaged-move', 45, 'engaged and out of command: may move on D10 equal or under FS', [1]],
      ['senior-commander', 50, 'moves normally with a division or army commander attached', [null]],
    ],
  ),

  modifiers('morale.modifiers', 'General test modifiers', at('Morale Test Modifiers', 58), [
    row('control-0-2', 61, 0, 'brigade commander in range, control 0 to 2', {
      self: { commanderInRange: true, control: { lte: 2 } },
    }),
    row('control-3', 62, +1, 'brigade commander in range, control 3', { self: { commanderInRange: true, control: 3 } }),
    row('control-4', 63, +2, 'brigade commander in range, control 4', { self: { commanderInRange: true, control: 4 } }),
    row('control-5', 64, +3, 'brigade commander in range, control 5', { self: { commanderInRange: true, control: 5 } }),
    row('support', 65, +1, 'supported by its own brigade', { self: { moraleSupport: true } }),
    row(
      'enemy-to-flank',
      66,
      -2,
      'enemy close by to the flank',
      { self: { enemyToFlank: true, enemyToRear: false } },
      { self: { enemyToFlank: true }, ruling: { flankAndRear: 'both' } },
    ),
    row('enemy-to-rear', 67, -4, 'enemy close by to the rear', { self: { enemyToRear: true } }),
    row('over-strength', 68, +1, 'over-strength', { self: { overStrength: true } }),
    row('under-strength', 69, -1, 'under-strength', { self: { underStrength: true } }),
  ]),
  grid(
    'morale.distances',
    'What counts as close by',
    at('Morale Test Modifiers', 58),
    ['inches'],
    [
      ['support', 65, 'support from the own brigade; wavering and routing units give none (line 71)', [6]],
      ['enemy-to-flank', 66, 'enemy to the flank', [6]],
      ['enemy-to-rear', 67, 'enemy to the rear', [6]],
    ],
  ),
  grid(
    'morale.tests',
    'Tests in the command phase',
    at('Command Phase', 25),
    ['within', 'hits'],
    [['command', 27, 'wavering or routed friend close by; effect by ruling commandTestHits', [6, null]]],
  ),

  grid(
    'rally.rules',
    'Rallying',
    at('Rallying', 73),
    ['hits', 'hitsIfPassed', 'enemyBeyond'],
    [
      ['commander', 75, 'a commander: one test a hit, up to his control', [0, 1, null]],
      ['self', 81, 'unmoved and away from the enemy, neither militia nor irregular', [1, 2, 6]],
      ['self-militia', 83, 'militia or irregular, unmoved and far from the enemy', [0, 1, 12]],
    ],
  ),
  notes('rally.notes', 'Rallying: conditions', at('Rallying', 73), [
    ['own-command', 77, 'only units of his own command'],
    ['contact', 79, 'all control on one unit: he must go to it'],
    ['not-in-contact', 85, 'no rallying in contact with the enemy'],
    ['no-support', 94, 'wavering and routing units support nobody'],
  ]),
  modifiers(
    'rally.modifiers',
    'Rally modifiers',
    at('Rally Modifiers', 87),
    [
      row('inspiration', 90, { fact: 'self.inspiration' }, 'commander in range: his inspiration', {
        self: { commanderInRange: true },
      }),
      row('support', 91, +1, 'supported by its own brigade', { self: { moraleSupport: true } }),
      row('no-enemy', 92, +1, 'no enemy within 12', { self: { enemyDistance: { gt: 12 } } }),
    ],
    { now: { test: 'self-rally' }, ruling: { rallyModsScope: 'commander-tests' } },
  ),

  grid(
    'commander.death',
    'Attached commander: faces that kill',
    at('Death of Commanders', 98),
    ['faces'],
    [
      ['1', 101, 'one hit on the unit', [[1]]],
      ['2', 102, 'two hits', [[1, 2]]],
      ['3', 103, 'three hits', [[1, 2, 3]]],
      ['4', 104, 'four hits or more', [[1, 2, 3, 4]]],
    ],
  ),
  grid(
    'commander.notes',
    'Commanders: conditions',
    at('Death of Commanders', 98),
    ['inches'],
    [
      ['base-contact', 106, 'only a commander in base contact is at risk', [null]],
      ['overrun', 107, 'overrun by the enemy: lost unless a unit within reach takes him in', [12]],
      ['replaced', 109, 'a lost commander is replaced', [null]],
    ],
  ),
  grid(
    'commander.replacement',
    'The replacement',
    at('Death of Commanders', 110),
    ['faces', 'range', 'control', 'inspiration'],
    [
      ['poor', 111, 'poor', [[1, 2], 8, 3, 0]],
      ['ordinary', 111, 'ordinary', [[3, 4, 5, 6, 7, 8], 12, 3, 0]],
      ['good', 111, 'good', [[9, 10], 12, 4, 1]],
    ],
  ),
];
