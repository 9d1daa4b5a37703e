import { describe, expect, test } from 'vitest';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { applyVariant, variantSchema } from '../../../src/rules/variant.ts';
import { odds, refusals, ruledBy } from './odds.ts';
import { expectSampled } from './sampled.ts';

const go = (unit: object, legs: object[], more: object = {}) => ({ unit: { fs: 8, ...unit }, legs, ...more });
const hits = (o: ReturnType<typeof odds>) => [0, 1, 2, 3, 4].map((n) => Math.round(o.p('unit.hits', n) * 1e9) / 1e9);

describe('oth2 terrain', () => {
  test('a line through two segments of rough ground: 2 hits, 12 inches', () => {
    const o = odds(oth2, 'march', go({}, [{ move: 2, ground: 'rough' }]));
    expect(hits(o)).toEqual([0, 0, 1, 0, 0]);
    expect(o.mean('unit.inches')).toBe(12);
    expect(o.outcome('tired')).toBe(1);
  });

  test('at half speed none, over half the distance', () => {
    const o = odds(oth2, 'march', go({}, [{ move: 2, ground: 'rough', halfSpeed: true }]));
    expect(o.outcome('fresh')).toBe(1);
    expect(o.mean('unit.inches')).toBe(6);
  });

  test('open order in woods tests each segment: at 8, then 8 or 7', async () => {
    const situation = go({ formation: 'open-order' }, [{ move: 2, ground: 'woods' }]);
    // Passes both: 0.8 x 0.8. One hit: 0.8 x 0.2 + 0.2 x 0.7. Two: 0.2 x 0.3.
    expect(hits(odds(oth2, 'march', situation))).toEqual([0.64, 0.3, 0.06, 0, 0]);
    await expectSampled(oth2, 'march', situation);
    // Once a turn by ruling terrainPer.
    expect(hits(odds(ruledBy(oth2, { terrainPer: 'turn' }), 'march', situation))).toEqual([0.8, 0.2, 0, 0, 0]);
  });

  test('a variant may let a test spare whoever crosses, as woods do', () => {
    const tested = { title: 'v', base: 'oth2', change: { 'terrain.effects.stream.unlessTest': true } };
    const book = applyVariant(oth2, variantSchema.parse(tested));
    expect(hits(odds(book, 'march', go({}, [{ move: 1, cross: ['stream'] }])))).toEqual([0.8, 0.2, 0, 0, 0]);
  });

  test('militia suffer one more whenever they suffer; always, by ruling militiaTerrain', () => {
    const militia = { training: 'militia', formation: 'open-order' };
    const woods = go(militia, [{ move: 1, ground: 'woods' }]);
    expect(hits(odds(oth2, 'march', woods))).toEqual([0.8, 0, 0.2, 0, 0]);
    const always = ruledBy(oth2, { militiaTerrain: 'always' });
    expect(hits(odds(always, 'march', woods))).toEqual([0, 0.8, 0.2, 0, 0]);
    const rough = go(militia, [{ move: 1, ground: 'rough' }]);
    expect(hits(odds(oth2, 'march', rough))[0]).toBe(1);
    expect(hits(odds(always, 'march', rough))[1]).toBe(1);
  });

  test('dense woods: line 2, open order 1, skirmishers 1 unless tested', () => {
    const through = (formation: string) => hits(odds(oth2, 'march', go({ formation }, [{ move: 1, ground: 'dense' }])));
    expect(through('line')).toEqual([0, 0, 1, 0, 0]);
    expect(through('open-order')).toEqual([0, 1, 0, 0, 0]);
    expect(through('skirmish')).toEqual([0.8, 0.2, 0, 0, 0]);
  });

  test('a stream and then the village: 1 and 1, the village free by a combat won', () => {
    const cross = ['stream', 'bua'];
    expect(hits(odds(oth2, 'march', go({}, [{ move: 1, cross }])))).toEqual([0, 0, 1, 0, 0]);
    expect(hits(odds(oth2, 'march', go({}, [{ move: 1, cross, byVictory: true }])))).toEqual([0, 1, 0, 0, 0]);
    // Militia: one more at each.
    expect(hits(odds(oth2, 'march', go({ training: 'militia' }, [{ move: 1, cross }])))[4]).toBe(1);
  });

  test('the road adds 2 to whole segments of a march column only', () => {
    const inches = (formation: string, move: number) =>
      odds(oth2, 'march', go({ formation }, [{ move, ground: 'road' }])).mean('unit.inches');
    expect(inches('march-column', 4)).toBe(32);
    expect(inches('march-column', 2.5)).toBe(19);
    expect(inches('line', 2)).toBe(12);
  });

  test('the letter F: nothing, a hit, or a hit unless tested', () => {
    const situation = go({}, [{ move: 2 }]);
    const by = (fSegment: string) => hits(odds(ruledBy(oth2, { fSegment }), 'march', situation));
    expect(hits(odds(oth2, 'march', situation))).toEqual([1, 0, 0, 0, 0]);
    expect(by('costs-1-fh')).toEqual([0, 1, 0, 0, 0]);
    expect(by('costs-1-fh-unless-test')).toEqual([0.8, 0.2, 0, 0, 0]);
    expect(hits(odds(ruledBy(oth2, { fSegment: 'costs-1-fh' }), 'march', go({}, [{ move: 1 }])))[0]).toBe(1);
  });

  test('a unit of FS 2 is broken by three segments of rough ground', () => {
    const o = odds(oth2, 'march', go({ fs: 8, hits: 6, formation: 'attack-column' }, [{ move: 3, ground: 'rough' }]));
    expect(o.outcome('broken')).toBe(1);
    // Broken in the second segment.
    expect(o.mean('unit.inches')).toBe(12);
  });
});

