import { grid, modifiers, notes, row } from '../../book.ts';
import type { Pattern } from '../../pattern.ts';
import { supportRows } from '../patterns.ts';
import { LOOSE, SQUARES } from '../words.ts';
import { hits } from './fire.ts';
import { at } from './sheet.ts';

const _ = null;
const shares = ['percent', 'later', 'fixed', 'cap'] as const;
const attacker = { role: 'attacker' };
const defender = { role: 'defender' };
const charge = { charging: true, freshContact: true };
/** Once the attacker is in the buildings no modifier counts (ruling buaFoughtIn). */
const inside = { now: { buaFoughtIn: true }, ruling: { buaFoughtIn: 'no-modifiers' } };
const outside = { buaFoughtIn: false };
/** Rows about squares: both kinds, or emergency squares only (ruling squareKinds). */
const ownSquare = (rest: Pattern): Pattern[] => [
  { ...rest, self: { ...rest.self, formation: 'emergency-square' } },
  { ...rest, self: { ...rest.self, formation: 'square' }, ruling: { squareKinds: 'both' } },
];
const enemySquare = (rest: Pattern): Pattern[] => [
  { ...rest, enemy: { ...rest.enemy, formation: 'emergency-square' } },
  { ...rest, enemy: { ...rest.enemy, formation: 'square' }, ruling: { squareKinds: 'both' } },
];
/** Line 264: no charge bonus against squares, obstacles or earthworks. */
const works = ['obstacle', 'light-fieldworks', 'heavy-fieldworks'];
const charging = (cavalryType: string): Pattern[] => [
  { self: { ...charge, cavalryType }, enemy: { formation: { not: SQUARES }, place: { not: works } } },
  {
    self: { ...charge, cavalryType },
    enemy: { formation: { not: 'emergency-square' }, place: { not: works } },
    ruling: { squareKinds: 'emergency-only' },
  },
];
const woods = (line: number) => [
  row('woods-loose', line, -1, 'combat in woods, in skirmish or open order', {
    self: { formation: LOOSE },
    now: { bothInWoods: true },
  }),
  row('woods', line + 1, -3, 'combat in woods, others', {
    self: { formation: { not: LOOSE } },
    now: { bothInWoods: true },
  }),
];

