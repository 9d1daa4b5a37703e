import { describe, expect, it } from 'vitest';
import { exactly, type Loose, measureOf, outcomesOf } from './play.ts';
import { after, distanceAfter } from './stages.ts';

/*
 * Engagements worked out with the sheet in hand. Distances are in cm; "2 of 6" is two faces of the D6. Nobody shoots
 * (`fire: hold`) or retreats out of the game (`endWhen`) unless the case is about it.
 */
const never = { now: { turn: { gt: 99 } } };
const still = { type: 'medium-infantry', stands: 4, tactic: 'hold', fire: 'hold' };
const going = (unit: Loose, ...plans: string[]): Loose => ({
  stands: 4,
  fire: 'hold',
  tactic: [...plans.map((plan) => ({ do: plan })), { do: 'stand' }],
  ...unit,
});
const walk = (a: Loose, distance: number, turns = 1) => distanceAfter({ a, b: still, distance, turns, endWhen: never });

describe('moves, in cm', () => {
  const infantry = { type: 'medium-infantry' };
  const column = { ...infantry, formation: 'column' };
  it.each([
    // 003:54 infantry of every type in column on Reserve 24; in line it keeps its printed 20 (003:43).
    ['infantry in line on Reserve', going(infantry, 'approach'), 100, 80],
    ['infantry in column on Reserve', going(column, 'approach'), 100, 76],
    ['militia in a deep column on Reserve', going({ type: 'militia', formation: 'deep-column' }, 'approach'), 100, 76],
    ['heavy infantry in column on Reserve', going({ ...column, type: 'heavy-infantry' }, 'approach'), 100, 76],
    // In a square it is not in column.
    ['infantry in square on Reserve', going({ ...infantry, formation: 'square' }, 'approach'), 100, 80],
    // The note names infantry alone: cavalry keeps its 30 (003:39).
    ['cavalry in column on Reserve', going({ type: 'medium-cavalry', formation: 'column' }, 'approach'), 100, 70],
    // A group goes as its slowest: line at 20 beside column at 24.
    ['a column beside a line', going({ ...column, others: [{ ...infantry, stands: 4 }] }, 'approach'), 100, 80],
    // Column speed is for Reserve: Retreat is half of 20 (003:30), not of 24.
    ['infantry in column on Retreat', going(column, 'retreat'), 100, 110],
    // 003:14 no nearer than 20; backwards at half speed: 20 / 2, 24 / 2, 30 / 2.
    ['Reserve that comes within 20', going(infantry, 'approach'), 30, 20],
    ['infantry in line going backwards', going(infantry, 'withdraw'), 100, 110],
    ['infantry in column going backwards', going(column, 'withdraw'), 100, 112],
    ['cavalry going backwards', going({ type: 'heavy-cavalry' }, 'withdraw'), 100, 115],
    // 003:22 artillery on Reserve only pivots, alone or in a group; on Advance it goes its 20 (003:48).
    ['artillery on Reserve', going({ type: 'medium-artillery' }, 'approach'), 100, 100],
    ['artillery going backwards on Reserve', going({ type: 'light-artillery' }, 'withdraw'), 100, 100],
    [
      'infantry with artillery on Reserve',
      going({ ...column, others: [{ type: 'howitzers', stands: 2 }] }, 'approach'),
      100,
      100,
    ],
    ['artillery on Advance', going({ type: 'medium-artillery' }, 'advance'), 100, 80],
    ['light artillery on Advance', going({ type: 'light-artillery' }, 'advance'), 100, 76],
    // 003:26 Stand moves 5; 003:8 Advance halts at 10.
    ['Stand edging nearer', going(infantry, 'close'), 12, 7],
    ['Advance short of its full move', going(infantry, 'advance'), 25, 10],
  ])('%s', (_, a, distance, wanted) => {
    expect(walk(a, distance)).toBe(wanted);
  });

  it('an advance goes on from where it stood, turn after turn', () => {
    // 75 - 20 - 20 - 20 = 15, then the halt at 10, where it stays.
    const a = going({ type: 'medium-infantry' }, 'advance');
    expect([1, 2, 3, 4, 5].map((turns) => walk(a, 75, turns))).toEqual([55, 35, 15, 10, 10]);
  });

  it('both sides move in one turn, A first', () => {
    // 100 - 30 (cavalry) - 20 (infantry) = 50; then A from 50 to 20, and B, on Advance, to the halt at 10.
    const a = going({ type: 'medium-cavalry' }, 'advance');
    const b = going({ type: 'medium-infantry' }, 'advance');
    const distances = [1, 2].map((turns) => distanceAfter({ a, b, distance: 100, turns, endWhen: never }));
    expect(distances).toEqual([50, 10]);
  });
});

