import { describe, expect, test } from 'vitest';
import type { CellTable } from '../../../src/rules/book.ts';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { oth } from '../../../src/rules/oth/family.ts';
import { isRoll } from '../../../src/sim/machine.ts';
import { Stepper } from '../../../src/sim/stepper.ts';
import { odds, refusals, ruledBy } from './odds.ts';

const line = { arm: 'infantry', formation: 'line', fs: 8 };
const gun = { arm: 'artillery', gun: 'medium', fs: 8 };
const at = (firer: object, target: object, distance: number) => ({ firer, target, distance });
/** Probabilities of 0, 1, 2, 3, 4 hits by fire. */
const hits = (o: ReturnType<typeof odds>) =>
  [0, 1, 2, 3, 4].map((n) => Math.round(o.p('target.phaseHits', n) * 1e9) / 1e9);

describe('oth2 small arms', () => {
  test('a fresh line at 6: 8 + 2 initial + 1 short = 11, row 10', () => {
    const o = odds(oth2, 'fire', at(line, line, 6));
    // Row 10: faces 10-6 one hit, 5-3 two, 2-1 three.
    expect(hits(o)).toEqual([0, 0.5, 0.3, 0.2, 0]);
    expect(o.outcome('target-driven-back')).toBeCloseTo(0.2, 12);
    // The 10 hits, but still tests: FS 8 fails on 9 and 10, 0.1 x 0.2.
    expect(o.p('firer.hits', 1)).toBeCloseTo(0.02, 12);
  });

  test('at 10 inches: 8 - 1 over short = 7, and one hit at most', () => {
    // Faces 1-7 hit; the table's twos and threes are cut to one.
    expect(hits(odds(oth2, 'fire', at(line, line, 10)))).toEqual([0.3, 0.7, 0, 0, 0]);
  });

  test('a column of companies has a quarter: 2 + 2 + 1 + 2 at a column = 7, row 7', () => {
    const o = odds(
      oth2,
      'fire',
      at({ ...line, formation: 'column-of-companies' }, { ...line, formation: 'attack-column' }, 6),
    );
    // Row 7: 7-4 one (4 faces), 3-2 two, 1 three.
    expect(hits(o)).toEqual([0.3, 0.4, 0.2, 0.1, 0]);
  });

  test('half of FS 7 rounds up: 4 + 2 + 1 = 7; rounding down it is 6', () => {
    const column = { ...line, formation: 'attack-column', fs: 7 };
    expect(hits(odds(oth2, 'fire', at(column, line, 6)))).toEqual([0.3, 0.4, 0.2, 0.1, 0]);
    // Row 6: 6-4 one, 3-1 two.
    expect(hits(odds(ruledBy(oth2, { rounding: 'down' }), 'fire', at(column, line, 6)))).toEqual([0.4, 0.3, 0.3, 0, 0]);
  });

  test('a square gives a quarter a face: 2 + 2 + 1 = 5', () => {
    // Row 5: 5-3 one, 2-1 two.
    expect(hits(odds(oth2, 'fire', at({ ...line, formation: 'square' }, line, 6)))).toEqual([0.5, 0.3, 0.2, 0, 0]);
  });

  test('a garrison fires with no more than 3 a face: 3 + 2 + 1 = 6', () => {
    expect(hits(odds(oth2, 'fire', at({ ...line, place: 'bua-wooden' }, line, 6)))).toEqual([0.4, 0.3, 0.3, 0, 0]);
  });

  test('half of the line in sight: 4 + 2 + 1 = 7', () => {
    expect(hits(odds(oth2, 'fire', at({ ...line, visiblePercent: 50 }, line, 6)))).toEqual([0.3, 0.4, 0.2, 0.1, 0]);
  });

  test('a fortified place: 8 + 2 + 1 - 10 = 1, so only a 1 hits; read literally 1 to 4 do', () => {
    const shot = at(line, { ...line, place: 'bua-fortified' }, 6);
    expect(hits(odds(oth2, 'fire', shot))).toEqual([0.9, 0.1, 0, 0, 0]);
    expect(hits(odds(ruledBy(oth2, { lowScore: 'literal' }), 'fire', shot))).toEqual([0.6, 0.4, 0, 0, 0]);
  });

  test('skirmishers behind an obstacle: 8 + 2 + 1 - 2 - 3 = 6', () => {
    const o = odds(oth2, 'fire', at(line, { ...line, formation: 'skirmish', place: 'obstacle', cover: true }, 6));
    expect(hits(o)).toEqual([0.4, 0.3, 0.3, 0, 0]);
  });

  test('the rifle screen alone at 15: 25% of 8 is 2, + 1 rifled - 1 over short = 2', () => {
    const o = odds(oth2, 'fire', at({ ...line, rifleScreen: true }, line, 15));
    expect(hits(o)).toEqual([0.8, 0.2, 0, 0, 0]);
    // A-class: + 1 advantage over a unit without skirmishers, + 1 for the class = 4.
    const best = odds(
      oth2,
      'fire',
      at({ ...line, rifleScreen: true, skirmishClass: 'A' }, { ...line, skirmishClass: 'none' }, 15),
    );
    expect(hits(best)).toEqual([0.6, 0.4, 0, 0, 0]);
  });

  test('battalion guns within 6 add their canister hit: 8 + 2 + 1 = 11, row 10, one more each', () => {
    expect(hits(odds(oth2, 'fire', at({ ...line, weapon: 'battalion-gun' }, line, 6)))).toEqual([0, 0, 0.5, 0.3, 0.2]);
  });

  test('two lines at 10 inches: 7 each, 0.7 a hit each, never three hits in all', () => {
    const o = odds(oth2, 'fire', at([line, line] as unknown as object, line, 10));
    expect(hits(o)).toEqual([0.09, 0.42, 0.49, 0, 0]);
    expect(o.outcome('target-driven-back')).toBe(0);
  });

  test('two fresh lines at 6 drive back by the sum of their hits', () => {
    // Row 10 twice: 1 in 0.5, 2 in 0.3, 3 in 0.2. Below 3 in all only 1 + 1: 0.25.
    const o = odds(oth2, 'fire', at([line, line] as unknown as object, line, 6));
    expect(o.outcome('target-driven-back') + o.outcome('target-broken')).toBeCloseTo(0.75, 12);
    // A single volley of 3: 1 - 0.8 x 0.8.
    const single = odds(
      ruledBy(oth2, { drivenBack: 'single-volley' }),
      'fire',
      at([line, line] as unknown as object, line, 6),
    );
    expect(single.outcome('target-driven-back')).toBeCloseTo(0.36, 12);
  });

  test('an attached commander falls on 1 for one hit, 1-2 for two, 1-3 for three', () => {
    const o = odds(oth2, 'fire', at(line, { ...line, commander: { attached: true } }, 6));
    // 0.5 x 0.1 + 0.3 x 0.2 + 0.2 x 0.3
    expect(o.p('target.commanderLost', 1)).toBeCloseTo(0.17, 12);
  });

  test('a target of FS 3 breaks on three hits', () => {
    expect(odds(oth2, 'fire', at(line, { ...line, fs: 3 }, 6)).outcome('target-broken')).toBeCloseTo(0.2, 12);
  });

  test('an attack column of FS 6 that cannot hold its fire', () => {
    const o = odds(oth2, 'fire', at({ ...line, formation: 'attack-column', fs: 6, holdFire: true }, line, 6));
    // Holds on 1-6. Else 1 FH, into line: 5 + 2 + 1 = 8, row 8: 8-5 one, 4-2 two, 1 three.
    expect(o.outcome('no-fire')).toBeCloseTo(0.6, 12);
    expect(o.p('target.phaseHits', 1)).toBeCloseTo(0.4 * 0.4, 12);
    expect(o.p('target.phaseHits', 2)).toBeCloseTo(0.4 * 0.3, 12);
    expect(o.p('target.phaseHits', 3)).toBeCloseTo(0.4 * 0.1, 12);
    // A second FH: the 10 and a failed test of FS 5.
    expect(o.p('firer.hits', 2)).toBeCloseTo(0.4 * 0.1 * 0.5, 12);
    // Skirmishers hold on 1-5 only.
    const loose = odds(oth2, 'fire', at({ ...line, formation: 'skirmish', fs: 6, holdFire: true }, line, 6));
    expect(loose.outcome('no-fire')).toBeCloseTo(0.5, 12);
  });

  test('militia of FS 6 fire for the first time on 1-6, or retire', () => {
    const militia = { ...line, fs: 6, training: 'militia' };
    const o = odds(oth2, 'fire', at(militia, line, 6));
    expect(o.outcome('firer-withdraws')).toBeCloseTo(0.4, 12);
    // 6 + 2 + 1 = 9, row 9: 1 hit on five faces.
    expect(o.p('target.phaseHits', 1)).toBeCloseTo(0.6 * 0.5, 12);
    expect(odds(oth2, 'fire', at({ ...militia, fired: true }, line, 6)).outcome('firer-withdraws')).toBe(0);
    // Tested after its first fire: what hit is told as a hit; nothing is on a 10, which also has FS 6 test for a hit.
    const later = ruledBy(oth2, { militiaFirstFire: 'after' });
    const after = odds(later, 'fire', at(militia, line, 6));
    expect(after.p('target.phaseHits', 1)).toBeCloseTo(0.5, 12);
    expect(after.outcome('firer-withdraws')).toBeCloseTo(0.1 * (0.6 * 0.4 + 0.4 * 0.5), 12);
    expect(odds(later, 'fire', at({ ...militia, fired: true }, line, 6)).outcome('firer-withdraws')).toBe(0);
  });

  test('defensive fire by FS 5: ragged on a failed test, then a test for hitting nothing', () => {
    const o = odds(oth2, 'fire', { ...at({ ...line, fs: 5 }, line, 6), defensive: true });
    // Steady (0.5): 5 + 2 + 1 = 8, misses on 9 and 10. Ragged (0.5): 6, misses on 7-10.
    expect(o.p('target.phaseHits', 0)).toBeCloseTo(0.5 * 0.2 + 0.5 * 0.4, 12);
    // Steady, 9: no-hits test of FS 5 fails by 1 on a 6, by 2 or more on 7-10.
    // Steady, 10: natural-10 test first (fails 0.5, FS 4), then the no-hits test.
    const miss = { one: 0.1, two: 0.4 };
    const afterTen = { one: 0.1, two: 0.5 };
    const nine = (n: number) => (n === 1 ? miss.one : miss.two);
    const ten = (n: number) =>
      n === 1 ? 0.5 * miss.one + 0.5 * 0.4 : n === 2 ? 0.5 * miss.two + 0.5 * afterTen.one : 0.5 * afterTen.two;
    expect(o.p('firer.hits', 3)).toBeCloseTo((0.5 + 0.5) * 0.1 * ten(3), 12);
    expect(o.p('firer.hits', 1)).toBeCloseTo(
      0.5 * (0.1 * nine(1) + 0.1 * ten(1)) + 0.5 * (0.3 * nine(1) + 0.1 * ten(1)),
      12,
    );
  });
});

