import { grid, modifiers, row } from '../../book.ts';
import type { Pattern } from '../../pattern.ts';
import { hits as oth2Hits } from '../oth2/fire.ts';
import { LOOSE, SQUARES } from '../words.ts';
import { at, atOth2 } from './sheet.ts';

const _ = null;
const flankOrRear = ['flank', 'rear'];
/** "Rifle skirmishers": loose order, or through the screen. */
const riflemen = (skirmishClass: readonly string[], enemy?: { skirmishClass: readonly string[] }): Pattern[] => [
  { self: { skirmishClass, rifled: true, formation: LOOSE }, ...(enemy ? { enemy } : {}) },
  { self: { skirmishClass, rifled: true, throughScreen: true }, ...(enemy ? { enemy } : {}) },
];
/** Who can give a first volley (line 112). */
const VOLLEYING = ['line', 'attack-column'];
const firstVolley = { initialVolley: true, distance: { lte: 3 } };
/** The rows about 3 inches go by the distance for every weapon (OTHH-R22). */
const close = { distance: { lte: 3 } };
const movedOrInContact: Pattern[] = [{ enemy: { moved: { gt: 5 } } }, { enemy: { arm: 'cavalry', inContact: true } }];

/** The printed rows; row 9 differs from oth2's. */
export const hits = [
  [
    '10',
    0,
    'score 10',
    [
      [10, 9, 8, 7, 6],
      [5, 4, 3],
      [2, 1],
    ],
  ],
  [
    '9',
    1,
    'score 9',
    [
      [9, 8, 7, 6, 5],
      [4, 3],
      [2, 1],
    ],
  ],
  ['8', 2, 'score 8', [[8, 7, 6, 5], [4, 3, 2], [1]]],
  ['7', 3, 'score 7', [[7, 6, 5, 4], [3, 2], [1]]],
  ['6', 4, 'score 6', [[6, 5, 4], [3, 2, 1], _]],
  ['5', 5, 'score 5', [[5, 4, 3], [2, 1], _]],
  ['4', 6, 'score 4 or less', [[4, 3, 2, 1], _, _]],
] as const;

