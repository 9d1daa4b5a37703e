import { describe, expect, test } from 'vitest';
import type { Rulebook } from '../../../src/rules/book.ts';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { oth } from '../../../src/rules/oth/family.ts';
import { compile } from '../../../src/sim/compile.ts';
import { exact } from '../../../src/sim/exact.ts';
import { odds, refusals, ruledBy } from './odds.ts';

const line = { fs: 8 };
const idle = [{ do: 'hold-fire' }, { do: 'hold' }, { do: 'rest' }];
const shooters = [{ do: 'fire' }, { do: 'hold' }, { do: 'rest' }];
const played = (book: Rulebook, situation: object) => odds(book, 'engagement', situation);

/** Probabilities by the fatigue scores that two measures leave. */
function scores(
  book: Rulebook,
  kind: 'engagement' | 'charge' | 'melee' | 'fire',
  situation: object,
  ids: [string, string],
) {
  const def = oth.encounters[kind];
  if (!def) throw new Error(`no ${kind}`);
  const tally = exact(compile(def.build(def.schema(book).parse(situation), book).machine));
  const at = ids.map((id) => tally.measures.findIndex((m) => m.id === id));
  const shares = new Map<string, number>();
  for (const e of tally.ends) {
    const key = at.map((i) => e.values[i]).join(' ');
    shares.set(key, (shares.get(key) ?? 0) + e.weight);
  }
  return Object.fromEntries([...shares].filter(([, p]) => p > 0).sort());
}
function expectSame(one: Record<string, number>, two: Record<string, number>): void {
  expect(Object.keys(one)).toEqual(Object.keys(two));
  for (const [key, p] of Object.entries(one)) expect(two[key]).toBeCloseTo(p, 11);
}

describe('a turn by hand', () => {
  test('oth2: two lines at 10, A shoots first', () => {
    const o = played(oth2, {
      a: { ...line, tactic: shooters },
      b: { ...line, tactic: shooters },
      distance: 10,
      turns: 1,
    });
    // A: 8 - 1 = 7, a hit in 0.7. Its 10 misses and is tested for at FS 8: 0.1 x 0.2.
    // B: 7 unhurt, 6 after a hit: 0.3 x 0.7 + 0.7 x 0.6 = 0.63. Its 10: 0.1 x (0.3 x 0.2 + 0.7 x 0.3) = 0.027.
    expect(o.mean('a.hits')).toBeCloseTo(0.63 + 0.02, 12);
    expect(o.mean('b.hits')).toBeCloseTo(0.7 + 0.027, 12);
    expect(o.mean('turns')).toBe(1);
  });

  test('oth-half: at 5 the defender of the turn shoots first, after the combats', () => {
    const o = played(othHalf, {
      a: { ...line, tactic: shooters },
      b: { ...line, tactic: shooters },
      distance: 5,
      turns: 1,
    });
    expect(o.mean('b.hits')).toBeCloseTo(0.63 + 0.02, 12);
    expect(o.mean('a.hits')).toBeCloseTo(0.7 + 0.027, 12);
  });

  test('oth2: holding fire is tested for, and a failure fires after a hit', () => {
    const o = played(oth2, { a: { ...line, tactic: idle }, b: line, distance: 10, turns: 1, sequence: ['a-shoots'] });
    // FS 8 holds in 0.8; else FS 7 - 1 = 6: a hit in 0.6. Its 10 is tested for at 7: 0.3.
    expect(o.p('b.hits', 1)).toBeCloseTo(0.2 * 0.6, 12);
    expect(o.mean('a.hits')).toBeCloseTo(0.2 * (1 + 0.1 * 0.3), 12);
  });

  test('moving after firing is tested for: never, freely or by the test', () => {
    const lines = [{ do: 'fire' }, { do: 'charge' }, { do: 'rest' }];
    const situation = {
      a: { ...line, tactic: lines },
      b: { ...line, tactic: [{ do: 'stand' }] },
      distance: 6,
      turns: 1,
      sequence: ['a-shoots', 'a-moves', 'a-combats'],
    };
    const still = (fireThenCharge: string) => played(ruledBy(oth2, { fireThenCharge }), situation).text;
    const texts = ['test', 'never', 'free'].map(still);
    expect(new Set(texts).size).toBe(3);
    // Never: only the volley. 8 + 2 + 1 = 11 reads as 10; its hits are 1, 2, 3 in 0.5, 0.3, 0.2.
    const never = played(ruledBy(oth2, { fireThenCharge: 'never' }), situation);
    expect(never.mean('b.hits')).toBeCloseTo(0.5 + 0.6 + 0.6, 12);
  });
});

