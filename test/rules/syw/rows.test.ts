import { describe, expect, it } from 'vitest';
import { type Loose, problemsOf, rowsAt } from './play.ts';

const foot = { type: 'medium-infantry', stands: 1, fired: true };
const mark = { type: 'medium-infantry', stands: 4 };
const merged = (base: Loose, more: Loose): Loose => ({ ...base, ...more });

describe('range bands', () => {
  // Distances just inside and just outside each printed figure.
  const bands: readonly [type: string, weapon: string | undefined, reach: Record<number, string | null>][] = [
    ['heavy-infantry', undefined, { 0: 'short', 5: 'short', 6: 'long', 10: 'long', 11: null }],
    ['medium-infantry', undefined, { 5: 'short', 10: 'long', 11: null }],
    ['militia', undefined, { 0: 'long', 10: 'long', 11: null }],
    ['light-infantry', undefined, { 1: 'long', 10: 'long', 11: null }],
    ['riflemen', undefined, { 8: 'short', 9: 'long', 15: 'long', 16: 'extreme', 20: 'extreme', 21: null }],
    ['heavy-artillery', undefined, { 15: 'short', 40: 'long', 41: 'extreme', 60: 'extreme', 61: null }],
    ['medium-artillery', undefined, { 10: 'short', 30: 'long', 60: 'extreme', 61: null }],
    ['howitzers', undefined, { 15: 'short', 40: 'long', 60: 'extreme', 61: null }],
    ['light-artillery', undefined, { 10: 'short', 30: 'long', 31: null }],
    ['light-cavalry', 'bow', { 1: 'long', 5: 'long', 6: null }],
    ['light-cavalry', undefined, { 1: null }],
    ['light-cavalry-a', undefined, { 1: null }],
    ['heavy-cavalry', undefined, { 1: null }],
    ['medium-cavalry', undefined, { 1: null }],
    // Bows as militia, spears by their own figures.
    ['medium-infantry', 'bow', { 1: 'long', 10: 'long', 11: null }],
    ['militia', 'spear', { 2: 'short', 3: 'long', 8: 'long', 9: null }],
  ];
  const cases = bands.flatMap(([type, weapon, reach]) =>
    Object.entries(reach).map(([d, band]) => ({ type, weapon, distance: Number(d), band })),
  );
  it.each(cases)('$type $weapon at $distance cm: $band', ({ type, weapon, distance, band }) => {
    const situation = { firer: { type, stands: 1, ...(weapon ? { weapon } : {}) }, target: mark, distance };
    if (band === null) {
      expect(problemsOf('fire', situation)).toHaveLength(1);
      return;
    }
    const rows = rowsAt('fire', situation, /shoots? at/);
    expect({ long: rows['long-range'] ?? 0, extreme: rows['extreme-range'] ?? 0 }).toEqual({
      long: band === 'long' ? -1 : 0,
      extreme: band === 'extreme' ? -2 : 0,
    });
  });
});