describe('oth2 artillery', () => {
  test('canister at 9: 8 + 4 - 1 first shot = 11, row 10, and one hit more', () => {
    const o = odds(oth2, 'fire', at(gun, line, 9));
    expect(hits(o)).toEqual([0, 0, 0.5, 0.3, 0.2]);
    expect(o.p('firer.outOfAmmunition', 1)).toBeCloseTo(0.1, 12);
    const floor = odds(ruledBy(oth2, { canisterAuto: 'minimum-1' }), 'fire', at(gun, line, 9));
    expect(hits(floor)).toEqual([0, 0.5, 0.3, 0.2, 0]);
  });

  test('round shot at 9 on request: 8 + 2 - 1 = 9, row 9', () => {
    // 9-5 one, 4-2 two, 1 three, 10 none.
    expect(hits(odds(oth2, 'fire', at({ ...gun, ammunition: 'round-shot' }, line, 9)))).toEqual([
      0.1, 0.5, 0.3, 0.1, 0,
    ]);
  });

  test('beyond short range at a column: 8 + 4 - 1 - 1 = 10, two hits at most', () => {
    expect(hits(odds(oth2, 'fire', at(gun, { ...line, formation: 'attack-column' }, 30)))).toEqual([0, 0.5, 0.5, 0, 0]);
    const one = ruledBy(oth2, { artilleryOverShortCap: 1 });
    expect(hits(odds(one, 'fire', at(gun, { ...line, formation: 'attack-column' }, 30)))).toEqual([0, 1, 0, 0, 0]);
  });

  test('into the flank from cannon + 6, from a howitzer only with canister', () => {
    const weak = { ...gun, fs: 2, fired: true };
    // 2 + 2 short + 6 = 10.
    expect(hits(odds(oth2, 'fire', at(weak, { ...line, aspect: 'flank' }, 12)))).toEqual([0, 0.5, 0.3, 0.2, 0]);
    // Shell: neither the short-range row nor the flank: 2.
    expect(hits(odds(oth2, 'fire', at({ ...weak, piece: 'howitzer' }, { ...line, aspect: 'flank' }, 12)))).toEqual([
      0.8, 0.2, 0, 0, 0,
    ]);
  });

  test('a mortar is always beyond short range: 8 - 1 = 7, two hits at most', () => {
    const mortar = { ...gun, piece: 'mortar', fired: true };
    expect(hits(odds(oth2, 'fire', at(mortar, line, 5)))).toEqual([0.3, 0.4, 0.3, 0, 0]);
    // Without a band: 8, row 8 uncut.
    expect(hits(odds(ruledBy(oth2, { mortarBand: 'none' }), 'fire', at(mortar, line, 5)))).toEqual([
      0.2, 0.4, 0.3, 0.1, 0,
    ]);
  });

  test('friends fired over test: FS 6 takes a hit on 7-10', () => {
    const battery = { ...gun, overhead: { friends: [{ ...line, fs: 6 }] } };
    expect(odds(oth2, 'fire', at(battery, line, 30)).p('firerOver1.hits', 1)).toBeCloseTo(0.4, 12);
  });
});

