import type { EncounterKind } from '../../../src/rules/encounter.ts';
import type { Loose, Rulings } from './play.ts';

/** A case worked by hand: `outcomes` and `measure` are counted in so many equal chances. */
export interface Worked {
  readonly name: string;
  /** The arithmetic, as one would do it at the table. */
  readonly because: string;
  readonly kind: EncounterKind;
  readonly situation: Loose;
  readonly rulings?: Rulings;
  readonly of: number;
  readonly outcomes?: Readonly<Record<string, number>>;
  readonly measure?: readonly [id: string, counts: Readonly<Record<number, number>>];
}

const line = { type: 'medium-infantry', stands: 4 };

export const worked: readonly Worked[] = [
  {
    name: 'what two units lose together',
    because: 'a single stand each and nothing added: either kills on a 5 or 6',
    kind: 'melee',
    situation: { attacker: { ...line, stands: 1 }, defender: { ...line, stands: 1 } },
    of: 36,
    measure: ['both.losses', { 0: 16, 1: 16, 2: 4 }],
  },
  {
    name: 'a first volley at short range',
    because: '+1 first shot, +1 muskets at short range, +3 for three extra stands: D6+5 is 6, 7 8 9, 10 11',
    kind: 'fire',
    situation: { firer: line, target: line, distance: 5 },
    of: 6,
    outcomes: { 'target-hit': 6 },
    measure: ['target.lost', { 1: 1, 2: 3, 3: 2 }],
  },
  {
    name: 'a later volley at long range',
    because: '-1 long, +3 extra stands: D6+2 is 3, 4, 5 6, 7 8',
    kind: 'fire',
    situation: { firer: { ...line, fired: true }, target: line, distance: 10 },
    of: 6,
    outcomes: { 'no-effect': 1, 'target-disordered': 1, 'target-hit': 4 },
    measure: ['target.lost', { 0: 2, 1: 2, 2: 2 }],
  },
  {
    name: 'poor militia on the move at soft cover',
    because: '-1 poor, -1 not on Stand, -1 long, -1 cover, +1 first shot, +1 extra stand: D6-2 is at most 4, on a 6',
    kind: 'fire',
    situation: {
      firer: { type: 'militia', stands: 2, poorShots: true, orders: 'advance' },
      target: { ...line, cover: 'soft' },
      distance: 3,
    },
    of: 6,
    outcomes: { 'no-effect': 5, 'target-disordered': 1 },
  },
  {
    name: 'howitzers at extreme range',
    because: '-2 extreme, +1 extra stand, nothing for the column: D6-1 is 4 on a 5 and 5 on a 6',
    kind: 'fire',
    situation: {
      firer: { type: 'howitzers', stands: 2 },
      target: { ...line, formation: 'column' },
      distance: 60,
    },
    of: 6,
    outcomes: { 'no-effect': 4, 'target-disordered': 1, 'target-hit': 1 },
  },
  {
    name: 'the same when extreme range is long range too',
    because: '-2 and -1 and +1: D6-2 is 4 on a 6',
    kind: 'fire',
    situation: { firer: { type: 'howitzers', stands: 2 }, target: line, distance: 41 },
    rulings: { extremeAlsoLong: 'yes' },
    of: 6,
    outcomes: { 'no-effect': 5, 'target-disordered': 1 },
  },
  {
    name: 'light guns at a square, muzzle to bayonet',
    because: '+1 square, +1 at 5cm or less, +2 extra stands: D6+4 is 5 6, 7 8 9, 10; the square has two stands',
    kind: 'fire',
    situation: {
      firer: { type: 'light-artillery', stands: 3 },
      target: { type: 'heavy-infantry', stands: 2, formation: 'square' },
      distance: 4,
    },
    of: 6,
    outcomes: { 'target-hit': 2, 'target-destroyed': 4 },
  },
  {
    name: 'six stands of light infantry shoot twice',
    because: 'two stands a shot: -1 long, -1 lights, +1 extra stand: D6-1; 4 on a 5, 5 on a 6; two dice',
    kind: 'fire',
    situation: { firer: { type: 'light-infantry', stands: 6 }, target: line, distance: 8 },
    of: 36,
    outcomes: { 'no-effect': 16, 'target-disordered': 9, 'target-hit': 11 },
    measure: ['target.lost', { 0: 25, 1: 10, 2: 1 }],
  },
  {
    name: 'three stands of riflemen, the third alone',
    because:
      'at 8cm short: -1 lights, +1 extra: D6+0 on light infantry -1: D6-1 (4 on 5, 5 on 6); third stand D6-2 (4 on 6)',
    kind: 'fire',
    situation: {
      firer: { type: 'riflemen', stands: 3 },
      target: { type: 'light-infantry', stands: 4 },
      distance: 8,
    },
    of: 36,
    outcomes: { 'no-effect': 20, 'target-disordered': 10, 'target-hit': 6 },
  },
  {
    name: 'heavy cavalry against infantry in line',
    because: 'heavy cavalry is 3 against infantry: no point lower; four stands in contact, +3 each: 4, 5 6, 7 8 9',
    kind: 'melee',
    situation: { attacker: { type: 'heavy-cavalry', stands: 4 }, defender: line },
    of: 36,
    outcomes: { 'attacker-loses': 11, undecided: 14, 'defender-loses': 11 },
    measure: ['defender.lost', { 0: 6, 1: 12, 2: 18 }],
  },
  {
    name: 'heavy cavalry against infantry in square, two stands in contact',
    because: 'cavalry +1: 4 5 kill one, 6 two; square +1 and +1: 3 4 kill one, 5 6 two',
    kind: 'melee',
    situation: {
      attacker: { type: 'heavy-cavalry', stands: 4 },
      defender: { ...line, formation: 'square' },
      fights: [{ attackerContact: 2, defenderContact: 2 }],
    },
    of: 36,
    outcomes: { 'attacker-loses': 16, undecided: 12, 'defender-loses': 8 },
  },
  {
    name: 'routers caught by medium cavalry',
    because: 'value 0 against 3 is -3 and nothing is added: D6-3 kills nobody; cavalry +3: 4, 5 6, 7 8 9',
    kind: 'melee',
    situation: { attacker: { type: 'medium-cavalry', stands: 4 }, defender: { ...line, orders: 'rout' } },
    of: 6,
    outcomes: { undecided: 1, 'defender-loses': 5 },
  },
  {
    name: 'the same when routers throw a bare die',
    because: 'cavalry kills 0 1 1 2 2 2; routers kill one on 5 and 6',
    kind: 'melee',
    situation: { attacker: { type: 'medium-cavalry', stands: 4 }, defender: { ...line, orders: 'rout' } },
    rulings: { routMelee: 'flat-d6' },
    of: 36,
    outcomes: { 'attacker-loses': 2, undecided: 4 + 4, 'defender-loses': 12 + 8 + 6 },
  },
  {
    name: 'a unit struck in the flank uphill of its enemy',
    because:
      'attacker: +1 flank, -1 enemy uphill, +1 second stand: D6+1 kills one on 4 5, two on 6; ' +
      'defender: -1 to its flank, +1 second stand: D6+0 kills one on 5 6',
    kind: 'melee',
    situation: {
      attacker: { type: 'medium-infantry', stands: 2 },
      defender: { type: 'medium-infantry', stands: 2, uphill: true },
      aspect: 'flank',
    },
    of: 36,
    outcomes: { 'attacker-loses': 6, undecided: 12 + 4, 'defender-loses': 8, 'defender-destroyed': 6 },
  },
  {
    name: 'medium cavalry charges a militia line in the open',
    because:
      'cavalry needs 3+ (4 in 6); militia: -2 higher factor, -2 caught by cavalry, -1 militia: D6-5 is -1 or less on ' +
      '1 to 4, 0 and 1 on 5 6',
    kind: 'charge',
    situation: { attacker: { type: 'medium-cavalry', stands: 4 }, defender: { type: 'militia', stands: 4 } },
    of: 36,
    outcomes: { 'charge-refused': 12, 'defender-routs': 16, 'defender-falls-back': 8 },
  },
  {
    name: 'heavy infantry charging at half strength',
    because: 'at 50% casualties the bare die must show 6; the line on Stand passes anyway if nobody tests or shoots',
    kind: 'charge',
    situation: {
      attacker: { type: 'heavy-infantry', stands: 2, startingStands: 4 },
      defender: { type: 'militia', stands: 2, morale: 'poor' },
      testAfter: false,
    },
    rulings: { targetTests: 'no', targetShoots: 'no' },
    // attacker 4 v 2: +1: one on 4 5, two on 6. defender -2 lower, -1 poor, +1 stand: D6-2 kills nobody.
    of: 36,
    outcomes: { 'charge-refused': 30, undecided: 3, 'defender-loses': 2, 'defender-destroyed': 1 },
  },
  {
    name: 'a battery on Stand when cavalry charges',
    because: 'guns 0 against 3: -2; D6-2 is -1 on 1 (rout), 0 1 on 2 3 (artillery is killed), and more on 4 5 6',
    kind: 'morale',
    situation: {
      tester: { type: 'medium-artillery', stands: 2 },
      circumstance: 'charged',
      enemy: { type: 'medium-cavalry' },
    },
    of: 6,
    outcomes: { routs: 1, broken: 2, passes: 3 },
  },
  {
    name: 'a light group that has lost two melees but caused more casualties',
    because: '-4 and +2: D6-2: -1 and 0 and 1 rout (1 2 3), 2 and 3 retreat (4 5), 4 retreats too on Stand (6)',
    kind: 'morale',
    situation: { tester: { type: 'light-infantry', stands: 4 }, meleesLost: 2, causedMore: true },
    of: 6,
    outcomes: { routs: 3, retreats: 3 },
    measure: ['tester.fallsBack', { 0: 3, 10: 3 }],
  },
  {
    name: 'losses of 30% count once, and the general 15cm away half the time',
    because: '-1 losses; +1 when the D4 shows 3 or 4: D6-1 or D6+0 on Advance: 2 3 halts; 0 1 retreats',
    kind: 'morale',
    situation: {
      tester: { type: 'medium-infantry', stands: 7, startingStands: 10, orders: 'advance', general: 15 },
    },
    of: 24,
    // D6-1: 0 1 | 2 3 | 4 5; D6: 1 | 2 3 | 4 5 6; each weighs two of four faces of the D4
    outcomes: { retreats: 4 + 2, halts: 4 + 4, passes: 4 + 6 },
  },
  {
    name: 'massed routers rally with their general 15cm away',
    because: '-2 rallying: 6 rallies (4); with the general 5 and 6',
    kind: 'rally',
    situation: { tester: { type: 'medium-infantry', stands: 4, general: 15 } },
    of: 24,
    outcomes: { rallied: 2 + 4, 'keeps-routing': 18 },
  },
  {
    name: 'light routers rally in two tests with their general at hand',
    because: '-2 rallying, +1 general: 6 rallies (5): 1 - 25/36',
    kind: 'rally',
    situation: { tester: { type: 'light-infantry', stands: 4, general: 5 }, attempts: 2 },
    of: 36,
    outcomes: { rallied: 11, 'keeps-routing': 25 },
    measure: ['attempts', { 1: 6, 2: 30 }],
  },
];
