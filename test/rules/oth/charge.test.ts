import { describe, expect, test } from 'vitest';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { oth } from '../../../src/rules/oth/family.ts';
import { compile } from '../../../src/sim/compile.ts';
import { exact } from '../../../src/sim/exact.ts';
import { expectSampledAgrees, machineOf } from './agreement.ts';
import { odds, refusals, ruledBy } from './odds.ts';

const line = (fs: number, more: object = {}) => ({ arm: 'infantry', formation: 'line', fs, ...more });
const column = (fs: number, more: object = {}) => ({ arm: 'infantry', formation: 'attack-column', fs, ...more });
const horse = (fs: number, more: object = {}) => ({
  arm: 'cavalry',
  formation: 'line',
  cavalryType: 'heavy',
  fs,
  ...more,
});
const guns = (fs: number, more: object = {}) => ({ arm: 'artillery', fs, ...more });
const charges = (attacker: object, defender: object, more: object = {}) => ({ attacker, defender, ...more });

const oneRound = ruledBy(oth2, { maxRounds: 1 });

describe('the contact test', () => {
  const refused = (attacker: object, defender: object, book = oth2) =>
    odds(book, 'charge', charges(attacker, defender)).outcome('charge-refused');

  test.each([
    ['FS 8 fails on 9 and 10', line(8), line(8), 0.2],
    ['cavalry of 7 at infantry without secure flanks: 7 - 3 = 4', horse(7), line(8), 0.6],
    ['with secure flanks 7', horse(7), line(8, { secureFlanks: true }), 0.3],
    [
      'control 4 + 2, support + 1, at a wavering enemy + 3: 4 + 6',
      line(4, { commander: { control: 4 }, moraleSupport: true }),
      line(8, { hits: 6 }),
      0,
    ],
    ['into a flank 5 + 2', line(5), line(8, { aspect: 'flank' }), 0.3],
    ['regulars at militia 5 + 2', line(5), line(8, { training: 'militia' }), 0.3],
    ['militia at regulars 7 - 3', line(7, { training: 'militia' }), line(8), 0.6],
    [
      'enemies to flank and rear, under-strength: 10 - 2 - 4 - 1',
      line(10, { enemyToFlank: true, enemyToRear: true, underStrength: true }),
      line(8),
      0.7,
    ],
  ])('%s', (_name, attacker, defender, p) => {
    expect(refused(attacker, defender)).toBeCloseTo(p, 12);
  });

  test('oth-half: irregulars at a front 9 - 6 = 3, at a flank 9 + 2', () => {
    const irregulars = line(9, { training: 'irregular' });
    expect(refused(irregulars, line(8), othHalf)).toBeCloseTo(0.7, 12);
    expect(refused(irregulars, line(8, { aspect: 'flank' }), othHalf)).toBe(0);
  });

  test('a unit that is routing when contacted is broken at once', () => {
    // FS 1 is routing, and wavering: 5 + 3 = 8.
    const o = odds(oth2, 'charge', charges(line(5), line(8, { hits: 7 })));
    expect(o.outcome('defender-broken')).toBeCloseTo(0.8, 12);
    expect(o.outcome('charge-refused')).toBeCloseTo(0.2, 12);
    expect(o.mean('rounds')).toBe(0);
  });
});

