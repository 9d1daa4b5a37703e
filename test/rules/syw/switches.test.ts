import { describe, expect, it } from 'vitest';
import type { RulingValue } from '../../../src/rules/book.ts';
import type { EncounterKind } from '../../../src/rules/encounter.ts';
import { syw } from '../../../src/rules/syw/book.ts';
import { exactly, type Loose, outcomesOf } from './play.ts';

const foot = { type: 'medium-infantry', stands: 4 };
const shot = (firer: Loose, target: Loose, distance: number): [EncounterKind, Loose] => [
  'fire',
  { firer, target, distance },
];

const lone = { type: 'medium-infantry', stands: 1, tactic: 'hold' };
const gun = { type: 'medium-artillery', stands: 1, tactic: 'hold', lane: 1 };
const rider = { type: 'medium-cavalry', stands: 2, tactic: 'charge', lane: 2 };
const engaged = (a: Loose, b: Loose, more: Loose = {}): [EncounterKind, Loose] => [
  'engagement',
  { a, b, distance: 10, turns: 1, ...more },
];

/** Every switch, with a situation in which it tells. */
const switches: readonly [key: string, value: RulingValue, ...[EncounterKind, Loose]][] = [
  ['score6', 'nothing', ...shot({ ...foot, stands: 2, fired: true }, foot, 10)],
  ['disorder', 'separate', 'charge', { attacker: { type: 'medium-cavalry', stands: 4 }, defender: { ...foot } }],
  ['lightsSecondShot', 'one-shot-only', ...shot({ type: 'light-infantry', stands: 3 }, foot, 10)],
  ['extremeAlsoLong', 'yes', ...shot({ type: 'riflemen', stands: 2 }, foot, 20)],
  ['hardCoverSmallArms', -2, ...shot(foot, { ...foot, cover: 'hard' }, 10)],
  ['hardCoverSmallArms', 0, ...shot(foot, { ...foot, cover: 'hard' }, 10)],
  ['meleeWinner', 'higher-score', 'melee', { attacker: { type: 'heavy-cavalry', stands: 4 }, defender: foot }],
  ['routMelee', 'flat-d6', 'melee', { attacker: foot, defender: { ...foot, orders: 'rout' } }],
  ['per20', 'round-up', 'morale', { tester: { ...foot, stands: 7, startingStands: 10 } }],
  ['generalRange', 20, 'morale', { tester: { ...foot, general: 20 } }],
  ['chargeRawDie', 'modified', 'charge', { attacker: { ...foot, morale: 'high' }, defender: foot }],
  ['targetTests', 'no', 'charge', { attacker: foot, defender: { type: 'militia', stands: 4 } }],
  [
    ...(['targetTests', 'only-if-a-charged-row-applies', 'charge'] as const),
    { attacker: foot, defender: { ...foot, disordered: true } },
  ],
  ['targetShoots', 'no', 'charge', { attacker: foot, defender: foot }],
  ['targetShootsAt', 8, 'charge', { attacker: foot, defender: foot }],
  [
    ...(['groupDisordered', 'half', 'morale'] as const),
    { tester: { ...foot, disordered: true, others: [foot, foot] } },
  ],
  [
    ...(['chargeAtHalf', 'any-unit', 'morale'] as const),
    {
      tester: {
        type: 'heavy-cavalry',
        stands: 2,
        startingStands: 4,
        orders: 'advance',
        others: [{ type: 'heavy-cavalry', stands: 8 }],
      },
      circumstance: 'charge',
      enemy: { type: 'militia' },
    },
  ],
  // Lane 2 of side B is empty: whoever stands there looks to lane 1, whose defender has an enemy of its own, or has none.
  ['changeOpponent', 'no', ...engaged({ ...rider, lane: 2 }, { ...lone, fire: 'hold' })],
  ['fireAcross', 'no', ...engaged({ ...lone, groups: [lone] }, { ...lone, fire: 'hold' }, { distance: 5 })],
  ['flankCharge', 'no', ...engaged({ ...lone, fire: 'hold', groups: [rider] }, { ...lone, fire: 'hold' })],
  [
    ...(['neighbourOverlap', 'no'] as const),
    ...engaged({ ...rider, lane: 1, groups: [{ ...lone, forward: 10 }] }, { ...lone, morale: 'high', fire: 'hold' }),
  ],
  [
    ...(['routersRally', 'no'] as const),
    ...engaged(
      { ...rider, lane: 1 },
      { ...lone, type: 'militia', morale: 'high', groups: [{ ...lone, forward: -40 }] },
    ),
  ],
  [
    ...(['passThrough', 'disorganised'] as const),
    ...engaged({ ...lone, stands: 5, fire: 'hold', groups: [{ ...lone, line: 'second', fire: 'hold' }] }, gun, {
      depth: 10,
    }),
  ],
];

describe('the switches of the rulings', () => {
  it.each(switches)('%s = %s changes what happens', (key, value, kind, situation) => {
    const base = exactly(kind, situation);
    const switched = exactly(kind, situation, { [key]: value });
    const told = (t: typeof base) => [outcomesOf(t), t.ends.map((e) => [e.outcome, e.values, e.weight])];
    expect(told(switched)).not.toEqual(told(base));
  });

  it('are all tried above, in every reading', () => {
    const readings = Object.values(syw.rulings).flatMap((r) =>
      (r.allowed.words ?? []).filter((w) => w !== r.default).map((w) => `${r.key} ${w}`),
    );
    const tried = new Set(switches.map(([key, value]) => `${key} ${value}`));
    expect(readings.filter((r) => !tried.has(r))).toEqual([]);
    const keys = new Set(switches.map(([key]) => key));
    const open = Object.values(syw.rulings).filter((r) => r.allowed.integer || (r.allowed.words?.length ?? 0) > 1);
    expect(open.map((r) => r.key).filter((k) => !keys.has(k))).toEqual([]);
  });

  it('stand in the book with every gap that has one reading only', () => {
    const ids = new Set(Object.values(syw.rulings).map((r) => r.id));
    expect([...ids].sort((x, y) => Number(x.slice(5)) - Number(y.slice(5)))).toEqual(
      Array.from({ length: 41 }, (_, i) => `SYW-R${i + 1}`),
    );
  });
});