describe('oth-half', () => {
  test('a fresh line at 3: 8 + 1 + 1 = 10; nobody is driven back', () => {
    const o = odds(othHalf, 'fire', at(line, line, 3));
    expect(hits(o)).toEqual([0, 0.5, 0.3, 0.2, 0]);
    expect(o.outcome('target-hit')).toBeCloseTo(1, 12);
    const borrowed = odds(ruledBy(othHalf, { drivenBack: 'phase-total' }), 'fire', at(line, line, 3));
    expect(borrowed.outcome('target-driven-back')).toBeCloseTo(0.2, 12);
  });

  test('its own row 9: FS 7 + 1 + 1 = 9, three hits on 2 and 1', () => {
    const shot = at({ ...line, fs: 7 }, line, 3);
    expect(hits(odds(othHalf, 'fire', shot))).toEqual([0.1, 0.5, 0.2, 0.2, 0]);
    expect(hits(odds(ruledBy(othHalf, { row9: 'oth2-row' }), 'fire', shot))).toEqual([0.1, 0.5, 0.3, 0.1, 0]);
  });

  test('enfilade stands for the flank: 3 + 1 + 1 + 4 = 9, or 10 where both count', () => {
    const shot = at({ ...line, fs: 3 }, { ...line, aspect: 'flank', enfiladed: true }, 3);
    expect(hits(odds(othHalf, 'fire', shot))).toEqual([0.1, 0.5, 0.2, 0.2, 0]);
    expect(hits(odds(ruledBy(othHalf, { enfilade: 'adds' }), 'fire', shot))).toEqual([0, 0.5, 0.3, 0.2, 0]);
  });

  test('a wavering firer at a cavalry unit in contact: 2 + 1 + 1 - 1 - 1 = 2', () => {
    const shot = at({ ...line, hits: 6 }, { arm: 'cavalry', fs: 8, inContact: true }, 3);
    expect(hits(odds(othHalf, 'fire', shot))).toEqual([0.8, 0.2, 0, 0, 0]);
    // With both thresholds at 1 it does not waver: 3.
    const steady = ruledBy(othHalf, { waveringAt: 1 });
    expect(hits(odds(steady, 'fire', shot))).toEqual([0.7, 0.3, 0, 0, 0]);
  });

  test('canister at 4: only the automatic hit, 5 + 1 short - 2 first shot = 4', () => {
    expect(hits(odds(othHalf, 'fire', at({ ...gun, fs: 5 }, line, 4)))).toEqual([0, 0.6, 0.4, 0, 0]);
    // At 3 the row counts: 5 + 1 + 4 - 2 = 8; without the short-range row 7.
    expect(hits(odds(othHalf, 'fire', at({ ...gun, fs: 5 }, line, 3)))).toEqual([0, 0.2, 0.4, 0.3, 0.1]);
    const only = ruledBy(othHalf, { canisterShortStack: 'canister-only' });
    expect(hits(odds(only, 'fire', at({ ...gun, fs: 5 }, line, 3)))).toEqual([0, 0.3, 0.4, 0.2, 0.1]);
  });

  test('guns over short range: one hit, or two by ruling', () => {
    const shot = at({ ...gun, fired: true }, line, 20);
    expect(hits(odds(othHalf, 'fire', shot))).toEqual([0.2, 0.8, 0, 0, 0]);
    expect(hits(odds(ruledBy(othHalf, { artilleryOverShortCap: 2 }), 'fire', shot))).toEqual([0.2, 0.4, 0.4, 0, 0]);
  });

  test('C class riflemen in skirmish at a D unit over 3: 8 + 1 advantage + 1 rifles + 1 skirmish - 1 = 10, one hit', () => {
    const rifles = { ...line, formation: 'skirmish', weapon: 'rifled-musket', skirmishClass: 'C' };
    expect(hits(odds(othHalf, 'fire', at(rifles, { ...line, skirmishClass: 'D' }, 6)))).toEqual([0, 1, 0, 0, 0]);
  });

  test('the initial volley asks for the firer, or for the target, in line or attack column', () => {
    const shot = at({ ...line, formation: 'open-order', fs: 3 }, line, 3);
    // 3 + 1 = 4; with the target's line 5.
    expect(hits(odds(othHalf, 'fire', shot))).toEqual([0.6, 0.4, 0, 0, 0]);
    expect(hits(odds(ruledBy(othHalf, { initialVolleyScope: 'target' }), 'fire', shot))).toEqual([0.5, 0.3, 0.2, 0, 0]);
  });

  test('a first volley replaces short range only where it counts', () => {
    const replaces = { initialVolleyStacks: 'initial-volley-replaces-short-range' };
    // A fresh line, 3 + 1 = 4 instead of 5. In open order there is no first volley to replace anything: 3 + 1 = 4 too.
    expect(hits(odds(ruledBy(othHalf, replaces), 'fire', at({ ...line, fs: 3 }, line, 3)))).toEqual([
      0.6, 0.4, 0, 0, 0,
    ]);
    const shot = at({ ...line, formation: 'open-order', fs: 3 }, line, 3);
    expect(hits(odds(ruledBy(othHalf, replaces), 'fire', shot))).toEqual([0.6, 0.4, 0, 0, 0]);
    // By the target's formation a fresh line has none at a square: 3 + 1 square + 1 = 5.
    const atSquare = at({ ...line, fs: 3 }, { ...line, formation: 'square' }, 3);
    const byTarget = ruledBy(othHalf, { ...replaces, initialVolleyScope: 'target' });
    expect(hits(odds(byTarget, 'fire', atSquare))).toEqual([0.5, 0.3, 0.2, 0, 0]);
  });
});

