import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headline } from '../../reports/headline.ts';
import { dominated, transposed } from '../../src/experiments/dominance.ts';
import { equilibrium } from '../../src/experiments/equilibrium.ts';
import { type GameQuestion, gameOf } from '../../src/experiments/game.ts';
import { matrix } from '../../src/experiments/matrix.ts';
import type { Game } from '../../src/results/types.ts';
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

describe('a mix that dominates', () => {
  // Half of a and half of b gives 2 everywhere; c gives 1 everywhere, and is worse than neither alone.
  const values = [
    [4, 0],
    [0, 4],
    [1, 1],
  ];
  test('is found where no option alone is better', () => {
    const [found, ...others] = dominated(['a', 'b', 'c'], values);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ option: 'c', strictly: true, by: 'a mix of a 50.0% and b 50.0%' });
  });
  test('is claimed of samples only clear of the intervals', () => {
    const about = (half: number) => values.map((row) => row.map((v) => ({ low: v - half, high: v + half })));
    expect(dominated(['a', 'b', 'c'], values, about(0.4))).toHaveLength(1);
    expect(dominated(['a', 'b', 'c'], values, about(0.6))).toHaveLength(0);
  });
  test('law: what is said to be dominated earns no more than its dominator in any column', () => {
    fc.assert(
      fc.property(tables, (list) => {
        const names = list.map((_, i) => `o${i}`);
        for (const d of dominated(names, list)) {
          const mix = d.mix ?? [{ option: d.by, share: 1 }];
          const own = list[names.indexOf(d.option)];
          own.forEach((v, c) => {
            const earned = mix.reduce((sum, m) => sum + m.share * list[names.indexOf(m.option)][c], 0);
            expect(earned).toBeGreaterThanOrEqual(v - 1e-7);
          });
        }
      }),
    );
  });
});

const tables = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })).chain(([r, c]) =>
  fc.array(
    fc.array(
      fc.integer({ min: 0, max: 8 }).map((v) => v / 8),
      { minLength: c, maxLength: c },
    ),
    { minLength: r, maxLength: r },
  ),
);

/** A game of two players from a table, seen with the objective good for the rows or for the columns. */
const asked = (table: readonly (readonly number[])[], high: 'rows' | 'columns', reach?: number): GameQuestion => ({
  objective: 'x',
  goodFor: high === 'rows' ? 'R' : 'C',
  rows: { side: 'R', options: table.map((_, i) => `r${i}`), wants: high === 'rows' ? 'high' : 'low' },
  columns: { side: 'C', options: table[0].map((_, i) => `c${i}`), wants: high === 'rows' ? 'low' : 'high' },
  figures: table
    .flat()
    .map((value) => ({ value, ...(reach ? { interval: { low: value - reach, high: value + reach } } : {}) })),
});
/** What each side is told: the shares that are settled, what dominates what, and the value. */
const advice = (game: Game) => ({
  value: expect.closeTo(game.equilibrium.value, 6),
  dominated: {
    [game.rowPlayer.side]: game.dominatedRows.map((d) => [d.option, d.strictly]),
    [game.columnPlayer.side]: game.dominatedColumns.map((d) => [d.option, d.strictly]),
  },
  free: {
    [game.rowPlayer.side]: game.rowPlayer.free?.map((f) => f.option) ?? [],
    [game.columnPlayer.side]: game.columnPlayer.free?.map((f) => f.option) ?? [],
  },
});