describe('an engagement cut to one procedure is that procedure', () => {
  const charge = (book: Rulebook, a: object, b: object, reaction: string, distance: number) => {
    const sequence = ['a-moves', 'b-defensive-fire', 'a-combats'];
    const engaged = {
      a: { ...a, tactic: [{ do: 'charge' }, { do: 'stand' }] },
      b: { ...b, tactic: [{ do: reaction }] },
      ...{ distance, turns: 1, sequence },
    };
    const lone = { attacker: a, defender: { ...b, reaction }, distance };
    expectSame(
      scores(book, 'engagement', engaged, ['a.fs', 'b.fs']),
      scores(book, 'charge', lone, ['attacker.fs', 'defender.fs']),
    );
  };
  const column = { formation: 'attack-column', fs: 8 };
  const horse = { arm: 'cavalry', cavalryType: 'heavy', fs: 7 };

  test.each(['stand', 'stand-and-deliver', 'counter'])(
    'a column charges a line that picks %s, in both books',
    (reaction) => {
      charge(oth2, column, line, reaction, 6);
      charge(othHalf, column, line, reaction, 3);
    },
  );
  test('horse charges foot that forms an emergency square', () => {
    charge(oth2, horse, line, 'emergency-square', 12);
    charge(othHalf, horse, line, 'emergency-square', 6);
  });
  test('horse charges skirmishers that evade', () =>
    charge(oth2, horse, { fs: 6, formation: 'skirmish' }, 'evade', 12));
  test('horse charges horse that goes for it first', () => charge(oth2, horse, { ...horse, fs: 8 }, 'opportunity', 12));
  test('militia stand and deliver, or run', () =>
    charge(oth2, line, { fs: 7, training: 'militia' }, 'stand-and-deliver', 6));
  test('a column storms a village', () => charge(oth2, column, { fs: 6, place: 'bua-wooden' }, 'stand', 6));

  test('fire at 6, with a commander at risk', () => {
    for (const commanderCheck of ['per-event', 'once-per-combat-on-total']) {
      const book = ruledBy(oth2, { commanderCheck });
      const target = { ...line, commander: { attached: true } };
      const engaged = { a: { ...line, tactic: shooters }, b: target, distance: 6, turns: 1, sequence: ['a-shoots'] };
      expectSame(
        scores(book, 'engagement', engaged, ['a.fs', 'b.fs']),
        scores(book, 'fire', { firer: line, target, distance: 6 }, ['firer.fs', 'target.fs']),
      );
    }
  });

  test('rallying: the commander first, then the unit by itself', () => {
    const tired = { fs: 8, hits: 4, commander: { control: 2, inspiration: 1 } };
    const o = played(oth2, {
      a: { ...tired, tactic: 'stand' },
      b: line,
      distance: 10,
      turns: 1,
      sequence: ['a-rallies'],
    });
    // One test at 4 + 1: 0.5. Then by itself, one, or two at FS 5 (4).
    expect(o.p('a.fs', 5)).toBeCloseTo(0.5 * 0.6, 12);
    expect(o.p('a.fs', 6)).toBeCloseTo(0.5 * 0.4 + 0.5 * 0.5, 12);
    expect(o.p('a.fs', 7)).toBeCloseTo(0.5 * 0.5, 12);
    const near = played(oth2, {
      a: { ...tired, tactic: 'stand' },
      b: line,
      distance: 6,
      turns: 1,
      sequence: ['a-rallies'],
    });
    expect(near.p('a.fs', 4)).toBeCloseTo(0.5, 12);
  });
});