describe('what the sheets do not allow', () => {
  const cases: [typeof oth2, string, object, string][] = [
    [oth2, 'cavalry firing', at({ arm: 'cavalry' }, line, 4), 'firer.arm: Cavalry may not fire.'],
    [
      oth2,
      'a march column firing',
      at({ ...line, formation: 'march-column' }, line, 4),
      'firer.formation: A unit in march column may not fire.',
    ],
    [
      oth2,
      'limbered guns firing',
      at({ ...gun, formation: 'limbered' }, line, 4),
      'firer.formation: Limbered guns may not fire.',
    ],
    [
      oth2,
      'a shot past the maximum',
      at(line, line, 13),
      'firer.distance: 13 is past the maximum range of musket, which is 12.',
    ],
    [
      oth2,
      'canister too far',
      at({ ...gun, ammunition: 'canister' }, line, 10),
      'firer.ammunition: Canister reaches 9, not 10.',
    ],
    [
      oth2,
      'guns in woods',
      at(gun, { ...gun, woods: 'woods' }, 10),
      'target.woods: Artillery may not enter normal woods.',
    ],
    [
      oth2,
      'cavalry in dense woods',
      at(line, { arm: 'cavalry', woods: 'dense' }, 4),
      'target.woods: Cavalry in line may not enter dense woods.',
    ],
    [
      oth2,
      'cavalry in a village',
      at(line, { arm: 'cavalry', place: 'bua-wooden' }, 4),
      'target.place: Cavalry may not enter a built-up area.',
    ],
    [
      oth2,
      'guns in line',
      at(line, { ...gun, formation: 'line' }, 4),
      "target.formation: 'line' is no formation of artillery; it may be unlimbered, limbered.",
    ],
    [
      oth2,
      'squadrons in oth2',
      at(line, { arm: 'cavalry', formation: 'column-of-squadrons' }, 4),
      'target.formation: The sheet of the 2nd edition knows no column of squadrons.',
    ],
    [
      oth2,
      'regular cavalry skirmishing',
      at(line, { arm: 'cavalry', formation: 'skirmish' }, 4),
      'target.formation: Only irregular cavalry may stand in skirmish order.',
    ],
    [
      oth2,
      'a broken unit',
      at({ ...line, hits: 8 }, line, 4),
      'firer.hits: A unit of FS 8 with 8 fatigue hits is broken and takes no part.',
    ],
    [
      oth2,
      'overhead fire at short range',
      at({ ...gun, overhead: { friends: [line] } }, line, 16),
      'firer.overhead: Overhead fire from higher ground needs a target over short range.',
    ],
    [
      oth2,
      'cannon over friends on one level',
      at({ ...gun, overhead: { friends: [line], level: 'same' } }, line, 20),
      'firer.overhead.level: Only mortars and howitzers fire over friends on the same level.',
    ],
    [
      othHalf,
      'a howitzer in oth-half',
      at({ ...gun, piece: 'howitzer' }, line, 4),
      'firer.piece: The sheet of the 1st edition knows no howitzer.',
    ],
    [
      othHalf,
      'a line in normal woods in oth-half',
      at(line, { ...line, woods: 'woods' }, 3),
      'target.woods: Infantry in line may not enter normal woods.',
    ],
    [
      othHalf,
      'a closed column firing in oth-half',
      at({ ...line, formation: 'closed-column' }, line, 3),
      'firer.formation: The sheet of the 1st edition gives no firing share for closed column.',
    ],
  ];
  for (const [book, name, situation, sentence] of cases) {
    test(name, () => expect(refusals(book, 'fire', situation)).toContain(sentence));
  }
});

