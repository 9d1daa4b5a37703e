import { describe, expect, it } from 'vitest';
import { exactly, type Loose, measureOf, outcomesOf, problemsOf, type Rulings } from './play.ts';
import { after } from './stages.ts';

/*
 * Engagements of several groups a side, worked out with the sheet in hand. Lanes are 5cm apart; distances are in cm. Where
 * dice are given they are thrown in that order.
 */
const never = { now: { turn: { gt: 99 } } };
const none = { melee: false, losses: false };
const foot = { type: 'medium-infantry', stands: 1, tactic: 'hold', fire: 'hold' };
const horse = { type: 'medium-cavalry', stands: 2, tactic: 'hold' };
const far = { lane: 3, fire: 'hold', tactic: 'hold' };
/** Whoever is charged does not shoot. */
const quiet = { targetShoots: 'no' };
/** Nobody rolls: where everybody stands afterwards. */
const positions = (situation: Loose) => {
  const { view, next } = after({ turns: 1, endWhen: never, ...situation }, []);
  if (next !== 'end') throw new Error(`something is rolled: ${next}`);
  return view;
};

describe('fire across lanes', () => {
  // Side B has nobody in lane 2, where one stand of side A's muskets stands.
  const shooters = { ...foot, fire: 'shoot', lane: 2 };
  const across = (distance: number, rulings?: Rulings, more: Loose = {}) =>
    measureOf(
      exactly('engagement', { a: { ...foot, groups: [shooters] }, b: { ...foot, stands: 3 }, distance, turns: 1, testAfter: none, ...more }, rulings), // biome-ignore format: one line
      'b.lost',
    );

  it('is measured straight: 5 ahead and 5 to the side are 8', () => {
    // The root of 50 is over 7, so 8: long range. +1 first shot, -1 long: D6, 5 and 6 kill one (003:67, 76, 88).
    const lost = across(5);
    expect(lost[0]).toBeCloseTo(4 / 6, 12);
    expect(lost[1]).toBeCloseTo(2 / 6, 12);
  });

  it('reaches no further than the weapon: 10 ahead and 5 to the side are 12', () => {
    expect(across(10)).toEqual({ 0: expect.closeTo(1, 12) });
    // With lanes side by side it is 10.
    expect(across(10, {}, { spacing: 0 })[1]).toBeCloseTo(2 / 6, 12);
  });

  it('is for neighbours, and for readings that allow it', () => {
    expect(across(5, { fireAcross: 'no' })).toEqual({ 0: expect.closeTo(1, 12) });
    const cut = { lanes: [{ lane: 2, neighbours: [] }] };
    expect(across(5, {}, cut)).toEqual({ 0: expect.closeTo(1, 12) });
  });

  it('is not for those who have a shot straight ahead', () => {
    // Lane 2 has a target of its own at 5: short range, D6+2, 3 4 kill one, 5 6 two.
    const b = { ...foot, stands: 3, groups: [{ ...foot, stands: 3 }] };
    const situation = { a: { ...foot, groups: [shooters] }, b, distance: 5, turns: 1, testAfter: none };
    const { view } = after(situation, [5]);
    expect([view.l1.b.units.u1.stands, view.l2.b.units.u1.stands]).toEqual([3, 1]);
  });

  it('is at the nearest of the next lanes, and of two as near at that of the lower lane', () => {
    // Muskets in lane 2; enemies in lanes 1 and 3 only. Long range, first shot: D6, a 6 kills one.
    const b = { ...foot, stands: 3, groups: [{ ...foot, stands: 3, lane: 3 }] };
    const left = (third: number) => {
      const situation = { a: { ...shooters, groups: [{ ...foot, ...far }] }, b, lanes: [{ lane: 3, distance: third }] };
      const { view } = after({ ...situation, distance: 5, turns: 1, testAfter: none }, [6]);
      return [view.l1.b.units.u1.stands, view.l3.b.units.u1.stands];
    };
    expect([left(4), left(5), left(6)]).toEqual([[3, 2], [2, 3], [2, 3]]); // biome-ignore format: a table
  });

  it('does not go into a melee', () => {
    // B1 is in contact with A1 when A2 would shoot.
    const a = { ...horse, tactic: 'charge', groups: [shooters] };
    const b = { ...foot, stands: 3, morale: 'high' };
    // The charge passes on 6, B stays on 6; the muskets of A2 keep quiet, and the melee begins.
    const { next } = after({ a, b, distance: 5, turns: 1, testAfter: none }, [6, 6], quiet);
    expect(next).toMatch(/Melee/);
  });
});

