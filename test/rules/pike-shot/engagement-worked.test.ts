import { describe, expect, test } from 'vitest';
import { cardsWith, exactly, type Loose, measureOf, type Rulings } from './play.ts';
import { after } from './stages.ts';

/*
 * Engagements worked out with the sheet and the stand-in cards in hand: foot marches 2, doubles 4, charges 4; horse 4, 7
 * and 8; arquebuses reach 2, 4 and 6. A brigade on Harass neither moves nor shoots unless its enemy is ragged.
 */
const brigade = (cards: readonly (string | Loose)[], order: string, strategy = 3): Loose => ({
  strategy,
  orders: [{ do: order }],
  regiments: cards.map((card) => (typeof card === 'string' ? { card } : card)),
});
const field = (a: Loose | Loose[], b: Loose | Loose[], more: Loose = {}): Loose => ({
  a: { brigades: [a].flat() },
  b: { brigades: [b].flat() },
  turns: 1,
  distance: 12,
  ...more,
});
const levy = 'levy-foot';
const pikes = 'seasoned-pike-and-shot';
const still = (card: string) => brigade([card], 'harass');

describe('moves', () => {
  const walk = (card: string, order: string, turns: number, enemy = levy) =>
    after(field(brigade([card], order), still(enemy), { turns })).view.lanes.lane1;

  test('foot marches 2 a turn, to the point-blank range of the enemy (line 14) and no nearer', () => {
    expect([1, 2, 3, 4, 5, 6].map((t) => walk(levy, 'march', t).distance)).toEqual([10, 8, 6, 4, 2, 2]);
  });

  test('a double move is 4 and costs a level each time it is made (line 39)', () => {
    const turns = [1, 2, 3, 4].map((t) => walk(levy, 'double', t));
    expect(turns.map((l) => l.distance)).toEqual([8, 4, 2, 2]);
    expect(turns.map((l) => l.a.cohesion)).toEqual([1, 2, 3, 3]);
  });

  test('horse marches 4 and doubles 7; the enemy it faces sets how near it comes', () => {
    expect([1, 2, 3].map((t) => walk('gendarmes', 'march', t).distance)).toEqual([8, 4, 2]);
    // Pistols: point-blank is 1.
    expect([1, 2].map((t) => walk('gendarmes', 'double', t, 'veteran-reiters').distance)).toEqual([5, 1]);
  });

  test('both lines move, the brigade of the higher strategy first', () => {
    // 12 - 2 - 4 = 6, then 6 - 2 = 4 and 4 to point-blank range of arquebuses, 2; horse that cannot shoot counts theirs.
    const both = field(brigade([levy], 'march', 5), brigade(['gendarmes'], 'march'));
    expect([1, 2].map((turns) => after({ ...both, turns }).view.lanes.lane1.distance)).toEqual([6, 2]);
  });
});

describe('obstacles between the lines (lines 7, 8, 36)', () => {
  const walk = (order: string, turns: number, kind: string, rulings: Rulings = {}, card = 'gendarmes') =>
    after(field(brigade([card], order), still(levy), { turns, distance: 11, obstacle: { kind, at: 6 } }), [], rulings)
      .view.lanes.lane1;
  const distances = (order: string, kind: string, card?: string) =>
    [1, 2, 3, 4].map((t) => walk(order, t, kind, {}, card).distance);

  test('a march ends before one; the next crosses a minor one at march rate, a major one at half of it', () => {
    expect(distances('march', 'minor')).toEqual([7, 6, 2, 2]);
    expect(distances('march', 'major')).toEqual([7, 6, 4, 2]);
    expect(distances('march', 'major', levy)).toEqual([9, 7, 6, 5]);
  });

  test('crossing costs the cohesion that ruling obstacleDisorder says, once', () => {
    expect([2, 3, 4].map((t) => walk('march', t, 'minor').a.cohesion)).toEqual([0, 1, 1]);
    expect(walk('march', 3, 'minor', { obstacleDisorder: 0 }).a.cohesion).toBe(0);
    expect(walk('march', 3, 'minor', { obstacleDisorder: 2 }).a.cohesion).toBe(2);
  });

  test('nobody doubles or charges over one', () => {
    expect(distances('double', 'minor')).toEqual([6, 6, 6, 6]);
    expect(distances('charge', 'minor')).toEqual([11, 11, 11, 11]);
  });
});

