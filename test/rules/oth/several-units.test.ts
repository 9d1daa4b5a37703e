import { describe, expect, test } from 'vitest';
import type { Rulebook } from '../../../src/rules/book.ts';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { oth } from '../../../src/rules/oth/family.ts';
import { applyVariant, variantSchema } from '../../../src/rules/variant.ts';
import { hitChances } from './by-hand.ts';
import { odds, refusals, ruledBy } from './odds.ts';

/*
 * Units that act together, worked out on paper or by the encounter of its own that a phase comes to. Natural tens are
 * off, nobody wavers or routs, and a close combat has one round.
 */
const calm = { waveringAt: 0, routingAt: 0, naturalTen: 'off', maxRounds: 1 };
const book2 = ruledBy(oth2, calm);
const half = ruledBy(othHalf, calm);
const led = { commander: { control: 5 } };
const idle = [{ do: 'hold-fire' }, { do: 'hold' }, { do: 'stand' }, { do: 'rest' }];
const fires = [{ do: 'fire' }, { do: 'hold' }, { do: 'rest' }];
const charges = [{ do: 'hold-fire' }, { do: 'charge' }, { do: 'advance' }];
const played = (book: Rulebook, situation: object) => odds(book, 'engagement', { turns: 1, ...situation });
const meanHits = (score: number) => hitChances(score, 'oth2').reduce((sum, p, n) => sum + n * p, 0);
/** The chance that this holds for a unit of side A before the first turn is over. */
const comesTo = (book: Rulebook, situation: object, endWhen: unknown): number =>
  odds(book, 'engagement', { ...situation, turns: 2, endWhen }).p('turns', 1);

describe('fire across', () => {
  // Nobody stands in front of lane 2: 8 ahead and 6 to the side are 10, over the short range of muskets: 8 - 1 is 7.
  const shots = {
    a: { fs: 8, formation: 'march-column', tactic: fires, others: [{ fs: 8 }] },
    b: { fs: 9, tactic: idle },
    ...{ distance: 8, sequence: ['a-shoots'] },
  };
  test('a unit without a shot straight ahead fires into the next lane, measured with the tape', () => {
    const found = played(book2, shots);
    // Score 7 hits on 1 to 7, and beyond short range no more than once.
    expect(found.p('b.hits', 1)).toBeCloseTo(0.7, 12);
    expect(found.p('b.hits', 0)).toBeCloseTo(0.3, 12);
  });
  test('ruling fireAcross, lanes that are cut off, and an enemy who is no longer ahead stop it', () => {
    const none = (book: Rulebook, more: object) => expect(played(book, { ...shots, ...more }).p('b.hits', 0)).toBe(1);
    none(ruledBy(book2, { fireAcross: 'no' }), {});
    none(book2, { lanes: [{ lane: 2, neighbours: [] }] });
    none(book2, { a: { ...shots.a, others: [{ fs: 8, forward: 8 }] }, edge: 60 });
  });
  test('in oth-half 4 ahead and 3 to the side are 5, over its 3 inches', () => {
    // 8, -1 over 3 inches.
    const found = played(half, { ...shots, distance: 4 });
    expect(found.p('b.hits', 1)).toBeCloseTo(0.7, 12);
  });
});

test.each([
  [{}, false],
  [{ a: { fs: 8, others: [{ fs: 8 }] }, b: { fs: 8, others: [{ fs: 8 }] } }, false],
  [{ a: { fs: 8, others: [{ fs: 8 }] } }, true],
  [{ spacing: 4 }, true],
  [{ depth: 4 }, true],
  [{ spacing: 4, together: false }, false],
  [{ together: true }, true],
  [{ lanes: [{ lane: 1 }] }, true],
  [{ a: { fs: 8, lane: 1 } }, true],
  [{ b: { fs: 8, forward: 1 } }, true],
])('units act together where a file says %j: %s', (more, together) => {
  const { schema, build } = oth.encounters.engagement!;
  const situation = { a: { fs: 8 }, b: { fs: 8 }, distance: 20, ...more };
  const { fields } = build(schema(oth2).parse(situation), oth2).machine.layout;
  expect(fields.some(({ path }) => path.startsWith('lanes.'))).toBe(together);
});