describe('shooting rows', () => {
  const shots: readonly [what: string, firer: Loose, target: Loose, distance: number, rows: Record<string, number>][] =
    [
      ['a bare long shot', {}, {}, 8, { 'long-range': -1 }],
      ['muskets at short range', {}, {}, 5, { 'musket-short-range': 1 }],
      ['the first shot of massed muskets', { fired: false }, {}, 8, { 'long-range': -1, 'first-shot': 1 }],
      ['poor shots', { poorShots: true }, {}, 5, { 'poor-shots': -1, 'musket-short-range': 1 }],
      ['moved', { moved: true }, {}, 8, { 'long-range': -1, moving: -1 }],
      [
        'moved and not on Stand counts once',
        { moved: true, orders: 'advance' },
        {},
        8,
        { 'long-range': -1, moving: -1 },
      ],
      ['disordered shooters', { disordered: true }, {}, 8, { 'long-range': -1, disordered: -1 }],
      ['soft cover', {}, { cover: 'soft' }, 8, { 'long-range': -1, cover: -1 }],
      ['hard cover', {}, { cover: 'hard' }, 8, { 'long-range': -1, 'hard-cover-small-arms': -1 }],
      [
        ...(['at light infantry', {}, { type: 'light-infantry' }, 8] as const),
        { 'long-range': -1, 'target-light-infantry': -1 },
      ],
      ['at light cavalry', {}, { type: 'light-cavalry' }, 8, { 'long-range': -1 }],
      ['at riflemen', {}, { type: 'riflemen' }, 8, { 'long-range': -1, 'target-light-infantry': -1 }],
      ['four stands', { stands: 4 }, {}, 8, { 'long-range': -1, 'extra-stand': 3 }],
      ['three of four stands', { stands: 4, shooters: 3 }, {}, 8, { 'long-range': -1, 'extra-stand': 2 }],
      [
        ...(['lights count one extra stand', { type: 'light-infantry', stands: 5, fired: false }, {}, 8] as const),
        { 'long-range': -1, 'lights-shooting': -1, 'extra-stand': 1 },
      ],
      [...(['rifles are not muskets', { type: 'riflemen', fired: false }, {}, 8] as const), { 'lights-shooting': -1 }],
      ['bows are not muskets', { weapon: 'bow', fired: false }, {}, 8, { 'long-range': -1 }],
      ['spears are not muskets', { weapon: 'spear', fired: false }, {}, 2, {}],
      [
        'light cavalry with bows',
        { type: 'light-cavalry', weapon: 'bow' },
        {},
        4,
        { 'long-range': -1, 'lights-shooting': -1 },
      ],
      ['guns at a column', { type: 'medium-artillery' }, { formation: 'column' }, 9, { 'column-or-square': 1 }],
      [
        'guns at a deep column',
        { type: 'medium-artillery' },
        { formation: 'deep-column' },
        9,
        { 'column-or-square': 1 },
      ],
      ['guns at a square', { type: 'light-artillery' }, { formation: 'square' }, 9, { 'column-or-square': 1 }],
      ['howitzers at a square', { type: 'howitzers' }, { formation: 'square' }, 9, {}],
      ['howitzers at 5cm', { type: 'howitzers' }, {}, 5, { 'close-artillery': 1 }],
      ['guns at 5cm', { type: 'heavy-artillery' }, {}, 5, { 'close-artillery': 1 }],
      ['guns that moved', { type: 'heavy-artillery', moved: true }, {}, 9, {}],
      ['light guns at hard cover', { type: 'light-artillery' }, { cover: 'hard' }, 9, { cover: -1 }],
      ['medium guns at hard cover', { type: 'medium-artillery' }, { cover: 'hard' }, 9, { cover: -1 }],
      ['heavy guns at hard cover', { type: 'heavy-artillery' }, { cover: 'hard' }, 9, {}],
      ['howitzers at hard cover', { type: 'howitzers' }, { cover: 'hard' }, 9, {}],
      ['light guns at soft cover', { type: 'light-artillery' }, { cover: 'soft' }, 9, {}],
    ];
  it.each(shots)('%s', (_, firer, target, distance, rows) => {
    const situation = { firer: merged(foot, firer), target: merged(mark, target), distance };
    expect(rowsAt('fire', situation, /shoots? at/)).toEqual(rows);
  });
});

