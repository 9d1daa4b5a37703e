import { describe, expect, test } from 'vitest';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { testsOf } from '../../../src/rules/oth/morale.ts';
import { odds, refusals, ruledBy } from './odds.ts';
import { expectSampled } from './sampled.ts';

const unit = { fs: 8, hits: 2 };
const take = (test: string, more: object = {}, enemy: object = {}) => ({ unit: { ...unit, ...more }, test, enemy });

describe('oth2 tests', () => {
  test('knows every test of the sheet', () => {
    expect(testsOf(oth2)).toEqual([
      'command',
      'formation-change',
      'militia-formation-change',
      'leaving-cover',
      'move-after-firing',
      'hold-fire',
      'overhead',
      'natural-ten',
      'first-fire',
      'contact',
      'defensive-fire',
      'no-hits',
      'follow-up',
      'engaged-move',
    ]);
  });

  test('FS 6 near wavering friends, control 4 and support: 6 + 2 + 1 = 9', async () => {
    const situation = take('command', { commander: { control: 4 }, moraleSupport: true });
    const o = odds(oth2, 'morale', situation);
    expect(o.outcome('passes')).toBeCloseTo(0.9, 12);
    expect(o.p('unit.hits', 1)).toBeCloseTo(0.1, 12);
    await expectSampled(oth2, 'morale', situation);
  });

  test('enemy to flank and rear: 6 - 2 - 4 = 0 cannot pass; the worse alone 6 - 4 = 2', () => {
    const situation = take('leaving-cover', { enemyToFlank: true, enemyToRear: true });
    expect(odds(oth2, 'morale', situation).outcome('halts')).toBeCloseTo(1, 12);
    expect(odds(ruledBy(oth2, { flankAndRear: 'worse' }), 'morale', situation).outcome('passes')).toBeCloseTo(0.2, 12);
  });

  test.each([
    // FS 6 passes on 1 to 6.
    ['formation-change', 'fails', 1, 0],
    ['leaving-cover', 'halts', 0, 0],
    ['move-after-firing', 'halts', 0, 0],
    ['hold-fire', 'fails', 1, 0],
    ['overhead', 'fails', 1, 0],
    ['natural-ten', 'fails', 1, 0],
    ['contact', 'halts', 0, 0],
    ['defensive-fire', 'fails', 0, 0],
    ['follow-up', 'fails', 0, 0],
    ['engaged-move', 'halts', 0, 0],
  ])('%s fails in 0.4: %s with %i hits and %i moves', (id, outcome, hits, moves) => {
    const o = odds(oth2, 'morale', take(id));
    expect(o.outcome(outcome)).toBeCloseTo(0.4, 12);
    expect(o.mean('unit.hits')).toBeCloseTo(0.4 * hits, 12);
    expect(o.mean('unit.moves')).toBeCloseTo(0.4 * moves, 12);
  });

  test('militia: first fire and defensive fire send them back a move, a change of formation costs a hit', () => {
    const militia = { training: 'militia' };
    expect(odds(oth2, 'morale', take('first-fire', militia)).p('unit.moves', 1)).toBeCloseTo(0.4, 12);
    expect(odds(oth2, 'morale', take('defensive-fire', militia)).outcome('retreats')).toBeCloseTo(0.4, 12);
    // The bare FS: neither control nor support helps.
    const formed = take('militia-formation-change', { ...militia, commander: { control: 5 }, moraleSupport: true });
    expect(odds(oth2, 'morale', formed).p('unit.hits', 1)).toBeCloseTo(0.4, 12);
  });

  test('no hits: FS 6 fails by 1 on a 7, by 2 or more on 8 to 10; or moves, by ruling noHitsChoice', async () => {
    const o = odds(oth2, 'morale', take('no-hits'));
    expect(o.p('unit.hits', 1)).toBeCloseTo(0.1, 12);
    expect(o.p('unit.hits', 2)).toBeCloseTo(0.3, 12);
    const moved = odds(ruledBy(oth2, { noHitsChoice: 'move' }), 'morale', take('no-hits'));
    expect(moved.mean('unit.hits')).toBe(0);
    expect(moved.p('unit.moves', 2)).toBeCloseTo(0.3, 12);
    await expectSampled(oth2, 'morale', take('no-hits'));
  });

  test('skirmishers hold their fire at -1: 6 - 1 = 5', () => {
    expect(odds(oth2, 'morale', take('hold-fire', { formation: 'skirmish' })).outcome('fails')).toBeCloseTo(0.5, 12);
  });

  test('contact: into a flank +2, regulars at militia +2; militia at regulars -3; cavalry at open flanks -3', () => {
    const at = (more: object, enemy: object, book = oth2) =>
      odds(book, 'morale', take('contact', more, enemy)).outcome('passes');
    expect(at({}, { aspect: 'flank' })).toBeCloseTo(0.8, 12);
    expect(at({}, { training: 'militia' })).toBeCloseTo(0.8, 12);
    expect(at({ training: 'militia' }, {})).toBeCloseTo(0.3, 12);
    expect(at({ arm: 'cavalry' }, {})).toBeCloseTo(0.3, 12);
    expect(at({ arm: 'cavalry' }, {}, ruledBy(oth2, { cavalryContactRow: 'off' }))).toBeCloseTo(0.6, 12);
    // FS 2 wavers by the placeholder: +3.
    expect(at({}, { fs: 8, hits: 6 })).toBeCloseTo(0.9, 12);
    expect(at({}, { fs: 8, hits: 6 }, ruledBy(oth2, { waveringAt: 1 }))).toBeCloseTo(0.6, 12);
    expect(at({}, { fs: 8, hits: 4 }, ruledBy(oth2, { thresholds: 'half-and-quarter' }))).toBeCloseTo(0.9, 12);
  });

  test('engaged and out of command: elite +1, militia -1, attack column +1, and no general rows', () => {
    const passes = (more: object) => odds(oth2, 'morale', take('engaged-move', more)).outcome('passes');
    expect(passes({ elite: true, formation: 'attack-column' })).toBeCloseTo(0.8, 12);
    expect(passes({ training: 'militia' })).toBeCloseTo(0.5, 12);
    expect(passes({ commander: { control: 5 }, moraleSupport: true })).toBeCloseTo(0.6, 12);
  });

  test('rulings: strictly under, naturals, starting FS, hits of the command test', () => {
    const passes = (set: Record<string, string | number>) =>
      odds(ruledBy(oth2, set), 'morale', take('command')).outcome('passes');
    expect(passes({ testPass: 'strictly-under' })).toBeCloseTo(0.5, 12);
    expect(passes({ fsUsed: 'starting' })).toBeCloseTo(0.8, 12);
    const sure = take('command', { fs: 12, hits: 0 });
    expect(odds(oth2, 'morale', sure).outcome('passes')).toBe(1);
    expect(odds(ruledBy(oth2, { testNaturals: 'ten-always-fails' }), 'morale', sure).outcome('fails')).toBeCloseTo(
      0.1,
      12,
    );
    expect(odds(ruledBy(oth2, { commandTestHits: 2 }), 'morale', take('command')).p('unit.hits', 2)).toBeCloseTo(
      0.4,
      12,
    );
  });

  test('a unit of FS 1 that fails is broken', () => {
    expect(odds(oth2, 'morale', take('command', { hits: 7 })).outcome('broken')).toBeCloseTo(0.9, 12);
  });

  test('refuses what nobody tests for', () => {
    expect(refusals(oth2, 'morale', take('first-fire'))[0]).toMatch(/Only militia/);
    expect(refusals(oth2, 'morale', take('follow-up', { impetuous: true }))[0]).toMatch(/always follow up/);
    expect(refusals(oth2, 'morale', take('formation-change', { enemyDistance: 7 }))[0]).toMatch(/within 6/);
  });
});