describe('charges in flank', () => {
  // Lane 2 of side B is empty: A2 is free. B1 has A1 in front of it.
  const a = { ...foot, groups: [{ ...horse, lane: 2, tactic: 'charge' }] };
  const b = { ...foot, stands: 3 };

  it('go in from a move away, along the lane and across', () => {
    // 25 and 5 across are the 30 of cavalry (003:39); 26 and 5 are not.
    const charged = (distance: number) => after({ a, b, distance, turns: 1, testAfter: none }, []).next;
    expect(charged(25)).toMatch(/tests? to charge/);
    expect(charged(26)).toBe('end');
  });

  it('are what a tactic weighs: in flank the last unit of the line is met, in front the first', () => {
    // Heavy cavalry is more than a match for medium cavalry, which stands at its flank.
    const mixed = { type: 'heavy-cavalry', stands: 2, tactic: 'hold', others: [{ type: 'medium-cavalry', stands: 2 }] };
    const tactic = [{ when: { self: { facesHigherFactor: false } }, do: 'charge' }, { do: 'stand' }];
    const both = { ...horse, tactic, groups: [{ ...horse, tactic, lane: 2 }] };
    const { next } = after({ a: both, b: mixed, distance: 10, turns: 1, testAfter: none }, []);
    expect(next).toBe('side A in lane 2 tests to charge');
  });

  it('are weighed and fought as charges in flank', () => {
    // Test: D6, 3 and more charge (003:129). B tests at -2 in flank (003:118): a 6 gives 4: it stays.
    const situation = { a, b, distance: 25, turns: 1, testAfter: none };
    const { view, next } = after(situation, [3, 6], quiet);
    expect([view.l2.touch.aLane1b, view.l2.a.at]).toEqual(['flank-b', 25]);
    expect(next).toMatch(/Melee: side A in lane 2’s medium cavalry strikes/);
    // Cavalry: +1 flank, +1 second stand: D6+2, a 3 kills one. Infantry: -1 flank, +1 stand: D6, a 4 nothing.
    const fought = after(situation, [3, 6, 3, 4], quiet).view;
    expect([fought.l1.b.units.u1.stands, fought.l2.a.units.u1.stands]).toEqual([2, 2]);
  });

  it('are fought by the first unit alone, against the last of the line', () => {
    const two = { ...horse, lane: 2, tactic: 'charge', others: [{ type: 'medium-cavalry', stands: 2 }] };
    const line = { ...b, others: [{ type: 'medium-infantry', stands: 3 }] };
    const situation = { a: { ...foot, groups: [two] }, b: line, distance: 25, turns: 1, testAfter: none };
    // As above: the last of the two loses a stand, as soon as all have struck: nobody else has.
    const { view } = after(situation, [3, 6, 3, 4], quiet);
    expect([view.l1.b.units.u1.stands, view.l1.b.units.u2.stands]).toEqual([3, 2]);
  });

  it('make infantry test on the table of the others, without halting first', () => {
    // 003:113 is for charges frontally. Medium infantry at 15 and 5 across: D6, 3 and more (003:129).
    const infantry = { ...a, groups: [{ ...foot, lane: 2, tactic: 'charge' }] };
    const situation = { a: infantry, b, distance: 15, turns: 1, testAfter: none };
    const p = (rulings?: Rulings) => outcomesOf(exactly('engagement', situation, rulings));
    expect(after(situation, [2]).next).toBe('end');
    expect(after(situation, [3]).next).toMatch(/tests? when charged/);
    expect(p({ flankCharge: 'no' })).toEqual({ even: expect.closeTo(1, 12) });
  });

  it('are frontal where the enemy has nobody else in front', () => {
    // A1 is away in lane 3; B1 turns to A2, and A2's cavalry weighs no flank: B tests at its usual D6, a 4 stays.
    const lone = { ...horse, lane: 2, tactic: 'charge', groups: [{ ...foot, ...far }] };
    const situation = { a: lone, b: { ...b, lane: 1 }, distance: 25, turns: 1, testAfter: none };
    const { view } = after(situation, [3, 4], quiet);
    expect(view.l2.touch.aLane1b).toBe('front');
  });
});