describe('moving', () => {
  const turnsTo = (lines: object[], distance: number, to: number, more: object = {}, book = oth2) =>
    played(book, {
      a: { ...line, ...more, tactic: lines },
      b: line,
      distance,
      turns: 9,
      sequence: ['a-moves'],
      endWhen: { now: { distance: { lte: to } } },
    }).mean('turns');

  test('a line advances 12, or 6 by the segment, and stops where it is told', () => {
    expect(turnsTo([{ do: 'advance' }], 36, 1)).toBe(3);
    expect(turnsTo([{ do: 'advance-one-segment' }], 36, 1)).toBe(6);
    expect(turnsTo([{ do: 'advance-to-short-range' }], 36, 6)).toBe(3);
    expect(turnsTo([{ do: 'advance-to-short-range' }], 36, 5.5)).toBe(9);
    expect(turnsTo([{ do: 'advance-to-maximum-range' }], 36, 12)).toBe(2);
    expect(turnsTo([{ do: 'advance-to-20' }], 36, 20)).toBe(2);
    expect(turnsTo([{ do: 'advance-to-20' }], 36, 19.5)).toBe(9);
    expect(turnsTo([{ do: 'advance' }], 18, 1, {}, othHalf)).toBe(3);
  });

  test('a column of companies forms line for half a segment and goes on with the rest: 9, then 12', () => {
    const lines = [{ when: { self: { formation: 'column-of-companies' } }, do: 'form-line' }, { do: 'advance' }];
    expect(turnsTo(lines, 31, 22, { formation: 'column-of-companies' })).toBe(1);
    expect(turnsTo(lines, 31, 21, { formation: 'column-of-companies' })).toBe(2);
    expect(turnsTo(lines, 31, 10, { formation: 'column-of-companies' })).toBe(2);
  });

  test('retiring goes at half speed when engaged: 6 from 10, and 12 from 14; ruling engagedWithin', () => {
    const retires = (distance: number, to: number, book = oth2) =>
      played(book, {
        a: { ...line, tactic: [{ do: 'retire' }] },
        b: line,
        distance,
        turns: 3,
        sequence: ['a-moves'],
        endWhen: { now: { distance: { gte: to } } },
      }).mean('turns');
    expect(retires(10, 16)).toBe(1);
    expect(retires(10, 17)).toBe(2);
    expect(retires(14, 26)).toBe(1);
    expect(retires(10, 22, ruledBy(oth2, { engagedWithin: 6 }))).toBe(1);
  });

  test('ruling chargeReach: a line reaches 12, or 6', () => {
    const situation = {
      a: { ...line, tactic: [{ do: 'charge' }] },
      b: { ...line, tactic: [{ do: 'stand' }] },
      distance: 12,
      turns: 1,
      sequence: ['a-moves', 'a-combats'],
    };
    expect(played(oth2, situation).mean('b.hits')).toBeGreaterThan(0.5);
    for (const chargeReach of ['without-F', 'first-segment'])
      expect(played(ruledBy(oth2, { chargeReach }), situation).mean('b.hits')).toBe(0);
  });

  test('a change of formation near the enemy is tested for, at FS 8', () => {
    const changes = (distance: number) =>
      played(oth2, {
        a: { ...line, tactic: [{ do: 'form-attack-column' }] },
        b: line,
        distance,
        turns: 1,
        sequence: ['a-moves'],
      }).p('a.hits', 1);
    expect(changes(6)).toBeCloseTo(0.2, 12);
    expect(changes(6.5)).toBe(0);
  });

  test('militia take the whole turn to change formation', () => {
    const lines = [{ when: { self: { formation: 'line' } }, do: 'form-attack-column' }, { do: 'advance' }];
    // Regulars have 2 of 3 segments left: 12; militia none.
    expect(turnsTo(lines, 30, 18)).toBe(1);
    expect(turnsTo(lines, 30, 18, { training: 'militia' })).toBe(2);
  });

  test('leaving cover is tested for, and left', () => {
    // FS 8 passes in 0.8.
    const moved = played(oth2, {
      a: { ...line, cover: true, tactic: [{ do: 'advance' }] },
      b: line,
      distance: 30,
      turns: 2,
      sequence: ['a-moves', 'b-moves'],
      endWhen: { self: { cover: false } },
    });
    expect(moved.p('turns', 1)).toBeCloseTo(0.8, 12);
  });

  test('three hits drive a unit back: half a segment when engaged, so that the second volley is long', () => {
    const situation = { a: { ...line, tactic: shooters }, b: line, distance: 6, turns: 2, sequence: ['a-shoots'] };
    const o = played(oth2, situation);
    const off = played(ruledBy(oth2, { drivenBack: 'off' }), situation);
    expect(o.mean('b.hits')).toBeLessThan(off.mean('b.hits'));
  });
});

