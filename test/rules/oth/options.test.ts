import { describe, expect, test } from 'vitest';
import type { Rulebook } from '../../../src/rules/book.ts';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { unplayedReason } from '../../../src/rules/unplayed.ts';
import { hitChances, passes } from './by-hand.ts';
import { odds, refusals, ruledBy } from './odds.ts';

const calm = { waveringAt: 0, routingAt: 0, naturalTen: 'off', maxRounds: 1 };
const book2 = ruledBy(oth2, calm);
const half = ruledBy(othHalf, calm);
const led = { commander: { control: 5 } };
const idle = [{ do: 'hold' }, { do: 'rest' }];
/** The chance that the engagement ends in its first turn, because this holds. */
const ends = (book: Rulebook, situation: object, endWhen: object): number =>
  odds(book, 'engagement', { ...situation, turns: 2, endWhen }).p('turns', 1);
/** The same book with another figure in a grid. */
function withCell(book: Rulebook, table: string, row: string, column: string, value: unknown): Rulebook {
  const found = book.tables[table];
  const rows = (found.rows as readonly { id: string; cells: object }[]).map((r) =>
    r.id === row ? { ...r, cells: { ...r.cells, [column]: value } } : r,
  );
  return { ...book, tables: { ...book.tables, [table]: { ...found, rows } } } as unknown as Rulebook;
}

describe("the winner's options (lines 536 to 539 of oth2, 343 to 346 of oth-half)", () => {
  // 12 + 1 reads as 10 against 1: by 2 or more in .9 x .5 + .1 x .2, and the loser goes back 3.
  const beaten = 0.9 * 0.5 + 0.1 * 0.2;
  const fight = (more: object = {}) => ({
    a: { fs: 12, ...led, ...more, tactic: [{ do: 'charge' }] },
    b: { fs: 5, aspect: 'rear', underStrength: true, tactic: [{ do: 'stand' }] },
    ...{ distance: 4, sequence: ['a-moves', 'a-combats'] },
  });
  // Struck in the rear, 5 - 4 = 1; it goes back at full speed, 6.
  test.each([
    ['hold', 6],
    ['fall-back', 6 + 3],
  ])('oth2: %s leaves them %i apart', (winnerPolicy, apart) => {
    expect(ends(ruledBy(book2, { winnerPolicy }), fight(), { now: { distance: apart } })).toBeCloseTo(beaten, 12);
  });
  test('the figures of the rows are read: an advance of half a segment stops at 3', () => {
    const slow = withCell(ruledBy(book2, { winnerPolicy: 'advance' }), 'winner.options', 'advance', 'segments', 0.5);
    expect(ends(slow, fight(), { now: { distance: 3 } })).toBeCloseTo(beaten, 12);
    const far = withCell(ruledBy(book2, { winnerPolicy: 'fall-back' }), 'winner.options', 'fall-back', 'segments', 2);
    expect(ends(far, fight(), { now: { distance: 12 } })).toBeCloseTo(beaten, 12);
  });
  test('a change of formation is free, into the formation of ruling winnerFormation', () => {
    const book = ruledBy(book2, { winnerPolicy: 'change-formation', winnerFormation: 'attack-column' });
    expect(ends(book, fight(), { self: { formation: 'attack-column' } })).toBeCloseTo(beaten, 12);
  });
  test('a winner struck in the flank turns to the enemy', () => {
    // The defender, in the flank: 12 - 2 = 10 against 5 + 1 + 4 = 10. Who wins by 2 hits for 3 against 1.
    const book = (winnerPolicy: string) => ruledBy(book2, { winnerPolicy });
    const situation = {
      a: { fs: 5, ...led, moraleSupport: true, tactic: [{ do: 'charge' }] },
      b: { fs: 12, aspect: 'flank', tactic: [{ do: 'stand' }] },
      ...{ distance: 4, sequence: ['a-moves', 'a-combats'] },
    };
    const turned = { enemy: { aspect: 'front' }, now: { distance: 3 } };
    const [, one, , three] = hitChances(10);
    // Beaten, by 3 against 1, it turns as it goes (line 506); winning, only if it chooses to.
    expect(ends(book('hold'), situation, turned)).toBeCloseTo(three * one, 12);
    expect(ends(book('change-facing'), situation, turned)).toBeCloseTo(2 * three * one, 12);
  });
  test('oth-half: falling back is half of 3', () => {
    // 12 + 1 + 3 against 5 - 3 = 2; the loser goes back 3 (line 302). No test after a draw or a round lost by 1.
    const book = ruledBy(half, { winnerPolicy: 'fall-back', drawTest: 'off' });
    const wanted = 0.8 * 0.5 + 0.2 * 0.2;
    expect(ends(book, { ...fight(), distance: 2 }, { now: { distance: 4.5 } })).toBeCloseTo(wanted, 12);
  });
});