describe('a second line', () => {
  const behind = { ...foot, line: 'second', lane: 1 };
  const at = (second: Loose, more: Loose = {}) => {
    const { l1 } = positions({ a: { ...foot, groups: [{ ...behind, ...second }] }, b: foot, distance: 100, ...more });
    return [l1.a2.at, l1.a2.orders];
  };

  it('starts behind, and closes up to 10cm of the friends in front', () => {
    // 003:10. Infantry goes 20: from -20 to -10; its half move of 10 does not reach them, so it stays on Advance.
    expect(at({ tactic: 'hold' })).toEqual([-20, 'stand']);
    expect(at({ tactic: 'advance-and-shoot' })).toEqual([-10, 'advance']);
    expect(at({ tactic: 'support-behind' })).toEqual([-10, 'reserve']);
    // Cavalry at -15: its half move of 15 would run into them: 10cm short, on Stand.
    expect(at({ type: 'medium-cavalry', tactic: 'advance-and-shoot' }, { depth: 15 })).toEqual([-10, 'stand']);
    // Nowhere to go.
    expect(at({ tactic: 'advance-and-shoot' }, { depth: 10 })).toEqual([-10, 'stand']);
  });

  it('on Stand moves its 5cm up to friends, and nothing where there is less room (003:26)', () => {
    const close = [{ do: 'close' }, { do: 'stand' }];
    expect([15, 14].map((depth) => at({ tactic: close }, { depth })[0])).toEqual([-10, -14]);
  });

  it('on Reserve goes nearer than 20cm behind friends, and no nearer without them', () => {
    // 003:14. First line at 5 from the enemy, the second 20 behind it: 25. It comes up to 15.
    expect(at({ tactic: 'support-behind' }, { distance: 5 })).toEqual([-10, 'reserve']);
  });

  it('neither shoots nor charges over its friends', () => {
    const b = { ...foot, stands: 3 };
    const guns = { type: 'medium-artillery', stands: 2, line: 'second', lane: 1, tactic: 'hold', fire: 'shoot' };
    const cavalry = { ...horse, line: 'second', lane: 1, tactic: 'charge' };
    for (const second of [guns, cavalry]) {
      const { next } = after({ a: { ...foot, groups: [second] }, b, distance: 5, depth: 5, turns: 1 }, []);
      expect(next).toBe('end');
    }
  });

  it('takes over when the first line has gone', () => {
    // B's gun (one stand, D6 at 10) kills A1's only stand with a 5; then A2, 5 behind at 15, is shot at long range: D6-1.
    const gun = { type: 'medium-artillery', stands: 1, tactic: 'hold' };
    const a = { ...foot, groups: [{ ...behind, stands: 3 }] };
    const { view, next } = after({ a, b: gun, distance: 10, depth: 5, turns: 2, testAfter: none }, [5]);
    expect(view.l1.a.units.u1.stands).toBe(0);
    expect(next).toMatch(/medium artillery shoots? at medium infantry \(15cm\)/);
  });

  it('may be disorganised by friends who come back through it', () => {
    // A gun at 10 kills one of A1's five (5). Test D6-3 (20% lost, disordered, short-range guns): 3 is 0: back 20, past -10.
    const gun = { type: 'medium-artillery', stands: 1, tactic: 'hold' };
    const a = { ...foot, stands: 5, groups: [{ ...behind }] };
    const situation = { a, b: gun, distance: 10, depth: 10, turns: 1, endWhen: never };
    const shaken = (rulings?: Rulings) => after(situation, [5, 3], rulings).view.l1;
    expect([shaken().a.at, shaken().a2.units.u1.disorganised]).toEqual([-20, false]);
    expect(shaken({ passThrough: 'disorganised' }).a2.units.u1.disorganised).toBe(true);
    // 20 back reaches a second line at -20, and not one at -21.
    const reached = (depth: number) =>
      after({ ...situation, depth }, [5, 3], { passThrough: 'disorganised' }).view.l1.a2.units.u1.disorganised;
    expect([20, 21].map(reached)).toEqual([true, false]);
  });
});

