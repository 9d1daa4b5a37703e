import { grid, modifiers, notes, row } from '../../book.ts';
import { contact as oth2Contact } from '../oth2/contact.ts';
import { at, atOth2 } from './sheet.ts';

const _ = null;
const emergency = oth2Contact.filter((t) => t.id === 'emergency.modifiers');

export const contact = [
  grid(
    'contact.tests',
    'Tests around combat contact',
    at('Morale Tests', 358),
    ['failBy', 'hits', 'moves', 'effect'],
    [
      ['contact', 358, 'moving to combat contact', [_, 0, _, 'no-move']],
      ['defensive-fire', 360, 'defensive fire', [_, 0, _, 'ragged-volley']],
      ['no-hits-by-1', 361, 'fire caused no hits: failed by 1', [1, 1, _, 'hits']],
      ['no-hits-by-2', 362, 'fire caused no hits: failed by 2 or more', [2, 2, _, 'hits']],
      [
        'follow-up',
        365,
        'holding a victorious unit back (impetuous units always follow, line 375)',
        [_, 0, _, 'must-follow-up'],
      ],
    ],
  ),
  notes('contact.notes', 'Contact: conditions', at('Morale Tests', 371), [
    ['impetuous', 375, 'impetuous units must follow up if they can'],
  ]),
  modifiers('contact.modifiers', 'Moving to contact: further modifiers', at('Morale Tests', 371), [
    row('enemy-wavering', 372, +3, 'enemy wavering or routed', { enemy: { wavering: true } }),
    row('flank-or-rear', 373, +2, 'into flank or rear', { enemy: { aspect: ['flank', 'rear'] } }),
    row('irregular-at-front', 374, -6, 'irregulars at an enemy front', {
      self: { training: 'irregular' },
      enemy: { aspect: 'front' },
    }),
  ]),
  // Borrowed, with distances halved and half the die for the evader (OTHH-R13).
  grid(
    'reactions',
    'Reactions to combat contact',
    atOth2('Combat Contact Reactions', 352),
    ['within', 'hits', 'segments', 'dieDivisor', 'drivenBackHits'],
    [
      ['stand', 355, 'stand: any unit', [_, _, _, _, _]],
      [
        'stand-and-deliver',
        356,
        'stand and deliver: unlimbered guns, infantry in line, open order or skirmish; brigade units this near may join',
        [3, _, _, _, 3],
      ],
      [
        'evade',
        357,
        'evade: cavalry from infantry, irregulars, loose order, guns with a friendly square this near; half a D10 and so many segments away',
        [6, 1, 1, 2, _],
      ],
      [
        'opportunity',
        358,
        'opportunity contact: unmoved cavalry, enemy moving this near to its front',
        [6, _, _, _, _],
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
  ...emergency,
];