describe('shooting goes by the distance at the time', () => {
  const foot = { type: 'medium-infantry', stands: 1, tactic: 'hold' };
  const target = { ...still, stands: 4 };
  const lost = (a: Loose, distance: number, more: Loose = {}) =>
    measureOf(
      exactly('engagement', { a, b: target, distance, turns: 1, testAfter: { melee: false, losses: false }, ...more }),
      'b.lost',
    );
  // First shot +1 (003:76); short to 5: +1 (003:77); long to 10: -1 (003:67); past 10 none (003:43).
  it.each([
    [5, { 0: 2 / 6, 1: 2 / 6, 2: 2 / 6 }],
    [6, { 0: 4 / 6, 1: 2 / 6 }],
    [10, { 0: 4 / 6, 1: 2 / 6 }],
    [11, { 0: 1 }],
  ])('one stand of muskets at %icm', (distance, wanted) => {
    const found = lost(foot, distance);
    expect(Object.keys(found)).toEqual(Object.keys(wanted));
    for (const [stands, p] of Object.entries(wanted)) expect(found[Number(stands)]).toBeCloseTo(p, 12);
  });

  it('guns have their own bands: short to 10, long to 30, extreme to 60', () => {
    // One stand of medium artillery (003:48): D6; D6-1 past 10; D6-2 past 30 (003:62); +1 at 5 or less (003:75).
    const hits = [5, 10, 11, 30, 31, 60, 61].map((d) => lost({ ...foot, type: 'medium-artillery' }, d)[0]);
    const none = [3, 4, 5, 5, 6, 6, 6].map((n) => n / 6);
    hits.forEach((p, i) => {
      expect(p).toBeCloseTo(none[i], 12);
    });
  });

  it('a shot after an advance is at the distance reached, not at the one left', () => {
    // From 25 to 10: +1 first shot, -1 long, -1 moved (003:66): D6-1, a 6 kills one. At 25 nothing would be shot.
    const a = { ...foot, tactic: 'advance-and-shoot' };
    expect(lost(a, 25)[1]).toBeCloseTo(1 / 6, 12);
    // Where shooting comes before the move, 25 is the distance.
    expect(lost(a, 25, { sequence: ['orders', 'shoot', 'move', 'melee', 'morale'] })).toEqual({ 0: 1 });
  });

  it('lights with stands left for it shoot a second time, at whoever is left', () => {
    // One stand at 5: a 6 kills it, and there is nobody left to shoot at; a 1 does nothing.
    const a = { type: 'light-infantry', stands: 5, tactic: 'hold' };
    const b = { ...still, stands: 1, groups: [{ ...still, forward: -60 }] };
    const next = (die: number) =>
      after({ a, b, distance: 5, turns: 1, testAfter: { melee: false, losses: false } }, [die]).next;
    expect(next(1)).toMatch(/^Second shot: .*light infantry/);
    expect(next(6)).toBe('end');
  });

  it('the second shot of the day is a point worse', () => {
    // At 5: first D6+2 as above; later D6+1: 4 5 one stand, 6 two. Two turns: chance of no stand lost 2/6 * 3/6.
    expect(lost(foot, 5, { turns: 2 })[0]).toBeCloseTo((2 / 6) * (3 / 6), 12);
  });
});