describe('formation changes', () => {
  test('column of companies into line costs half a segment, then a segment and a half of move: 9 inches', () => {
    const o = odds(oth2, 'march', go({ formation: 'column-of-companies' }, [{ form: 'line' }, { move: 1.5 }]));
    expect(o.mean('unit.inches')).toBe(9);
  });

  test('line into attack column takes 1 of 3 segments, half of one with the French system', () => {
    const legs = [{ form: 'attack-column' }, { move: 2.5 }];
    expect(odds(oth2, 'march', go({ french: true }, legs)).mean('unit.inches')).toBe(15);
    expect(refusals(oth2, 'march', go({}, legs))[0]).toMatch(/has 3 move segments here, and 3.5/);
    expect(refusals(othHalf, 'march', go({ french: true }, legs))[0]).toMatch(/3.5/);
  });

  test('near the enemy it is tested for; militia have a test of their own and need the whole turn', async () => {
    const near = go({ enemyDistance: 5 }, [{ form: 'attack-column' }]);
    expect(hits(odds(oth2, 'march', near))).toEqual([0.8, 0.2, 0, 0, 0]);
    const militia = go({ enemyDistance: 5, training: 'militia' }, [{ form: 'attack-column' }]);
    // 0.8 x 0.8; one 0.8 x 0.2 + 0.2 x 0.7; two 0.2 x 0.3.
    expect(hits(odds(oth2, 'march', militia))).toEqual([0.64, 0.3, 0.06, 0, 0]);
    await expectSampled(oth2, 'march', militia);
    const moving = go({ training: 'militia' }, [{ form: 'attack-column' }, { move: 1 }]);
    expect(refusals(oth2, 'march', moving)[0]).toMatch(/whole turn/);
    expect(refusals(othHalf, 'march', moving)).toEqual([]);
  });

  test('refuses what is not printed', () => {
    expect(refusals(oth2, 'march', go({}, [{ form: 'closed-column' }]))[0]).toMatch(/no change from line/);
    expect(refusals(oth2, 'march', go({ arm: 'cavalry' }, [{ form: 'skirmish' }]))[0]).toMatch(/irregular cavalry/);
    expect(refusals(oth2, 'march', go({}, [{ move: 1 }, { form: 'square' }]))[0]).toMatch(/takes 2/);
  });
});