describe('contact over several turns', () => {
  const fighters = {
    a: { fs: 5, tactic: [{ do: 'charge' }] },
    b: { fs: 5, tactic: [{ do: 'stand' }] },
    distance: 6,
    turns: 2,
    sequence: ['a-moves', 'a-combats'],
  };
  test('ruling locked: they fight on, or the attacker falls back', () => {
    const on = played(oth2, fighters);
    const back = played(ruledBy(oth2, { locked: 'attacker-falls-back' }), fighters);
    expect(on.text).not.toBe(back.text);
  });

  test.each([
    ['as-printed', 3],
    ['one-segment', 6],
  ])('a retreat of infantry from infantry, %s: %i away (line 506: one segment of 6, at half speed)', (how, away) => {
    // Without thresholds nobody routs: turn 1 ends it only if somebody is broken, or so far away after a retreat.
    const book = ruledBy(oth2, { waveringAt: 0, routingAt: 0, afterRetreat: how });
    const fives = { ...fighters, distance: 8, endWhen: { now: { distance: away } } };
    const lone = odds(book, 'charge', { attacker: { fs: 5 }, defender: { fs: 5, reaction: 'stand' }, distance: 8 });
    const ends = ['attacker-retreats', 'defender-retreats', 'attacker-broken', 'defender-broken', 'both-broken'];
    const wanted = ends.reduce((sum, id) => sum + lone.outcome(id), 0);
    expect(wanted).toBeGreaterThan(0.1);
    expect(played(book, fives).p('turns', 1)).toBeCloseTo(wanted, 11);
  });

  test('a unit that stood and delivered may not fire in its next turn', () => {
    const base = {
      a: { arm: 'cavalry', fs: 8, tactic: [{ do: 'charge' }] },
      b: { ...line, tactic: [{ do: 'stand-and-deliver' }, { do: 'fire' }, { do: 'rest' }] },
      distance: 12,
      turns: 1,
    };
    const shoots = played(oth2, { ...base, sequence: ['a-moves', 'b-defensive-fire', 'b-shoots'] });
    const only = played(oth2, { ...base, sequence: ['a-moves', 'b-defensive-fire'] });
    // The contact test fails in half of all cases (8 - 3); then b shoots at 12: 8 - 1 = 7. Chargers that were driven back
    // are not shot at again.
    expect(only.mean('a.hits')).toBeGreaterThan(0.5);
    expect(shoots.mean('a.hits') - only.mean('a.hits')).toBeCloseTo(0.5 * 0.7, 11);
  });
});

