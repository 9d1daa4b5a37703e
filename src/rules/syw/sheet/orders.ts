import { grid, notes } from '../../book.ts';
import { at } from './at.ts';

/** Printed as "Order interpretation": what a group may do under each of its five orders. */
export const orders = [
  notes('orders.advance', 'Advance orders', at('Order interpretation: Advance', 5), [
    ['line', 7, 'every unit of the group is in line'],
    ['half-move', 7, 'at least one unit moves half its full speed or more, or ends in contact'],
    ['no-further', 7, 'no stand ends further from the nearest massed enemy than it began the turn'],
    [
      'artillery-to-stand',
      8,
      'artillery in shooting range of the enemy may go to Stand at any time, unless it began the turn on Stand',
    ],
    ['halt', 8, 'other units halt 10cm short of massed enemy whose front is straight ahead, and go to Stand'],
    [
      'halt-without-missiles',
      9,
      'cavalry, and infantry without missiles, halt at 10cm and go to Stand unless they pass a test to charge; ' +
        'those that pass may stay on Advance',
    ],
    ['friends', 10, 'a group whose half move would run into friends halts 10cm from them on Stand'],
  ]),
  notes('orders.reserve', 'Reserve orders', at('Order interpretation: Reserve', 12), [
    [
      'move',
      14,
      'may move up to full speed for the ground, or backwards at half speed, but not nearer to an enemy within 20cm ' +
        'of its own will unless friends stand between',
    ],
    ['well-drilled', 16, 'well drilled: any change of formation, and move as well'],
    [
      'normal-troops',
      18,
      'normal troops: line to a column one or two wide to the flank, or back, and move as well; or any other change ' +
        'without moving',
    ],
    ['badly-drilled', 20, 'badly drilled: a change of formation or a move, not both'],
    ['artillery', 22, 'artillery may only turn on the spot, and does not fire'],
  ]),
  notes('orders.stand', 'Stand orders', at('Order interpretation: Stand', 24), [
    ['move', 26, 'no move except 5cm in any direction, turning about, and forming square'],
    ['artillery', 26, 'artillery fires on Stand orders only'],
  ]),
  notes('orders.retreat', 'Retreat orders', at('Order interpretation: Retreat', 28), [
    ['move', 30, 'moves half its full speed or more, and ends further from the nearest enemy than it began'],
    ['facing', 30, 'ends facing as it did, or the opposite way'],
    ['poorly-drilled', 30, 'poorly drilled troops always end facing the opposite way'],
  ]),
  notes('orders.rout', 'Rout', at('Order interpretation: Rout', 32), [
    [
      'move',
      34,
      'moves at the rout rate first (the sheet promises that rate but does not print it), then at full speed and 2cm ' +
        'more, the quickest way to the table edge',
    ],
    ['fighting', 34, 'against pursuers it fights at combat value 0 and nothing is added'],
    ['stands', 34, 'its stands may move apart to pass gaps, but each keeps touching another, if only at a corner'],
  ]),
  /** The figures inside the sentences above, where procedures read them. */
  grid(
    'orders.figures',
    'Figures of the orders',
    at('Order interpretation', 3),
    ['value'],
    [
      ['advance-least-move', 7, 'least move of one unit on Advance, in % of full speed', [50]],
      ['advance-halt', 8, 'distance from the enemy at which Advance halts, in cm', [10]],
      ['friends-halt', 10, 'distance from friends in the way at which a group halts, in cm', [10]],
      ['reserve-no-nearer', 14, 'distance within which Reserve comes no nearer, in cm', [20]],
      ['reserve-backwards', 14, 'speed backwards on Reserve, in % of full speed', [50]],
      ['reserve-column', 54, 'full speed of infantry in column on Reserve, in cm', [24]],
      ['stand-move', 26, 'move allowed on Stand, in cm', [5]],
      ['retreat-least-move', 30, 'least move on Retreat, in % of full speed', [50]],
      ['rout-extra-speed', 34, 'added to full speed after the first move of a rout, in cm', [2]],
      ['rout-combat-value', 34, 'combat value of routers that fight', [0]],
    ],
  ),
];