describe('opponents', () => {
  const goes = { a: { fs: 8, lane: 2, tactic: [{ do: 'advance' }] }, b: { fs: 8, tactic: idle }, edge: 60 };
  test('a unit whose lane is empty of enemies goes for the next: 20 and 6 to the side, less 12', () => {
    const situation = { ...goes, distance: 20, sequence: ['a-moves'] };
    expect(comesTo(book2, situation, { now: { distance: 14 } })).toBe(1);
    expect(comesTo(ruledBy(book2, { changeOpponent: 'no' }), situation, { now: { distance: { lt: 200 } } })).toBe(0);
  });
  test('when the first line is shot away the second is the opponent, 6 further off', () => {
    // At 8: 8, -1 over short: 7 of 10 break a unit of FS 1. Nothing else happens.
    const situation = {
      a: { fs: 8, tactic: fires },
      b: { fs: 1, tactic: idle, others: [{ fs: 8, lane: 1, line: 'second' }] },
      ...{ distance: 8, sequence: ['a-shoots'] },
    };
    const calmer = ruledBy(book2, { routingAt: 0 });
    expect(comesTo(calmer, situation, { now: { distance: 14 } })).toBeCloseTo(0.7, 12);
    expect(comesTo(calmer, { ...situation, depth: 10 }, { now: { distance: 18 } })).toBeCloseTo(0.7, 12);
  });
  test('a second line neither fires nor passes its first, and halts an inch behind it', () => {
    const situation = {
      // A march column has no fire to hold back.
      a: {
        fs: 8,
        formation: 'march-column',
        tactic: idle,
        others: [{ fs: 8, lane: 1, line: 'second', tactic: fires }],
      },
      b: { fs: 9, tactic: idle },
      distance: 6,
    };
    expect(played(book2, { ...situation, sequence: ['a-shoots'] }).p('b.hits', 0)).toBe(1);
    const second = [{ do: 'advance' }];
    const goesUp = { ...situation, a: { ...situation.a, others: [{ ...situation.a.others[0], tactic: second }] } };
    expect(comesTo(book2, { ...goesUp, sequence: ['a-moves'] }, { now: { distance: 7 } })).toBe(1);
  });
});