describe('who may move', () => {
  test('leaving cover and moving after firing are tested for', () => {
    const o = odds(oth2, 'march', go({}, [{ move: 1 }], { leavesCover: true, hasFired: true }));
    expect(o.outcome('no-move')).toBeCloseTo(1 - 0.8 * 0.8, 12);
    expect(o.mean('unit.inches')).toBeCloseTo(0.64 * 6, 12);
  });

  test('out of command: no move, half of it, or one segment on a test when engaged', () => {
    const out = { command: { unit: false } };
    expect(refusals(oth2, 'march', go({}, [{ move: 1 }], out))[0]).toMatch(/out of command does not move/);
    const o = odds(oth2, 'march', go({ engaged: true, elite: true }, [{ move: 1 }], out));
    expect(o.outcome('no-move')).toBeCloseTo(0.1, 12);
    const half = { command: { brigade: false } };
    expect(refusals(oth2, 'march', go({}, [{ move: 2 }], half))[0]).toMatch(/has 1 move segment/);
    expect(odds(oth2, 'march', go({}, [{ move: 1 }], half)).outcome('fresh')).toBe(1);
    const led = { command: { unit: false, senior: true } };
    expect(odds(oth2, 'march', go({}, [{ move: 2 }], led)).outcome('fresh')).toBe(1);
  });

  test('the sheet bars guns from woods and buildings, cavalry from dense woods and buildings', () => {
    const guns = { arm: 'artillery', formation: 'limbered' };
    expect(refusals(oth2, 'march', go(guns, [{ move: 1, ground: 'woods' }]))[0]).toMatch(
      /Artillery may not enter normal woods/,
    );
    expect(refusals(oth2, 'march', go(guns, [{ move: 1, cross: ['bua'] }]))[0]).toMatch(/built-up area/);
    expect(refusals(oth2, 'march', go(guns, [{ move: 1, cross: ['obstacle'] }]))[0]).toMatch(/cross an obstacle/);
    expect(refusals(oth2, 'march', go({ arm: 'cavalry' }, [{ move: 1, ground: 'dense' }]))[0]).toMatch(/dense woods/);
    expect(refusals(oth2, 'march', go({}, [{ move: 3 }]))[0]).toMatch(/has 2 move segments/);
    expect(refusals(oth2, 'march', go({ arm: 'artillery', gun: 'heavy' }, [{ move: 1 }]))[0]).toMatch(/by hand/);
    expect(refusals(oth2, 'march', go({ formation: 'square' }, [{ move: 1 }], { cavalryDistance: 12 }))[0]).toMatch(
      /cavalry within 12/,
    );
  });
});

describe('oth-half', () => {
  test('prints no half speed and no extra hit for militia', () => {
    const rough = [{ move: 2, ground: 'rough', halfSpeed: true }];
    expect(hits(odds(othHalf, 'march', go({ training: 'militia' }, rough)))).toEqual([0, 0, 1, 0, 0]);
  });

  test('bars lines from woods and open order from dense woods; open order suffers without a test', () => {
    expect(refusals(othHalf, 'march', go({}, [{ move: 1, ground: 'woods' }]))[0]).toMatch(/normal woods/);
    const open = { formation: 'open-order' };
    expect(refusals(othHalf, 'march', go(open, [{ move: 1, ground: 'dense' }]))[0]).toMatch(/dense woods/);
    expect(hits(odds(othHalf, 'march', go(open, [{ move: 1, ground: 'woods' }])))).toEqual([0, 1, 0, 0, 0]);
  });

  test('a battalion gun costs its unit a segment; guns by hand tire in the first', () => {
    expect(refusals(othHalf, 'march', go({}, [{ move: 2 }], { battalionGun: true }))[0]).toMatch(/has 1 move segment/);
    expect(refusals(oth2, 'march', go({}, [{ move: 1 }], { battalionGun: true }))[0]).toMatch(/battalion guns/);
    const guns = go({ arm: 'artillery' }, [{ move: 1 }]);
    expect(odds(othHalf, 'march', guns).mean('unit.inches')).toBe(2);
    expect(hits(odds(ruledBy(othHalf, { fSegment: 'costs-1-fh' }), 'march', guns))[1]).toBe(1);
  });
});