describe('every ruling about fire changes something', () => {
  const cases: [typeof oth2, string, string | number, object][] = [
    [oth2, 'testPass', 'strictly-under', at(line, line, 6)],
    [oth2, 'testNaturals', 'ten-always-fails', at({ ...line, fs: 10 }, line, 6)],
    [oth2, 'testNaturals', 'one-passes-ten-fails', at({ ...line, fs: 10 }, line, 6)],
    [oth2, 'fsUsed', 'starting', at({ ...line, hits: 4 }, line, 6)],
    [oth2, 'lowScore', 'literal', at({ ...line, fs: 1 }, { ...line, cover: true }, 6)],
    [oth2, 'lowScore', 'literal-min-1', at({ ...line, fs: 1 }, { ...line, cover: true }, 6)],
    [oth2, 'highScore', 'shift', at(line, line, 6)],
    [oth2, 'rounding', 'nearest-half-up', at({ ...line, fs: 5, formation: 'column-of-companies' }, line, 6)],
    [oth2, 'rounding', 'down-min-1', at({ ...line, fs: 7, formation: 'column-of-companies' }, line, 6)],
    [oth2, 'percentOrder', 'after-modifiers', at({ ...line, formation: 'attack-column' }, line, 6)],
    [oth2, 'faceCap', 'after-modifiers', at({ ...line, place: 'bua-wooden' }, line, 6)],
    [oth2, 'initialVolleyStacks', 'initial-volley-replaces-short-range', at({ ...line, fs: 6 }, line, 6)],
    [oth2, 'battalionGunCanister', 'no-auto-hit', at({ ...line, weapon: 'battalion-gun' }, line, 6)],
    [oth2, 'naturalTen', 'off', at(line, line, 6)],
    [oth2, 'naturalTen', 'only-if-missed', at(line, line, 6)],
    [oth2, 'artilleryNaturalTen', 'ammo-only', at(gun, line, 9)],
    [oth2, 'drivenBack', 'off', at(line, line, 6)],
    [oth2, 'noHitsChoice', 'move', { ...at(line, line, 10), defensive: true }],
    [
      oth2,
      'commanderCheck',
      'once-per-combat-on-total',
      at([line, line], { ...line, commander: { attached: true } }, 6),
    ],
    [
      oth2,
      'abScope',
      'any-firing-unit',
      at({ ...line, fs: 4, skirmishClass: 'A' }, { ...line, skirmishClass: 'A' }, 6),
    ],
    [oth2, 'abScope', 'rifles-only', at({ ...line, fs: 4, formation: 'skirmish', skirmishClass: 'A' }, line, 6)],
    [oth2, 'deepIsColumn', 'yes', at({ ...line, fs: 4 }, { arm: 'cavalry', formation: 'deep-formation' }, 6)],
    [oth2, 'placeAndCover', 'adds', at(line, { ...line, place: 'bua-wood-and-brick', cover: true }, 6)],
    [oth2, 'howitzerShort', 'as-round-shot', at({ ...gun, fs: 4, piece: 'howitzer' }, line, 12)],
    [oth2, 'ammunition', 'round-shot', at(gun, line, 9)],
    [oth2, 'raggedGuns', 'none', { ...at({ ...gun, fs: 5 }, line, 9), defensive: true }],
    [oth2, 'militiaFirstFire', 'after', at({ ...line, training: 'militia' }, line, 6)],
    [oth2, 'flankAndRear', 'worse', at({ ...line, enemyToFlank: true, enemyToRear: true }, line, 6)],
    [othHalf, 'thresholds', 'half-and-quarter', at({ ...line, hits: 4 }, line, 3)],
  ];
  for (const [book, key, value, situation] of cases) {
    test(`${book.id} ${key}: ${value}`, () => {
      const set = odds(ruledBy(book, { [key]: value }), 'fire', situation).text;
      expect(set).not.toBe(odds(book, 'fire', situation).text);
    });
  }
});

