import { grid, modifiers, notes, row } from '../../book.ts';
import { at } from './sheet.ts';

const _ = null;

export const contact = [
  grid(
    'contact.tests',
    'Tests around combat contact',
    at('Combat Contact Morale Tests', 332),
    ['failBy', 'hits', 'moves', 'effect'],
    [
      ['contact', 335, 'moving to combat contact', [_, 0, _, 'no-move']],
      ['defensive-fire', 336, 'defensive fire', [_, 0, _, 'ragged-volley']],
      ['defensive-fire-militia', 337, 'defensive fire by militia', [_, 0, 1, 'withdraw-without-fire']],
      ['no-hits-by-1', 338, 'defensive fire caused no hits: failed by 1', [1, 1, 1, 'hits-or-moves']],
      ['no-hits-by-2', 339, 'defensive fire caused no hits: failed by 2 or more', [2, 2, 2, 'hits-or-moves']],
      [
        'follow-up',
        340,
        'holding a victorious unit back (impetuous units always follow, line 350)',
        [_, 0, _, 'must-follow-up'],
      ],
    ],
  ),
  notes('contact.notes', 'Contact: conditions', at('Combat Contact Morale Tests', 332), [
    ['impetuous', 350, 'impetuous units always follow up if they can'],
  ]),
  modifiers('contact.modifiers', 'Moving to contact: further modifiers', at('Combat Contact Morale Tests', 342), [
    row('enemy-wavering', 344, +3, 'enemy wavering or routed', { enemy: { wavering: true } }),
    row('flank-or-rear', 345, +2, 'into flank or rear', { enemy: { aspect: ['flank', 'rear'] } }),
    row('regular-at-militia', 346, +2, 'regulars at militia', {
      self: { training: 'regular' },
      enemy: { training: 'militia' },
    }),
    row('untrained-at-regular', 347, -3, 'irregulars or militia at regulars', {
      self: { training: ['irregular', 'militia'] },
      enemy: { training: 'regular' },
    }),
    row(
      'cavalry-at-infantry',
      348,
      -3,
      'cavalry at infantry without secure flanks (ruling cavalryContactRow)',
      {
        self: { arm: 'cavalry' },
        enemy: { arm: 'infantry', secureFlanks: false },
        ruling: { cavalryContactRow: 'literal' },
      },
      {
        self: { arm: 'cavalry' },
        enemy: { arm: 'infantry', secureFlanks: true },
        ruling: { cavalryContactRow: 'with-secure-flanks' },
      },
      {
        self: { arm: 'cavalry', secureFlanks: false },
        enemy: { arm: 'infantry' },
        ruling: { cavalryContactRow: 'cavalry-own-flanks' },
      },
    ),
  ]),
  grid(
    'reactions',
    'Reactions to combat contact',
    at('Combat Contact Reactions', 352),
    ['within', 'hits', 'segments', 'dieDivisor', 'drivenBackHits'],
    [
      ['stand', 355, 'stand: any unit', [_, _, _, _, _]],
      [
        'stand-and-deliver',
        356,
        'stand and deliver: unlimbered guns, infantry in line, open order or skirmish; brigade units this near may join',
        [6, _, _, _, 3],
      ],
      [
        'evade',
        357,
        'evade: cavalry from infantry, irregulars, loose order, guns with a friendly square this near; D10 and so many segments away',
        [12, 1, 1, 1, _],
      ],
      [
        'opportunity',
        358,
        'opportunity contact: unmoved cavalry, enemy moving this near to its front',
        [12, _, _, _, _],
      ],
      [
        'counter',
        359,
        'counter: infantry or cavalry contacted in front; infantry countered by cavalry take hits',
        [_, 2, _, _, _],
      ],
      ['emergency-turn', 360, 'turn to face: cavalry or columns struck in flank, any struck in rear', [_, _, _, _, _]],
      [
        'emergency-square',
        361,
        'square: infantry not in square; cavalry may stop after so much of a move',
        [_, _, 0.5, _, _],
      ],
      [
        'emergency-redeploy',
        362,
        'from square into attack column or column of companies, against infantry',
        [_, _, _, _, _],
      ],
    ],
  ),
  modifiers('emergency.modifiers', 'Emergency formations', at('Combat Contact Reactions', 364), [
    row('elite', 368, +1, 'elite', { self: { elite: true } }),
    row('militia', 368, -1, 'militia', { self: { training: 'militia' } }),
    row(
      'under-strength',
      368,
      -1,
      'under-strength (square)',
      { self: { underStrength: true }, now: { test: 'emergency-square' } },
      { self: { underStrength: true }, ruling: { emergencySplit: 'rows' } },
    ),
    row(
      'over-strength',
      368,
      +1,
      'over-strength (square)',
      { self: { overStrength: true }, now: { test: 'emergency-square' } },
      { self: { overStrength: true }, ruling: { emergencySplit: 'rows' } },
    ),
    row(
      'one-move-away',
      369,
      -2,
      'enemy one move away',
      { now: { movesToContact: 1 }, ruling: { emergencySplit: 'columns' } },
      { now: { movesToContact: 1, test: 'emergency-square' } },
    ),
    row(
      'two-moves-away',
      369,
      -1,
      'enemy two moves away',
      { now: { movesToContact: 2 }, ruling: { emergencySplit: 'columns' } },
      { now: { movesToContact: 2, test: 'emergency-square' } },
    ),
    row('attack-column', 369, +1, 'from attack column (square)', {
      self: { formation: 'attack-column' },
      now: { test: 'emergency-square' },
    }),
    row('column-of-companies', 369, +1, 'from column of companies (square)', {
      self: { formation: 'column-of-companies' },
      now: { test: 'emergency-square' },
    }),
  ]),
];