describe('an objective belongs to a side', () => {
  test('law: swapping rows and columns changes nobody’s advice', () => {
    fc.assert(
      fc.property(tables, fc.constantFrom('rows' as const, 'columns' as const), (table, high) => {
        const straight = gameOf(asked(table, high));
        const question = asked(table, high);
        const swapped = gameOf({
          ...question,
          rows: question.columns,
          columns: question.rows,
          figures: transposed(table, (v) => v)
            .flat()
            .map((value) => ({ value })),
        });
        expect({ ...advice(swapped), value: swapped.equilibrium.value }).toEqual(advice(straight));
      }),
    );
  });
  test('law: negating the objective and the side changes nobody’s advice', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const straight = gameOf(asked(table, 'rows'));
        const negated = gameOf(
          asked(
            table.map((row) => row.map((v) => -v)),
            'columns',
          ),
        );
        expect({ ...advice(negated), value: -negated.equilibrium.value }).toEqual(advice(straight));
      }),
    );
  });
  test('law: nobody is advised to do what another of his choices does better against the other’s best', () => {
    fc.assert(
      fc.property(tables, fc.constantFrom('rows' as const, 'columns' as const), (table, high) => {
        const { equilibrium: found, rowPlayer, columnPlayer } = gameOf(asked(table, high));
        const row = table.map((line) => line.reduce((sum, v, c) => sum + v * found.columns[c], 0));
        const column = table[0].map((_, c) => table.reduce((sum, line, r) => sum + line[c] * found.rows[r], 0));
        const ends = (of: readonly number[], wants: 'high' | 'low') =>
          wants === 'high' ? Math.max(...of) : Math.min(...of);
        const played = (weights: readonly number[], of: readonly number[]) => of.filter((_, i) => weights[i] > 1e-9);
        for (const v of played(found.rows, row)) expect(v).toBeCloseTo(ends(row, rowPlayer.wants), 6);
        for (const v of played(found.columns, column)) expect(v).toBeCloseTo(ends(column, columnPlayer.wants), 6);
      }),
    );
  });
  test('both axes of one side are one player’s options: the best pair, nobody against it', () => {
    const table = [
      [0.2, 0.7],
      [0.4, 0.1],
    ];
    const question = asked(table, 'rows');
    const one = { ...question, columns: { ...question.columns, side: 'R', wants: 'high' as const } };
    expect(gameOf(one)).toMatchObject({
      onePlayer: true,
      equilibrium: { rows: [1, 0], columns: [0, 1], value: 0.7 },
    });
  });
  test('law: sampled, the value’s interval holds the value of every game that the cells allow', () => {
    fc.assert(
      fc.property(tables, fc.infiniteStream(fc.double({ min: -1, max: 1, noNaN: true })), (table, noise) => {
        const game = gameOf(asked(table, 'columns', 0.05));
        const near = table.map((row) => row.map((v) => v + 0.05 * (noise.next().value as number)));
        const { value } = gameOf(asked(near, 'columns')).equilibrium;
        expect(value).toBeGreaterThanOrEqual(game.equilibrium.interval!.low - 1e-7);
        expect(value).toBeLessThanOrEqual(game.equilibrium.interval!.high + 1e-7);
      }),
    );
  });
  test('sampled, a choice is best only where the cells tell', () => {
    const table = [
      [0.5, 0.4],
      [0.3, 0.2],
    ];
    expect(gameOf(asked(table, 'rows', 0.01)).told).toBe(true);
    expect(gameOf(asked(table, 'rows', 0.2)).told).toBe(false);
    expect(gameOf(asked(table, 'rows')).told).toBeUndefined();
  });

  test.each([
    // A third choice for the rows that does worse against the mix, then one that might do better.
    [
      [
        [0.8, 0.2],
        [0.3, 0.7],
        [0.1, 0.1],
      ],
      0.02,
      true,
    ],
    [
      [
        [0.8, 0.2],
        [0.3, 0.7],
        [0.49, 0.5],
      ],
      0.02,
      false,
    ],
    [
      [
        [0.8, 0.2],
        [0.3, 0.7],
      ],
      0.02,
      true,
    ],
    [
      [
        [0.8, 0.2],
        [0.3, 0.7],
      ],
      0.3,
      false,
    ],
    // Three choices each: the mix may be right, but it is not called settled.
    [
      [
        [0.5, 0.1, 0.9],
        [0.9, 0.5, 0.1],
        [0.1, 0.9, 0.5],
      ],
      0.01,
      false,
    ],
  ])('a mix of two choices is settled where the cells tell: %j, ±%d', (table, reach, told) => {
    expect(gameOf(asked(table, 'rows', reach)).told).toBe(told);
    const turned = transposed(table, (v) => v);
    const { rows, columns } = asked(turned, 'rows');
    expect(
      gameOf({
        ...asked(turned, 'rows', reach),
        rows: { ...rows, wants: 'low' },
        columns: { ...columns, wants: 'high' },
      }).told,
    ).toBe(told);
  });
  test('several equilibria are said', () => {
    const alike = gameOf(
      asked(
        [
          [0.4, 0.9],
          [0.4, 0.8],
          [0.1, 0.2],
        ],
        'rows',
      ),
    );
    expect(alike.rowPlayer.free!.map((f) => f.option)).toEqual(['r0', 'r1']);
    expect(alike.columnPlayer.free).toBeUndefined();
  });
});

