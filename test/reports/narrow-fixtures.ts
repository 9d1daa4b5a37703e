import type { Axis, Difference, Results } from '../../src/results/types.ts';
import * as f from './fixtures.ts';

/** Results that want more room than a phone has: long names, many columns, many variants. */

const SENTENCE = 'first volley of the battle, at short range, by formed troops that have not moved this turn';
const units = [
  'Grenadier battalion von Wangenheim',
  'Leib-Carabiniers',
  'Preobrazhensky Guard, both battalions',
  'stand-and-deliver',
  'counter-charge-then-pursue',
  'evade',
  'Donaudampfschifffahrtsgesellschaft',
  'fire by platoons and then go in',
];
const tactics = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${units[i % units.length]}${i < units.length ? '' : ` ${i + 1}`}`);

const shares = (by: number): number[] => f.BASE.map((p, i) => (i === 1 ? p - by : i === 4 ? p + by : p));
const axis = (path: string, label: string, values: readonly (string | number)[], kind: Axis['kind']): Axis => ({
  path,
  label,
  values: [...values],
  kind,
});

function square(across: Axis, down: Axis, trials: number | null, extra: Partial<Results> = {}): Results {
  const cells = down.values.flatMap((y, j) =>
    across.values.map((x, i) =>
      f.cell({ [across.path]: x, [down.path]: y }, shares(0.015 * (i - j)), trials, { measures: [] }),
    ),
  );
  return f.results({ kind: 'sweep', axes: [across, down], cells, ...extra });
}

const twelve = Array.from({ length: 12 }, (_, i) => i + 1);
const number12 = (path: string): Axis => axis(path, `${path} of the whole brigade`, twelve, 'number');
const morale = { ...f.exactRun.scenario, encounter: 'morale' };

function game(options: readonly string[], intervals: boolean, objective = 'attacker wins'): Results {
  const count = options.length;
  const values = options.map((_, i) => options.map((__, j) => 0.5 + 0.04 * ((i * 7 + j * 3) % 11) - 0.2));
  const even = options.map(() => 1 / count);
  return f.results({
    ...f.matrixGame,
    cells: [f.cell({}, f.BASE, intervals ? 4_000 : null)],
    game: {
      goodFor: 'attacker',
      objective,
      rowPlayer: { wants: 'high' as const, side: 'attacker', options: [...options] },
      columnPlayer: { wants: 'low' as const, side: 'defender', options: [...options] },
      values,
      ...(intervals ? { intervals: values.map((row) => row.map((v) => ({ low: v - 0.015, high: v + 0.015 }))) } : {}),
      dominatedRows: [],
      dominatedColumns: [],
      equilibrium: { rows: even, columns: even, value: 0.5 },
    },
  });
}

function variants(count: number): Results {
  const names = Array.from({ length: count }, (_, i) => `${units[i % units.length]}, reading ${i + 1}`);
  const cells = ['base', ...names].map((name, i) => f.cell({ variant: name }, shares(0.02 * i - 0.05), 20_000));
  const differences = names.flatMap((variant, i): Difference[] => {
    const of = (id: string, label: string, base: number, value: number): Difference => ({
      cell: i + 1,
      variant,
      kind: 'outcome',
      id,
      label,
      base,
      value,
      difference: value - base,
      low: value - base - 0.01,
      high: value - base + 0.01,
      pValue: 0.001,
      verdict: i === 1 ? 'no detectable difference' : value > base ? 'more' : 'less',
      size: 'noticeably (1 fight in 12)',
    });
    return [
      of('winner=a', 'attacker wins', 0.3, 0.3 + 0.02 * (i + 1)),
      of('winner=b', 'defender wins', 0.5, 0.5 - 0.02 * (i + 1)),
      ...cells[0].outcomes.map((o, k) => of(o.id, o.label, o.p, cells[i + 1].outcomes[k].p)),
    ];
  });
  return f.results({ kind: 'compare', cells, differences });
}

const linesOf = (names: readonly string[]): Results => {
  const xs = [5, 6, 7, 8];
  return f.results({
    axes: [axis('attacker.fs', SENTENCE, xs, 'number'), axis('rules', 'rules', names, 'list')],
    cells: xs.flatMap((x, i) =>
      names.map((name, j) => f.cell({ 'attacker.fs': x, rules: name }, shares(0.03 * i - 0.01 * j))),
    ),
  });
};

const manyValues = f.measure(
  'defender.hits',
  SENTENCE,
  Array.from({ length: 30 }, () => 1 / 30),
  3_000,
);

export const narrowFixtures: readonly (readonly [string, Results])[] = Object.entries({
  numbers12: square(number12('attacker.fs'), number12('defender.fs'), null),
  numbers12Sampled: square(number12('attacker.fs'), number12('defender.fs'), 4_000),
  shares12: square(number12('attacker.fs'), number12('defender.fs'), 4_000, { scenario: morale }),
  names12: square(
    axis('attacker.name', 'attacker name', tactics(12), 'list'),
    axis('defender.name', 'defender name', tactics(12), 'list'),
    null,
  ),
  fewLongNames: square(
    axis('attacker.name', 'attacker name', tactics(4), 'list'),
    axis('defender.name', 'defender name', tactics(4), 'list'),
    4_000,
  ),
  matrix3: game(units.slice(3, 6), true),
  matrix5: game(tactics(5), true),
  matrix10: game(tactics(10), false),
  matrix10Sampled: game(tactics(10), true),
  matrix24: game(tactics(24), false),
  matrixOfHits: game(tactics(10), false, 'fatigue hits on the defender'),
  variants3: variants(3),
  variants8: variants(8),
  linesOfFew: linesOf(units.slice(0, 3)),
  linesOfMany: linesOf(units.slice(0, 6)),
  longModifiers: f.results({
    ...f.tornado,
    sensitivity: {
      ...f.tornado.sensitivity!,
      rows: units.map((unit, i) => ({
        ...f.tornado.sensitivity!.rows[i % 4],
        path: unit,
        label: i % 2 === 0 ? `${SENTENCE}, ${unit}` : unit,
      })),
    },
  }),
  longTuning: f.results({
    ...f.pairTuning,
    tuning: {
      ...f.pairTuning.tuning!,
      best: [
        {
          path: 'rules.melee.contact.attack-column-supported-by-its-own-brigade',
          label: 'attack column supported by its own brigade',
          from: 2,
          to: 3,
        },
        {
          path: 'rules.fire.small-arms.initial-volley-of-the-battle-at-short-range',
          label: 'initial volley of the battle at short range',
          from: 2,
          to: 1,
        },
      ],
    },
  }),
  longLuck: f.results({
    ...f.luck,
    cells: [f.cell({}, f.BASE, 3_000, { measures: [manyValues] })],
    luck: {
      ...f.luck.luck!,
      label: SENTENCE,
      atLeast: { p: 0.0193, low: 0.0168, high: 0.0222, count: 58 },
      atMost: { p: 0.98, low: 0.974, high: 0.985, count: 2_940 },
    },
  }),
  manyRounds: f.results({
    cells: [
      f.cell({}, f.BASE, 3_000, {
        measures: [
          {
            ...f.measure('rounds', SENTENCE, [], 3_000),
            distribution: manyValues.distribution.map((d) => ({ ...d, byOutcome: { undecided: d.p } })),
          },
        ],
      }),
    ],
  }),
});