describe('tests and what follows from them', () => {
  const guns = { type: 'medium-artillery', stands: 2, tactic: 'hold' };

  it('massed troops at 0 or 1 fall back 20cm at once, and the next shot is at that distance', () => {
    // A's two guns at 10cm (short): D6+1; a 5 is 6: one stand of B's five. B tests: -1 for 20% lost (003:120),
    // -1 disordered, -1 short-range artillery: D6-3; a 4 gives 1: Retreat, 20cm back (003:136).
    const b = { type: 'medium-infantry', stands: 5, tactic: 'hold', fire: 'hold' };
    const { view, next } = after({ a: guns, b, distance: 10, turns: 2, endWhen: never }, [5, 4]);
    expect([view.distance, view.b.orders, view.b.units.u1.stands]).toEqual([30, 'stand', 4]);
    // B's own turn has put it back on Stand; at 30 the guns of turn 2 have -1 for long range and +1 for a stand.
    expect(next).toMatch(/medium artillery shoots? at medium infantry \(30cm\)/);
    const later = after({ a: guns, b, distance: 10, turns: 2, endWhen: never }, [5, 4, 4]);
    // A 4 stays 4: disorganised only; nothing is lost and nobody tests.
    expect([later.view.b.units.u1.stands, later.next]).toEqual([4, 'end']);
  });

  it.each([
    // D6-3 as above, on Stand: 6 gives 3, stays; 5 gives 2, stays; 3 and 4 give 0 and 1; 1 and 2 rout.
    ['stay', 5, { distance: 10, fate: 'holds', orders: 'stand' }],
    ['fall back', 3, { distance: 30, fate: 'retreats', orders: 'retreat' }],
    ['rout', 2, { distance: 10, fate: 'routs', orders: 'rout' }],
  ])('they %s', (_, die, { distance, fate, orders }) => {
    const b = { type: 'medium-infantry', stands: 5, tactic: 'hold', fire: 'hold' };
    const { view } = after({ a: guns, b, distance: 10, turns: 1 }, [5, die]);
    expect([view.distance, view.b.fate, view.b.orders]).toEqual([distance, fate, orders]);
  });

  it('lights at 2 to 5 fall back 10cm', () => {
    // Guns at 10 at light infantry: D6+1-1 (003:69): a 5 kills one of five. Test D6-3: a 6 is 3: Retreat, 10 (003:135).
    const b = { type: 'light-infantry', stands: 5, tactic: 'hold', fire: 'hold' };
    const { view } = after({ a: guns, b, distance: 10, turns: 1 }, [5, 6]);
    expect([view.distance, view.b.orders]).toEqual([20, 'retreat']);
  });

  it('artillery of a massed group that scores 0 or 1 is killed', () => {
    // Guns against guns at 30 (long): D6+1-1: a 5 kills one stand of two. Test: -2 for 50%, -1 disordered: D6-3.
    // Short-range fire does not count at 30. A 4 is 1: the battery is killed (003:136), which destroys side B.
    const b = { type: 'light-artillery', stands: 2, tactic: 'hold', fire: 'hold' };
    const { view, next } = after({ a: guns, b, distance: 30, turns: 1 }, [5, 4]);
    expect([view.b.units.u1.stands, next]).toEqual([0, 'end']);
  });

  it('one disordered unit of a group is enough for the row, and only when it is disordered', () => {
    // D6-1 with the row, D6 without: Advance goes to Stand at 2 and 3 (003:135), so the row moves 4 and 6.
    const tester = {
      type: 'medium-infantry',
      stands: 4,
      orders: 'advance',
      others: [{ type: 'medium-infantry', stands: 4 }],
    };
    const odds = (given: Loose) => outcomesOf(exactly('morale', { tester: given }));
    expect(odds(tester)).toEqual({
      passes: 0.5,
      halts: expect.closeTo(2 / 6, 12),
      retreats: expect.closeTo(1 / 6, 12),
    });
    expect(odds({ ...tester, disordered: true })).toEqual({
      passes: expect.closeTo(2 / 6, 12),
      halts: expect.closeTo(2 / 6, 12),
      retreats: expect.closeTo(2 / 6, 12),
    });
  });

  it('a general 12cm away reaches the group on a D4 of 3 or 4', () => {
    // D6 + 1 half of the time (003:119). Rally of massed troops on 4+ at -2 (003:118, 124): 6, or 5 and 6.
    const routers = { type: 'medium-infantry', stands: 4, general: 12 };
    const rallied = outcomesOf(exactly('rally', { tester: routers }))['rallied'];
    expect(rallied).toBeCloseTo(0.5 * (1 / 6) + 0.5 * (2 / 6), 12);
  });

  it.each([
    ['massed troops on 4 or more', { type: 'medium-infantry' }, 1 / 6],
    ['massed troops of high morale', { type: 'medium-infantry', morale: 'high' }, 2 / 6],
    ['lights on 5 or more: never at -2', { type: 'light-infantry' }, 0],
    ['lights of high morale', { type: 'light-infantry', morale: 'high' }, 1 / 6],
    // One of five lost is 20%: -1, which leaves massed troops nothing (6 - 3 = 3).
    ['massed troops that lost a fifth', { type: 'medium-infantry', stands: 4, startingStands: 5 }, 0],
    ['massed troops that lost less than a fifth', { type: 'medium-infantry', stands: 5, startingStands: 6 }, 1 / 6],
  ])('rallies %s', (_, unit, wanted) => {
    const found = outcomesOf(exactly('rally', { tester: { stands: 4, ...unit } }));
    expect(found['rallied'] ?? 0).toBeCloseTo(wanted, 12);
  });
});