describe('stand and deliver', () => {
  test('a line of 7: 7 + 2 + 1 = 10, ragged 8; three hits drive the charge back', async () => {
    const fight = charges(line(10), line(7, { reaction: 'stand-and-deliver' }));
    const o = odds(oneRound, 'charge', fight);
    // FS 10 cannot fail to charge. T(7): .7 steady on row 10, .3 ragged on row 8.
    expect(o.outcome('attacker-driven-back')).toBeCloseTo(0.7 * 0.2 + 0.3 * 0.1, 12);
    expect(o.p('rounds', 0)).toBeCloseTo(0.17, 12);
    await expectSampledAgrees(oneRound, 'charge', fight, 21);
  });

  test('at an attack column 7 + 2 + 1 + 2 = 12; ragged 10: the test no longer matters', () => {
    const o = odds(oneRound, 'charge', charges(column(10), line(7, { reaction: 'stand-and-deliver' })));
    expect(o.outcome('attacker-driven-back')).toBeCloseTo(0.2, 12);
  });

  test('the volley and its tests, before the fight', () => {
    const book = ruledBy(oneRound, { drivenBack: 'off' });
    const machine = machineOf(book, 'charge', charges(line(10), line(7, { reaction: 'stand-and-deliver' })));
    const sums = exact(compile(machine)).sums;
    const fire = (side: string) => sums.find((s) => s.id === `${side}.hits.fire`)!.mean;
    // Steady 0 5 3 2 (1.7), ragged 2 4 3 1 (1.3).
    expect(fire('attacker')).toBeCloseTo(0.7 * 1.7 + 0.3 * 1.3, 12);
    // A 10 tests at 7 and costs one: .1 x .3; ragged, it has also missed. Ragged misses on 9 (.1): T(7) fails by 1 on an
    // 8, by more on 9 and 10: .1 + .4. After a ragged 10: T(7), one hit, then T(6): by 1 on a 7, by more on 8 to 10.
    const steady = 0.1 * 0.3;
    const ragged = 0.1 * 0.5 + 0.1 * (0.7 * 0.5 + 0.3 * (1 + 0.1 + 0.3 * 2));
    expect(fire('defender')).toBeCloseTo(0.7 * steady + 0.3 * ragged, 12);
  });

  test('supporting fire: two volleys of 7 + 2 + 1 add up; 3 hits in all drive back', async () => {
    const steady = { control: 4 };
    // T(7 + 2 + 1 support) = 10: never ragged. Row 10 always hits: no no-hits test; a 10 tests at 10 and passes.
    const unit = { commander: steady, moraleSupport: true };
    const fight = charges(
      line(12),
      line(7, { ...unit, reaction: 'stand-and-deliver', supportingFire: [line(7, unit)] }),
    );
    const o = odds(oneRound, 'charge', fight);
    // Not driven back only at 1 + 1: .25.
    expect(o.outcome('attacker-driven-back')).toBeCloseTo(0.75, 12);
    const single = odds(ruledBy(oneRound, { drivenBack: 'single-volley' }), 'charge', fight);
    expect(single.outcome('attacker-driven-back')).toBeCloseTo(1 - 0.8 * 0.8, 12);
    await expectSampledAgrees(oneRound, 'charge', fight, 22);
  });

  test('guns give canister: 6 + 4 - 1 first shot = 9, a hit more than the die; the test fails .4 for - 2', () => {
    const book = ruledBy(oneRound, { naturalTen: 'off' });
    const o = odds(book, 'charge', charges(line(10), guns(6, { reaction: 'stand-and-deliver' })));
    // Driven back when the die gives 2 or more: row 9 .4, ragged row 7 .3.
    expect(o.outcome('attacker-driven-back')).toBeCloseTo(0.6 * 0.4 + 0.4 * 0.3, 12);
  });

  test('militia that fail the test go back without firing', () => {
    const o = odds(
      oneRound,
      'charge',
      charges(line(10), line(6, { training: 'militia', reaction: 'stand-and-deliver' })),
    );
    expect(o.outcome('defender-withdraws')).toBeCloseTo(0.4, 12);
  });

  test('a volley that hits nothing: fail by 1 costs a hit, by 2 two, or the field (noHitsChoice)', () => {
    // FS 2, fired before: 2 + 1 = 3 hits .3; ragged 1 hits .1. T(2) passes .2.
    const weak = line(8, { hits: 5, fired: true, reaction: 'stand-and-deliver' });
    const book = ruledBy(oneRound, { naturalTen: 'off', noHitsChoice: 'move' });
    const o = odds(book, 'charge', charges(line(10), weak));
    // FS 3: T(3) .3 steady at 3 + 1 = 4, ragged .7 at 2. Misses .6 and .8; then T(3) fails .7.
    expect(o.outcome('defender-withdraws')).toBeCloseTo((0.3 * 0.6 + 0.7 * 0.8) * 0.7, 12);
    const stays = odds(ruledBy(oneRound, { naturalTen: 'off' }), 'charge', charges(line(10), weak));
    expect(stays.outcome('defender-withdraws')).toBe(0);
    // Failing by 2 or more (5 to 10) costs 2 of its 3, by 1 (a 4) one; in the fight it then stands at 1 or 2.
    expect(stays.p('defender.hits', 0)).toBeLessThan(0.5);
  });

  test('oth-half: no driving back unless ruled so', () => {
    const fight = charges(line(10), line(8, { reaction: 'stand-and-deliver' }));
    expect(odds(othHalf, 'charge', fight).outcome('attacker-driven-back')).toBe(0);
    // 8 + 1 initial + 1 close = 10, ragged 8; T(8). Its attacker has moved 3.
    const ruledSo = ruledBy(othHalf, { drivenBack: 'phase-total' });
    expect(odds(ruledSo, 'charge', fight).outcome('attacker-driven-back')).toBeCloseTo(0.8 * 0.2 + 0.2 * 0.1, 12);
  });
});