describe('routers and opponents', () => {
  // Two guns at 10: D6+1; a 5 kills one of five. B1 tests at D6-3 (20% lost, disordered, short-range guns): 2 is -1: rout.
  const guns = { type: 'medium-artillery', stands: 2, tactic: 'hold' };
  const b = { ...foot, stands: 5, groups: [{ ...foot, stands: 5, forward: -40 }] };
  const situation = { a: { ...guns, groups: [{ ...foot, forward: -40 }] }, b, distance: 10, turns: 2, edge: 60 };

  it('run at full speed and 2cm more, at once and in their own moves', () => {
    // Infantry 20 + 2 (003:34).
    const { view, next } = after(situation, [5, 2]);
    // B's own turn has moved it on: -22, then -44. Then it tests to rally.
    expect([view.l1.b.orders, view.l1.b.at]).toEqual(['rout', -44]);
    expect(next).toMatch(/tests? to rally/);
  });

  it('rally on 4, at -2 for the attempt', () => {
    // Militia of high morale charged by cavalry: D6 -2 higher factor -2 caught in the open -1 militia +1: a 1 routs.
    // Rallying (003:118, 124): D6 -2 -1 militia in the open +1: a 6 is 4, a 5 is not.
    const militia = { ...foot, type: 'militia', morale: 'high', groups: [{ ...foot, forward: -40 }] };
    const charged = { a: { ...horse, tactic: 'charge' }, b: militia, distance: 10, turns: 1 };
    const end = (die: number) => after(charged, [6, 1, die]).view.l1.b;
    expect([end(5).orders, end(5).fate, end(5).at]).toEqual(['rout', 'routs', -44]);
    expect([end(6).orders, end(6).fate, end(6).at]).toEqual(['stand', 'holds', -44]);
    expect(after(charged, [6, 1], { routersRally: 'no' }).next).toBe('end');
  });

  it('are gone at the edge, and no longer test', () => {
    // -22 at once, and 44 in the next move, past an edge of 40.
    const { view, next } = after({ ...situation, edge: 40 }, [5, 2]);
    expect(view.l1.b.at).toBe(-40);
    expect(next).not.toMatch(/rally/);
  });

  it('leave their enemy to turn to the next one', () => {
    // In turn 2 the guns have nobody in lane 1; B2 stands at 10 + 40 in lane 2: straight 51: extreme range (003:48).
    const { next } = after({ ...situation, edge: 40 }, [5, 2]);
    expect(next).toMatch(/shoots? at medium infantry \(51cm\)/);
    const bound = after({ ...situation, edge: 40 }, [5, 2], { fireAcross: 'no' });
    expect(bound.next).toBe('end');
  });

  it('end it when nobody of a side holds any more', () => {
    const both = {
      a: { ...foot, tactic: [{ do: 'retreat' }], groups: [{ type: 'militia', stands: 1 }] },
      b: foot,
      distance: 40,
      turns: 3,
    };
    expect(outcomesOf(exactly('engagement', both))).toEqual({ 'a-retreats': 1 });
    const one = { ...both, a: { ...both.a, groups: [{ ...foot, tactic: 'hold' }] } };
    expect(outcomesOf(exactly('engagement', one))).toEqual({ even: 1 });
  });

  it('count more than stands in who is worse off', () => {
    // B1 routs with four of five stands left; A has lost nothing.
    const p = outcomesOf(exactly('engagement', { ...situation, turns: 1 }));
    // D6+1: 4 and 5 kill one, 6 two of B1's five; whatever B1 does, B2 holds: B is worse off whenever a stand is lost.
    expect(p['b-worse']).toBeCloseTo(3 / 6, 12);
    expect(p['even']).toBeCloseTo(3 / 6, 12);
  });
});

