import { grid, modifiers, row } from '../../book.ts';
import { at } from './at.ts';

const ADVANCE_TO_ROUT = ['advance', 'reserve', 'stand', 'retreat', 'rout'] as const;
const columnsFor = (troops: string) => ADVANCE_TO_ROUT.map((orders) => `${troops}-${orders}`);

/** The four morale tables of the sheet, the modifiers of the morale die, and rallying. */
export const morale = [
  /** Raw D6 (SYW-R20). `casualties` is the share of stands lost, in %, at which the second row counts for all. */
  grid(
    'charge.raw',
    'Infantry with muskets or bows charging frontally',
    at('Morale for musket/bow armed infantry', 113),
    ['from', 'casualties'],
    [
      ['steady', 114, 'heavy infantry; others against defences or troops in soft cover', [5, null]],
      ['other', 115, 'in other circumstances, and all of them at half casualties', [6, 50]],
    ],
  ),
  modifiers('morale.modifiers', 'Morale', at('Morale', 117), [
    row('more-casualties', 118, 2, 'caused more casualties in melee than it took, this phase', {
      self: { causedMore: true },
    }),
    row('lights-v-lights', 118, 2, 'lights testing to charge lights', {
      self: { troops: 'light' },
      enemy: { troops: 'light' },
      now: { test: 'charge' },
    }),
    row('higher-factor', 118, -2, 'charging a higher melee factor frontally, or charged by one', {
      self: { facesHigherFactor: true },
      now: { test: ['charge', 'charged'] },
    }),
    row('foot-caught-in-open', 118, -2, 'light infantry or militia charged by cavalry in open terrain', {
      self: { footCaughtInOpen: true },
      now: { test: 'charged' },
    }),
    row('charged-in-flank', 118, -2, 'charged in flank or rear', {
      self: { struckIn: ['flank', 'rear'] },
      now: { test: 'charged' },
    }),
    row('melees-lost', 118, { per: 'self.meleesLost', each: -2 }, 'each melee lost by the group, this phase'),
    row('rallying', 118, -2, 'rallying from rout', { now: { test: 'rally' } }),
    row('general', 119, 1, "the group's general or the commander in chief within D4 x 5cm", {
      self: { generalNear: true },
    }),
    row('high-morale', 119, 1, 'high morale', { self: { morale: 'high' } }),
    row(
      'uphill-or-cover',
      119,
      1,
      'uphill of all enemy, or infantry in cover',
      { self: { uphill: true } },
      { self: { infantryInCover: true } },
    ),
    row('melees-won', 119, { per: 'self.meleesWon', each: 1 }, 'each melee won by the group, this phase'),
    row('artillery-fire', 120, -1, 'under artillery fire at short range', { self: { underArtilleryFire: true } }),
    row('losses', 120, { per: 'self.lossSteps', each: -1 }, "each 20% of the group's stands killed in this battle"),
    row(
      'disordered',
      120,
      -1,
      'disordered',
      { self: { disorderedUnits: { gte: 1 } }, ruling: { groupDisordered: 'any' } },
      { self: { disorderedPercent: { gte: 50 } }, ruling: { groupDisordered: 'half' } },
    ),
    row(
      'poor-or-militia',
      120,
      -1,
      'poor morale, or militia in open terrain',
      { self: { morale: 'poor' } },
      { self: { militiaInOpen: true } },
    ),
    row(
      'charge-at-half',
      120,
      -3,
      'charging at half strength or less',
      { self: { strengthPercent: { lte: 50 } }, now: { test: 'charge' }, ruling: { chargeAtHalf: 'group' } },
      { self: { weakestUnitPercent: { lte: 50 } }, now: { test: 'charge' }, ruling: { chargeAtHalf: 'any-unit' } },
    ),
  ]),
  /** Figures inside the rows above. */
  grid(
    'morale.figures',
    'Figures of the morale rows',
    at('Morale', 117),
    ['value'],
    [
      ['general-die', 119, "die for the general's reach", ['D4']],
      ['general-reach', 119, "the general's reach for each point of that die, in cm", [5]],
      ['loss-step', 120, "share of the group's stands that counts once, in %", [20]],
    ],
  ),
  grid(
    'rally',
    'Rallying from rout',
    at('Rallying from rout', 122),
    ['from', 'massed', 'light'],
    [
      ['score-5', 123, 'any troops rally', [5, 'rallies', 'rallies']],
      ['score-4', 124, 'massed troops rally', [4, 'rallies', 'routs']],
      ['score-lower', 125, 'rout goes on', [null, 'routs', 'routs']],
    ],
  ),
  grid(
    'charge.others',
    'Others charging',
    at('Morale for others charging', 127),
    ['from', 'massed', 'light'],
    [
      ['score-5', 128, 'keeps its orders', [5, 'keeps', 'keeps']],
      ['score-3', 129, 'massed keep their orders, lights go to Stand', [3, 'keeps', 'stand']],
      ['score-lower', 130, 'goes to Stand', [null, 'stand', 'stand']],
    ],
  ),
  /**
   * Printed as "In other circumstances". A cell holds the orders a group ends on; `falls-back` is the distance in cm for
   * those that the row sends back. Routers keep routing: they rally by a table of their own.
   */
  grid(
    'morale.other',
    'In other circumstances',
    at('In other circumstances', 132),
    [
      'from',
      ...columnsFor('massed'),
      'massed-falls-back',
      'massed-artillery',
      ...columnsFor('light'),
      'light-falls-back',
    ],
    [
      [
        'score-6',
        133,
        'stays at its orders',
        [
          6,
          ...['advance', 'reserve', 'stand', 'retreat', 'rout', null, null],
          ...['advance', 'reserve', 'stand', 'retreat', 'rout', null],
        ],
      ],
      [
        'score-4',
        134,
        'massed stay; lights on Advance or Stand retreat',
        [
          4,
          ...['advance', 'reserve', 'stand', 'retreat', 'rout', null, null],
          ...['retreat', 'reserve', 'retreat', 'retreat', 'rout', 10],
        ],
      ],
      [
        'score-2',
        135,
        'massed on Advance go to Stand; lights retreat',
        [
          2,
          ...['stand', 'reserve', 'stand', 'retreat', 'rout', null, null],
          ...['retreat', 'retreat', 'retreat', 'retreat', 'rout', 10],
        ],
      ],
      [
        'score-0',
        136,
        'massed retreat, artillery is killed; lights rout',
        [
          0,
          ...['retreat', 'retreat', 'retreat', 'retreat', 'rout', 20, 'killed'],
          ...['rout', 'rout', 'rout', 'rout', 'rout', null],
        ],
      ],
      [
        'score-lower',
        137,
        'routs',
        [
          null,
          ...['rout', 'rout', 'rout', 'rout', 'rout', null, null],
          ...['rout', 'rout', 'rout', 'rout', 'rout', null],
        ],
      ],
    ],
  ),
];