describe('melee rows', () => {
  const unit = { type: 'medium-infantry', stands: 1 };
  const horse = { type: 'medium-cavalry' };
  /** The rows of the attacker (a) or the defender (b). */
  const fights: readonly [what: string, who: 'a' | 'b', Loose, Loose, Loose, Record<string, number>][] = [
    ['nothing special', 'a', {}, {}, {}, {}],
    ['high morale', 'a', { morale: 'high' }, {}, {}, { 'high-morale': 1 }],
    ['poor morale', 'b', {}, { morale: 'poor' }, {}, { 'poor-morale': -1 }],
    ['against a flank', 'a', {}, {}, { aspect: 'flank' }, { 'v-flank-or-rear': 1 }],
    ['fighting to its rear', 'b', {}, {}, { aspect: 'rear' }, { 'reserve-or-flanked': -1 }],
    [
      'Reserve orders and flanked count once',
      'b',
      {},
      { orders: 'reserve' },
      { aspect: 'rear' },
      { 'reserve-or-flanked': -1 },
    ],
    [
      'Retreat orders lose the stands too',
      'b',
      { stands: 3 },
      { stands: 3, orders: 'retreat' },
      {},
      { 'reserve-or-flanked': -1 },
    ],
    ['three stands in contact', 'a', { stands: 3 }, { stands: 5 }, {}, { 'extra-stand': 2 }],
    ['as many as the smaller unit', 'b', { stands: 3 }, { stands: 5 }, {}, { 'extra-stand': 2 }],
    ['square against cavalry', 'b', horse, { formation: 'square' }, {}, { 'square-v-cavalry': 1 }],
    ['square against infantry', 'b', {}, { formation: 'square' }, {}, {}],
    ['deep column against cavalry in front', 'b', horse, { formation: 'deep-column' }, {}, { 'square-v-cavalry': 1 }],
    [
      ...(['deep column against cavalry in flank', 'b', horse, { formation: 'deep-column' }] as const),
      { aspect: 'flank' },
      { 'reserve-or-flanked': -1 },
    ],
    ['an ordinary column against cavalry', 'b', horse, { formation: 'column' }, {}, {}],
    [
      ...(['light infantry in square', 'b', horse, { type: 'light-infantry', formation: 'square' }, {}] as const),
      { 'lower-value': -1 },
    ],
    ['an overlap', 'a', {}, {}, { fights: [{ attackerOverlap: true }] }, { overlap: 1 }],
    ['no overlap on a square', 'a', {}, { formation: 'square' }, { fights: [{ attackerOverlap: true }] }, {}],
    [
      ...(['no overlap on buildings', 'a', {}, { place: 'buildings' }] as const),
      { fights: [{ attackerOverlap: true }] },
      { 'enemy-placed': -1 },
    ],
    [
      'no overlap by troops in retreat',
      'b',
      {},
      { orders: 'retreat' },
      { fights: [{ defenderOverlap: true }] },
      { 'reserve-or-flanked': -1 },
    ],
    ['heavy cavalry is 3 against infantry', 'a', { type: 'heavy-cavalry' }, {}, {}, {}],
    ['heavy infantry is 3 against cavalry', 'b', { type: 'heavy-cavalry' }, { type: 'heavy-infantry' }, {}, {}],
    ['heavy cavalry against cavalry', 'b', { type: 'heavy-cavalry' }, horse, { charged: false }, { 'lower-value': -1 }],
    ['heavy infantry is 4 against infantry', 'a', {}, { type: 'heavy-infantry' }, {}, { 'lower-value': -1 }],
    [
      'howitzers against heavy infantry',
      'b',
      { type: 'heavy-infantry' },
      { type: 'howitzers' },
      {},
      { 'lower-value': -3 },
    ],
    [
      'heavy artillery against militia',
      'b',
      { type: 'militia' },
      { type: 'heavy-artillery' },
      {},
      { 'lower-value': -1 },
    ],
    ['routers', 'b', { stands: 3 }, { stands: 3, orders: 'rout', morale: 'high' }, {}, { 'lower-value': -3 }],
    ['a disordered unit', 'a', { disordered: true }, {}, {}, { disordered: -1 }],
    ['disordering terrain', 'a', { disorderingTerrain: true }, {}, {}, { disordered: -1 }],
    ['one of three units disordered', 'a', { others: [{ ...unit, disordered: true }, unit] }, {}, {}, {}],
    ['one of two units disordered', 'a', { others: [{ ...unit, disordered: true }] }, {}, {}, { disordered: -1 }],
    ['massed in terrain of type 2', 'a', { terrain: 'type-2' }, {}, {}, { terrain: -1 }],
    ['lights in terrain of type 2', 'a', { type: 'riflemen', terrain: 'type-2' }, { type: 'riflemen' }, {}, {}],
    [
      ...(['light cavalry (a) in terrain', 'a', { type: 'light-cavalry-a', terrain: 'type-3' }] as const),
      ...([{ type: 'militia' }, {}, {}] as const),
    ],
    [
      'enemy behind defences and uphill counts once',
      'a',
      {},
      { place: 'defences', uphill: true },
      {},
      { 'enemy-placed': -1 },
    ],
    ['enemy uphill', 'b', { uphill: true }, {}, {}, { 'enemy-placed': -1 }],
    ['cavalry charged on Stand', 'b', horse, horse, {}, { 'cavalry-standing': -1 }],
    ['cavalry in a later round', 'b', horse, horse, { charged: false }, {}],
    ['cavalry charged on Advance', 'b', horse, { ...horse, orders: 'advance' }, {}, {}],
  ];
  it.each(fights)('%s (%s)', (_, who, attacker, defender, more, rows) => {
    const situation = { attacker: merged(unit, attacker), defender: merged(unit, defender), ...more };
    expect(rowsAt('melee', situation, who === 'a' ? /^Melee: attacker/ : /^Melee: defender/)).toEqual(rows);
  });
});