describe('a free neighbour', () => {
  // A1 fights B1; A2, level with it, has nobody in front.
  const a = { ...horse, tactic: 'charge', groups: [{ ...foot, forward: 10, lane: 2 }] };
  const b = { ...foot, stands: 2, morale: 'high' };
  const situation = { a, b, distance: 10, turns: 1, testAfter: none };
  // Both pass their tests; cavalry, two stands: +1 second stand, +1 overlap: D6+2: a 3 kills one.
  const stands = (rulings?: Rulings, more: Loose = {}) =>
    after({ ...situation, ...more }, [6, 6, 3, 1], { ...quiet, ...rulings }).view.l1.b.units.u1.stands;

  it('overlaps the fight beside it', () => {
    expect(stands()).toBe(1);
    expect(stands({ neighbourOverlap: 'no' })).toBe(2);
  });

  it('does so only level with it', () => {
    // 6cm behind the fight, where lanes are 5 apart.
    expect(stands({}, { a: { ...a, groups: [{ ...foot, forward: 4, lane: 2 }] } })).toBe(2);
  });

  it('counts in one fight, that of the lowest lane of those that it is level with', () => {
    // A1 and A3 charge, 10 and so many cm; A2 stands between them, so far ahead, with nobody in front.
    const left = (third: number, forward: number) => {
      const [other, lanes] = [{ ...b, lane: 3 }, [{ lane: 2, distance: 60 }, { lane: 3, distance: third }]]; // biome-ignore format: one line
      const all = {
        ...a,
        groups: [
          { ...foot, forward, lane: 2 },
          { ...horse, tactic: 'charge', lane: 3 },
        ],
      };
      // All pass their tests. Cavalry D6+1, and +1 where it is overlapped: of two 3s only that one kills.
      const { view } = after({ ...situation, a: all, b: { ...b, groups: [other] }, lanes }, [6, 6, 6, 6, 3, 1, 3, 1], quiet); // biome-ignore format: one line
      return [view.l1.b.units.u1.stands, view.l3.b.units.u1.stands];
    };
    expect([left(10, 10), left(20, 20), left(10, 4)]).toEqual([[1, 2], [2, 1], [2, 2]]); // biome-ignore format: a table
  });

  it('does so only without an enemy of its own', () => {
    expect(stands({}, { b: { ...b, groups: [{ ...foot, lane: 2, forward: -50 }] } })).toBe(2);
  });
});

describe('ground', () => {
  it('covers whoever stands in it', () => {
    // Muskets at 5: D6+2, nothing on 1 2; soft cover -1 (003:68): nothing on 1 2 3.
    const a = { ...foot, fire: 'shoot' };
    const lost = (from: number, to: number) =>
      measureOf(
        exactly('engagement', { a, b: { ...foot, stands: 3 }, distance: 5, turns: 1, testAfter: none, lanes: [{ lane: 1, ground: [{ from, to, cover: 'soft' }] }] }), // biome-ignore format: one line
        'b.lost',
      )[0];
    expect(lost(5, 20)).toBeCloseTo(3 / 6, 12);
    expect(lost(6, 20)).toBeCloseTo(2 / 6, 12);
  });

  it('slows whoever starts in it', () => {
    const lanes = [{ lane: 1, ground: [{ from: 0, to: 10, speed: 50 }] }];
    const a = { ...foot, tactic: 'advance-and-shoot' };
    // 20 at half speed is 10, which is still in it; then 10 more, then 20.
    const at = (turns: number) => positions({ a, b: foot, distance: 100, turns, lanes }).l1.a.at;
    expect([1, 2, 3].map(at)).toEqual([10, 20, 40]);
  });
});