export const fire = [
  grid(
    'fire.tests',
    'Tests around firing',
    at('Morale Tests', 366),
    ['hits', 'effect', 'moves', 'face'],
    [
      ['hold-fire', 367, 'holding fire at a viable target: it goes into line and fires', [1, 'line-and-fire', _, _]],
      ['overhead', 368, 'friendly guns fire overhead', [1, 'none', _, _]],
      ['natural-ten', 369, 'this face when rolling to hit', [1, 'none', _, 10]],
    ],
  ),
  grid(
    'fire.small-arms.ranges',
    'Small arms: ranges',
    at('Firing - Small Arms', 92),
    ['short', 'maximum', 'canister', 'rifled'],
    [
      ['bow', 95, 'bows', [1.5, 3, _, false]],
      ['smoothbore-carbine', 96, 'smooth-bore carbines', [2, 4, _, false]],
      ['musket', 97, 'muskets', [3, 6, _, false]],
      ['rifled-carbine', 97, 'rifled carbines', [3, 6, _, true]],
      ['rifled-musket', 98, 'rifled muskets', [3, 9, _, true]],
    ],
  ),
  grid(
    'fire.shares',
    'Firing share of the fatigue score',
    at('Firing Fatigue Score', 100),
    ['percent', 'divisor', 'cap', 'beyond'],
    [
      ['line', 101, 'line', [100, _, _, _]],
      ['attack-column', 102, 'attack column', [50, _, _, _]],
      ['column-of-companies', 103, 'column of companies', [25, _, _, _]],
      ['rifle-screen', 104, 'rifle screen firing alone', [25, _, _, _]],
      ['open-order', 105, 'open order', [100, _, _, _]],
      ['skirmish', 105, 'skirmish', [100, _, _, _]],
      ['march-column', 106, 'march column', [0, _, _, _]],
      ['square', 107, 'square, each face', [100, 4, _, _]],
      ['emergency-square', 107, 'emergency square, each face', [100, 4, _, _]],
      ['bua', 108, 'built-up area, each face', [100, _, 3, _]],
    ],
  ),
  modifiers('fire.small-arms', 'Small arms: modifiers', at('Infantry Fire Modifiers', 110), [
    row('good-shot', 111, +1, 'good shots', { self: { goodShot: true } }),
    row(
      'initial-volley',
      112,
      +1,
      'first volley at 3 or less, in line or attack column',
      { now: firstVolley, self: { formation: VOLLEYING }, ruling: { initialVolleyScope: 'firer' } },
      { now: firstVolley, enemy: { formation: VOLLEYING }, ruling: { initialVolleyScope: 'target' } },
    ),
    row('march-column-or-square', 113, +1, 'target in march column or square', {
      enemy: { formation: ['march-column', ...SQUARES] },
    }),
    row(
      'short-range',
      114,
      +1,
      'at 3 or less',
      { now: { ...close, initialVolley: false } },
      // Only a volley that has the row above can stand in place of this one.
      { now: close, self: { formation: { not: VOLLEYING } }, ruling: { initialVolleyScope: 'firer' } },
      { now: close, enemy: { formation: { not: VOLLEYING } }, ruling: { initialVolleyScope: 'target' } },
      { now: close, ruling: { initialVolleyStacks: 'cumulative' } },
    ),
    row(
      'flank-or-rear',
      115,
      +1,
      'at flank or rear',
      { enemy: { aspect: flankOrRear, enfiladed: false } },
      { enemy: { aspect: flankOrRear }, ruling: { enfilade: 'adds' } },
    ),
    row('skirmish-advantage', 116, +1, 'better skirmishers, over 3 (not at BUA, cavalry or guns)', {
      now: { skirmishAdvantage: true, distance: { gt: 3 } },
      enemy: { arm: 'infantry', inBua: false },
    }),
    row('a-or-b-rifles', 117, +1, 'A or B class rifle skirmishers', ...riflemen(['A', 'B'])),
    row(
      'c-rifles',
      118,
      +1,
      'C class rifle skirmishers at a C or D unit',
      ...riflemen(['C'], { skirmishClass: ['C', 'D'] }),
    ),
    row('enfiladed', 119, +4, 'target enfiladed', { enemy: { enfiladed: true } }),
    row('firer-skirmish', 120, +1, 'firer in skirmish', { self: { formation: 'skirmish' } }),
    row('over-short-range', 121, -1, 'over 3', { now: { distance: { gt: 3 } } }),
    row('skirmish-disadvantage', 122, -1, 'worse skirmishers, at 3 or less', {
      now: { ...close, skirmishDisadvantage: true },
    }),
    row(
      'cover',
      123,
      -3,
      'target in cover',
      { enemy: { cover: true, inBua: false } },
      { enemy: { cover: true, inBua: true }, ruling: { placeAndCover: 'adds' } },
      { enemy: { place: ['light-fieldworks', 'heavy-fieldworks'] } },
    ),
    row('obscured', 124, -1, 'target obscured', { enemy: { obscured: true } }),
    row('ragged-volley', 125, -2, 'ragged volley in defensive fire', { now: { raggedVolley: true } }),
    row('bua-wooden', 126, -4, 'target in wooden buildings', { enemy: { place: 'bua-wooden' } }),
    row('bua-wood-and-brick', 127, -6, 'target in wood and brick', { enemy: { place: 'bua-wood-and-brick' } }),
    row('bua-substantial', 128, -8, 'target in substantial brick or stone', { enemy: { place: 'bua-substantial' } }),
    row('bua-fortified', 129, -10, 'target in a fortified place', { enemy: { place: 'bua-fortified' } }),
    row('target-skirmish', 130, -2, 'target in skirmish', { enemy: { formation: 'skirmish' } }),
    row('cuirassiers', 131, -1, 'target cuirassiers, over 3', {
      enemy: { arm: 'cavalry', cavalryType: 'cuirassier' },
      now: { distance: { gt: 3 } },
    }),
    row('moved-or-in-contact', 132, -1, 'target moved over 5, or cavalry in contact', ...movedOrInContact),
    row('firer-wavering', 133, -1, 'firer wavering', { self: { wavering: true } }),
    row('gone-to-ground', 134, -3, 'target gone to ground', { enemy: { goneToGround: true } }),
    row('poor-shot', 135, -1, 'poor shots', { self: { poorShot: true } }),
  ]),
  // Not on this sheet, but OTH2-R54 holds here too.
  grid(
    'fire.skirmish-class',
    'Skirmish screens by arm',
    atOth2('Infantry Fire Modifiers', 237),
    ['class'],
    [['cavalry', 264, 'cavalry count as having this class', ['C']]],
  ),
  grid(
    'fire.artillery.ranges',
    'Artillery: ranges',
    at('Firing – Artillery', 152),
    ['canister', 'short', 'maximum'],
    [
      ['light', 155, 'light, 3 to 4 pounder', [3, 4.5, 18]],
      ['light-medium', 156, 'light medium, 6 pounder', [3, 6, 24]],
      ['medium', 157, 'medium, 8 to 9 pounder', [4.5, 8, 27]],
      ['heavy', 158, 'heavy, 12 pounder', [6, 10, 30]],
    ],
  ),
  modifiers('fire.artillery', 'Artillery: modifiers', at('Artillery Fire Modifiers', 160), [
    row('square-or-closed-column', 161, +3, 'target in square or closed column', {
      enemy: { formation: [...SQUARES, 'closed-column'] },
    }),
    row('other-column', 162, +1, 'target in any other column', {
      enemy: { formation: ['attack-column', 'column-of-companies', 'march-column', 'column-of-squadrons'] },
    }),
    row(
      'short-range',
      163,
      +1,
      'short range',
      { now: { range: 'short', ammunition: { not: 'canister' } } },
      { now: { range: 'short' }, ruling: { canisterShortStack: 'both' } },
    ),
    row('canister', 164, +4, 'canister at 3 or less', { now: { ammunition: 'canister', ...close } }),
    row('grand-battery', 165, +1, 'part of a grand battery', { self: { grandBattery: true } }),
    row(
      'flank-or-rear',
      166,
      +1,
      'at flank or rear',
      { enemy: { aspect: flankOrRear, enfiladed: false } },
      { enemy: { aspect: flankOrRear }, ruling: { enfilade: 'adds' } },
    ),
    row('enfiladed', 167, +4, 'target enfiladed', { enemy: { enfiladed: true } }),
    row(
      'cover',
      168,
      -1,
      'target in cover or behind an obstacle',
      { enemy: { cover: true, inBua: false } },
      { enemy: { cover: true, inBua: true }, ruling: { placeAndCover: 'adds' } },
      { enemy: { place: ['obstacle', 'light-fieldworks', 'heavy-fieldworks'] } },
    ),
    row('obscured', 169, -1, 'target obscured', { enemy: { obscured: true } }),
    row('bua-wooden', 170, -2, 'target in wooden buildings', { enemy: { place: 'bua-wooden' } }),
    row('bua-wood-and-brick', 171, -5, 'target in wood and brick', { enemy: { place: 'bua-wood-and-brick' } }),
    row('bua-substantial', 172, -7, 'target in substantial brick or stone', { enemy: { place: 'bua-substantial' } }),
    row('bua-fortified', 173, -10, 'target in a fortified place', { enemy: { place: 'bua-fortified' } }),
    row('moved-or-in-contact', 174, -1, 'target moved over 5, or cavalry in contact', ...movedOrInContact),
    row('gone-to-ground', 175, -3, 'target gone to ground', { enemy: { goneToGround: true } }),
    row('firer-wavering', 176, -1, 'firer wavering', { self: { wavering: true } }),
    row('first-shot', 177, -2, 'first shot at a new target', { now: { firstShot: true } }),
    row('wheeled', 178, -1, 'wheeled, up to 1, before firing', { self: { wheeled: true } }),
  ]),
  grid(
    'fire.hits',
    'Firing: hits by score and face',
    at('Firing', 137),
    ['1', '2', '3'],
    hits.map(([id, n, label, cells]) => [id, 138 + n, label, cells]),
  ),
  // Read instead of the printed row 9 when ruling row9 says so.
  grid(
    'hits.oth2-row-9',
    "oth2's row 9 of the hit tables",
    atOth2('Firing', 313),
    ['1', '2', '3'],
    oth2Hits.filter(([id]) => id === '9').map(([id, n, label, cells]) => [id, 314 + n, label, cells]),
  ),
  grid(
    'fire.limits',
    'Firing: limits',
    at('Firing', 146),
    ['hits', 'face', 'segments', 'ruling'],
    [
      ['over-short', 146, 'over short range: at most', [1, _, _, _]],
      ['over-short-artillery', 146, 'guns over short range: at most, by ruling', [_, _, _, 'artilleryOverShortCap']],
      ['canister', 148, 'canister: automatic hits before the roll', [1, _, _, _]],
      ['out-of-ammunition', 148, 'a battery is out of ammunition on this face', [_, 10, _, _]],
    ],
  ),
  // Only under ruling drivenBack: the sheet has no such rule.
  grid(
    'fire.driven-back',
    'Driven back',
    atOth2('Firing', 330),
    ['hits', 'segments', 'engagedSpeed'],
    [['target', 330, 'so many hits in one shooting phase drive the target back', [3, 1, 'half']]],
  ),
];