describe('other reactions', () => {
  test('skirmishers of 6 evade heavy cavalry 12 away: reach 24, caught when D10 + 6 is 12 or less', async () => {
    const fight = charges(horse(10), line(6, { formation: 'skirmish', reaction: 'evade' }), { distance: 12 });
    const o = odds(oneRound, 'charge', fight);
    // T(10 - 3) passes .7; caught on 1 to 6.
    expect(o.outcome('evaded')).toBeCloseTo(0.7 * 0.4, 12);
    expect(o.p('rounds', 1)).toBeCloseTo(0.7 * 0.6, 12);
    // Caught: FS 5 at 25% is 2, - 4 - 6: it never hits. The cavalry 10 + 4 + 6 always does.
    expect(o.outcome('defender-destroyed')).toBeCloseTo(0.7 * 0.6 * 0.5, 12);
    await expectSampledAgrees(oneRound, 'charge', fight, 23);
  });

  test('the other reading of the evader runs D10 + 1 segments and is never caught', () => {
    const fight = charges(horse(10), line(6, { formation: 'skirmish', reaction: 'evade' }), { distance: 12 });
    expect(
      odds(ruledBy(oth2, { evadeDistance: 'd10-plus-1-segments' }), 'charge', fight).outcome('evaded'),
    ).toBeCloseTo(0.7 * 0.9, 12);
  });

  test('oth-half halves the run: reach 12, gap 6, D10 / 2 + 3 of 6 or less', () => {
    const fight = charges(horse(10), line(6, { formation: 'skirmish', reaction: 'evade' }));
    const o = odds(othHalf, 'charge', fight);
    expect(o.outcome('evaded')).toBeCloseTo(0.4, 12);
    expect(refusals(othHalf, 'charge', fight)).toEqual([]);
  });

  test('an evader with nothing left is broken by the hit', () => {
    const fight = charges(
      horse(10, { commander: { control: 5 } }),
      line(2, { formation: 'skirmish', reaction: 'evade' }),
    );
    const book = ruledBy(oth2, { routingAt: 0 });
    const two = odds(book, 'charge', fight);
    expect(two.outcome('defender-broken')).toBeLessThan(0.7);
    const one = odds(
      book,
      'charge',
      charges(horse(10, { commander: { control: 5 } }), line(2, { hits: 1, formation: 'skirmish', reaction: 'evade' })),
    );
    expect(one.outcome('defender-broken')).toBe(1);
  });

  test('gunners run for a square and are destroyed if caught', () => {
    const fight = charges(line(10), guns(6, { friendlySquareNear: true, reaction: 'evade' }), { distance: 2 });
    // Reach 12 - 2 = 10 covers D10 + 6 up to 4.
    const o = odds(oth2, 'charge', fight);
    expect(o.outcome('defender-destroyed')).toBeCloseTo(0.4, 12);
    expect(o.outcome('evaded')).toBeCloseTo(0.6, 12);
    expect(o.mean('defender.hits')).toBe(0);
  });

  test('cavalry counters infantry: 2 hits first, and no row for moving in', async () => {
    const fight = charges(column(8), horse(6, { reaction: 'counter' }));
    const o = odds(oneRound, 'charge', fight);
    // T(8). Then the column stands at 6 - 6 = 0 and never hits; the horse has 6 + 4 + 6.
    expect(o.p('attacker.hits', 0)).toBeCloseTo(0.2, 12);
    expect(o.outcome('attacker-destroyed')).toBeCloseTo(0.8 * 0.5, 12);
    expect(o.mean('attacker.hits')).toBeCloseTo(0.8 * (2 + 1.7), 12);
    // Keeping its rows it has 6 - 6 + 1 + 2 = 3.
    const keeps = odds(ruledBy(oneRound, { counteredInfantry: 'keeps' }), 'charge', fight);
    expect(keeps.mean('defender.hits')).toBeCloseTo(0.8 * 0.3, 12);
    await expectSampledAgrees(oneRound, 'charge', fight, 24);
  });

  test('countering infantry gets nothing in oth2, + 1 in oth-half', () => {
    const fight = charges(line(10), line(4, { reaction: 'counter' }));
    const row4 = odds(oneRound, 'charge', fight).mean('attacker.hits');
    // 4 hits .4, and 10 + 1 always hits: no marks.
    expect(row4).toBeCloseTo(0.4, 12);
    expect(
      odds(ruledBy(oneRound, { infantryCounterBonus: 'plus-1' }), 'charge', fight).mean('attacker.hits'),
    ).toBeCloseTo(0.7, 12);
    const half = ruledBy(othHalf, { maxRounds: 1, drawTest: 'off' });
    expect(odds(half, 'charge', fight).mean('attacker.hits')).toBeCloseTo(0.7, 12);
  });

  test('an emergency square from attack column, one move away: 6 + 1 - 2 = 5', async () => {
    const fight = charges(horse(10, { commander: { control: 5 } }), column(6, { reaction: 'emergency-square' }));
    const o = odds(oth2, 'charge', fight);
    // The cavalry passes at 10 - 3 + 3. In square it fights one round at 10 - 5 = 5 and goes back: .5.
    // Else 10 + 4 + 6 against 6 - 6 = 0.
    expect(o.outcome('attacker-retreats')).toBeCloseTo(0.5, 12);
    const stop = odds(ruledBy(oth2, { cavalryAtEmergencySquare: 'stop' }), 'charge', fight);
    expect(stop.outcome('stopped-short')).toBeCloseTo(0.5, 12);
    // Two moves away 6 + 1 - 1 = 6.
    const far = odds(ruledBy(oth2, { cavalryAtEmergencySquare: 'stop' }), 'charge', { ...fight, distance: 18 });
    expect(far.outcome('stopped-short')).toBeCloseTo(0.6, 12);
    await expectSampledAgrees(oth2, 'charge', fight, 25);
  });

  test('an emergency turn: 8 - 2 = 6 saves the rear rows', () => {
    const fight = charges(line(9), column(8, { aspect: 'rear', reaction: 'emergency-turn' }));
    const o = odds(oneRound, 'charge', fight);
    // Contact at 9 + 2. Turned: 9 + 1 = 10 against 8; caught: 9 + 1 + 6 against 8 - 4 = 4, both on row 10.
    expect(o.mean('attacker.hits')).toBeCloseTo(0.6 * (0.4 + 0.6 + 0.3) + 0.4 * 0.4, 12);
  });

  test('a square redeploys before infantry: 8 - 2 = 6', () => {
    const fight = charges(line(10), line(8, { formation: 'square', reaction: 'emergency-redeploy' }));
    // Formed as a column 8; caught in square 8 - 3 = 5. The attacker always hits: 10 + 1, and 10 + 1 + 3.
    expect(odds(oneRound, 'charge', fight).mean('attacker.hits')).toBeCloseTo(0.6 * 1.3 + 0.4 * 0.7, 12);
    // Column of companies: 25% of 8 is 2.
    const companies = charges(
      line(10),
      line(8, { formation: 'square', reaction: 'emergency-redeploy', redeployInto: 'column-of-companies' }),
    );
    expect(odds(oneRound, 'charge', companies).mean('attacker.hits')).toBeCloseTo(0.6 * 0.2 + 0.4 * 0.7, 12);
  });

  test('opportunity: the cavalry becomes the attacker, and the charger may react', async () => {
    const fight = charges(line(10, { reaction: 'emergency-square' }), horse(10, { reaction: 'opportunity' }));
    const o = odds(oth2, 'charge', fight);
    // The line passes; the horse tests at 10 - 3 = 7. The line forms square on 10 - 1 (12 away: one move, - 2) = 8.
    // In square the cavalry goes back: .7 x .8.
    expect(o.outcome('defender-retreats')).toBeGreaterThanOrEqual(0.7 * 0.8 - 1e-12);
    // Caught out of square: 10 + 4 + 6 against 10 - 6 = 4; destroyed at 2-0 (.3 x .6) and 3-x (.2) in round 1.
    expect(odds(oneRound, 'charge', fight).outcome('attacker-destroyed')).toBeCloseTo(
      // Or the horse fails and is charged by the line as it stands: 10 + 6 against 10 + 1 - 6 = 5.
      0.7 * 0.2 * (0.18 + 0.2) + 0.3 * (0.3 * 0.5 + 0.2 * 0.8),
      12,
    );
    await expectSampledAgrees(oth2, 'charge', fight, 26);
  });

  test('a mix of reactions is the mix of their results', () => {
    const of = (reaction: unknown) => odds(oth2, 'charge', charges(column(8), line(7, { reaction })));
    const [stand, fire, both] = ['stand', 'stand-and-deliver', { stand: 60, 'stand-and-deliver': 40 }].map(of);
    for (const outcome of ['attacker-driven-back', 'attacker-retreats', 'defender-retreats', 'undecided'])
      expect(both.outcome(outcome)).toBeCloseTo(0.6 * stand.outcome(outcome) + 0.4 * fire.outcome(outcome), 12);
  });

  test('the reaction is a decision of the defender that can be left open', () => {
    const machine = machineOf(oth2, 'charge', charges(column(8), line(7)));
    const choices = Object.values(machine.steps).filter((step) => 'options' in step);
    expect(choices.map(({ side }) => side)).toContain('defender');
    const open = compile(machine, { keepChoices: true });
    expect(open.choosers).toContain('defender');
  });
});