describe('neighbours', () => {
  const shaky = { fs: 8, hits: 6 };
  const two = (sequence: string[], first: object, more: object = {}) => ({
    a: { ...first, others: [line], tactic: 'stand', ...more },
    b: { ...line, others: [line] },
    distance: 20,
    turns: 1,
    sequence,
  });
  test('a wavering friend close by is tested for, and supports nobody: FS 8 fails on 9 and 10', () => {
    // The wavering unit itself has a steady neighbour and no test.
    const o = played(oth2, two(['a-command'], shaky));
    expect(o.p('a.hits', 1)).toBeCloseTo(0.2, 12);
    expect(played(ruledBy(oth2, { spacing: 7 }), two(['a-command'], shaky)).mean('a.hits')).toBe(0);
    // Supported by a third, steady one on its other side: 9.
    const three = { ...two(['a-command'], shaky), b: { ...line, others: [line, line] } };
    const o3 = played(oth2, { ...three, a: { ...shaky, others: [line, line], tactic: 'stand' } });
    expect(o3.p('a.hits', 1)).toBeCloseTo(0.1, 12);
  });

  test('ruling routingAt: where nobody routs at FS 1, nobody runs', () => {
    const situation = { ...two(['a-command'], { fs: 8, hits: 7 }), edge: 32 };
    expect(played(ruledBy(oth2, { routingAt: 0 }), situation).mean('a.broken')).toBe(0);
  });

  test('routers run 12 and are broken at the edge; oth-half prints no run', () => {
    const situation = { ...two(['a-command'], { fs: 8, hits: 7 }), edge: 32 };
    expect(played(oth2, situation).mean('a.broken')).toBeCloseTo(1, 12);
    expect(played(oth2, { ...situation, edge: 33 }).mean('a.broken')).toBe(0);
    expect(played(othHalf, { ...situation, edge: 26 }).mean('a.broken')).toBe(0);
  });

  test('one commander shares his control: two tests between two units, one on each at most', () => {
    const tired = { fs: 8, hits: 4, commander: { control: 2 } };
    const situation = {
      a: { ...tired, others: [tired], tactic: 'stand' },
      b: { ...line, others: [line] },
      distance: 5,
      turns: 1,
      sequence: ['a-rallies'],
    };
    // Each at 4 + 1 support: 0.5.
    expect(played(oth2, situation).mean('a.hits')).toBeCloseTo(-1, 12);
    const one = {
      ...situation,
      a: { ...tired, commander: { control: 1 }, others: [{ ...tired, commander: { control: 1 } }] },
    };
    expect(played(oth2, one).mean('a.hits')).toBe(0);
  });
});

describe('the sequence of play', () => {
  test('is the sheet’s, and a variant may drop a phase from it', () => {
    const situation = { a: { ...line, tactic: shooters }, b: { ...line, tactic: shooters }, distance: 10, turns: 1 };
    const { sequence } = oth2.tables;
    const rows = (sequence.rows as readonly { readonly id: string }[]).filter((r) => r.id !== 'b-shoots');
    const mute = { ...oth2, tables: { ...oth2.tables, sequence: { ...sequence, rows } as unknown as typeof sequence } };
    expect(played(mute, situation).mean('a.hits')).toBeCloseTo(0.02, 12);
  });

  test('refuses phases, tactics, facts and numbers that do not fit', () => {
    const base = { a: line, b: line, distance: 20 };
    expect(refusals(oth2, 'engagement', { ...base, sequence: ['a-dances'] })[0]).toMatch(/no phase 'a-dances'/);
    expect(refusals(oth2, 'engagement', { ...base, a: { ...line, tactic: 'chrage-home' } })[0]).toMatch(/no tactic/);
    expect(
      refusals(oth2, 'engagement', {
        ...base,
        a: { ...line, tactic: [{ when: { self: { courage: 3 } }, do: 'hold' }] },
      })[0],
    ).toMatch(/courage/);
    expect(refusals(oth2, 'engagement', { ...base, together: false, a: { ...line, others: [line] } })[0]).toMatch(
      /as many on each side/,
    );
    expect(refusals(oth2, 'engagement', { ...base, edge: 20 })[0]).toMatch(/edge/);
    const led = { ...line, commander: { attached: true } };
    expect(
      refusals(oth2, 'engagement', { ...base, a: { ...led, others: [led] }, b: { ...line, others: [line] } })[0],
    ).toMatch(/attached to 2/);
  });

  test('tactics may be mixed in hundredths and may look at the turn', () => {
    const o = played(oth2, {
      a: { ...line, tactic: [{ when: { now: { turn: { gte: 2 } } }, do: { advance: 30, hold: 70 } }] },
      b: line,
      distance: 30,
      turns: 3,
      sequence: ['a-moves'],
      endWhen: { now: { distance: { lt: 30 } } },
    });
    expect(o.p('turns', 1)).toBe(0);
    expect(o.p('turns', 2)).toBeCloseTo(0.3, 12);
  });
});