describe('charges', () => {
  // 12 ahead and 6 across are the 18 inches of an attack column; at 12 its friend is too far off to support it.
  const column = { fs: 6, formation: 'attack-column' };
  const line = { fs: 6, ...led };
  const flank = {
    a: { fs: 6, ...led, tactic: idle, others: [{ ...column, ...led, tactic: charges }] },
    b: { ...line, tactic: idle },
    ...{ distance: 12, sequence: ['a-moves', 'a-combats'] },
  };
  const spread = (found: { p: (id: string, n: number) => number }, id: string) =>
    Array.from({ length: 8 }, (_, n) => found.p(id, n));
  test('a free neighbour strikes the flank of whoever has somebody else in front', () => {
    const fight = odds(book2, 'melee', { attacker: { ...column, ...led }, defender: { ...line, aspect: 'flank' } });
    const found = spread(played(book2, flank), 'b.hits');
    spread(fight, 'defender.hits').forEach((p, n) => {
      expect(found[n], `${n} hits`).toBeCloseTo(p, 12);
    });
    expect(found[0]).toBeLessThan(1);
  });
  test('and its front where nobody else is', () => {
    const alone = { ...flank, a: { ...column, ...led, lane: 2, tactic: charges } };
    const fight = odds(book2, 'melee', { attacker: { ...column, ...led }, defender: line });
    const found = spread(played(book2, alone), 'b.hits');
    // The test to charge a front is on 6 + 3; that for a flank, with 2 more, cannot fail.
    spread(fight, 'defender.hits').forEach((p, n) => {
      expect(found[n], `${n} hits`).toBeCloseTo(0.9 * p + (n === 0 ? 0.1 : 0), 12);
    });
  });
  test.each([
    ['alone', {}],
    ['in lanes', { others: [{ fs: 8, tactic: idle, lane: 3 }] }],
  ])('a unit is in contact once it has met, not while it waits to be shot at: %s', (_, beside) => {
    const a = { ...column, ...led, tactic: charges, ...beside };
    const met = (tactic: readonly object[]) =>
      comesTo(
        book2,
        { a, b: { ...line, tactic }, ...{ distance: 6, sequence: ['a-moves'] } },
        { self: { inContact: true } },
      );
    // The test to charge a front is on 6 + 3.
    expect(met(idle)).toBeCloseTo(0.9, 12);
    expect(met([{ do: 'stand-and-deliver' }, ...idle])).toBe(0);
  });
  test('an enemy of the next lane whom nobody holds is on the flank once he is level and near enough', () => {
    const flanked = (forward: number, more: object = {}, book = book2) => {
      const b = { fs: 8, tactic: idle, others: [{ fs: 8, lane: 2, forward }] };
      const situation = { a: { fs: 8, tactic: idle }, b, distance: 20, spacing: 5, edge: 60, ...more };
      return comesTo(book, { ...situation, sequence: ['a-moves'] }, { self: { enemyToFlank: true } });
    };
    expect([10, 19, 20].map((forward) => flanked(forward))).toEqual([0, 0, 1]);
    // Line 66: 6 inches. Its own row says so, not that of support.
    expect([6, 7].map((spacing) => flanked(20, { spacing }))).toEqual([1, 0]);
    const edit = { title: 'further', base: 'oth2', change: { 'morale.distances.enemy-to-flank.inches': 7 } };
    const further = applyVariant(book2, variantSchema.parse(edit));
    expect([6, 7, 8].map((spacing) => flanked(20, { spacing }, further))).toEqual([1, 1, 0]);
    const beside = { fs: 8, tactic: idle, others: [{ fs: 8, lane: 2 }] };
    expect(flanked(18, { a: beside })).toBe(0);
    expect(flanked(20, {}, ruledBy(book2, { enemyOnFlank: 'no' }))).toBe(0);
  });
  test('an inch further off it does not reach, and ruling flankCharge forbids it', () => {
    expect(played(book2, { ...flank, distance: 13 }).p('b.hits', 0)).toBe(1);
    expect(played(ruledBy(book2, { flankCharge: 'no' }), flank).p('b.hits', 0)).toBe(1);
  });
  test('two who charge one enemy fight beside each other, the second into the flank', () => {
    const both = { ...flank, a: { ...column, ...led, tactic: charges, others: [{ ...column, ...led }] } };
    const fight = odds(book2, 'melee', {
      attacker: { ...column, ...led, others: [{ ...column, ...led, into: 'flank' }] },
      defender: line,
    });
    const [found, wanted] = [played(book2, both), spread(fight, 'defender.hits')];
    spread(found, 'b.hits').forEach((p, n) => {
      expect(p, `${n} hits`).toBeCloseTo(wanted[n], 12);
    });
    // Its friend of the next lane supports the first: its test is on 10. Three hits of each break a unit of FS 6.
    expect(wanted[6]).toBeGreaterThan(0.01);
  });
  test('whoever joins a fight is in contact there, and goes back with the beaten, a move of its own', () => {
    // The second is told by its hits. It comes level: 6 across, and no way left to go.
    const second = { ...column, ...led, fs: 10, hits: 3 };
    const both = { a: { ...column, ...led, tactic: charges, others: [second] }, b: { fs: 12, ...led, tactic: idle } };
    const isAt = (inches: number, sequence: readonly string[]) =>
      comesTo(book2, { ...both, distance: 9, sequence }, { self: { hits: 3 }, now: { distance: inches } });
    expect(isAt(0, ['a-moves'])).toBe(1);
    // It has moved 9 ahead and 6 across.
    expect(comesTo(book2, { ...both, distance: 9, sequence: ['a-moves'] }, { self: { hits: 3, moved: 15 } })).toBe(1);
    const attacker = { ...column, ...led, others: [{ ...second, into: 'flank' }] };
    const fight = odds(book2, 'melee', { attacker, defender: { fs: 12, ...led } });
    // Back by 6, and 6 across; where the enemy goes back 3 it is 3 behind him.
    const fought = ['a-moves', 'a-combats'];
    expect(isAt(12, fought)).toBeCloseTo(fight.outcome('attacker-retreats'), 12);
    expect(isAt(9, fought)).toBeCloseTo(fight.outcome('defender-retreats'), 12);
  });
  test('neighbours of a charged unit fire with it (line 356)', () => {
    const situation = {
      a: { fs: 20, ...led, tactic: charges },
      b: { fs: 8, ...led, tactic: [{ do: 'stand-and-deliver' }], others: [{ fs: 8, ...led }] },
      ...{ distance: 6, sequence: ['a-moves', 'b-defensive-fire'] },
    };
    // First volley at short range: 8 + 2 + 1 is past 10, and both fire.
    expect(played(book2, situation).sum('a.hits.defensive-fire')).toBeCloseTo(2 * meanHits(10), 12);
    const alone = played(ruledBy(book2, { supportingFire: 'no' }), situation);
    expect(alone.sum('a.hits.defensive-fire')).toBeCloseTo(meanHits(10), 12);
  });
});

