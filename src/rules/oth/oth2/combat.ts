import { grid, modifiers, notes, row } from '../../book.ts';
import { supportRows } from '../patterns.ts';
import { LOOSE, THIN_WOODS } from '../words.ts';
import { hits } from './fire.ts';
import { at } from './sheet.ts';

const _ = null;
const shares = ['percent', 'later', 'fixed', 'cap'] as const;
const infantry = { arm: 'infantry' };
const cavalry = { arm: 'cavalry' };
const attacker = { role: 'attacker' };
const defender = { role: 'defender' };
const guns = { arm: 'artillery' };
/** Squares of every kind, and the closed column: proof against cavalry. */
const solid = ['square', 'emergency-square', 'closed-column'];
const slightWorks = ['light-fieldworks', 'obstacle'];
const charge = { charging: true, freshContact: true };
/** Line 484: no charge bonus against these. */
const chargeable = { formation: { not: solid }, place: 'open' };

const woods = (line: number, dense: string) => [
  row('woods-loose', line, -1, 'combat in woods, in skirmish or open order', {
    self: { woods: THIN_WOODS, formation: LOOSE },
    now: { bothInWoods: true },
  }),
  row('woods', line + 1, -3, 'combat in woods', {
    self: { woods: THIN_WOODS, formation: { not: LOOSE } },
    now: { bothInWoods: true },
  }),
  row('dense-woods', line + 2, -4, dense, { self: { woods: 'dense' }, now: { bothInWoods: true } }),
];