describe('engaged units (lines 171 to 176)', () => {
  const facing = (unit: object, tactic: object[], distance = 10) => ({
    a: { fs: 8, aspect: 'rear', ...unit, tactic },
    b: { fs: 8, tactic: idle },
    ...{ distance, sequence: ['a-moves'] },
  });
  const turnAndGo = [{ do: 'turn-to-face' }, { do: 'advance' }];
  test.each([
    ['a line turns for a segment and has 6 left', {}, 20 - 6],
    ['the French system turns for half a segment: 9 left', { french: true }, 20 - 9],
    ['skirmishers turn free: 18', { formation: 'skirmish' }, 20 - 18],
  ])('%s (line 174)', (_name, unit, at) => {
    const front = { self: { aspect: 'front' }, now: { distance: at } };
    expect(ends(book2, facing(unit, turnAndGo, 20), front)).toBe(1);
  });
  test('a closed column has one segment, and has turned with it', () => {
    const turned = { self: { aspect: 'front' }, now: { distance: 10 } };
    expect(ends(book2, facing({ formation: 'closed-column' }, turnAndGo), turned)).toBe(1);
  });
  test('the rows of advance and turn are read', () => {
    const slow = withCell(book2, 'engaged.options', 'advance', 'speed', 'half');
    const near = facing({ aspect: 'front' }, [{ do: 'advance' }]);
    expect(ends(slow, near, { now: { distance: 4 } })).toBe(1);
    expect(ends(book2, near, { now: { distance: 1 } })).toBe(1);
    const quick = withCell(book2, 'engaged.options', 'change-facing', 'segments', 0);
    expect(ends(quick, facing({}, turnAndGo, 20), { now: { distance: 8 } })).toBe(1);
  });
  test('further off than 12 and unmoved a unit goes to ground (line 201): it is shot at with -3', () => {
    const lies = (distance: number) =>
      ends(book2, facing({}, [{ do: 'go-to-ground' }], distance), { self: { goneToGround: true } });
    expect(lies(12.5)).toBe(1);
    expect(lies(12)).toBe(0);
    const shot = odds(book2, 'engagement', {
      a: { fs: 8, tactic: [{ do: 'go-to-ground' }] },
      b: { fs: 8, weapon: 'rifled-musket', tactic: [{ do: 'fire' }] },
      ...{ distance: 18, turns: 1, sequence: ['a-moves', 'b-shoots'] },
    });
    // 8 + 1 - 1 - 3 = 5, one hit at most.
    expect(shot.mean('a.hits')).toBeCloseTo(passes(5), 12);
  });
});

describe('commanders ride (lines 79 and 125)', () => {
  const rallied = (commander: object) => ({ unit: { fs: 8, hits: 4, commander: { control: 2, ...commander } } });
  test('one within 24 goes to the unit and spends all his control on it: tests at 4, then 5 or 4', () => {
    const both = passes(4) + passes(4) * passes(5) + (1 - passes(4)) * passes(4);
    expect(odds(oth2, 'rally', rallied({ distance: 24 })).mean('unit.regained')).toBeCloseTo(both, 12);
    expect(odds(oth2, 'rally', rallied({ distance: 25 })).mean('unit.regained')).toBeCloseTo(passes(4), 12);
    expect(odds(othHalf, 'rally', rallied({ distance: 12.5 })).mean('unit.regained')).toBeCloseTo(passes(4), 12);
  });
  test('the figure is read, and so is "may not rally"', () => {
    const slow = withCell(oth2, 'movement.segments', 'commander', 'first', 10);
    expect(odds(slow, 'rally', rallied({ distance: 24 })).mean('unit.regained')).toBeCloseTo(passes(4), 12);
    const far = { ...rallied({}), commanderSegments: 2 };
    expect(refusals(oth2, 'rally', far)[0]).toMatch(/may not rally/);
    expect(refusals(withCell(oth2, 'movement.segments', 'commander', 'limit', null), 'rally', far)).toEqual([]);
  });
  test('in an engagement too', () => {
    const shed = (distance: number) =>
      odds(book2, 'engagement', {
        a: { fs: 8, hits: 4, commander: { control: 2, distance }, tactic: [{ do: 'rally' }] },
        b: { fs: 8, tactic: idle },
        ...{ distance: 6, turns: 1, sequence: ['a-rallies'] },
      }).mean('a.hits');
    expect(shed(20)).toBeCloseTo(-(passes(4) + passes(4) * passes(5) + (1 - passes(4)) * passes(4)), 12);
    expect(shed(30)).toBeCloseTo(-passes(4), 12);
  });
});