describe('tests and commanders', () => {
  test('an enemy who has come level in an empty lane is on the flank: 2 off every test (line 66)', () => {
    // The charger of lane 1 tests on 5, +3 for control 5, and -2 once the enemy of lane 2 is level with it.
    const situation = (forward: number, book = book2) =>
      played(book, {
        a: { fs: 5, ...led, tactic: charges },
        b: { fs: 5, tactic: idle, others: [{ fs: 5, forward }] },
        ...{ distance: 10, edge: 60, sequence: ['a-moves', 'a-combats'] },
      }).p('b.hits', 0);
    const fought = odds(book2, 'melee', { attacker: { fs: 5, ...led }, defender: { fs: 5 } }).p('defender.hits', 0);
    expect(situation(9)).toBeCloseTo(0.2 + 0.8 * fought, 12);
    expect(situation(10)).toBeCloseTo(0.4 + 0.6 * fought, 12);
    expect(situation(10, ruledBy(book2, { enemyOnFlank: 'no' }))).toBeCloseTo(0.2 + 0.8 * fought, 12);
  });
  test('the commander of a side goes to whoever has most hits, within his ride', () => {
    const situation = (goes: string, spacing = 6) => ({
      a: { fs: 8, tactic: fires, commander: { control: 3, goes, attached: true }, others: [{ fs: 8, hits: 3 }] },
      b: { fs: 8, tactic: idle },
      ...{ distance: 10, spacing, sequence: ['a-command', 'a-shoots'] },
    });
    const isThere = { self: { commanderAttached: true, hits: 3 } };
    const chance = (goes: string, spacing?: number) => comesTo(book2, situation(goes, spacing), isThere);
    expect(chance('stays')).toBe(0);
    expect(chance('to-the-shaken')).toBe(1);
    expect(chance('to-the-shaken', 25)).toBe(0);
  });
});

describe('ground', () => {
  const crosses = (strip: object, unit: object = {}) => ({
    a: { fs: 8, ...unit, tactic: [{ do: 'advance' }] },
    b: { fs: 8, tactic: idle },
    lanes: [{ lane: 1, ground: [{ from: 0, to: 4, ...strip }] }],
    ...{ distance: 40, edge: 60, sequence: ['a-moves'] },
  });
  test('rough ground costs a line twice its way: 4 inches of it and 4 more are 12', () => {
    expect(comesTo(book2, crosses({ terrain: 'rough' }), { now: { distance: 32 } })).toBe(1);
    expect(comesTo(book2, crosses({ terrain: 'clear' }), { now: { distance: 28 } })).toBe(1);
    // Skirmishers do not mind it (line 150): three segments of 6.
    expect(comesTo(book2, crosses({ terrain: 'rough' }, { formation: 'skirmish' }), { now: { distance: 22 } })).toBe(1);
  });
  test('nobody enters what bars him: guns and woods (line 152)', () => {
    const guns = { arm: 'artillery', formation: 'limbered' };
    const ahead = { ...crosses({ terrain: 'woods' }, guns) };
    const lanes = [{ lane: 1, ground: [{ from: 2, to: 4, terrain: 'woods' }] }];
    expect(comesTo(book2, { ...ahead, lanes }, { now: { distance: 38 } })).toBe(1);
  });
  test('a unit in a strip has its cover: 2 off small arms', () => {
    const shot = (cover: boolean) =>
      played(book2, {
        a: { fs: 8, tactic: fires },
        b: { fs: 8, tactic: idle },
        lanes: [{ lane: 1, ground: [{ from: 8, to: 12, cover }] }],
        ...{ distance: 8, sequence: ['a-shoots'] },
      }).p('b.hits', 1);
    expect(shot(false)).toBeCloseTo(0.7, 12);
    expect(shot(true)).toBeCloseTo(0.5, 12);
  });
});

describe('refusals', () => {
  const ok = { a: { fs: 8 }, b: { fs: 8 }, distance: 12 };
  test.each([
    ['nine units', { a: { others: Array(8).fill({}) }, b: {} }, /has 9 units; an engagement has 1 to 8 a side/],
    ['a neighbour that is not there', { lanes: [{ lane: 1, neighbours: [3] }] }, /Nobody stands in lane 3/],
    ['distances that cross', { a: { forward: 12 } }, /The distances cross/],
    ['a misspelt tactic, once for the side', { a: { tactic: 'chrge', others: [{}] } }, /no tactic called 'chrge'/],
    ['a second line in front', { a: { others: [{ lane: 1, line: 'second', forward: 9 }] } }, /The distances cross/],
    [
      'a commander with nobody',
      { a: { commander: { with: 2 } } },
      /has one unit; its commander cannot be with number 2/,
    ],
    ['two commanders', { a: { commander: { with: 1 }, others: [{ commander: {} }] } }, /one commander for all/],
    ['pairs of unequal sides', { together: false, a: { others: [{}] } }, /as many on each side/],
    [
      'guns that are only to charge',
      { a: { arm: 'artillery', tactic: [{ do: 'charge' }] } },
      /can never do 'charge': guns do not charge/,
    ],
    [
      'a formation of another arm',
      { a: { tactic: [{ do: 'form-limbered' }, { do: 'hold' }] } },
      /can never do 'form-limbered': infantry has no such/,
    ],
    ['a start behind the edge', { depth: 60, a: { others: [{ lane: 1, line: 'second' }] } }, /the edge of the table/],
  ])('%s', (_name, more, sentence) => {
    const found = refusals(oth2, 'engagement', { ...ok, ...more });
    expect(found.join('\n')).toMatch(sentence);
    expect(found).toHaveLength(1);
  });
});