export const combat = [
  grid(
    'melee.hits',
    'Combat: hits by score and face',
    at('Combat', 228),
    ['1', '2', '3'],
    hits.map(([id, n, label, cells]) => [id, 229 + n, label, cells]),
  ),
  grid(
    'melee.infantry.shares',
    'Infantry: combat share of the fatigue score',
    at('Infantry Combat Fatigue Score', 182),
    shares,
    [
      ['line', 183, 'line', [100, _, _, _]],
      ['attack-column', 184, 'attack column', [100, _, _, _]],
      ['column-of-companies', 185, 'column of companies', [25, _, _, _]],
      // Printed as a question mark: ruling openSkirmishCombatPct.
      ['open-order', 186, 'open order, by ruling', [_, _, _, _]],
      ['skirmish', 186, 'skirmish, by ruling', [_, _, _, _]],
      ['march-column', 187, 'march column', [_, _, 1, _]],
      ['square', 188, 'square', [100, _, _, _]],
      ['emergency-square', 188, 'emergency square', [100, _, _, _]],
      ['bua', 189, 'built-up area, each face', [100, _, _, 3]],
    ],
  ),
  modifiers(
    'melee.infantry',
    'Infantry: combat modifiers',
    at('Infantry Combat Modifiers', 191),
    [
      row(
        'initiating',
        193,
        +1,
        'moved into contact, or countering',
        { self: { initiating: true, freshContact: true, french: false } },
        { self: { countering: true, freshContact: true, french: false } },
      ),
      row(
        'initiating-french',
        193,
        +2,
        'French moved into contact, or countering',
        { self: { initiating: true, freshContact: true, french: true } },
        { self: { countering: true, freshContact: true, french: true } },
      ),
      row('attacking-flank', 194, +1, 'attacking a flank', { self: attacker, enemy: { aspect: 'flank' } }),
      row('attacking-rear', 194, +3, 'attacking the rear', { self: attacker, enemy: { aspect: 'rear' } }),
      row('attacking-obstacle', 195, -2, 'attacking a linear obstacle', {
        self: attacker,
        enemy: { place: 'obstacle' },
      }),
      row('attacking-bua-wooden', 196, -2, 'attacking wooden buildings', {
        self: attacker,
        enemy: { place: 'bua-wooden' },
        now: outside,
      }),
      row('attacking-bua-wood-and-brick', 197, -4, 'attacking wood and brick', {
        self: attacker,
        enemy: { place: 'bua-wood-and-brick' },
        now: outside,
      }),
      row('attacking-bua-substantial', 198, -6, 'attacking substantial brick or stone', {
        self: attacker,
        enemy: { place: 'bua-substantial' },
        now: outside,
      }),
      row('attacking-bua-fortified', 199, -8, 'attacking a fortified place', {
        self: attacker,
        enemy: { place: 'bua-fortified' },
        now: outside,
      }),
      row('contacted-flank', 202, -1, 'contacted in the flank', { self: { aspect: 'flank' } }),
      row('contacted-rear', 202, -3, 'contacted in the rear', { self: { aspect: 'rear' } }),
      row('defending-obstacle', 203, +2, 'defending a linear obstacle', { self: { ...defender, place: 'obstacle' } }),
      row('defending-bua-wooden', 204, +2, 'defending wooden buildings', {
        self: { ...defender, place: 'bua-wooden' },
        now: outside,
      }),
      row('defending-bua-wood-and-brick', 205, +4, 'defending wood and brick', {
        self: { ...defender, place: 'bua-wood-and-brick' },
        now: outside,
      }),
      row('defending-bua-substantial', 206, +6, 'defending substantial brick or stone', {
        self: { ...defender, place: 'bua-substantial' },
        now: outside,
      }),
      row('defending-bua-fortified', 207, +8, 'defending a fortified place', {
        self: { ...defender, place: 'bua-fortified' },
        now: outside,
      }),
      row('evaded', 208, -4, 'has evaded this turn', { self: { evaded: true } }),
      row('skirmish-v-others', 211, -2, 'skirmishers against infantry not in skirmish', {
        self: { formation: 'skirmish' },
        enemy: { arm: 'infantry', formation: { not: 'skirmish' } },
      }),
      row('open-order-v-formed', 212, -1, 'open order against formed infantry', {
        self: { formation: 'open-order' },
        enemy: { arm: 'infantry', formation: { not: LOOSE } },
      }),
      row('march-column', 213, -8, 'in march column', {
        self: { formation: 'march-column' },
        ruling: { marchColumn: 'both' },
      }),
      row(
        'square-v-formed',
        214,
        -6,
        'in square against formed infantry',
        ...ownSquare({
          enemy: { arm: 'infantry', formation: { not: LOOSE } },
        }),
      ),
      row('caught-by-cavalry', 215, -6, 'out of square against cavalry', {
        self: { formation: { not: SQUARES } },
        enemy: { arm: 'cavalry' },
      }),
      row('square-v-cavalry', 216, +6, 'in square against cavalry', ...ownSquare({ enemy: { arm: 'cavalry' } })),
      row('v-square', 217, +3, 'against infantry in square', ...enemySquare({ enemy: { arm: 'infantry' } })),
      ...supportRows(220, +1, +2, {}, ' within 3'),
      ...woods(221),
      row('won-last', 223, +2, 'won the last round', { self: { wonLast: true } }),
      row('higher', 224, +1, 'stands higher', { self: { higher: true } }),
      row('militia', 225, -1, 'militia', { self: { training: 'militia' } }),
      // "Varies": the figures are the rows of commander.combat.
      row('commander', 226, 0, 'attached commander, see commander.combat', { self: { commanderAttached: true } }),
    ],
    inside,
  ),
  grid(
    'melee.cavalry.shares',
    'Cavalry: combat share of the fatigue score',
    at('Cavalry Combat Fatigue Score', 243),
    shares,
    [
      ['line', 244, 'line', [100, _, _, _]],
      ['column-of-companies', 245, 'column of companies', [25, _, _, _]],
      ['column-of-squadrons', 246, 'column of squadrons: first round, then later', [50, 100, _, _]],
      ['march-column', 247, 'march column', [_, _, 1, _]],
    ],
  ),
  modifiers(
    'melee.cavalry',
    'Cavalry: combat modifiers',
    at('Cavalry Combat Modifiers', 249),
    [
      row('charging-light', 250, +3, 'light cavalry charging (line 264 excepted)', ...charging('light')),
      row('charging-heavy', 251, +4, 'heavy cavalry charging (line 264 excepted)', ...charging('heavy')),
      row('charging-cuirassier', 252, +5, 'cuirassiers charging (line 264 excepted)', ...charging('cuirassier')),
      row('lancer', 253, +1, 'lancers, first round', { self: { lancer: true }, now: { firstRound: true } }),
      row('won-last', 254, +2, 'won the last round', { self: { wonLast: true } }),
      row('contacted-flank', 255, -1, 'contacted in the flank', { self: { aspect: 'flank' } }),
      row('contacted-rear', 255, -3, 'contacted in the rear', { self: { aspect: 'rear' } }),
      ...supportRows(256, +1, +2, {}, ' within 3'),
      row('evaded', 257, -4, 'has evaded this turn', { self: { evaded: true } }),
      row('militia', 258, -1, 'militia', { self: { training: 'militia' } }),
      row('march-column', 259, -6, 'in march column', {
        self: { formation: 'march-column' },
        ruling: { marchColumn: 'both' },
      }),
      row('v-square', 260, -6, 'against infantry in square', ...enemySquare({ enemy: { arm: 'infantry' } })),
      row('v-open-infantry', 261, +3, 'against infantry not in square', {
        enemy: { arm: 'infantry', formation: { not: SQUARES } },
      }),
      row('commander', 262, 0, 'attached commander, see commander.combat', { self: { commanderAttached: true } }),
    ],
    inside,
  ),
  grid('melee.artillery.shares', 'Artillery: combat share of the fatigue score', at('Artillery Combat', 268), shares, [
    ['unlimbered', 269, 'unlimbered', [100, _, _, _]],
    ['limbered', 270, 'limbered', [_, _, 1, _]],
  ]),
  notes('melee.notes', 'Combat: conditions', at('Cavalry Combat Modifiers', 249), [
    ['bua-fire', 237, 'a built-up area may catch fire during an assault'],
    ['no-charge-bonus', 264, 'no charge bonus at emergency squares, obstacles or earthworks'],
  ]),
  modifiers(
    'melee.artillery',
    'Artillery: combat modifiers',
    at('Artillery Combat Modifiers', 272),
    [
      row('in-close-combat', 273, -4, 'guns in close combat', { self: { arm: 'artillery' } }),
      row('against-guns', 274, +4, 'against guns in close combat', { enemy: { arm: 'artillery' } }),
    ],
    inside,
  ),
];