describe('matrix', () => {
  const strong = 'attacker: { strength: 6, height: true }';
  const rows = axisFromFlag('attacker.plan=press,hold');
  const columns = axisFromFlag('defender.plan=press,wary,hold');

  test('sets the choices of one side against those of the other', async () => {
    const { game, cells, axes } = await matrix(await toy(strong), { rows, columns });
    expect(game!.rowPlayer).toEqual({ side: 'attacker', wants: 'high', options: ['press', 'hold'] });
    expect(game!.columnPlayer).toEqual({ side: 'defender', wants: 'low', options: ['press', 'wary', 'hold'] });
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
  test('sampled a few times, a share is still worth no less than nothing and no more than all', async () => {
    const few = { rows, columns, engine: 'sample', trials: 20 } as const;
    const weak = 'attacker: { strength: 2 }';
    for (const seed of [1, 2, 3, 4]) {
      const { low, high } = (await matrix(await toy(weak), { ...few, seed })).game!.equilibrium.interval!;
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
    }
  });
  test('sampled, it carries intervals that hold the exact values', async () => {
    const sampled = await matrix(await toy(strong), { rows, columns, engine: 'sample', trials: 100_000, seed: 2 });
    const { game } = sampled;
    const { value, interval } = game!.equilibrium;
    expect(interval!.low < value && value < interval!.high).toBe(true);
    expect(headline(sampled)).toMatch(/ [\d.]+% \([\d.]+–[\d.]+%\)$/);
    const exact = (await matrix(await toy(strong), { rows, columns })).game!;
    game!.values.forEach((row, r) => {
      row.forEach((value, c) => {
        expect(Math.abs(value - exact.values[r][c])).toBeLessThan(0.008);
        expect(game!.intervals![r][c].low).toBeLessThan(value);
      });
    });
    expect(exact.intervals).toBeUndefined();
  });
  test('advises each side for itself, wherever it stands', async () => {
    // Whoever presses is stronger: the attacker to win, the defender not to be beaten.
    const options = { rows: columns, columns: rows };
    const { game } = await matrix(await toy(strong), options);
    expect(game).toMatchObject({ goodFor: 'attacker', rowPlayer: { side: 'defender', wants: 'low' } });
    expect(game!.dominatedRows).toEqual([{ option: 'hold', by: 'press', strictly: true }]);
    const theirs = (await matrix(await toy(strong), { ...options, objective: 'defender wins' })).game!;
    expect(theirs).toMatchObject({ goodFor: 'defender', rowPlayer: { side: 'defender', wants: 'high' } });
    const harm = (await matrix(await toy(strong), { ...options, objective: 'defender.hits' })).game!;
    expect(harm).toMatchObject({ goodFor: 'attacker', rowPlayer: { wants: 'low' } });
  });
  test('minimising and maximising can be asked for, and must be where an objective is nobody’s', async () => {
    const options = { rows, columns, objective: 'hits' };
    await expect(matrix(await toy(strong), options)).rejects.toThrow(/good for neither side.*--minimise attacker/);
    const few = (await matrix(await toy(strong), { ...options, minimise: 'attacker' })).game!;
    expect(few).toMatchObject({ goodFor: 'defender', rowPlayer: { wants: 'low' }, columnPlayer: { wants: 'high' } });
    const many = (await matrix(await toy(strong), { ...options, maximise: 'attacker' })).game!;
    expect(many.rowPlayer.wants).toBe('high');
    await expect(matrix(await toy(strong), { ...options, minimise: 'atacker' })).rejects.toThrow(
      /Did you mean 'attacker'/,
    );
  });
  test.each([
    ['what no side chooses', { rows, columns: axisFromFlag('rulings.tie=nobody,defender') }, /No side chooses/],
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