describe('reasons', () => {
  const told = (situation: object) => {
    const def = oth.encounters.fire!;
    const { machine } = def.build(def.schema(oth2).parse(situation), oth2);
    const stepper = new Stepper(machine);
    stepper.start();
    const s = machine.layout.view;
    const step = stepper.step!;
    if (!isRoll(step)) throw new Error('the first step rolls no die');
    return { title: step.title(s), ...step.reasons!(s, step.against!(s)) };
  };

  test('base and rows add up to the score, each row with its line', () => {
    const r = told(at({ ...line, goodShot: true }, { ...line, formation: 'attack-column' }, 6));
    expect(r.title).toBe('The firer fires at the target');
    expect(r.base).toEqual({ label: 'line FS 8 at 100%', value: 8 });
    expect(r.rows.map((row) => [row.id, row.value])).toEqual([
      ['fire.small-arms.good-shot', 1],
      ['fire.small-arms.initial-volley', 2],
      ['fire.small-arms.massed-target', 2],
      ['fire.small-arms.short-range', 1],
    ]);
    expect(r.rows[0].source).toBe('oth2, Infantry Fire Modifiers, line 239');
    expect(r.total).toEqual({ label: 'firing score', value: 14 });
    expect(r.reading).toBe('row 10 (14 reads as 10)');
    expect(r.bounds).toEqual({ low: 0, high: 10 });
  });

  test('a test tells its target and the rows on it', () => {
    const general = { commander: { control: 4 }, moraleSupport: true, underStrength: true };
    const r = told(at({ ...line, ...general, formation: 'skirmish', holdFire: true }, line, 6));
    expect(r.title).toBe('The firer tries to hold fire');
    expect(r.rows.map((row) => [row.id, row.value])).toEqual([
      ['morale.modifiers.control-4', 2],
      ['morale.modifiers.support', 1],
      ['morale.modifiers.under-strength', -1],
      ['fire.tests.modifiers.hold-fire-loose', -1],
    ]);
    expect(r.total).toEqual({ label: 'target', value: 9 });
  });
});