describe('morale rows', () => {
  const group = { type: 'medium-infantry', stands: 4 };
  const horse = { type: 'medium-cavalry', stands: 4 };
  const tests: readonly [what: string, Loose, Loose, Record<string, number>][] = [
    ['nothing special', {}, {}, {}],
    ['more casualties caused', {}, { causedMore: true }, { 'more-casualties': 2 }],
    ['two melees won', {}, { meleesWon: 2 }, { 'melees-won': 2 }],
    ['two melees lost', {}, { meleesLost: 2 }, { 'melees-lost': -4 }],
    ['high morale', { morale: 'high' }, {}, { 'high-morale': 1 }],
    ['poor militia in the open, once', { type: 'militia', morale: 'poor' }, {}, { 'poor-or-militia': -1 }],
    ['militia in terrain', { type: 'militia', terrain: 'type-1' }, {}, {}],
    ['uphill', { uphill: true }, {}, { 'uphill-or-cover': 1 }],
    ['uphill and in cover, once', { uphill: true, cover: 'soft' }, {}, { 'uphill-or-cover': 1 }],
    ['cavalry in cover', { ...horse, cover: 'soft' }, {}, {}],
    ['one unit of two uphill', { uphill: true, others: [group] }, {}, {}],
    ['short-range artillery fire', { underArtilleryFire: true }, {}, { 'artillery-fire': -1 }],
    ['a general at hand', { general: 5 }, {}, { general: 1 }],
    ['a general too far', { general: 21 }, {}, {}],
    ['one disordered unit of three', { disordered: true, others: [group, group] }, {}, { disordered: -1 }],
    ['20% lost', { startingStands: 5 }, {}, { losses: -1 }],
    ['19% lost', { stands: 17, startingStands: 21 }, {}, {}],
    [
      'losses over the whole group',
      { startingStands: 6, others: [{ ...group, startingStands: 6 }] },
      {},
      { losses: -1 },
    ],
    ['half lost', { startingStands: 8 }, {}, { losses: -2 }],
    [
      ...(['charged by a higher factor', { type: 'militia', terrain: 'type-1' }] as const),
      { circumstance: 'charged', enemy: { type: 'medium-infantry' } },
      { 'higher-factor': -2 },
    ],
    ['charged by an equal', {}, { circumstance: 'charged', enemy: { type: 'heavy-cavalry' } }, {}],
    [
      ...([
        'charged in the rear',
        {},
        { circumstance: 'charged', aspect: 'rear', enemy: { type: 'militia' } },
      ] as const),
      { 'charged-in-flank': -2 },
    ],
    [
      ...(['riflemen charged by cavalry', { type: 'riflemen' }] as const),
      { circumstance: 'charged', enemy: { type: 'light-cavalry' } },
      { 'higher-factor': -2, 'foot-caught-in-open': -2 },
    ],
    [
      ...(['light infantry charged by infantry', { type: 'light-infantry' }] as const),
      { circumstance: 'charged', enemy: { type: 'militia' } },
      {},
    ],
    [
      ...(['cavalry charging a higher factor', { ...horse, orders: 'advance' }] as const),
      { circumstance: 'charge', enemy: { type: 'heavy-cavalry' } },
      { 'higher-factor': -2 },
    ],
    [
      ...(['the same into its flank', { ...horse, orders: 'advance' }] as const),
      { circumstance: 'charge', aspect: 'flank', enemy: { type: 'heavy-cavalry' } },
      {},
    ],
    [
      ...(['lights charging lights', { type: 'light-cavalry', orders: 'advance' }] as const),
      { circumstance: 'charge', enemy: { type: 'light-infantry' } },
      { 'lights-v-lights': 2 },
    ],
    [
      ...(['charging at half strength', { ...horse, startingStands: 8, orders: 'advance' }] as const),
      { circumstance: 'charge', enemy: { type: 'militia' } },
      { losses: -2, 'charge-at-half': -3 },
    ],
  ];
  it.each(tests)('%s', (_, tester, more, rows) => {
    expect(rowsAt('morale', { tester: merged(group, tester), ...more }, /tests?\b/)).toEqual(rows);
  });

  it('rallying counts against the routers', () => {
    expect(rowsAt('rally', { tester: group }, /tests? to rally/)).toEqual({ rallying: -2 });
  });
});