describe('oth-half tests', () => {
  test('a round drawn or lost by 1: control 3 and support, 6 + 1 + 1 = 8; failing costs a hit and a move', async () => {
    const situation = take('combat-round', { commander: { control: 3 }, moraleSupport: true });
    const o = odds(othHalf, 'morale', situation);
    expect(o.outcome('retreats')).toBeCloseTo(0.2, 12);
    expect(o.p('unit.hits', 1)).toBeCloseTo(0.2, 12);
    expect(o.p('unit.moves', 1)).toBeCloseTo(0.2, 12);
    await expectSampled(othHalf, 'morale', situation);
  });

  test('irregulars at an enemy front: 6 - 6 = 0; at a flank 6 + 2', () => {
    const irregular = { training: 'irregular' };
    expect(odds(othHalf, 'morale', take('contact', irregular)).outcome('passes')).toBe(0);
    expect(odds(othHalf, 'morale', take('contact', irregular, { aspect: 'flank' })).outcome('passes')).toBeCloseTo(
      0.8,
      12,
    );
  });

  test('has no test for militia, nor for moving out of command', () => {
    expect(testsOf(othHalf)).not.toContain('first-fire');
    expect(testsOf(othHalf)).not.toContain('engaged-move');
    expect(() => odds(othHalf, 'morale', take('first-fire'))).toThrow();
  });

  test('the command test prints its hit', () => {
    expect(odds(othHalf, 'morale', take('command')).p('unit.hits', 1)).toBeCloseTo(0.4, 12);
  });
});
