import { describe, expect, it } from 'vitest';
import { positionsOf } from '../../src/rules/engagement-positions.ts';
import { neighboursOf, type Placed, shapeProblems, standing } from '../../src/rules/engagement-shape.ts';
import { sightOver } from '../../src/rules/engagement-sight.ts';
import { SIDES, type SideKey, type Slot, sequenceOf } from '../../src/rules/oth/engagement/situation.ts';
import { support } from '../../src/rules/oth/engagement/slots.ts';
import { isFlanked } from '../../src/rules/oth/engagement/support.ts';
import { bookById } from '../books.ts';

const lane = (number: number, more: object = {}) => ({ lane: number, ground: [], ...more });
const body = (side: 'a' | 'b', number: number, at = 0) => ({ side, lane: number, state: { at } });

describe('lanes', () => {
  it('are neighbours of the next numbers, unless one of two lanes says otherwise', () => {
    const found = neighboursOf([1, 2, 3, 4], [lane(4, { neighbours: [1] })]);
    expect([...found]).toEqual([[1, [2, 4]], [2, [1, 3]], [3, [2]], [4, [1]]]); // biome-ignore format: a table
  });
  it('where nobody stands are refused, with the nearest that is manned', () => {
    const at = (number: number) => ({ body: {}, lane: number, line: 'first' as const, forward: 0, path: ['a'] });
    const shape = { distance: 20, depth: 6, edge: 30, bodies: 'units', a: [at(1), at(10)], b: [at(1), at(10)] };
    const [problem, ...others] = shapeProblems({ ...shape, lanes: [lane(100)] });
    expect(problem).toMatchObject({ path: ['lanes', 0, 'lane'], found: 100, allowed: ['1', '10'], nearest: '10' });
    expect(others).toEqual([]);
    expect(shapeProblems({ ...shape, lanes: [lane(1), lane(10)] })).toEqual([]);
  });
});

describe('bodies of a side', () => {
  it('act by lane, the first line before the second; a lane that is not said is their number in their line', () => {
    const of = (line: Placed['line'], more: { lane?: number } = {}) => ({ line, forward: 0, ...more });
    const file = [of('second'), of('first', { lane: 2 }), of('second'), of('first'), of('first', { lane: 1 })];
    const placed = standing(file.map((body, i) => ({ body, path: [i] })));
    expect(placed.map((x) => [x.path[0], x.lane])).toEqual([[4, 1], [0, 1], [1, 2], [3, 2], [2, 2]]); // biome-ignore format: a table
  });
});

describe('where bodies are', () => {
  const spec = { distance: 20, spacing: 6, behind: 10, grid: 2, lanes: [lane(1, { distance: 12 }), lane(2)] };
  const { gap, comeWithin, isAtEdge, put } = positionsOf(spec);
  it('is measured along the lane of side B, whoever asks', () => {
    const [x, y] = [body('a', 1, 8), body('b', 2, 4)];
    expect([gap(x, y), gap(y, x)]).toEqual([14, 14]);
    expect([gap(body('a', 2), body('b', 1)), gap(body('b', 1), body('a', 2))]).toEqual([12, 12]);
  });
  it('changes along the lane first, then across', () => {
    const [x, y] = [body('a', 1), body('b', 2)];
    comeWithin(x, y, 9);
    expect(gap(x, y)).toBe(3);
    comeWithin(x, y, 6);
    expect(gap(x, y)).toBe(0);
  });
  it('ends at the edge of the table', () => {
    const x = body('a', 1);
    put(x, -9);
    expect(isAtEdge(x)).toBe(false);
    put(x, -99);
    expect([x.state.at, isAtEdge(x)]).toEqual([-20, true]);
  });
});

describe('who stands against whom', () => {
  const [x, low, high] = [body('a', 2), body('b', 1), body('b', 3)];
  const sight = (gaps: readonly number[]) =>
    sightOver({
      ...{ bodies: [x, low, high], near: (p, q) => Math.abs(p.lane - q.lane) < 2, spacing: 6, changesOpponent: true },
      ...{ at: () => 0, inContact: () => false, isIn: () => true },
      gap: (p, q) => gaps[p === low || q === low ? 0 : 1],
    });
  it.each([
    [[8, 8], low],
    [[8, 9], low],
    [[9, 8], high],
    [[8, -3], high],
  ])('at %j from both neighbours it is the nearer, and of two as near that of the lower lane', (gaps, foe) => {
    expect(sight(gaps).opponent(x)).toBe(foe);
  });
});

describe('a sequence of play in a scenario', () => {
  it('has slots for sides and phases that there are', () => {
    const sequence = ['a-shoots', 'c-shoots', 'b-sings', 'b-moves'];
    const slots = [{ side: 'a', phase: 'shoots' }, 'c-shoots', 'b-sings', { side: 'b', phase: 'moves' }];
    expect(sequenceOf({ sequence }, bookById('oth2').book)).toEqual(slots);
  });
});

describe('support that units are told of before they act', () => {
  /** Whether each of two opposite units hears of a neighbour's support in a slot of side A. */
  const heard = (book: string, phase: Slot['phase'], neighbour = 'steady') => {
    const unit = (side: SideKey, record: string) => {
      const status = () => (record === 'p1' ? 'steady' : neighbour);
      return { side, record, unit: { state: { supported: false }, status } };
    };
    const bodies = SIDES.flatMap((side) => [unit(side, 'p1'), unit(side, 'p2')]);
    const friends = (x: (typeof bodies)[number]) =>
      bodies.filter((y) => y.side === x.side && y !== x).map((body) => ({ body, isNear: () => true }));
    const field = { ...bookById(book), bodies, friends, hearsOfSupport: true };
    support(field as never, { side: 'a', phase }, 'p1')();
    return bodies.filter((x) => x.record === 'p1').map((x) => x.unit.state.supported);
  };
  it.each([
    ['oth2', 'shoots', [true, true]],
    ['oth-half', 'shoots', [false, true]],
    ['oth-half', 'moves', [true, true]],
  ] as const)('in %s, when side A %s: %j', (book, phase, supported) => {
    expect(heard(book, phase)).toEqual(supported);
  });
  it('comes from nobody who wavers', () => {
    expect(heard('oth2', 'moves', 'wavering')).toEqual([false, false]);
  });
});

describe('an enemy on the flank', () => {
  /** So many inches ahead, and so far away in all, in the lane beside. */
  const flanked = (gap: number, straight: number, more: object = {}) => {
    const [x, y] = [body('a', 1), body('b', 2)];
    const around = {
      foes: () => [y],
      isIn: () => true,
      front: () => undefined,
      gap: () => gap,
      straight: () => straight,
    };
    return isFlanked({ ...bookById('oth2'), ...around, ...more } as never, x as never);
  };
  it('has come level, near enough, and nobody holds it', () => {
    expect([flanked(0, 3), flanked(-2, 3), flanked(1, 3), flanked(0.5, 3)]).toEqual([true, true, false, false]);
    expect([flanked(0, 6), flanked(0, 6.5)]).toEqual([true, false]);
    expect(flanked(0, 3, { front: () => body('a', 2) })).toBe(false);
    expect(flanked(0, 3, { isIn: () => false })).toBe(false);
    expect(flanked(0, 3, { foes: () => [body('b', 1)] })).toBe(false);
  });
});
