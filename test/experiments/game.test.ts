import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dominated, transposed } from '../../src/experiments/dominance.ts';
import { equilibrium } from '../../src/experiments/equilibrium.ts';
import { matrix } from '../../src/experiments/matrix.ts';
import { InputError } from '../../src/rules/problem.ts';
import { axisFromFlag } from '../../src/scenarios/axes.ts';
import { toy } from './toy.ts';

const near = (list: readonly number[]) => list.map((x) => expect.closeTo(x, 8));

describe('the mixed equilibrium', () => {
  test.each([
    [
      'matching pennies',
      [
        [1, -1],
        [-1, 1],
      ],
      [1 / 2, 1 / 2],
      [1 / 2, 1 / 2],
      0,
    ],
    [
      'paper, scissors, stone',
      [
        [0, -1, 1],
        [1, 0, -1],
        [-1, 1, 0],
      ],
      [1 / 3, 1 / 3, 1 / 3],
      [1 / 3, 1 / 3, 1 / 3],
      0,
    ],
    // Worked out by hand: rows 3x - 2(1 - x) = -x + (1 - x), columns 3y - (1 - y) = -2y + (1 - y).
    [
      'a two by two game',
      [
        [3, -1],
        [-2, 1],
      ],
      [3 / 7, 4 / 7],
      [2 / 7, 5 / 7],
      1 / 7,
    ],
    [
      'a saddle point',
      [
        [4, 2, 5],
        [1, 0, 6],
      ],
      [1, 0],
      [0, 1, 0],
      2,
    ],
    ['one row', [[0.3, 0.2, 0.9]], [1], [0, 1, 0], 0.2],
    ['one column', [[0.3], [0.7]], [0, 1], [1], 0.7],
    [
      'all the same and below nothing',
      [
        [-2, -2],
        [-2, -2],
      ],
      null,
      null,
      -2,
    ],
  ] as const)('%s', (_, values, rows, columns, value) => {
    const found = equilibrium(values);
    expect(found.value).toBeCloseTo(value, 9);
    if (rows) expect(found.rows).toEqual(near(rows));
    if (columns) expect(found.columns).toEqual(near(columns));
  });

  test('law: nobody gains by leaving it, and the shares add up to 1', () => {
    const size = fc.integer({ min: 1, max: 8 });
    const games = fc.tuple(size, size).chain(([r, c]) =>
      fc.array(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: c, maxLength: c }), {
        minLength: r,
        maxLength: r,
      }),
    );
    fc.assert(
      fc.property(games, (raw) => {
        const values = raw.map((row) => row.map((v) => v / 1000));
        const { rows, columns, value } = equilibrium(values);
        expect(rows.reduce((a, b) => a + b)).toBeCloseTo(1, 9);
        expect(columns.reduce((a, b) => a + b)).toBeCloseTo(1, 9);
        for (const row of values) {
          expect(row.reduce((sum, v, c) => sum + v * columns[c], 0)).toBeLessThanOrEqual(value + 1e-7);
        }
        for (let c = 0; c < values[0].length; c++) {
          expect(values.reduce((sum, row, r) => sum + row[c] * rows[r], 0)).toBeGreaterThanOrEqual(value - 1e-7);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('dominated choices', () => {
  const names = ['a', 'b', 'c'];
  test('strictly: worse everywhere', () => {
    expect(
      dominated(names, [
        [1, 2],
        [3, 4],
        [0, 9],
      ]),
    ).toEqual([{ option: 'a', by: 'b', strictly: true }]);
  });
  test('weakly: nowhere better and somewhere worse', () => {
    expect(
      dominated(names, [
        [1, 4],
        [3, 4],
        [0, 9],
      ]),
    ).toEqual([{ option: 'a', by: 'b', strictly: false }]);
  });
  test('equal choices dominate neither each other', () => {
    expect(
      dominated(names.slice(0, 2), [
        [1, 2],
        [1, 2 + 1e-12],
      ]),
    ).toEqual([]);
  });
  test('columns are judged by what they cost', () => {
    expect(
      dominated(
        ['x', 'y'],
        transposed(
          [
            [1, 2],
            [3, 4],
          ],
          (v) => -v,
        ),
      ),
    ).toEqual([{ option: 'y', by: 'x', strictly: true }]);
  });
  test('sampled values claim it only clear of their intervals', () => {
    const wide = [[{ low: 0, high: 2 }], [{ low: 1.5, high: 4 }]];
    expect(dominated(['a', 'b'], [[1], [3]], wide)).toEqual([]);
    const narrow = [[{ low: 0.9, high: 1.1 }], [{ low: 2.9, high: 3.1 }]];
    expect(dominated(['a', 'b'], [[1], [3]], narrow)).toEqual([{ option: 'a', by: 'b', strictly: true }]);
  });
});

describe('matrix', () => {
  const strong = 'attacker: { strength: 6, height: true }';
  const rows = axisFromFlag('attacker.plan=press,hold');
  const columns = axisFromFlag('defender.plan=press,wary,hold');

  test('sets the choices of one side against those of the other', async () => {
    const { game, cells, axes } = await matrix(await toy(strong), { rows, columns });
    expect(game!.rowPlayer).toEqual({ side: 'attacker', options: ['press', 'hold'] });
    expect(game!.columnPlayer).toEqual({ side: 'defender', options: ['press', 'wary', 'hold'] });
    // The attacker scores 9 pressing (8 where the defender is wary) and 8 holding; the defender 5, 6 pressing, 6 wary of a press.
    expect(game!.values[0]).toEqual(near([0.9 * 0.4, 0.8 * 0.4, 0.9 * 0.5]));
    expect(game!.values[1]).toEqual(near([0.8 * 0.4, 0.8 * 0.5, 0.8 * 0.5]));
    expect(game!.dominatedColumns).toEqual([{ option: 'hold', by: 'press', strictly: true }]);
    expect(game!.equilibrium.rows).toEqual(near([2 / 3, 1 / 3]));
    expect(game!.equilibrium.columns).toEqual(near([2 / 3, 1 / 3, 0]));
    expect(game!.equilibrium.value).toBeCloseTo(0.34666666666667, 9);
    expect(cells).toHaveLength(6);
    expect(axes).toEqual([rows, columns]);
  });
  test('takes other objectives, and the axes of the scenario', async () => {
    const loaded = await toy(`${strong}\nvary: { attacker.plan: [press, hold], defender.plan: [press, hold] }`);
    const { game } = await matrix(loaded, { objective: 'defender.hits' });
    expect(game!.objective).toBe('hits on the defender');
    expect(game!.values).toEqual([near([0.9, 0.9]), near([0.8, 0.8])]);
    expect(game!.dominatedRows).toEqual([{ option: 'hold', by: 'press', strictly: true }]);
  });
  test('sampled, it carries intervals that hold the exact values', async () => {
    const { game } = await matrix(await toy(strong), { rows, columns, engine: 'sample', trials: 100_000, seed: 2 });
    const exact = (await matrix(await toy(strong), { rows, columns })).game!;
    game!.values.forEach((row, r) => {
      row.forEach((value, c) => {
        expect(Math.abs(value - exact.values[r][c])).toBeLessThan(0.008);
        expect(game!.intervals![r][c].low).toBeLessThan(value);
      });
    });
    expect(exact.intervals).toBeUndefined();
  });
  test.each([
    ['one axis', { rows }, /needs two axes/],
    ['the same axis twice', { rows, columns: rows }, /Both axes of the matrix/],
    [
      'a choice that the sheet does not allow',
      { rows: axisFromFlag('attacker.plan=wary,hold'), columns },
      /Both cannot be wary/,
    ],
  ])('refuses %s', async (_, options, pattern) => {
    await expect(toy(strong).then((s) => matrix(s, options))).rejects.toThrow(InputError);
    await expect(toy(strong).then((s) => matrix(s, options))).rejects.toThrow(pattern);
  });
});
