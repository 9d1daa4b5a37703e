import { describe, expect, test } from 'vitest';
import { cellTable, type Rulebook } from '../../../src/rules/book.ts';
import { oth2, othHalf } from '../../../src/rules/oth/books.ts';
import { odds, ruledBy } from './odds.ts';

const led = { commander: { control: 5 } };
/** The chance that the engagement is over in its first turn: because `endWhen` held. */
const endsInTurn1 = (book: Rulebook, situation: object, distance: unknown): number =>
  odds(book, 'engagement', { turns: 2, ...situation, endWhen: { now: { distance } } }).p('turns', 1);
/** Nobody wavers or routs, and one round decides. */
const bare = { waveringAt: 0, routingAt: 0, maxRounds: 1 };

describe('how far a beaten unit goes back', () => {
  const beaten = (aspect: string) => ({
    a: { fs: 5, ...led, tactic: [{ do: 'charge' }] },
    b: { fs: 5, aspect, tactic: [{ do: 'stand' }] },
    ...{ distance: 4, sequence: ['a-moves', 'a-combats'] },
  });
  test('struck in the rear: a whole segment of 6 (line 506)', () => {
    // 5 + 1 + 6 reads as 10: 1, 2, 3 hits in .5, .3, .2. 5 - 4 = 1 hits in .1. By 2: .9 x .5 + .1 x .2.
    const book = ruledBy(oth2, bare);
    expect(endsInTurn1(book, beaten('rear'), 6)).toBeCloseTo(0.9 * 0.5 + 0.1 * 0.2, 12);
    expect(endsInTurn1(book, beaten('rear'), 3)).toBe(0);
  });
  test('struck in the flank: half of it, 3', () => {
    // 5 + 1 + 4 = 10 against 5 - 2 = 3, which hits in .3. By 2: .7 x .5 + .3 x .2.
    const book = ruledBy(oth2, bare);
    expect(endsInTurn1(book, beaten('flank'), 3)).toBeCloseTo(0.7 * 0.5 + 0.3 * 0.2, 12);
    expect(endsInTurn1(book, beaten('flank'), 6)).toBe(0);
  });
  test('cavalry struck in the rear by cavalry: 12 (line 511)', () => {
    const horse = { arm: 'cavalry', fs: 5 };
    const situation = {
      a: { ...horse, ...led, tactic: [{ do: 'charge' }] },
      b: { ...horse, aspect: 'rear', tactic: [{ do: 'stand' }] },
      ...{ distance: 10, sequence: ['a-moves', 'a-combats'] },
    };
    // 5 + 3 + 6 reads as 10; 5 - 4 = 1.
    expect(endsInTurn1(ruledBy(oth2, bare), situation, 12)).toBeCloseTo(0.9 * 0.5 + 0.1 * 0.2, 12);
  });
});

describe('how far a unit retires', () => {
  const retiring = (distance: number) => ({
    a: { fs: 8, tactic: [{ do: 'retire' }] },
    b: { fs: 8 },
    ...{ distance, sequence: ['a-moves'] },
  });
  test('oth2: engaged units at half speed, 6 of 12 (line 176); a variant may lift that', () => {
    expect(endsInTurn1(oth2, retiring(5), 11)).toBe(1);
    const { 'engaged.options': options } = oth2.tables;
    const rows = (options.rows as readonly { id: string; cells: object }[]).map((r) =>
      r.id === 'retire' ? { ...r, cells: { ...r.cells, speed: 'full' } } : r,
    );
    const swift = {
      ...oth2,
      tables: { ...oth2.tables, 'engaged.options': { ...options, rows } },
    } as unknown as Rulebook;
    expect(endsInTurn1(swift, retiring(5), 17)).toBe(1);
  });
  test('oth-half prints no such limit: all 6 of its move', () => {
    expect(endsInTurn1(othHalf, retiring(2), 8)).toBe(1);
  });
});

describe('fire that hits nothing, and a move instead of hits (lines 338 and 339)', () => {
  const book = ruledBy(oth2, { ...bare, noHitsChoice: 'move', naturalTen: 'off' });
  const situation = {
    a: { fs: 8, formation: 'skirmish', ...led, tactic: [{ do: 'charge' }] },
    b: { fs: 4, fired: true, tactic: [{ do: 'stand-and-deliver' }] },
    ...{ distance: 8, sequence: ['a-moves', 'b-defensive-fire'] },
  };
  // FS 4 fires well in .4: 4 + 1 - 3 = 2 misses in .8; ragged in .6: 0 always misses. Misses .4 x .8 + .6 = .92.
  const missed = 0.4 * 0.8 + 0.6;
  test('failed by 1, on a 5: one move, 6 away', () => {
    expect(endsInTurn1(book, situation, 6)).toBeCloseTo(missed * 0.1, 12);
  });
  test('failed by 2 or more, on 6 to 10: two moves, 12 away', () => {
    expect(endsInTurn1(book, situation, 12)).toBeCloseTo(missed * 0.5, 12);
  });
  test('militia that will not fire make their one move of line 337', () => {
    const militia = { ...situation, b: { ...situation.b, training: 'militia' } };
    // They run in .6; else 2 misses in .8 and FS 4 is failed by 1 in .1.
    expect(endsInTurn1(book, militia, 6)).toBeCloseTo(0.6 + 0.4 * 0.8 * 0.1, 12);
    expect(endsInTurn1(book, militia, 12)).toBeCloseTo(0.4 * 0.8 * 0.5, 12);
  });
});