describe('a variant reaches the procedure', () => {
  test("that adds oth2's test of militia to oth-half: FS 6 fires for the first time on 1-6, or retires", () => {
    const tests = othHalf.tables['fire.tests'] as CellTable;
    const firstFire = (oth2.tables['fire.tests'] as CellTable).rows.find((r) => r.id === 'first-fire')!;
    const book = {
      ...othHalf,
      tables: { ...othHalf.tables, 'fire.tests': { ...tests, rows: [...tests.rows, firstFire] } },
    };
    const militia = { ...line, fs: 6, training: 'militia' };
    expect(odds(book, 'fire', at(militia, line, 3)).outcome('firer-withdraws')).toBeCloseTo(0.4, 12);
    expect(odds(othHalf, 'fire', at(militia, line, 3)).outcome('firer-withdraws')).toBe(0);
  });

  const changed = (table: string, row: string, column: string, value: number | string | null): typeof oth2 => {
    const t = oth2.tables[table] as CellTable;
    const known = t.rows.some((r) => r.id === row);
    const added = { id: row, label: row, cells: { [column]: value }, source: t.source };
    const rows = t.rows.map((r) => (r.id === row ? { ...r, cells: { ...r.cells, [column]: value } } : r));
    return { ...oth2, tables: { ...oth2.tables, [table]: { ...t, rows: known ? rows : [...rows, added] } } };
  };

  test('figures of limits, tests and shares', () => {
    expect(hits(odds(changed('fire.limits', 'canister', 'hits', 0), 'fire', at(gun, line, 9)))).toEqual([
      0, 0.5, 0.3, 0.2, 0,
    ]);
    expect(
      odds(changed('fire.driven-back', 'target', 'hits', 2), 'fire', at(line, line, 6)).outcome('target-driven-back'),
    ).toBeCloseTo(0.5, 12);
    expect(
      odds(changed('fire.tests', 'natural-ten', 'hits', 2), 'fire', at(line, line, 6)).p('firer.hits', 2),
    ).toBeCloseTo(0.02, 12);
    // A line at 50%: 4 + 3 = 7.
    expect(hits(odds(changed('fire.shares', 'line', 'percent', 50), 'fire', at(line, line, 6)))).toEqual([
      0.3, 0.4, 0.2, 0.1, 0,
    ]);
    // One hit no longer kills: 0.3 x 0.2 + 0.2 x 0.3.
    const lucky = changed('commander.death', '1', 'faces', null);
    expect(
      odds(lucky, 'fire', at(line, { ...line, commander: { attached: true } }, 6)).p('target.commanderLost', 1),
    ).toBeCloseTo(0.12, 12);
  });

  test('a formation of the designer fires with the share he gives it', () => {
    const wedge = changed('fire.shares', 'wedge', 'percent', 50);
    // 4 + 2 + 1 = 7.
    expect(hits(odds(wedge, 'fire', at({ ...line, formation: 'wedge' }, line, 6)))).toEqual([0.3, 0.4, 0.2, 0.1, 0]);
    expect(() => odds(oth2, 'fire', at({ ...line, formation: 'wedge' }, line, 6))).toThrow();
  });
});