test('oth-half: how far a unit goes back that fails the test after a round is read from its row (line 364)', () => {
  const column = { fs: 7, formation: 'march-column' };
  const situation = {
    a: { ...column, ...led, tactic: [{ do: 'charge' }] },
    b: { ...column, tactic: [{ do: 'stand' }] },
    ...{ distance: 4, sequence: ['a-moves', 'a-combats'] },
  };
  // One of two fails, 6 + 3 in .1 or 6 in .4, and goes two moves of 3.
  const far = withCell(half, 'morale.tests', 'combat-round', 'moves', 2);
  expect(ends(far, situation, { now: { distance: 6 } })).toBeCloseTo(0.1 * 0.6 + 0.9 * 0.4, 12);
});

test('what is printed but not played is marked, with its reason', () => {
  const marked: readonly [Rulebook, string][] = [
    [oth2, 'command.phase.wavering-friends.within'],
    [oth2, 'fire.artillery.penetration.heavy.inches'],
    [oth2, 'engaged.options.take-ground.speed'],
    [oth2, 'reactions.stand-and-deliver.within'],
    [oth2, 'reactions.evade.within'],
    [othHalf, 'movement.segments.battalion-gun.limit'],
    [othHalf, 'results.notes.turn.effect'],
    [othHalf, 'results.bua.taken.effect'],
  ];
  for (const [book, path] of marked) expect(unplayedReason(book, path), path).toMatch(/\w/);
  for (const path of [
    'morale.distances.enemy-to-flank.inches',
    'reactions.opportunity.within',
    'winner.options.advance.segments',
    'engaged.options.retire.speed',
  ])
    expect(unplayedReason(oth2, path), path).toBeUndefined();
});

describe('what a result can tell', () => {
  test('by how much a test is failed: FS 7 on 8, 9 and 10', () => {
    const o = odds(oth2, 'morale', { unit: { fs: 7 }, test: 'leaving-cover' });
    expect([0, 1, 2, 3].map((by) => o.p('unit.failedBy', by))).toEqual(
      [0.7, 0.1, 0.1, 0.1].map((p) => expect.closeTo(p, 12)),
    );
  });
  test('whether an emergency square was formed: 8 - 2, one move away', () => {
    const o = odds(oth2, 'charge', {
      attacker: { arm: 'cavalry', fs: 8, commander: { control: 5 }, moraleSupport: true, overStrength: true },
      defender: { fs: 8, reaction: 'emergency-square' },
    });
    // The horse goes in: 8 + 3 + 1 + 1 - 3 = 10.
    expect(o.mean('emergency.formed')).toBeCloseTo(passes(6), 12);
  });
  test('how supporters come out of a charge: a battery that rolls a 10 is out of ammunition, and tests', () => {
    const o = odds(oth2, 'charge', {
      attacker: { fs: 12, ...led },
      defender: { fs: 12, reaction: 'stand-and-deliver', supportingFire: [{ arm: 'artillery', fs: 5 }] },
    });
    // It fires unless the first volley broke the charger (it cannot); a 10 in ten, and FS 5 then fails in .5.
    expect(o.mean('support1.outOfAmmunition')).toBeCloseTo(0.1, 12);
    expect(o.mean('support1.hits')).toBeCloseTo(0.1 * 0.5, 12);
  });
  test('who replaces a commander: 3, 3 or 4 on the sheet of oth2, 2 on that of oth-half', () => {
    const fight = (fs: number) => ({
      attacker: { fs },
      defender: { fs: 8, commander: { control: 1, inspiration: 2, attached: true } },
    });
    const o = odds(book2, 'melee', fight(12));
    // 10 causes 1, 2 or 3 hits: he is lost in .1, .2 or .3 of them. Control 3, or 4 in two of ten.
    const lost = 0.5 * 0.1 + 0.3 * 0.2 + 0.2 * 0.3;
    expect(o.mean('defender.commanderLost')).toBeCloseTo(lost, 12);
    expect(o.mean('defender.control')).toBeCloseTo((1 - lost) * 1 + lost * (0.8 * 3 + 0.2 * 4), 12);
    expect(o.mean('defender.inspiration')).toBeCloseTo((1 - lost) * 2 + lost * 0.2 * 1, 12);
    expect(odds(half, 'melee', fight(12)).p('defender.control', 2)).toBeGreaterThan(0.1);
  });
  test('the losses of both sides together: 8 + 1 = 9 against 8', () => {
    const o = odds(book2, 'melee', { attacker: { fs: 8 }, defender: { fs: 8 } });
    // None .1 x .2, which marks both; 6 when both cause 3.
    expect(o.p('both.losses', 6)).toBeCloseTo(0.1 * 0.1, 12);
    expect(o.p('both.losses', 0)).toBe(0);
    expect(o.mean('both.losses')).toBeCloseTo(o.mean('attacker.hits') + o.mean('defender.hits'), 12);
  });
});