describe('drill', () => {
  const column = { type: 'medium-infantry', stands: 2, formation: 'column', fire: 'hold' };
  const stand = { ...foot, fire: 'hold' };
  const end = (unit: Loose, plan: string, turns = 1) => {
    const a = { ...unit, tactic: [{ do: plan }, { do: 'stand' }] };
    const { view } = after({ a, b: stand, distance: 100, turns, endWhen: never }, []);
    return [view.a.formed, view.distance, view.a.orders];
  };

  it.each([
    // 003:16-20, 54. From column to line: the well drilled and normal troops go on at the 20 of a line; the badly drilled do not.
    ['well', 'form-line-and-approach', ['line', 80, 'reserve']],
    ['normal', 'form-line-and-approach', ['line', 80, 'reserve']],
    ['badly', 'form-line-and-approach', ['as-given', 100, 'stand']],
    ['badly', 'form-line', ['line', 100, 'reserve']],
    // Any other change: on the move by the well drilled alone, at the 24 of a column.
    ['well', 'form-deep-column-and-approach', ['deep-column', 76, 'reserve']],
    ['normal', 'form-deep-column-and-approach', ['as-given', 100, 'stand']],
    ['normal', 'form-deep-column', ['deep-column', 100, 'reserve']],
    // 003:26 a square is formed on Stand, by all.
    ['badly', 'form-square', ['square', 100, 'stand']],
  ])('%s drilled: %s', (drill, plan, wanted) => {
    expect(end({ ...column, drill }, plan)).toEqual(wanted);
  });

  it('lets a column form line and then advance', () => {
    // Advance is for groups in line (003:7): 100, line; then 20 a turn.
    const a = { ...column, drill: 'badly', tactic: [{ do: 'advance' }, { do: 'form-line' }] };
    const at = (turns: number) => after({ a, b: stand, distance: 100, turns, endWhen: never }, []).view.distance;
    expect([1, 2, 3].map(at)).toEqual([100, 80, 60]);
  });

  it('is not for cavalry in square', () => {
    const cavalry = { type: 'medium-cavalry', stands: 2, drill: 'well', fire: 'hold' };
    expect(end(cavalry, 'form-square')).toEqual(['as-given', 100, 'stand']);
    const mixed = { ...column, drill: 'well', others: [{ type: 'medium-cavalry', stands: 2 }] };
    expect(end(mixed, 'form-square')).toEqual(['as-given', 100, 'stand']);
  });
});

describe('guns that come up', () => {
  // Light artillery: 24 a move, range 30 (003:50); one stand at long range: D6-1 (003:67).
  const guns = { type: 'light-artillery', stands: 1, tactic: 'bring-up-guns' };

  it('go to Stand in range and shoot at once, if they did not begin the turn on Stand', () => {
    const at = (orders: string, distance: number, turns: number) =>
      after({ a: { ...guns, orders }, b: { ...foot, stands: 3 }, distance, turns, endWhen: never }, []);
    // On Advance, at 50: 20 more and they are in range.
    expect(at('advance', 50, 1).next).toMatch(/shoots? at medium infantry \(30cm\)/);
    // On Stand, at 60: they advance to 36, on Advance; in the second turn they go 6 more, and shoot.
    expect(at('stand', 60, 1).next).toBe('end');
    expect(at('stand', 60, 2).next).toMatch(/shoots? at medium infantry \(30cm\)/);
  });
});