describe('stepping back (line 10)', () => {
  const back = (card: string, turns: number) =>
    after(field(brigade([card], 'back-up'), still(levy), { turns, edge: 15 })).view.lanes.lane1.distance;

  test('goes at half march rate, as far as the edge', () => {
    expect([1, 2].map((t) => back(levy, t))).toEqual([13, 14]);
    expect([1, 2, 3].map((t) => back('gendarmes', t))).toEqual([14, 15, 15]);
  });
});

describe('fire', () => {
  // Four companies in column (-1) at a deep column (+1): the fire number is the intensity of the band.
  const shoot = (distance: number, die: number, cards?: unknown) => {
    const situation = field(brigade([pikes], 'defend'), still(levy), { distance, ...(cards ? { cards } : {}) });
    const { b } = after(situation, [die]).view.lanes.lane1;
    return [b.cohesion, b.lost];
  };
  // Shifts -2 -1 0 0 1 2; levels 0 0 1 1 1 2 2, companies 0 0 0 0 1 1 1 by fire number.
  test.each([
    [
      2,
      3,
      [
        [0, 0],
        [1, 0],
        [1, 0],
        [1, 0],
        [1, 1],
        [2, 1],
      ],
    ],
    [
      4,
      2,
      [
        [0, 0],
        [0, 0],
        [1, 0],
        [1, 0],
        [1, 0],
        [1, 1],
      ],
    ],
    [
      6,
      0,
      [
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [1, 0],
      ],
    ],
  ])('at %i the fire number is %i before the die', (distance, _, wanted) => {
    expect([1, 2, 3, 4, 5, 6].map((die) => shoot(distance, die))).toEqual(wanted);
  });

  test('past 6 nobody shoots', () => {
    expect(after(field(brigade([pikes], 'defend'), still(levy), { distance: 7 })).next).toBe('end');
  });

  test('a fire number of 0 is read on the table; below 0 does nothing (line 31)', () => {
    // A table whose first column costs a level: at 6 the numbers are -2 -1 0 0 1 2.
    const cards = cardsWith((set) => {
      set.fire.rows[1].cohesionLoss[0] = 1;
    });
    expect([1, 2, 3, 4, 5, 6].map((die) => shoot(6, die, cards)[0])).toEqual([0, 0, 1, 1, 0, 1]);
  });

  test('seasoned troops on the march shoot at the distance they have come to, at -1', () => {
    // 7 - 2 = 5: far, 0 - 1 (marching): a 6 gives 1, nothing; a 6 at near would hit.
    const march = field(brigade([pikes], 'march'), still(levy), { distance: 7 });
    expect(after(march, [6]).view.lanes.lane1.b.cohesion).toBe(0);
    // 6 - 2 = 4: near, 2 - 1: a 6 gives 3: a level.
    expect(after({ ...march, distance: 6 }, [6]).view.lanes.lane1.b.cohesion).toBe(1);
    // Shooting before the move, 7 is out of range; and levy never shoots on the march (line 20).
    expect(after({ ...march, sequence: ['shoot', 'move', 'melee', 'rally'] }).next).toBe('end');
    expect(after(field(brigade([levy], 'march'), still(pikes), { distance: 6 })).next).toBe('end');
  });

  test('the brigade of the higher strategy shoots first, unless sides go in turn', () => {
    const both = field(brigade([pikes], 'defend', 3), brigade([pikes], 'defend', 5), { distance: 4 });
    expect(after(both).next).toBe('the seasoned pike and shot of side B: fire');
    expect(after(both, [], { sequence: 'sides' }).next).toBe('the seasoned pike and shot of side A: fire');
    const even = field(brigade([pikes], 'defend'), brigade([pikes], 'defend'), { distance: 4 });
    expect(after(even).next).toBe('the seasoned pike and shot of side A: fire');
  });
});