export const combat = [
  grid(
    'melee.hits',
    'Combat: hits by score and face',
    at('Combat', 371),
    ['1', '2', '3'],
    hits.map(([id, n, label, cells]) => [id, 372 + n, label, cells]),
  ),
  grid(
    'melee.infantry.shares',
    'Infantry: combat share of the fatigue score',
    at('Infantry Combat Fatigue Score', 384),
    shares,
    [
      ['line', 386, 'line', [100, _, _, _]],
      ['attack-column', 387, 'attack column', [100, _, _, _]],
      ['column-of-companies', 388, 'column of companies', [25, _, _, _]],
      ['open-order', 389, 'open order', [25, _, _, _]],
      ['skirmish', 389, 'skirmish', [25, _, _, _]],
      ['march-column', 390, 'march column', [_, _, 1, _]],
      ['square', 391, 'square', [100, _, _, _]],
      ['emergency-square', 391, 'emergency square', [100, _, _, _]],
      ['bua', 392, 'built-up area, each face', [100, _, _, 3]],
    ],
  ),
  grid(
    'melee.reform',
    'Columns reform',
    at('Infantry Combat Fatigue Score', 394),
    ['hits', 'formation'],
    [
      [
        'column',
        394,
        'infantry column that did not win the round, against infantry or guns; hits if it cannot',
        [1, 'line'],
      ],
    ],
  ),
  modifiers('melee.infantry', 'Infantry: combat modifiers', at('Infantry Combat Modifiers', 396), [
    row(
      'initiating',
      399,
      +1,
      'moved into contact',
      { self: { initiating: true, freshContact: true } },
      { self: { countering: true, freshContact: true }, ruling: { infantryCounterBonus: 'plus-1' } },
    ),
    row('attack-column', 400, +2, 'attack column moving into contact', {
      self: { initiating: true, freshContact: true, formation: 'attack-column' },
    }),
    row('attacking-flank', 401, +4, 'attacking a flank', { self: attacker, enemy: { aspect: 'flank' } }),
    row('attacking-rear', 401, +6, 'attacking the rear', { self: attacker, enemy: { aspect: 'rear' } }),
    row('attacking-evaders', 402, +3, 'attacking a unit that has evaded', { self: attacker, enemy: { evaded: true } }),
    row(
      'attacking-light-works',
      403,
      -2,
      'attacking light fieldworks, linear obstacle or woods',
      { self: attacker, enemy: { place: slightWorks } },
      { self: { ...attacker, inWoods: false }, enemy: { inWoods: true } },
      { self: attacker, enemy: { inWoods: true }, ruling: { woodsStack: 'both' } },
    ),
    row('attacking-heavy-works', 404, -5, 'attacking heavy fieldworks', {
      self: attacker,
      enemy: { place: 'heavy-fieldworks' },
    }),
    row('attacking-bua-wooden', 405, -2, 'attacking wooden buildings', {
      self: attacker,
      enemy: { place: 'bua-wooden' },
    }),
    row('attacking-bua-wood-and-brick', 406, -4, 'attacking wood and brick', {
      self: attacker,
      enemy: { place: 'bua-wood-and-brick' },
    }),
    row('attacking-bua-substantial', 407, -6, 'attacking substantial brick or stone', {
      self: attacker,
      enemy: { place: 'bua-substantial' },
    }),
    row('attacking-bua-fortified', 408, -8, 'attacking a fortified place', {
      self: attacker,
      enemy: { place: 'bua-fortified' },
    }),
    row('contacted-flank', 412, -2, 'contacted in the flank', { self: { aspect: 'flank' } }),
    row('contacted-rear', 412, -4, 'contacted in the rear', { self: { aspect: 'rear' } }),
    row(
      'defending-light-works',
      413,
      +2,
      'defending light fieldworks, linear obstacle or woods',
      { self: { ...defender, place: slightWorks } },
      { self: { ...defender, inWoods: true }, enemy: { inWoods: false } },
      { self: { ...defender, inWoods: true }, ruling: { woodsStack: 'both' } },
    ),
    row('defending-heavy-works', 414, +5, 'defending heavy fieldworks', {
      self: { ...defender, place: 'heavy-fieldworks' },
    }),
    row('defending-bua-wooden', 415, +2, 'defending wooden buildings', { self: { ...defender, place: 'bua-wooden' } }),
    row('defending-bua-wood-and-brick', 416, +4, 'defending wood and brick', {
      self: { ...defender, place: 'bua-wood-and-brick' },
    }),
    row('defending-bua-substantial', 417, +6, 'defending substantial brick or stone', {
      self: { ...defender, place: 'bua-substantial' },
    }),
    row('defending-bua-fortified', 418, +8, 'defending a fortified place', {
      self: { ...defender, place: 'bua-fortified' },
    }),
    row('evaded', 419, -4, 'has evaded this turn', { self: { evaded: true } }),
    ...woods(423, 'combat in dense woods'),
    row('won-last', 426, +2, 'won the last round', { self: { wonLast: true } }),
    row('higher', 427, +1, 'stands higher', { self: { higher: true } }),
    row('commander', 428, { fact: 'self.inspiration' }, 'attached commander: his inspiration', {
      self: { commanderAttached: true },
    }),
    row('impetuous', 429, +1, 'impetuous unit charging', {
      self: { impetuous: true, initiating: true, freshContact: true },
    }),
    ...supportRows(430, +1, +2),
    row('loose-v-solid', 434, { pair: [0, -3] }, 'companies, open order or skirmish against square or closed column', {
      self: { ...infantry, formation: ['column-of-companies', ...LOOSE] },
      enemy: { ...infantry, formation: solid },
    }),
    row('line-v-solid', 435, { pair: [+3, -3] }, 'line or attack column against square or closed column', {
      self: { ...infantry, formation: ['line', 'attack-column'] },
      enemy: { ...infantry, formation: solid },
    }),
    row('line-v-open-order', 436, { pair: [+1, -1] }, 'line or attack column against open order', {
      self: { ...infantry, formation: ['line', 'attack-column'] },
      enemy: { ...infantry, formation: 'open-order' },
    }),
    row('line-v-skirmish', 437, { pair: [+2, -2] }, 'line or attack column against skirmish', {
      self: { ...infantry, formation: ['line', 'attack-column'] },
      enemy: { ...infantry, formation: 'skirmish' },
    }),
    row(
      'solid-v-cavalry',
      438,
      +3,
      'emergency square or closed column against cavalry',
      { self: { formation: ['emergency-square', 'closed-column'] }, enemy: cavalry },
      { self: { formation: 'square' }, enemy: cavalry, ruling: { cavalryVSquare: 'as-emergency-square' } },
    ),
    row('secure-flanks-v-cavalry', 439, +3, 'secure flanks against cavalry', {
      self: { formation: { not: solid }, secureFlanks: true },
      enemy: cavalry,
    }),
    row('caught-by-cavalry', 440, -6, 'neither in square nor with secure flanks against cavalry', {
      self: { formation: { not: solid }, secureFlanks: false },
      enemy: cavalry,
    }),
  ]),

  grid(
    'melee.cavalry.shares',
    'Cavalry: combat share of the fatigue score',
    at('Cavalry Combat Fatigue Score', 444),
    shares,
    [
      ['line', 445, 'line', [100, _, _, _]],
      ['column-of-companies', 446, 'column of companies', [25, _, _, _]],
      ['deep-formation', 447, 'deep formation: first round, then later', [50, 100, _, _]],
      ['skirmish', 448, 'skirmish', [50, _, _, _]],
      ['march-column', 449, 'march column', [_, _, 1, _]],
    ],
  ),
  modifiers('melee.cavalry', 'Cavalry: combat modifiers', at('Cavalry Combat Modifiers', 451), [
    row('charging-light', 453, +3, 'light cavalry charging (not at solid formations or works, line 484)', {
      self: { ...charge, cavalryType: 'light' },
      enemy: chargeable,
    }),
    row('charging-heavy', 454, +4, 'heavy cavalry charging (not at solid formations or works, line 484)', {
      self: { ...charge, cavalryType: 'heavy' },
      enemy: chargeable,
    }),
    row('charging-cuirassier', 455, +5, 'cuirassiers charging (not at solid formations or works, line 484)', {
      self: { ...charge, cavalryType: 'cuirassier' },
      enemy: chargeable,
    }),
    row('attacking-flank', 456, +4, 'contacted an enemy flank', { self: attacker, enemy: { aspect: 'flank' } }),
    row('attacking-rear', 456, +6, 'contacted an enemy rear', { self: attacker, enemy: { aspect: 'rear' } }),
    row('attacking-evaders', 457, +3, 'contacted cavalry that has evaded', {
      self: attacker,
      enemy: { ...cavalry, evaded: true },
    }),
    row('contacted-flank', 460, -2, 'contacted in the flank', { self: { aspect: 'flank' } }),
    row('contacted-rear', 460, -4, 'contacted in the rear', { self: { aspect: 'rear' } }),
    row('evaded', 461, -4, 'has evaded this turn', { self: { evaded: true } }),
    row('lancer', 464, +1, 'lancers, first round', { self: { lancer: true }, now: { firstRound: true } }),
    row('deep-second-round', 465, +2, 'deep formation in the second round', {
      self: { formation: 'deep-formation' },
      now: { round: 2 },
    }),
    row('won-last', 466, +2, 'won the last round', { self: { wonLast: true } }),
    row('higher', 467, +1, 'stands higher', { self: { higher: true } }),
    row('commander', 468, { fact: 'self.inspiration' }, 'attached commander: his inspiration', {
      self: { commanderAttached: true },
    }),
    row('regulars-at-untrained', 469, +1, 'regulars attacking militia or irregulars', {
      self: { ...attacker, training: 'regular' },
      enemy: { training: ['militia', 'irregular'] },
    }),
    // Line 156 keeps cavalry out of dense woods, so that line 472 cannot count unless a variant lets it in.
    ...woods(470, 'combat in dense woods (line 156 bars cavalry from them, so this cannot count)'),
    row('impetuous', 473, +1, 'impetuous unit charging', { self: { ...charge, impetuous: true } }),
    ...supportRows(474, +1, +2),
    row('formed-v-open-order', 477, { pair: [+2, -1] }, 'line or deep formation against cavalry in open order', {
      self: { ...cavalry, formation: ['line', 'deep-formation'] },
      enemy: { ...cavalry, formation: 'open-order' },
    }),
    row('formed-v-skirmish', 478, { pair: [+4, -2] }, 'line or deep formation against cavalry in skirmish', {
      self: { ...cavalry, formation: ['line', 'deep-formation'] },
      enemy: { ...cavalry, formation: 'skirmish' },
    }),
    row('v-open-infantry', 479, +6, 'infantry neither in square nor with secure flanks', {
      enemy: { ...infantry, formation: { not: solid }, secureFlanks: false },
    }),
    row('v-secure-flanks', 480, -2, 'infantry with secure flanks', {
      enemy: { ...infantry, formation: { not: solid }, secureFlanks: true },
    }),
    row('v-skirmish-square', 481, -3, 'skirmishers in emergency square', {
      enemy: { ...infantry, formation: 'emergency-square', skirmishUnit: true },
    }),
    row(
      'v-solid',
      482,
      -5,
      'emergency square or closed column',
      { enemy: { ...infantry, formation: 'emergency-square', skirmishUnit: false } },
      { enemy: { ...infantry, formation: 'closed-column' } },
      { enemy: { ...infantry, formation: 'square' }, ruling: { cavalryVSquare: 'as-emergency-square' } },
    ),
  ]),

  grid('melee.artillery.shares', 'Artillery: combat share of the fatigue score', at('Artillery Combat', 488), shares, [
    ['unlimbered', 489, 'unlimbered', [100, _, _, _]],
    ['limbered', 490, 'limbered', [_, _, 1, _]],
  ]),
  notes('melee.notes', 'Combat: conditions', at('Cavalry Combat Modifiers', 451), [
    ['no-charge-bonus', 484, 'no charge bonus at squares, closed columns, buildings, earthworks or obstacles'],
  ]),
  modifiers('melee.artillery', 'Artillery: combat modifiers', at('Artillery Combat Modifiers', 492), [
    row('in-close-combat', 493, -4, 'guns in close combat', { self: guns }),
    row('contacted-flank', 494, -2, 'contacted in the flank', { self: { ...guns, aspect: 'flank' } }),
    row('contacted-rear', 494, -4, 'contacted in the rear', { self: { ...guns, aspect: 'rear' } }),
    row(
      'defending-light-works',
      495,
      +2,
      'defending light fieldworks, linear obstacle or woods',
      { self: { ...guns, place: slightWorks } },
      { self: { ...guns, inWoods: true } },
    ),
    row(
      'defending-heavy-works',
      496,
      +4,
      'defending BUA or heavy fieldworks',
      { self: { ...guns, place: 'heavy-fieldworks' } },
      { self: { ...guns, inBua: true } },
    ),
    row('evaded', 497, -4, 'has evaded this turn', { self: { ...guns, evaded: true } }),
    row('higher', 498, +1, 'stands higher', { self: { ...guns, higher: true } }),
    row('commander', 499, { fact: 'self.inspiration' }, 'attached commander: his inspiration', {
      self: { ...guns, commanderAttached: true },
    }),
    ...supportRows(500, +1, +2, guns),
    row('won-last', 501, +2, 'won the last round', { self: { ...guns, wonLast: true } }),
  ]),
];
