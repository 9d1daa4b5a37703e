import { type Cell, grid, modifiers, row, type Table } from '../../book.ts';
import { at } from './lines.ts';

/** What procedures read: permissions, and the rows that add up to a fire number, a Waver roll, a strength, a halt. */
const yes = true;
const no = false;

/** Square brackets of the sheet: which brigade orders allow what (PS-R20). */
const orders = grid(
  'orders',
  'Brigade orders that allow an action',
  at('brackets', 5),
  ['defend', 'march', 'double', 'rally', 'charge', 'harass'],
  [
    ['movement', 5, 'movement and formation', [no, yes, yes, yes, no, no]],
    ['minor-obstacles', 7, 'minor obstacles', [no, yes, no, no, no, no]],
    ['major-obstacles', 8, 'major obstacles', [no, yes, no, no, no, no]],
    ['change-facing', 9, 'change facing', [no, yes, no, no, no, no]],
    ['back-up', 10, 'step back', [no, yes, no, no, no, no]],
    ['change-formation', 11, 'change formation', [no, no, no, yes, no, no]],
    ['change-frontage', 12, 'change frontage or depth', [no, yes, no, no, no, no]],
    ['firing', 17, 'fire', [yes, yes, yes, no, no, no]],
    ['rally', 33, 'restore cohesion', [no, no, no, yes, no, no]],
    ['charge', 43, 'charge', [no, no, no, no, yes, no]],
    ['opportunity-charge', 54, 'opportunity charge', [no, no, no, no, no, yes]],
  ],
);

const shares = grid(
  'movement.shares',
  'Share of the march rate',
  at('Movement & Formation', 7),
  ['foot', 'horse'],
  [
    ['minor-obstacles', 7, 'minor obstacles', [1, 1]],
    ['major-obstacles', 8, 'major obstacles', [0.5, 0.5]],
    ['change-facing', 9, 'change facing, once', [1, 1]],
    ['back-up', 10, 'step back', [0.5, 0.5]],
    ['change-formation', 11, 'change formation (no fire)', [0, 0]],
    ['change-frontage', 12, 'change frontage or depth (foot: no fire)', [0, 0.5]],
  ],
);

/** A regiment may fire when its grade or any of its traits may. */
const moving = grid(
  'fire.moving',
  'Who fires on the move',
  at('Firing', 19),
  ['veteran', 'seasoned', 'levy', 'light-horse', 'skirmishing-horse', 'enfants-perdus'],
  [
    ['march', 20, 'marching', [yes, yes, no, yes, yes, yes]],
    ['double', 22, 'doubling', [no, no, no, yes, yes, yes]],
  ],
);

const charged = grid(
  'fire.charged',
  'Who fires when charged',
  at('Firing', 24),
  ['fires'],
  [
    ['routs', 25, 'it routs', [no]],
    ['evades', 25, 'it evades', [no]],
    ['countercharges', 25, 'it counter-charges', [no]],
    ['minus-one', 25, 'its Waver result is -1', [no]],
    ['foot', 26, 'infantry', [yes]],
    ['reiter', 26, 'reiters standing still', [yes]],
    ['petronel', 26, 'petronels standing still', [yes]],
    ['other-horse', 26, 'other horse', [no]],
    ['guns', 26, 'guns, which the line does not name', [no]],
  ],
);

const mayCharge = grid(
  'charge.may',
  'Who may charge whom',
  at('Charging', 53),
  ['foot', 'horse', 'guns'],
  [
    ['foot', 53, 'foot', [yes, no, yes]],
    ['horse', 53, 'horse', [yes, yes, yes]],
    ['guns', 53, 'guns', [no, no, no]],
  ],
);

const chargeEffects = grid(
  'charge.effects',
  'Charge notes',
  at('Charging', 54),
  ['level'],
  [
    ['opportunity', 54, 'opportunity charge: the enemy is at least so disordered', ['ragged']],
    ['flank', 55, 'charged in the flank: the target falls to', ['mob']],
  ],
);

const grades = grid(
  'waver.grades',
  'Grades of regiment, better is higher',
  at('Waver Tests', 92),
  ['rank'],
  [
    ['veteran', 92, 'veteran', [3]],
    ['seasoned', 92, 'seasoned', [2]],
    ['levy', 92, 'levy', [1]],
  ],
);