it('a charge that is not fought in its turn is forgotten by whoever falls back from it', () => {
  const a = { type: 'medium-cavalry', stands: 2, tactic: 'charge' };
  const b = { ...still, morale: 'high' };
  const situation = { a, b, distance: 10, turns: 1, sequence: ['orders', 'shoot', 'melee', 'move', 'morale'] };
  // Both pass their tests, and are in contact after the melees of the turn. Cavalry falls back the 10 of a halt (003:8).
  const end = (locked: string) => {
    const { view, next } = after({ ...situation, locked }, [6, 6], { targetShoots: 'no' });
    return [next, view.distance, view.a.fresh, view.a.orders];
  };
  expect(end('attacker-falls-back')).toEqual(['end', 10, false, 'stand']);
  // Or it is fought in the enemy's.
  expect(end('fight-on')).toEqual(['Melee: side A’s medium cavalry strikes medium infantry', 0, true, 'advance']);
});

describe('a charge at half strength', () => {
  const charges = (attacker: Loose, rulings?: Loose) =>
    1 -
    (outcomesOf(exactly('charge', { attacker, defender: { type: 'medium-cavalry', stands: 4 } }, rulings as never))[
      'charge-refused'
    ] ?? 0);
  const horse = { type: 'medium-cavalry', stands: 2 };
  it.each([
    // Massed cavalry charges on 3 or more (003:129); losses -1 for each 20%, half strength or less -3 (003:120).
    ['at full strength', { ...horse, stands: 4 }, 4 / 6],
    // 2 of 4: 50% lost: -2 and -3: never.
    ['at half strength', { ...horse, startingStands: 4 }, 0],
    // 3 of 5: 40% lost: -2, no -3: 5 and 6.
    ['above half strength', { ...horse, stands: 3, startingStands: 5 }, 2 / 6],
  ])('%s', (_, attacker, wanted) => {
    expect(charges(attacker)).toBeCloseTo(wanted, 12);
  });

  it('may be counted by the weakest unit of the group', () => {
    // 2 of 4 beside 8 of 8: the group has lost 2 of 12 (16%), one of its units half.
    const mixed = { ...horse, startingStands: 4, others: [{ type: 'medium-cavalry', stands: 8 }] };
    expect(charges(mixed)).toBeCloseTo(4 / 6, 12);
    // With -3: a 6 gives 3.
    expect(charges(mixed, { chargeAtHalf: 'any-unit' })).toBeCloseTo(1 / 6, 12);
  });
});
