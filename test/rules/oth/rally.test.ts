import { describe, expect, test } from 'vitest';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { odds, refusals, ruledBy } from './odds.ts';
import { expectSampled, notesOf } from './sampled.ts';

const commander = { control: 3, inspiration: 1, attached: true };
const byCommander = { unit: { fs: 8, hits: 3, commander } };
const alone = (more: object = {}, rest: object = {}) => ({
  unit: { fs: 8, hits: 3, enemyDistance: 20, ...more },
  by: 'self',
  ...rest,
});
const shed = (o: ReturnType<typeof odds>) => [0, 1, 2, 3].map((n) => o.p('unit.regained', n));
const expectShed = (o: ReturnType<typeof odds>, wanted: readonly number[]) =>
  shed(o).forEach((p, i) => {
    expect(p).toBeCloseTo(wanted[i], 12);
  });

describe('rallied by the commander', () => {
  test('FS 5, inspiration 1: targets 6, then 7 or 6, each pass raising the next', async () => {
    // Passes at 6, 7, 8 in order of successes. None: 0.4^3. All: 0.6 x 0.7 x 0.8.
    // One: PFF 0.6x0.3x0.3 + FPF 0.4x0.6x0.3 + FFP 0.4x0.4x0.6.
    const none = 0.4 ** 3;
    const all = 0.6 * 0.7 * 0.8;
    const one = 0.6 * 0.3 * 0.3 + 0.4 * 0.6 * 0.3 + 0.4 * 0.4 * 0.6;
    expectShed(odds(oth2, 'rally', byCommander), [none, one, 1 - none - one - all, all]);
    expect(odds(oth2, 'rally', byCommander).outcome('fully-recovered')).toBeCloseTo(all, 12);
    await expectSampled(oth2, 'rally', byCommander);
  });

  test('rallyStop: stop-on-failure ends at the first miss', () => {
    const o = odds(ruledBy(oth2, { rallyStop: 'stop-on-failure' }), 'rally', byCommander);
    expectShed(o, [0.4, 0.6 * 0.3, 0.6 * 0.7 * 0.2, 0.6 * 0.7 * 0.8]);
  });

  test('rallyControl: one test a unit, or as many as it passes', () => {
    const single = odds(ruledBy(oth2, { rallyControl: 'units-one-test-each' }), 'rally', byCommander);
    expectShed(single, [0.4, 0.6, 0, 0]);
    const lowControl = { unit: { ...byCommander.unit, commander: { ...commander, control: 1 } } };
    const unlimited = odds(ruledBy(oth2, { rallyControl: 'units-unlimited-tests-until-failure' }), 'rally', lowControl);
    expectShed(unlimited, [0.4, 0.6 * 0.3, 0.6 * 0.7 * 0.2, 0.6 * 0.7 * 0.8]);
    expectShed(odds(oth2, 'rally', lowControl), [0.4, 0.6, 0, 0]);
  });

  test('support and an empty front: 5 + 1 + 1 + 1 = 8', () => {
    const unit = { ...byCommander.unit, moraleSupport: true, enemyDistance: 13 };
    const o = odds(oth2, 'rally', { unit, tests: 1 });
    expectShed(o, [0.2, 0.8, 0, 0]);
    // At 12 the enemy is not beyond 12.
    expectShed(odds(oth2, 'rally', { unit: { ...unit, enemyDistance: 12 }, tests: 1 }), [0.3, 0.7, 0, 0]);
  });

  test('from afar he has one test less than his control', () => {
    const apart = { unit: { fs: 8, hits: 3, commander: { ...commander, attached: false } } };
    // Two tests at 6, then 7 or 6.
    expectShed(odds(oth2, 'rally', apart), [0.16, 0.6 * 0.3 + 0.4 * 0.6, 0.42, 0]);
    expect(refusals(oth2, 'rally', { ...apart, tests: 3 })[0]).toMatch(/needs the commander in contact/);
  });

  test('over two turns the tests start afresh', () => {
    const o = odds(oth2, 'rally', { unit: { fs: 8, hits: 1, commander: { control: 2 } }, turns: 2 });
    // One test a turn at 7: 0.7, then 0.3 x 0.7.
    expectShed(o, [0.09, 0.91, 0, 0]);
    expect(o.p('turns', 1)).toBeCloseTo(0.7, 12);
  });

  test('a wavering unit that gets over the threshold has rallied', () => {
    // FS 2 wavers. One test at 2 + 1 = 3.
    const o = odds(oth2, 'rally', { unit: { fs: 8, hits: 6, commander }, tests: 1 });
    expect(o.outcome('rallied')).toBeCloseTo(0.3, 12);
    expect(o.outcome('no-recovery')).toBeCloseTo(0.7, 12);
    const routers = odds(oth2, 'rally', { unit: { fs: 8, hits: 7, commander }, tests: 1 });
    expect(routers.outcome('keeps-routing')).toBeCloseTo(0.8, 12);
  });
});