describe('refusals', () => {
  test.each([
    ['cavalry at a formed square', charges(horse(8), line(8, { formation: 'square' })), /formed in time/],
    [
      'stand and deliver by a column',
      charges(line(8), column(8, { reaction: 'stand-and-deliver' })),
      /may stand and deliver/,
    ],
    [
      'stand and deliver by cavalry',
      charges(line(8), horse(8, { reaction: 'stand-and-deliver' })),
      /may stand and deliver/,
    ],
    [
      'stand and deliver from the limber',
      charges(line(8), guns(8, { formation: 'limbered', reaction: 'stand-and-deliver' })),
      /unlimbered guns/,
    ],
    ['a formed line evades', charges(horse(8), line(8, { reaction: 'evade' })), /may evade/],
    ['cavalry evades cavalry', charges(horse(8), horse(8, { reaction: 'evade' })), /may evade/],
    ['guns evade without a square', charges(line(8), guns(8, { reaction: 'evade' })), /may evade/],
    [
      'a flanked unit counters',
      charges(line(8), line(8, { aspect: 'flank', reaction: 'counter' })),
      /in front may counter/,
    ],
    ['guns counter', charges(line(8), guns(8, { reaction: 'counter' })), /infantry and cavalry may counter/],
    ['infantry makes an opportunity move', charges(line(8), line(8, { reaction: 'opportunity' })), /Only cavalry/],
    ['cavalry that has moved', charges(line(8), horse(8, { moved: 6, reaction: 'opportunity' })), /has moved/],
    ['guns form square', charges(horse(8), guns(8, { reaction: 'emergency-square' })), /Only infantry forms/],
    ['cavalry forms square', charges(horse(8), horse(8, { reaction: 'emergency-square' })), /Only infantry forms/],
    [
      'a square forms square',
      charges(line(8), line(8, { formation: 'square', reaction: 'emergency-square' })),
      /already/,
    ],
    [
      'a line redeploys from square',
      charges(line(8), line(8, { reaction: 'emergency-redeploy' })),
      /in square redeploys/,
    ],
    [
      'a line turns in its flank',
      charges(line(8), line(8, { aspect: 'flank', reaction: 'emergency-turn' })),
      /only from a column/,
    ],
    ['a turn to the front', charges(line(8), column(8, { reaction: 'emergency-turn' })), /already faces/],
    [
      'one of a mix',
      charges(line(8), column(8, { reaction: { stand: 50, 'stand-and-deliver': 50 } })),
      /may stand and deliver/,
    ],
    ['too far away', charges(line(8), line(8), { distance: 13 }), /reaches 12/],
    [
      'cavalry fires in support',
      charges(line(8), line(8, { reaction: 'stand-and-deliver', supportingFire: [horse(8)] })),
      /cannot fire in support/,
    ],
  ])('%s', (_name, situation, message) => {
    expect(refusals(oth2, 'charge', situation).join('\n')).toMatch(message);
  });

  test('a square redeploys before infantry only', () => {
    const book = ruledBy(oth2, { cavalryVSquare: 'as-emergency-square' });
    const situation = charges(horse(8), line(8, { formation: 'square', reaction: 'emergency-redeploy' }));
    expect(refusals(book, 'charge', situation).join('\n')).toMatch(/only when infantry/);
  });

  test('oth-half has no reactions of its own, if ruled so', () => {
    const book = ruledBy(othHalf, { reactions: 'stand-only' });
    expect(refusals(book, 'charge', charges(line(8), line(8, { reaction: 'counter' }))).join('\n')).toMatch(
      /no reactions/,
    );
  });

  test('a mix must add up to a hundred', () => {
    const parsed = oth.encounters
      .charge!.schema(oth2)
      .safeParse(charges(line(8), line(8, { reaction: { stand: 60 } })));
    expect(parsed.success).toBe(false);
  });
});
