import { grid, modifiers, notes, row } from '../../book.ts';
import { at } from './at.ts';

const artillery = 'artillery';

/** Printed as "Shooting": one D6 a shot, these rows on the die, then the results. */
export const shooting = [
  modifiers('fire.modifiers', 'Shooting', at('Shooting', 60), [
    row('extreme-range', 62, -2, 'extreme range', { now: { range: 'extreme' } }),
    row('poor-shots', 64, -1, 'poor shots', { self: { poorShots: true } }),
    row(
      'moving',
      66,
      -1,
      'moved in this phase, or not on Stand (all but artillery)',
      { self: { arm: { not: artillery }, moved: true } },
      { self: { arm: { not: artillery }, orders: { not: 'stand' } } },
    ),
    row(
      'long-range',
      67,
      -1,
      'long range',
      { now: { range: 'long' } },
      { now: { range: 'extreme' }, ruling: { extremeAlsoLong: 'yes' } },
    ),
    row(
      'cover',
      68,
      -1,
      'target in soft cover against small arms, or in hard cover against light and medium guns',
      { self: { arm: { not: artillery } }, enemy: { cover: 'soft' } },
      { self: { type: ['light-artillery', 'medium-artillery'] }, enemy: { cover: 'hard' } },
    ),
    row(
      'hard-cover-small-arms',
      68,
      { fact: 'now.hardCoverSmallArms' },
      'target in hard cover against small arms (not printed: SYW-R10)',
      { self: { arm: { not: artillery } }, enemy: { cover: 'hard' } },
    ),
    row('target-light-infantry', 69, -1, 'target is light infantry or riflemen', {
      enemy: { arm: 'infantry', troops: 'light' },
    }),
    row('lights-shooting', 70, -1, 'light infantry, riflemen or light cavalry shooting', {
      self: { troops: 'light' },
    }),
    row('disordered', 71, -1, 'shooters disordered', { self: { disordered: true } }),
    row('column-or-square', 73, 1, 'guns, not howitzers, at a column or square', {
      self: { arm: artillery, type: { not: 'howitzers' } },
      enemy: { formation: ['column', 'deep-column', 'square'] },
    }),
    row('close-artillery', 75, 1, 'artillery at 5cm or less', {
      self: { arm: artillery },
      now: { distance: { lte: 5 } },
    }),
    row('first-shot', 76, 1, 'first shot of the day by massed muskets', {
      self: { weapon: 'musket', troops: 'massed', fired: false },
    }),
    row('musket-short-range', 77, 1, 'muskets at short range', { self: { weapon: 'musket' }, now: { range: 'short' } }),
    row('extra-stand', 78, { per: 'self.extraStands', each: 1 }, 'each further stand shooting at the target'),
  ]),
  /** How many further stands count in a shot, and how many shots a unit's stands may make. */
  grid(
    'fire.stands',
    'Stands in a shot',
    at('Shooting', 78),
    ['extra-counted', 'shots'],
    [
      ['massed', 78, 'massed troops', [null, 1]],
      ['light', 78, 'light troops: one further stand counts, the others may shoot a second time', [1, 2]],
    ],
  ),
  notes('fire.method', 'How to shoot', at('Method', 80), [
    ['die', 82, 'each unit, or group of stands, that shoots throws one D6'],
    ['modify', 83, 'the modifiers are added and the score read on the results'],
    ['casualties-disorganise', 92, 'a unit that loses stands is disorganised too'],
  ]),
  /** `from` and `to` bound the printed scores; null is "or more". */
  grid(
    'fire.results',
    'Shooting results',
    at('Method', 84),
    ['from', 'to', 'stands', 'disorganises'],
    [
      ['score-4', 84, 'disorganised', [4, 4, 0, true]],
      ['score-5', 86, '1 stand killed', [5, 5, 1, true]],
      ['score-7', 88, '2 stands killed', [7, null, 2, true]],
      ['score-10', 90, '3 stands killed', [10, null, 3, true]],
    ],
  ),
];