describe('a unit by itself', () => {
  test('one hit for certain, two on D10 of FS 5 or less', async () => {
    expectShed(odds(oth2, 'rally', alone()), [0, 0.5, 0.5, 0]);
    await expectSampled(oth2, 'rally', alone());
  });

  test('with one hit there is nothing to roll for', () => {
    expect(odds(oth2, 'rally', alone({ hits: 1 })).outcome('fully-recovered')).toBe(1);
  });

  test('selfRally: gamble', () => {
    const book = ruledBy(oth2, { selfRally: 'gamble' });
    expectShed(odds(book, 'rally', alone()), [0.5, 0, 0.5, 0]);
    expectShed(odds(book, 'rally', alone({}, { declares: 'take' })), [0, 1, 0, 0]);
  });

  test('rallyModsScope: all counts the rally rows, here support and no enemy within 12: 5 + 2', () => {
    const situation = alone({ moraleSupport: true });
    expectShed(odds(oth2, 'rally', situation), [0, 0.5, 0.5, 0]);
    expectShed(odds(ruledBy(oth2, { rallyModsScope: 'all' }), 'rally', situation), [0, 0.3, 0.7, 0]);
  });

  test('militia and irregulars: nothing for certain, one on the roll, from more than 12', () => {
    for (const training of ['militia', 'irregular']) {
      expectShed(odds(oth2, 'rally', alone({ training })), [0.5, 0.5, 0, 0]);
      expect(refusals(oth2, 'rally', alone({ training, enemyDistance: 12 }))[0]).toMatch(/more than 12/);
    }
  });

  test('is refused near the enemy, after moving, in contact, out of command', () => {
    expect(refusals(oth2, 'rally', alone({ enemyDistance: 6 }))[0]).toMatch(/more than 6/);
    expect(refusals(oth2, 'rally', alone({ moved: 3 }))[0]).toMatch(/has moved/);
    expect(refusals(oth2, 'rally', alone({ inContact: true }))[0]).toMatch(/in contact/);
    expect(refusals(oth2, 'rally', alone({ hits: 0 }))[0]).toMatch(/nothing to rally/);
    expect(refusals(oth2, 'rally', alone({}, { command: { unit: false } }))[0]).toMatch(/out of command/);
    expect(refusals(oth2, 'rally', { unit: { hits: 2 } })[0]).toMatch(/needs one/);
    expect(refusals(oth2, 'rally', { ...byCommander, commanderSegments: 2 })[0]).toMatch(/two segments/);
  });
});

describe('oth-half borrows', () => {
  test('with distances halved, and says so', () => {
    expectShed(odds(othHalf, 'rally', alone({ enemyDistance: 4 })), [0, 0.5, 0.5, 0]);
    expect(refusals(othHalf, 'rally', alone({ enemyDistance: 3 }))[0]).toMatch(/more than 3/);
    expect(notesOf(othHalf, 'rally', alone())[0]).toMatch(/^borrowed: .*oth2/);
    expect(notesOf(oth2, 'rally', alone())).toEqual([]);
  });

  test('or not at all, by ruling rally; and its command table never bars a rally', () => {
    expect(refusals(ruledBy(othHalf, { rally: 'off' }), 'rally', alone())[0]).toMatch(/ruling rally/);
    expect(refusals(othHalf, 'rally', alone({}, { command: { unit: false } }))).toEqual([]);
  });
});
