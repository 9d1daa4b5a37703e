import { describe, expect, it } from 'vitest';
import type { EncounterKind } from '../../../src/rules/encounter.ts';
import { type Loose, problemsOf } from './play.ts';

const foot = { type: 'medium-infantry', stands: 4 };
const guns = { type: 'medium-artillery', stands: 2 };

type Refused = [what: string, kind: EncounterKind, situation: Loose, path: string, message: RegExp];
const refused: readonly Refused[] = [
  [
    'artillery firing off Stand orders',
    'fire',
    { firer: { ...guns, orders: 'advance' }, target: foot, distance: 10 },
    'firer.orders',
    /Artillery may only fire when on Stand orders/,
  ],
  [
    'a range past the last band',
    'fire',
    { firer: foot, target: foot, distance: 10.5 },
    'distance',
    /last range band of medium infantry ends at 10cm; nothing is shot at 10.5cm/,
  ],
  [
    'light guns at the range of heavier ones',
    'fire',
    { firer: { type: 'light-artillery', stands: 2 }, target: foot, distance: 31 },
    'distance',
    /ends at 30cm/,
  ],
  [
    'more stands shooting than the unit has',
    'fire',
    { firer: { ...foot, shooters: 5 }, target: foot, distance: 5 },
    'firer.shooters',
    /5 stands cannot shoot: the unit has 4/,
  ],
  [
    'a shot by troops without missiles',
    'fire',
    { firer: { type: 'heavy-cavalry', stands: 4 }, target: foot, distance: 1 },
    'firer.weapon',
    /no shooting range for heavy cavalry/,
  ],
  [
    'a weapon that the sheet does not give the type',
    'fire',
    { firer: { ...foot, weapon: 'rifle' }, target: foot, distance: 5 },
    'firer.weapon',
    /no shooting range for medium infantry with the weapon 'rifle'/,
  ],
  ...['reserve', 'stand', 'retreat', 'rout'].map(
    (orders): Refused => [
      `a charge on ${orders} orders`,
      'charge',
      { attacker: { ...foot, orders }, defender: foot },
      'attacker.orders',
      /Only a group on Advance orders/,
    ],
  ),
  [
    'a charge by artillery',
    'charge',
    { attacker: guns, defender: foot },
    'attacker.type',
    /medium artillery does not charge/,
  ],
  [
    'an advance in column',
    'charge',
    { attacker: { ...foot, formation: 'column' }, defender: foot },
    'attacker.formation',
    /must be in line/,
  ],
  [
    'a charge on routers',
    'charge',
    { attacker: foot, defender: { ...foot, orders: 'rout' } },
    'defender.orders',
    /pursued, not charged/,
  ],
  [
    'a group of massed troops and lights that tests',
    'morale',
    { tester: { ...foot, others: [{ type: 'riflemen', stands: 2 }] } },
    'tester.others.0.type',
    /one or the other/,
  ],
  ['a test of being charged by nobody', 'morale', { tester: foot, circumstance: 'charged' }, 'enemy', /needs an enemy/],
  ['an enemy where none counts', 'morale', { tester: foot, enemy: { type: 'militia' } }, 'enemy', /leave it out/],
  [
    'more stands than the battle began with',
    'rally',
    { tester: { ...foot, startingStands: 3 } },
    'tester.startingStands',
    /began the battle with 3 stands cannot have 4/,
  ],
  [
    'more stands in contact than there are',
    'melee',
    { attacker: foot, defender: foot, fights: [{ attackerContact: 5 }] },
    'fights.0.attackerContact',
    /unit 1 of the attacker has 4/,
  ],
  [
    'a fight with a unit that is not there',
    'melee',
    { attacker: foot, defender: foot, fights: [{ defender: 2 }] },
    'fights.0.defender',
    /has 1 unit, and no unit 2/,
  ],
  [
    'an unknown tactic',
    'engagement',
    { a: { ...foot, tactic: 'charge-hom' }, b: foot, distance: 30 },
    'a.tactic',
    /no tactic called 'charge-hom'/,
  ],
  [
    'an unknown fact in a tactic',
    'engagement',
    { a: { ...foot, tactic: [{ when: { now: { distanse: 3 } }, do: 'stand' }] }, b: foot, distance: 30 },
    'a.tactic.0.when.now.distanse',
    /no fact 'now.distanse'/,
  ],
  [
    'a sequence with a phase missing',
    'engagement',
    { a: foot, b: foot, distance: 30, sequence: ['orders', 'move', 'shoot', 'melee'] },
    'sequence',
    /each of orders, move, shoot, melee, morale once/,
  ],
  [
    'a move before its orders',
    'engagement',
    { a: foot, b: foot, distance: 30, sequence: ['move', 'orders', 'shoot', 'melee', 'morale'] },
    'sequence',
    /Orders come before the move/,
  ],
];

describe('what the sheet does not allow', () => {
  it.each(refused)('%s is refused', (_, kind, situation, path, message) => {
    const problems = problemsOf(kind, situation);
    expect(problems.map((p) => p.path.join('.'))).toContain(path);
    expect(problems.find((p) => p.path.join('.') === path)?.message).toMatch(message);
  });

  it('and keys that mean nothing in an encounter are errors', () => {
    expect(() => problemsOf('fire', { firer: { ...foot, terrain: 'open' }, target: foot, distance: 5 })).toThrow();
    expect(() => problemsOf('fire', { firer: { ...foot, type: 'guards' }, target: foot, distance: 5 })).toThrow();
  });
});