describe('evade, rout and rally', () => {
  const reiters = 'veteran-reiters';
  // Reiters of another brigade, no better and no worse, keep the engagement going when the first ones run.
  const charge = (turns = 1) =>
    field([brigade(['gendarmes'], 'charge', 5), still(levy)], [brigade([reiters], 'rally', 3), still(reiters)], {
      distance: 6,
      turns,
    });

  test('evaders run at charge rate, their charger marches after them (lines 74, 78)', () => {
    // 2D6 of 8 and ferocity 1 is 9: charge. 9 and ferocity 2 is 11: evade. 6 + 8 - 4 = 10.
    const { view } = after(charge(), [8, 9]);
    expect([view.lanes.lane1.distance, view.lanes.lane1.b.status, view.lanes.lane1.b.cohesion]).toEqual([
      10,
      'steady',
      0,
    ]);
  });

  test('whether the run costs evaders a level is for a ruling (line 39)', () => {
    // On Rally they would get it back with a die; before it they are at 1.
    const { view, next } = after(charge(), [8, 9], { runnersDisorder: 'by-rate' });
    expect([view.lanes.lane1.b.cohesion, next]).toEqual([
      1,
      'the veteran reiters (1 in line) of side B rally from disorder',
    ]);
  });

  test('a regiment that routs before contact may rally in its own part of the turn', () => {
    // 10 and 2 is 12: rout. The charger stands where it stood: 0 + 8; then it runs 8 more in its own turn.
    const { view, next } = after(charge(), [8, 10]);
    expect([view.lanes.lane1.b.status, view.lanes.lane1.distance, next]).toEqual([
      'routing',
      16,
      'the veteran reiters (1 in line) of side B: Waver test, disaster',
    ]);
    // Disaster line of veterans: 9 or less stands.
    expect(after(charge(), [8, 10, 9]).view.lanes.lane1.b.status).toBe('steady');
    expect(after(charge(), [8, 10, 10]).view.lanes.lane1.b.status).toBe('routing');
  });

  test('or only in the turns after, by ruling', () => {
    const later: Rulings = { rallySameTurn: 'no' };
    expect(after(charge(), [8, 10], later).next).toBe('end');
    // In turn 2 it has run to 24 and may test.
    const { view, next } = after(charge(2), [8, 10], later);
    expect([view.turn, view.lanes.lane1.distance, next]).toEqual([
      2,
      24,
      'the veteran reiters (1 in line) of side B: Waver test, disaster',
    ]);
  });

  test('a rally from disorder gives back what the die says (line 41)', () => {
    // Seasoned card: 0 1 1 1 2 2 levels; ragged is 4.
    const rallying = field(brigade([{ card: pikes, cohesion: 'ragged' }], 'rally'), brigade([levy], 'defend'), {
      distance: 20,
    });
    const left = [1, 2, 3, 4, 5, 6].map((die) => after(rallying, [die]).view.lanes.lane1.a.cohesion);
    expect(left).toEqual([4, 3, 3, 3, 2, 2]);
  });
});

