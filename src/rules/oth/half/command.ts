import { grid, modifiers, notes, row } from '../../book.ts';
import { at, atOth2 } from './sheet.ts';

const _ = null;
const hasControl = (control: number) => ({ self: { commanderInRange: true, control } });

/** Sequence of play, command, general morale, rallying (borrowed) and commanders. */
export const command = [
  notes('sequence', 'Sequence of play', at('Sequence of Play', 3), [
    ['a-command', 6, 'Side A: command status'],
    ['a-orders', 7, 'Side A alters brigade orders'],
    ['a-moves', 8, 'Side A moves'],
    ['a-rallies', 9, 'Side A rallies'],
    ['b-defensive-fire', 10, 'Side B: defensive fire'],
    ['a-combats', 11, 'Side A: all close combats'],
    ['b-shoots', 12, 'Side B fires'],
    ['b-command', 14, 'Side B: command status'],
    ['b-orders', 15, 'Side B alters brigade orders'],
    ['b-moves', 16, 'Side B moves'],
    ['b-rallies', 17, 'Side B rallies'],
    ['a-defensive-fire', 18, 'Side A: defensive fire'],
    ['b-combats', 19, 'Side B: all close combats'],
    ['a-shoots', 20, 'Side A fires'],
  ]),
  grid(
    'command.status',
    'Command status',
    at('Command Status', 22),
    ['division', 'brigade', 'unit', 'move', 'rally'],
    [
      ['yes-yes-yes', 25, 'all in command', [true, true, true, 'full', true]],
      ['yes-yes-no', 26, 'unit out', [true, true, false, 'none', true]],
      ['yes-no-yes', 27, 'brigade out', [true, false, true, 'half', true]],
      ['yes-no-no', 28, 'brigade and unit out', [true, false, false, 'none', true]],
      ['no-yes-yes', 29, 'division out', [false, true, true, 'half', true]],
      ['no-yes-no', 30, 'division and unit out', [false, true, false, 'none', true]],
      ['no-no-yes', 31, 'division and brigade out', [false, false, true, 'none', true]],
      ['no-no-no', 32, 'all out of command', [false, false, false, 'none', true]],
    ],
  ),
  modifiers('morale.modifiers', 'General test modifiers', at('Morale', 377), [
    row('support', 377, +1, 'supported by its own brigade (not routing, shooting or wavering)', {
      self: { moraleSupport: true },
    }),
    row('control-1', 380, 0, 'commander in range, control 1', hasControl(1)),
    row('control-2', 381, 0, 'commander in range, control 2', hasControl(2)),
    row('control-3', 382, +1, 'commander in range, control 3', hasControl(3)),
    row('control-4', 383, +2, 'commander in range, control 4', hasControl(4)),
    row('control-5', 384, +3, 'commander in range, control 5', hasControl(5)),
  ]),
  grid(
    'morale.distances',
    'What counts as close by',
    at('Morale', 377),
    ['inches'],
    [['support', 377, 'support from the own brigade', [3]]],
  ),
  grid(
    'morale.tests',
    'Tests at the start of a turn and in combat',
    at('Morale Tests', 350),
    ['within', 'hits', 'moves', 'effect'],
    [
      ['command', 353, 'wavering or routing friends close by', [3, 1, _, 'none']],
      ['combat-round', 364, 'round drawn or lost by 1; no fire in its next fire phase', [_, 1, 1, 'retreat']],
    ],
  ),

  grid(
    'rally.rules',
    'Rallying',
    atOth2('Rallying', 73),
    ['hits', 'hitsIfPassed', 'enemyBeyond'],
    [
      ['commander', 75, 'a commander: one test a hit, up to his control', [0, 1, _]],
      ['self', 81, 'unmoved and away from the enemy, neither militia nor irregular', [1, 2, 3]],
      ['self-militia', 83, 'militia or irregular, unmoved and far from the enemy', [0, 1, 6]],
    ],
  ),
  modifiers(
    'rally.modifiers',
    'Rally modifiers',
    atOth2('Rally Modifiers', 87),
    [
      row('inspiration', 90, { fact: 'self.inspiration' }, 'commander in range: his inspiration', {
        self: { commanderInRange: true },
      }),
      row('support', 91, +1, 'supported by its own brigade', { self: { moraleSupport: true } }),
      row('no-enemy', 92, +1, 'no enemy within 6', { self: { enemyDistance: { gt: 6 } } }),
    ],
    { now: { test: 'self-rally' }, ruling: { rallyModsScope: 'commander-tests' } },
  ),

  modifiers(
    'commander.combat',
    "Attached commander's control in combat",
    at('Commanders in Combat', 278),
    [
      row('control-1', 279, -1, 'control 1', { self: { commanderAttached: true, control: 1 } }),
      row('control-2', 279, 0, 'control 2', { self: { commanderAttached: true, control: 2 } }),
      row('control-3', 280, +1, 'control 3', { self: { commanderAttached: true, control: 3 } }),
      row('control-4', 280, +2, 'control 4', { self: { commanderAttached: true, control: 4 } }),
      row('control-5', 280, +3, 'control 5, carried on from the printed four (ruling control5)', {
        self: { commanderAttached: true, control: 5 },
        ruling: { control5: 'plus-3' },
      }),
      row('control-5-as-4', 280, +2, 'control 5 as control 4 (ruling control5)', {
        self: { commanderAttached: true, control: 5 },
        ruling: { control5: 'plus-2' },
      }),
    ],
    [
      { now: { buaFoughtIn: true }, ruling: { buaFoughtIn: 'no-modifiers' } },
      { self: { arm: 'artillery' }, ruling: { commanderAtGuns: 'none' } },
    ],
  ),
  grid(
    'commander.death',
    'Attached commander: faces that kill',
    at('Death of Commanders', 283),
    ['faces'],
    [
      ['1', 286, 'one hit on the unit', [[1]]],
      ['2', 287, 'two hits', [[1, 2]]],
      ['3', 288, 'three hits', [[1, 2, 3]]],
      ['4', 289, 'four hits or more', [[1, 2, 3, 4]]],
    ],
  ),
  grid(
    'commander.notes',
    'Commanders: conditions',
    at('Death of Commanders', 283),
    ['inches'],
    [
      ['at-risk', 281, 'attaching a commander may put him at risk', [_]],
      ['base-contact', 291, 'only a commander in base contact is at risk', [_]],
      ['overrun', 293, 'overrun by the enemy: lost unless a unit within reach takes him in', [6]],
    ],
  ),
  grid(
    'commander.replacement',
    'The replacement',
    at('Death of Commanders', 295),
    ['faces', 'range', 'control', 'inspiration'],
    // The range is that of the commander he replaces.
    [['ordinary', 295, 'the same range, low control', [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], _, 2, 0]]],
  ),
];