describe('a sequence of play without a phase for defensive fire', () => {
  const charged = (sequence: readonly string[]) =>
    odds(oth2, 'engagement', {
      a: { fs: 6, ...led, tactic: [{ do: 'charge' }] },
      b: { fs: 6, tactic: [{ do: 'stand-and-deliver' }] },
      ...{ distance: 4, turns: 1, sequence },
    });
  test('has it delivered before the combat, as if the phase were there', () => {
    const [without, within] = [['a-moves', 'a-combats'], ['a-moves', 'b-defensive-fire', 'a-combats']].map(charged); // biome-ignore format: one line
    for (const id of ['a.hits', 'b.hits'])
      for (let n = 0; n <= 6; n++) expect(without.p(id, n)).toBeCloseTo(within.p(id, n), 12);
    // Fought at all: the charged unit has fired first.
    expect(without.p('a.hits', 0)).toBeLessThan(0.5);
    expect(without.p('b.hits', 0)).toBeLessThan(0.5);
  });
});

describe('how far command status lets a unit go', () => {
  const out = { division: true, brigade: true, unit: false };
  const halved = { brigade: false };
  const advancing = (command: object, distance: number, more: object = {}) => ({
    a: { fs: 5, command, tactic: [{ do: 'advance' }], ...more },
    b: { fs: 5, tactic: [{ do: 'hold' }] },
    ...{ distance, sequence: ['a-moves'] },
  });
  test('a line goes two segments, half of them with its brigade out of command, none by itself out (lines 36 to 43)', () => {
    for (const [book, segment] of [
      [oth2, 6],
      [othHalf, 3],
    ] as const) {
      // biome-ignore format: one line
      expect(endsInTurn1(book, advancing({}, 20), 20 - 2 * segment)).toBe(1);
      expect(endsInTurn1(book, advancing(halved, 20), 20 - segment)).toBe(1);
      expect(endsInTurn1(book, advancing(out, 20), 20)).toBe(1);
      expect(endsInTurn1(book, advancing({ ...out, senior: true }, 20), 20 - 2 * segment)).toBe(book === oth2 ? 1 : 0);
    }
  });
  test('engaged and out of command it goes a segment on D10 equal or under FS, with the rows of line 47', () => {
    // 12 is the reach of a line: it is engaged, and a segment of 6 brings it to 6.
    expect(endsInTurn1(oth2, advancing(out, 12), 6)).toBeCloseTo(0.5, 12);
    expect(endsInTurn1(oth2, advancing(out, 12, { elite: true }), 6)).toBeCloseTo(0.6, 12);
    expect(endsInTurn1(oth2, advancing(out, 12, { training: 'militia' }), 6)).toBeCloseTo(0.4, 12);
    // The half-distance sheet has no such line.
    expect(endsInTurn1(othHalf, advancing(out, 6), 6)).toBe(1);
  });
  test('an edit of the printed status is played', () => {
    const edited = { ...oth2, tables: { ...oth2.tables, 'command.status': withHalf(oth2) } };
    expect(endsInTurn1(edited, advancing(out, 20), 14)).toBe(1);
  });
  test('out of command it sheds no hit; with its brigade alone out it does (lines 37, 38, 81)', () => {
    const resting = (command: object) => ({
      a: { fs: 5, hits: 1, command, tactic: [{ do: 'hold' }] },
      b: { fs: 5, tactic: [{ do: 'hold' }] },
      ...{ distance: 30, turns: 1, sequence: ['a-rallies'] },
    });
    expect(odds(oth2, 'engagement', resting(out)).p('a.fs', 4)).toBe(1);
    expect(odds(oth2, 'engagement', resting(halved)).p('a.fs', 5)).toBe(1);
  });
});

/** A unit that is out of command by itself goes at half speed. */
function withHalf(book: Rulebook) {
  const table = cellTable(book, 'command.status');
  const rows = table.rows.map((r) => (r.id === 'yes-yes-no' ? { ...r, cells: { ...r.cells, move: 'half' } } : r));
  return { ...table, rows };
}