describe('melee, pursuit and the news of a rout', () => {
  const levyAt = (more: Loose = {}) =>
    field(brigade(['gendarmes'], 'charge', 5), still(levy), { distance: 4, ...more });
  /*
   * 7: charge. 3 and ferocity 2 is 5: levy stands and fires: 3 - 1 (column) = 2, a 3 shifts nothing: one level.
   * The charge costs another: uneven, no modifier. 6 and 1 for lances against 3: type A. 10 and 1 (cav-inf) is 11: routs.
   * Casualties: 1 is none for the stronger, 5 is two for the weaker. The melee costs each a level (line 40).
   */
  const dice = [7, 3, 3, 10, 1, 5];
  const charging = [brigade(['gendarmes'], 'charge', 5), still('gendarmes')];

  test('beaten foot routs at charge rate, and the horse pursues until it rolls a 6', () => {
    const { view, next } = after(levyAt(), dice);
    const { a, b, distance } = view.lanes.lane1;
    expect([a.cohesion, b.status, b.lost, b.cohesion, distance, next]).toEqual([
      3,
      'routing',
      2,
      1,
      4,
      'the gendarmes of side A: to halt the pursuit',
    ]);
    expect(after(levyAt(), [...dice, 6]).view.lanes.lane1.a.pursuing).toBe(false);
    expect(after(levyAt(), [...dice, 5]).view.lanes.lane1.a.pursuing).toBe(true);
  });

  test('a pursuit that goes on costs a level only by ruling (lines 39, 77)', () => {
    const cohesion = (die: number, rulings?: Rulings) =>
      after(levyAt(), [...dice, die], rulings).view.lanes.lane1.a.cohesion;
    expect([cohesion(5), cohesion(6)]).toEqual([3, 3]);
    expect([cohesion(5, { runnersDisorder: 'by-rate' }), cohesion(6, { runnersDisorder: 'by-rate' })]).toEqual([4, 3]);
  });

  test('a point less and the levy is broken into, and tests at the cohesion it is left with', () => {
    // 9 and 1 is 10: broken into. Losses: 5 is one company of eight, 12%: nothing. Disaster 6 or less stands.
    const broken = [7, 3, 3, 9, 1, 5];
    expect(after(levyAt(), broken).next).toBe('the levy foot of side B: Waver test, disaster');
    expect(after(levyAt(), [...broken, 6]).view.lanes.lane1.b.status).toBe('steady');
    expect(after(levyAt(), [...broken, 9]).view.lanes.lane1.b.status).toBe('routing');
  });

  test('a rout shakes the rest of the brigade, and a worse grade beside it (lines 90, 92)', () => {
    const beside = (b: Loose[]) => after(field(charging, b, { distance: 4 }), [...dice, 6]).next;
    // Both are in one brigade.
    expect(beside([brigade([levy, pikes], 'harass')])).toBe(
      'the seasoned pike and shot of side B: Waver test, disaster',
    );
    // In brigades of their own, seasoned troops do not mind levies that run.
    expect(beside([still(levy), still(pikes)])).toBe('the levy foot of side B: Waver test, disaster');
  });

  test('levies mind seasoned troops that run beside them', () => {
    // Pikes: 3 and 2 is 5: stand; fire 2, a 3: one level. 7 against 4: type US; 11 and 1 is 12: routs. 5: two companies.
    const both = field(charging, [still(pikes), still(levy)], { distance: 4 });
    expect(after(both, [7, 3, 3, 11, 1, 5, 6]).next).toBe('the levy foot of side B: Waver test, disaster');
  });
});

test('the last company of shot still fires at a charge (lines 23 to 26)', () => {
  // Three companies of shot, lost first: 2 and 2 for ferocity and 1 for losses from 25 % on is 5: the levy stands.
  const charged = (lost: number) => {
    const b = brigade([{ card: levy, lost }], 'harass');
    const situation = field(brigade(['gendarmes'], 'charge', 5), b, { distance: 4 });
    return after(situation, [7, 2], { companyLosses: 'shot-first' }).next;
  };
  expect(charged(2)).toBe('the levy foot of side B: fire at the charge');
  expect(charged(3)).toBe('the gendarmes of side A and the levy foot of side B fight');
});

describe('what a charge is told by', () => {
  const situation = { attacker: { card: 'gendarmes' }, defender: { card: levy }, pursuitTurns: 0 };
  const tally = exactly('charge', situation);
  const mean = (id: string) => tally.sums.find((m) => m.id === id)!.mean;
  // To charge: 9 or less of 2D6 is 30 of 36.
  const charges = 30 / 36;

  test('standing, and standing with a level lost', () => {
    // Charged by horse at +2: 5 or less stands (2D6 of 3 or less: 3 of 36); 8 or less -1 (4 to 6: 12 of 36).
    expect(mean('defender.stands')).toBeCloseTo(charges * (3 / 36), 12);
    expect(mean('defender.standsDisordered')).toBeCloseTo(charges * (12 / 36), 12);
  });

  test('turns of pursuit, where any are played', () => {
    const told = (pursuitTurns: number) =>
      exactly('charge', { ...situation, pursuitTurns }).measures.some((m) => m.id === 'pursuit.turns');
    expect([told(0), told(1)]).toEqual([false, true]);
  });

  test('the cause of a rout', () => {
    const p = (id: string) => measureOf(tally, id)[1] ?? 0;
    expect(p('defender.routs.waver')).toBeCloseTo(charges * (21 / 36), 12);
    const routs = tally.ends
      .filter((e) => tally.outcomes[e.outcome].id === 'defender-routs')
      .reduce((sum, e) => sum + e.weight, 0);
    const causes = ['waver', 'melee', 'brokenInto'].map((cause) => p(`defender.routs.${cause}`));
    expect(causes.reduce((x, y) => x + y)).toBeCloseTo(routs, 12);
    expect(causes.every((c) => c > 0)).toBe(true);
  });
});
