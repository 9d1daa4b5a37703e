import { grid, notes } from '../../book.ts';
import { at } from './at.ts';

/** Printed as the unit table. Movement and ranges in cm; a dash is null. */
export const units = [
  grid(
    'units',
    'Unit types',
    at('Unit types', 37),
    ['formation', 'movement', 'melee', 'melee-v-infantry', 'short', 'long', 'extreme'],
    [
      ['heavy-cavalry', 38, 'heavy cavalry', ['massed', 30, 4, 3, null, null, null]],
      ['medium-cavalry', 39, 'medium cavalry', ['massed', 30, 3, null, null, null, null]],
      ['light-cavalry', 40, 'light cavalry', ['light', 40, 2, null, null, 5, null]],
      ['light-cavalry-a', 41, 'light cavalry (a)', ['massed', 40, 2, null, null, null, null]],
      ['heavy-infantry', 42, 'heavy infantry', ['massed', 20, 3, 4, 5, 10, null]],
      ['medium-infantry', 43, 'medium infantry', ['massed', 20, 3, null, 5, 10, null]],
      ['militia', 44, 'militia', ['massed', 20, 2, null, null, 10, null]],
      ['light-infantry', 45, 'light infantry', ['light', 24, 2, null, null, 10, null]],
      ['riflemen', 46, 'riflemen', ['light', 24, 1, null, 8, 15, 20]],
      ['heavy-artillery', 47, 'heavy artillery', ['massed', 20, 1, null, 15, 40, 60]],
      ['medium-artillery', 48, 'medium artillery', ['massed', 20, 0, null, 10, 30, 60]],
      ['howitzers', 49, 'howitzers', ['massed', 20, 0, null, 15, 40, 60]],
      ['light-artillery', 50, 'light artillery', ['massed', 24, 0, null, 10, 30, null]],
    ],
  ),
  /**
   * What the names of the types tell: their arm, how they are usually armed, and which weapon the printed ranges belong
   * to (light cavalry shoots only if it carries bows: the cell reads "Bows-5cms").
   */
  grid(
    'units.kinds',
    'Arms and weapons of the unit types',
    at('Unit types', 37),
    ['arm', 'weapon', 'ranges-of'],
    [
      ['heavy-cavalry', 38, 'heavy cavalry', ['cavalry', 'none', null]],
      ['medium-cavalry', 39, 'medium cavalry', ['cavalry', 'none', null]],
      ['light-cavalry', 40, 'light cavalry', ['cavalry', 'none', 'bow']],
      ['light-cavalry-a', 41, 'light cavalry (a)', ['cavalry', 'none', null]],
      ['heavy-infantry', 42, 'heavy infantry', ['infantry', 'musket', 'musket']],
      ['medium-infantry', 43, 'medium infantry', ['infantry', 'musket', 'musket']],
      ['militia', 44, 'militia', ['infantry', 'musket', 'musket']],
      ['light-infantry', 45, 'light infantry', ['infantry', 'musket', 'musket']],
      ['riflemen', 46, 'riflemen', ['infantry', 'rifle', 'rifle']],
      ['heavy-artillery', 47, 'heavy artillery', ['artillery', 'gun', 'gun']],
      ['medium-artillery', 48, 'medium artillery', ['artillery', 'gun', 'gun']],
      ['howitzers', 49, 'howitzers', ['artillery', 'gun', 'gun']],
      ['light-artillery', 50, 'light artillery', ['artillery', 'gun', 'gun']],
    ],
  ),
  /** Weapons whose ranges do not go by the unit type: `as` names the type whose printed ranges they have. */
  grid(
    'weapons',
    'Bows and spears',
    at('Unit types', 52),
    ['as', 'short', 'long', 'extreme'],
    [
      ['bow', 52, 'bows', ['militia', null, null, null]],
      ['spear', 52, 'spears and the like', [null, 2, 8, null]],
    ],
  ),
  notes('units.notes', 'Notes to the unit types', at('Unit types', 54), [
    ['column-on-reserve', 54, 'infantry of every type moves 24cm in column on Reserve orders'],
    ['wheel', 55, 'badly drilled troops and militia wheel at half speed'],
    ['incline-well-drilled', 56, 'well drilled troops may incline at 45 degrees at up to full speed'],
    ['incline-normal', 57, 'normal troops and cavalry may incline at 45 degrees at half speed'],
    ['incline-badly-drilled', 58, 'badly drilled troops and militia may not incline'],
  ]),
];