const rates = grid(
  'rout.rates',
  'Rates after a rout, an evade or a melee won',
  at('Rout, Evade & Pursuit', 74),
  ['rate'],
  [
    ['router', 74, 'routers', ['charge']],
    ['evader', 74, 'evaders', ['charge']],
    ['pursuer', 77, 'pursuers', ['charge']],
    ['evaded', 78, 'a charger whose target evades', ['march']],
  ],
);

const pursuit = grid(
  'pursuit.rule',
  'Pursuit',
  at('Rout, Evade & Pursuit', 77),
  ['foot', 'horse', 'guns'],
  [
    ['pursues', 77, 'pursues after winning a melee', [no, yes, no]],
    ['halts-on', 79, 'halts on a modified D6 of, or more', [6, 6, 6] as Cell[]],
  ],
);

const halt = modifiers('pursuit.halt', 'Added to the D6 that halts a pursuit', at('Rout, Evade & Pursuit', 79), [
  row('veteran', 79, +1, 'veteran', { self: { training: 'veteran' } }),
  row('reiter', 79, +1, 'reiter', { self: { traits: { has: 'reiter' } } }),
]);

const fireNumber = modifiers('fire.number', 'Added to fire intensity', at('Firing', 30), [
  row('formation', 30, { fact: 'self.formationFire' }, 'formation of the firer (card)'),
  row('cohesion', 30, { fact: 'self.cohesionFire' }, 'cohesion of the firer (card)'),
  row('deep-column', 30, { fact: 'now.fireTargetDeepColumn' }, 'target in a deep column (user table)', {
    enemy: { deep: true },
  }),
  row('skirmishing', 30, { fact: 'now.fireTargetSkirmishing' }, 'target skirmishing (user table)', {
    enemy: { skirmishing: true },
  }),
  row('in-cover', 30, { fact: 'now.fireTargetInCover' }, 'target in cover (user table)', { enemy: { inCover: true } }),
  row('moved', 30, { fact: 'now.fireFirerMoved' }, 'firer on the move (user table)', { self: { moving: true } }),
]);

const waverRows = modifiers('waver.modifiers', 'Added to 2D6 in a Waver test', at('Waver Tests', 94), [
  row('cohesion', 94, { fact: 'self.cohesionWaver' }, 'cohesion (card)'),
  row('losses', 94, { fact: 'self.lossesWaver' }, 'losses (card)'),
  row('enemy-ferocity', 94, { fact: 'enemy.ferocity' }, "the enemy's ferocity (card)", {
    now: { test: { oneOf: ['toCharge', 'chargedByHorse', 'chargedByFoot'] } },
  }),
  row('veteran-rallying', 76, { fact: 'now.veteranRoutRally' }, 'veterans rallying from rout (ruling)', {
    self: { training: 'veteran' },
    now: { rallyingFromRout: true },
  }),
]);

const meleeStrength = modifiers('melee.strength', 'Added to the base melee number', at('Melees', 63), [
  row('cohesion', 65, { fact: 'self.cohesionCombat' }, 'cohesion (card)'),
  row('ferocity', 65, { fact: 'self.ferocity' }, 'its own ferocity (ruling)', {
    ruling: { ferocityInMelee: 'add-to-strength' },
  }),
  row('uphill', 66, { fact: 'now.meleeUphill' }, 'uphill of the enemy (user table)', { self: { uphill: true } }),
  row('behind-obstacle', 66, { fact: 'now.meleeBehindObstacle' }, 'behind an obstacle (user table)', {
    self: { behindObstacle: true },
  }),
  row('lance', 66, { fact: 'now.meleeLanceFirstContact' }, 'lances at first contact (user table)', {
    self: { traits: { has: 'lance' } },
    now: { firstContact: true },
  }),
  row('supported-by-shot', 66, { fact: 'now.meleeSupportedByShot' }, 'supported by shot (user table)', {
    self: { supportedByShot: true },
  }),
]);

export const figureTables: readonly Table[] = [
  orders,
  shares,
  moving,
  charged,
  fireNumber,
  mayCharge,
  chargeEffects,
  meleeStrength,
  rates,
  pursuit,
  halt,
  grades,
  waverRows,
];