describe('a commander in chief', () => {
  // Guns shoot at B2 in lane 2; it tests with him (+1, 003:119) or without.
  const guns = { type: 'medium-artillery', stands: 1, tactic: 'hold', lane: 2 };
  const b = { ...foot, stands: 5, lane: 1, groups: [{ ...foot, stands: 5, lane: 2 }] };
  const situation = { a: guns, b, distance: 10, turns: 1, endWhen: never };
  // A 5 kills one of five: D6 -1 losses -1 disordered -1 guns: a 4 is 1: back 20. With him 2: it stays where it is.
  const at = (commander: Loose | undefined, dice: number[], more: Loose = {}) =>
    after({ ...situation, ...more, b: { ...b, commander } }, dice).view.l2.b.at;

  it('is with one group, whose tests have him near', () => {
    expect(at({ with: 2 }, [5, 4])).toBe(0);
    expect(at(undefined, [5, 4])).toBe(-20);
  });

  it('may reach others on the die: lanes are 5 apart', () => {
    // With B1, 5cm off: the D4 reaches 5 with a 1 (SYW-R19): always. With lanes 10 apart a 1 does not.
    expect(at({ with: 1 }, [5, 4])).toBe(0);
    expect(at({ with: 1 }, [5, 1, 4], { spacing: 10 })).toBe(-20);
    expect(at({ with: 1 }, [5, 2, 4], { spacing: 10 })).toBe(0);
  });

  it('is near for one test: what the die gave is forgotten after it', () => {
    const reached = (dice: number[]) =>
      after({ ...situation, spacing: 10, b: { ...b, commander: { with: 1 } } }, dice).view.l2.generalReaches;
    expect([reached([5, 2]), reached([5, 2, 4])]).toEqual([true, false]);
  });

  it('goes to those who are shaken before the next turn of his side', () => {
    // 30cm off in the first test, he joins B2 for the second turn: a second stand lost (40%): D6-4, with him -3: 4 is 1.
    const far = { spacing: 30, turns: 2 };
    const second = (goes: string) =>
      after({ ...situation, ...far, b: { ...b, commander: { with: 1, goes } } }, [5, 6]).view;
    expect(second('stays').chief.b).toBe(0);
    expect(second('to-the-shaken').chief.b).toBe(1);
  });

  it('joins the first group that is left when his own is gone, or the one that is shaken', () => {
    // The gun kills the one stand of his group in lane 2 with a 5. B1 has lost nothing, B3 one of five.
    const groups = [{ ...foot, lane: 2 }, { ...foot, stands: 4, startingStands: 5, lane: 3 }]; // biome-ignore format: one line
    const joins = (goes: string) =>
      after({ ...situation, turns: 2, b: { ...b, groups, commander: { with: 2, goes } } }, [5]).view.chief.b;
    expect([joins('stays'), joins('to-the-shaken')]).toEqual([0, 2]);
  });
});

describe('tactics that cannot be', () => {
  const wrong = (a: Loose) =>
    problemsOf('engagement', { a, b: foot, distance: 20 }).map((p) => `${p.path.join('.')}: ${p.message}`);
  const guns = { type: 'medium-artillery', stands: 1 };
  it.each([
    ['guns that charge', { ...guns, tactic: [{ do: 'charge' }] }, /^a\.tactic: The group can never do 'charge': guns do not charge\. It may stand, close, advance/], // biome-ignore format: one line
    ['guns on Reserve orders', { ...guns, tactic: [{ do: 'approach' }] }, /^a\.tactic: .*'approach': guns on Reserve orders only pivot\. It may stand, close, advance, retreat, bring-up\.$/], // biome-ignore format: one line
    ['no guns to bring up', { ...foot, tactic: [{ do: 'bring-up' }] }, /^a\.tactic: .*'bring-up': it has no guns/],
    [
      'no drill',
      { ...foot, tactic: [{ do: 'form-square' }, { do: 'stand' }] },
      /^a\.tactic: .*'form-square': its drill is not given/,
    ],
    ['a commander with nobody', { ...foot, commander: { with: 2 } }, /^a\.commander\.with: Side A has one group; its commander cannot be with number 2/], // biome-ignore format: one line
    ['nine groups', { ...foot, groups: Array.from({ length: 8 }, (_, i) => ({ ...foot, lane: Math.min(8, i + 2) })) }, /^a: Side A has 9 groups; an engagement has 1 to 8 a side\./], // biome-ignore format: one line
    ['a name that nobody gave, told once', { ...foot, tactic: 'hald', groups: [{ type: 'militia', stands: 1 }] }, /^a\.tactic: There is no tactic called 'hald'\. Did you mean 'hold'\?$/], // biome-ignore format: one line
  ])('%s', (_, a, sentence) => {
    expect(wrong(a)[0]).toMatch(sentence);
  });

  it('tells of a misspelt name once', () => {
    expect(wrong({ ...foot, tactic: 'hald', groups: [{ type: 'militia', stands: 1 }] })).toHaveLength(1);
  });
});
