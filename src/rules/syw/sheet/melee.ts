import { grid, modifiers, notes, row } from '../../book.ts';
import { at } from './at.ts';

/** A routing unit gets nothing added (line 34), so every plus row asks for a unit that does not rout. */
const steady = { orders: { not: 'rout' } } as const;

/** Printed as "Melee chart": a D6 for each unit or part of a unit in contact, these rows on the die. */
export const melee = [
  modifiers(
    'melee.modifiers',
    'Melee',
    at('Melee chart', 94),
    [
      row('high-morale', 95, 1, 'high morale', { self: { ...steady, morale: 'high' } }),
      row('v-flank-or-rear', 96, 1, 'against the flank or rear of the enemy', {
        self: steady,
        enemy: { struckIn: ['flank', 'rear'] },
      }),
      row(
        'square-v-cavalry',
        97,
        1,
        'massed infantry against cavalry, in square or in a column three deep or more to its front',
        { self: { ...steady, arm: 'infantry', troops: 'massed', formation: 'square' }, enemy: { arm: 'cavalry' } },
        {
          self: { ...steady, arm: 'infantry', troops: 'massed', formation: 'deep-column', struckIn: 'front' },
          enemy: { arm: 'cavalry' },
        },
      ),
      row('overlap', 98, 1, 'at least one overlap in support, unless the enemy is in square or in buildings', {
        self: { overlap: true, orders: { not: ['retreat', 'rout'] } },
        enemy: { formation: { not: 'square' }, place: { not: 'buildings' } },
      }),
      row('extra-stand', 99, { per: 'self.extraContact', each: 1 }, 'each stand in contact over one', {
        self: { orders: { not: ['retreat', 'rout'] } },
      }),
      row('lower-value', 101, { per: 'self.factorDeficit', each: -1 }, 'each point of combat value below the enemy'),
      row(
        'disordered',
        102,
        -1,
        'half the units of the group or more are disordered, or it stands in disordering terrain',
        { self: { disorderedPercent: { gte: 50 } } },
        { self: { disorderingTerrain: true } },
      ),
      row('poor-morale', 103, -1, 'poor morale', { self: { morale: 'poor' } }),
      row('terrain', 104, -1, 'massed troops in terrain of types 1 to 3, except light cavalry (a)', {
        self: { troops: 'massed', terrain: ['type-1', 'type-2', 'type-3'], type: { not: 'light-cavalry-a' } },
      }),
      row(
        'reserve-or-flanked',
        105,
        -1,
        'on Reserve or Retreat orders, or fighting to its flank or rear',
        { self: { orders: ['reserve', 'retreat'] } },
        { self: { struckIn: ['flank', 'rear'] } },
      ),
      row(
        'enemy-placed',
        106,
        -1,
        'enemy in buildings, behind defences or uphill',
        { enemy: { place: ['buildings', 'defences'] } },
        { enemy: { uphill: true } },
      ),
      row('cavalry-standing', 107, -1, 'cavalry charged while on Stand orders', {
        self: { arm: 'cavalry', charged: true, orders: 'stand' },
      }),
    ],
    { self: { orders: 'rout' }, ruling: { routMelee: 'flat-d6' } },
  ),
  notes('melee.notes', 'Notes to the melee chart', at('Melee chart', 94), [
    ['die', 94, 'one D6 for each unit, or part of a unit, in contact'],
    ['overlaps', 98, 'an overlap counts against one enemy unit in a combat phase; troops in Retreat or Rout give none'],
  ]),
  grid(
    'melee.results',
    'Result of melee',
    at('Result of melee', 109),
    ['from', 'to', 'stands', 'disorganises'],
    [
      ['score-5', 110, '1 stand killed', [5, 6, 1, true]],
      ['score-7', 110, '2 stands killed', [7, null, 2, true]],
      ['score-10', 111, '3 stands killed', [10, null, 3, true]],
    ],
  ),
];
