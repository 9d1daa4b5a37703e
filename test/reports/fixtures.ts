import { pooled } from '../../reports/cells.ts';
import type {
  Axis,
  CellResult,
  Difference,
  Estimate,
  MeasureResult,
  OutcomeResult,
  Results,
} from '../../src/results/types.ts';

/** Handmade results of every kind, small enough to reckon by hand. */

type Trials = number | null;

const OUTCOMES = [
  ['attacker-broken', 'attacker broken', 'b', -5],
  ['attacker-retreats', 'attacker retreats', 'b', -3],
  ['charge-refused', 'charge not made', 'b', -1],
  ['undecided', 'undecided', 'none', 0],
  ['defender-retreats', 'defender retreats', 'a', 3],
  ['defender-broken', 'defender broken', 'a', 5],
] as const;

const estimate = (p: number, trials: Trials): Estimate =>
  trials === null ? { p } : pooled({ trials: trials }, [{ p, count: Math.round(p * trials) }]);

export function outcomes(shares: readonly number[], trials: Trials): OutcomeResult[] {
  return OUTCOMES.map(([id, label, winner, severity], i) => ({
    id,
    label,
    winner,
    severity,
    ...estimate(shares[i] ?? 0, trials),
  }));
}

export function measure(id: string, label: string, shares: readonly number[], trials: Trials): MeasureResult {
  const mean = shares.reduce((sum, p, value) => sum + p * value, 0);
  const sd = Math.sqrt(shares.reduce((sum, p, value) => sum + p * (value - mean) ** 2, 0));
  const half = trials === null ? 0 : (1.96 * sd) / Math.sqrt(trials);
  return {
    id,
    label,
    mean,
    sd,
    ...(trials === null ? {} : { low: mean - half, high: mean + half }),
    distribution: shares.map((p, value) => ({ value, ...estimate(p, trials) })),
  };
}

function rounds(shares: readonly number[], trials: Trials): MeasureResult {
  const byRound = [0, 0.6, 0.3, 0.1];
  const base = measure('rounds', 'rounds of combat', byRound, trials);
  return {
    ...base,
    distribution: base.distribution.slice(1).map((d) => ({
      ...d,
      byOutcome: Object.fromEntries(OUTCOMES.map(([id], i) => [id, (shares[i] ?? 0) * d.p])),
    })),
  };
}

export function cell(
  labels: CellResult['labels'],
  shares: readonly number[],
  trials: Trials = null,
  extra: Partial<CellResult> = {},
): CellResult {
  return {
    labels,
    rulebook: { id: 'oth2', title: 'Over the Hills, second edition', hash: '3f9ac0d1e2b47788', variant: null },
    rulings: { lowScore: 'clamp' },
    notes: [],
    sides: ['attacker', 'defender'],
    engine: trials === null ? 'exact' : 'sample',
    method: trials === null ? 'compiled whole' : 'walk',
    trials,
    partial: false,
    states: 1885,
    outcomes: outcomes(shares, trials),
    measures: [
      measure('attacker.hits', 'fatigue hits on the attacker', [0.25, 0.35, 0.2, 0.12, 0.08], trials),
      measure('defender.hits', 'fatigue hits on the defender', [0.15, 0.25, 0.3, 0.18, 0.12], trials),
      rounds(shares, trials),
    ],
    ...extra,
  };
}

export function results(extra: Partial<Results> & Pick<Results, 'cells'>): Results {
  return {
    schema: 'grognard/results@1',
    kind: 'run',
    version: '0.1.0',
    command: 'grognard run headline --seed 7',
    seed: 7,
    title: 'Attack column against a line that stands and delivers',
    scenario: {
      source: 'headline.yaml',
      encounter: 'charge',
      rules: 'oth2',
      situation: { attacker: { formation: 'attack-column', fs: 8 }, defender: { formation: 'line', fs: 7 } },
      variants: [],
    },
    ...extra,
  };
}

export const BASE = [0.06, 0.24, 0.15, 0.2, 0.27, 0.08];
const shift = (by: number): number[] => BASE.map((p, i) => (i === 1 ? p - by : i === 4 ? p + by : p));

export const exactRun = results({ cells: [cell({}, BASE)] });
export const sampledRun = results({ cells: [cell({}, BASE, 10_000)] });
export const illustrativeRun = results({
  cells: [
    cell({}, BASE, null, {
      notes: [
        { kind: 'illustrative', text: 'The sheet prints no melee table; these figures were made up to fill it.' },
        { kind: 'borrowed', text: 'Rally rows come from another book of the family.' },
        { kind: 'cap', text: 'Two modifiers were absorbed by the cap of +4.' },
      ],
    }),
  ],
});

const rulesAxis: Axis = { path: 'rules', label: 'rules', values: ['oth2', 'oth-half', 'house'], kind: 'list' };
export const listRun = results({
  axes: [rulesAxis],
  cells: [0, 0.06, -0.09].map((by, i) => cell({ rules: String(rulesAxis.values[i]) }, shift(by), 20_000)),
});

const names = [
  'line',
  'attack-column',
  'square',
  'skirmish',
  'march-column',
  'mixed-order',
  'column-of-companies',
  'mob',
];
export const longListRun = results({
  axes: [{ path: 'attacker.formation', label: 'attacker formation', values: names, kind: 'list' }],
  cells: names.map((name, i) => cell({ 'attacker.formation': name }, shift(0.02 * i - 0.05), 5_000)),
});

const fs = [5, 6, 7, 8, 9, 10];
export const numberSweep = results({
  kind: 'sweep',
  axes: [{ path: 'attacker.fs', label: 'attacker fatigue score', values: fs, kind: 'number' }],
  cells: fs.map((value, i) => cell({ 'attacker.fs': value }, shift(-0.15 + 0.06 * i), 2_000)),
});

const support = [0, 1, 2, 3];
export const gridSweep = results({
  kind: 'sweep',
  axes: [
    { path: 'attacker.fs', label: 'attacker fatigue score', values: fs, kind: 'number' },
    { path: 'defender.combatSupport', label: 'defender support', values: support, kind: 'number' },
  ],
  cells: support.flatMap((s, j) =>
    fs.map((value, i) => cell({ 'attacker.fs': value, 'defender.combatSupport': s }, shift(0.04 * i - 0.07 * j))),
  ),
});

const variantCells = (trials: Trials): CellResult[] => [
  cell({ variant: 'base' }, BASE, trials),
  cell({ variant: 'no column bonus' }, shift(-0.08), trials, {
    rulebook: { id: 'oth2', title: 'Over the Hills, second edition', hash: '77aa', variant: 'no column bonus' },
  }),
];
function differences(cells: readonly CellResult[]): Difference[] {
  const [base, other] = cells;
  const half = base.trials === null ? undefined : 0.013;
  const of = (kind: Difference['kind'], id: string, label: string, from: number, to: number): Difference => ({
    cell: 1,
    variant: 'no column bonus',
    kind,
    id,
    label,
    base: from,
    value: to,
    difference: to - from,
    ...(half === undefined ? {} : { low: to - from - half, high: to - from + half, pValue: to === from ? 1 : 0.001 }),
    verdict: to === from ? (half === undefined ? 'same' : 'no detectable difference') : to > from ? 'more' : 'less',
    size: to === from ? 'the same' : 'noticeably (1 fight in 12)',
  });
  const won = (c: CellResult, winner: string): number =>
    c.outcomes.reduce((sum, o) => sum + (o.winner === winner ? o.p : 0), 0);
  return [
    of('outcome', 'winner=a', 'attacker wins', won(base, 'a'), won(other, 'a')),
    of('outcome', 'winner=b', 'defender wins', won(base, 'b'), won(other, 'b')),
    ...base.outcomes.map((o, i) => of('outcome', o.id, o.label, o.p, other.outcomes[i].p)),
    ...base.measures.map((m, i) => of('measure', m.id, m.label, m.mean, other.measures[i].mean)),
  ];
}
const compared = (trials: Trials): Results => {
  const cells = variantCells(trials);
  return results({
    kind: 'compare',
    command: 'grognard compare headline --variant no-column-bonus --seed 7',
    cells,
    differences: differences(cells),
    verdicts: [
      {
        cell: 1,
        variant: 'no column bonus',
        text: 'Without its bonus the column wins 8 points less often.',
        notes: ['9 comparisons, Holm-corrected.'],
        ...(trials === null
          ? {}
          : { tests: [{ name: 'chi-squared', statistic: 88.2, pValue: 1e-6 }], pairingGain: 3.2 }),
      },
    ],
    robustness: [
      {
        ruling: 'Scores below the table',
        key: 'lowScore',
        question: 'What does the last row of the hit table mean?',
        from: 'clamp',
        to: 'literal',
        variant: 'no column bonus',
        measure: 'attacker wins',
        difference: -0.06,
        survives: true,
        text: 'The conclusion survives the other reading.',
      },
    ],
  });
};
export const sampledCompare = compared(20_000);
export const exactCompare = compared(null);

export const matrixGame = results({
  kind: 'matrix',
  command: 'grognard matrix reactions',
  axes: [
    { path: 'attacker.tactic', label: 'attacker tactic', values: ['fire then charge', 'charge at once'], kind: 'list' },
    {
      path: 'defender.reaction',
      label: 'defender reaction',
      values: ['stand', 'counter-charge', 'square'],
      kind: 'list',
    },
  ],
  cells: [0, 0.05, -0.1, 0.08, -0.03, 0.1].map((by, i) =>
    cell(
      {
        'attacker.tactic': i < 3 ? 'fire then charge' : 'charge at once',
        'defender.reaction': ['stand', 'counter-charge', 'square'][i % 3],
      },
      shift(by),
    ),
  ),
  game: {
    goodFor: 'attacker',
    objective: 'attacker wins',
    rowPlayer: { wants: 'high' as const, side: 'attacker', options: ['fire then charge', 'charge at once'] },
    columnPlayer: { wants: 'low' as const, side: 'defender', options: ['stand', 'counter-charge', 'square'] },
    values: [
      [0.35, 0.4, 0.25],
      [0.43, 0.32, 0.45],
    ],
    dominatedRows: [],
    dominatedColumns: [{ option: 'stand', by: 'counter-charge', strictly: false }],
    equilibrium: { rows: [0.46, 0.54], columns: [0, 0.71, 0.29], value: 0.357 },
  },
});

export const tornado = results({
  kind: 'sensitivity',
  command: 'grognard sensitivity headline',
  cells: [cell({}, BASE, 100_000)],
  sensitivity: {
    objective: { id: 'attacker-wins', label: 'attacker wins' },
    base: 0.35,
    baseInterval: { low: 0.347, high: 0.353 },
    rows: [
      ['rules.melee.contact.attack-column', 'attack column in its first contact', 2, -0.061, 0.054],
      [
        'rules.fire.small-arms.initial-volley',
        'first volley of the battle, at short range, by formed troops that have not moved',
        2,
        0.043,
        -0.048,
      ],
      ['rules.melee.contact.morale-support', 'morale support behind', 1, -0.022, 0.018],
      ['rules.melee.contact.uphill', 'fighting uphill', -1, -0.006, 0],
    ].map(([path, label, value, minusChange, plusChange]) => ({
      path: String(path),
      label: String(label),
      source: 'oth2 sheet, line 314',
      value: Number(value),
      minus: 0.35 + Number(minusChange),
      plus: 0.35 + Number(plusChange),
      without: 0.35 + Number(minusChange) * 1.5,
      withoutChange: Number(minusChange) * 1.5,
      withoutInterval: { low: Number(minusChange) * 1.5 - 0.003, high: Number(minusChange) * 1.5 + 0.003 },
      minusChange: Number(minusChange),
      plusChange: Number(plusChange),
      minusInterval: { low: Number(minusChange) - 0.003, high: Number(minusChange) + 0.003 },
      plusInterval: { low: Number(plusChange) - 0.003, high: Number(plusChange) + 0.003 },
    })),
    unmoved: [{ path: 'rules.fire.small-arms.range', label: 'long range', reason: 'never applies here' }],
  },
});

export const tuning = results({
  kind: 'tune',
  command: 'grognard tune headline --target 50%',
  cells: [cell({}, BASE)],
  tuning: {
    objective: { id: 'attacker-wins', label: 'attacker wins' },
    target: 0.5,
    within: 0.005,
    reached: false,
    evidence: 'missed',
    looked: 9,
    values: 9,
    best: [{ path: 'rules.melee.contact.attack-column', label: 'attack column', from: 2, to: 5 }],
    value: 0.487,
    tried: [0, 1, 2, 3, 4, 5, 6].map((v) => ({ values: [v], value: 0.24 + 0.05 * v - (v > 5 ? 0.1 : 0.003) })),
    caps: [],
    text: 'With attack-column at +5 (printed +2) the attacker wins 48.7% of fights, the nearest to 50%.',
    variantFile: 'title: "Tuned: <b>"\nbase: oth2\nchange:\n  melee.infantry.attack-column:\n    was: 2\n    to: 5\n',
  },
});

export const luck = results({
  command: 'grognard run volley --observed target.hits=3',
  cells: [cell({}, BASE)],
  luck: {
    measure: 'defender.hits',
    label: 'fatigue hits on the defender',
    observed: 3,
    atLeast: { p: 0.3 },
    atMost: { p: 0.88 },
    exactly: { p: 0.18 },
    percentile: 79,
    text: 'Three hits or more come up in 30% of fights: a little lucky.',
  },
});

export const convergence = results({
  cells: [cell({}, BASE, 1_000_000)],
  convergence: {
    outcome: 'defender-retreats',
    exact: 0.27,
    points: [1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000].map((trials, i) => {
      const p = 0.27 + (i % 2 === 0 ? 0.4 : -0.3) / Math.sqrt(trials);
      const { low = 0, high = 0 } = pooled({ trials: trials }, [{ p, count: Math.round(p * trials) }]);
      return { trials, p, low, high };
    }),
  },
});

/** Names that break careless writers. */
export const HOSTILE = [
  'Léon, "le Brave"',
  'two\nlines',
  '<script>alert(1)</script>',
  '=cmd()',
  'שלום עולם',
  '🎲 dice & co | `x` *y*',
  '\u001b[31mred\u0007',
] as const;
export const hostileRun = results({
  title: `A ${HOSTILE[2]} ${HOSTILE[3]} & "title"\nwith a break`,
  command: `grognard run '${HOSTILE[2]}'`,
  axes: [{ path: 'attacker.name', label: '=cmd() <b>name</b>', values: [...HOSTILE], kind: 'list' }],
  cells: HOSTILE.slice(0, 6).map((name, i) =>
    cell({ 'attacker.name': name }, shift(0.01 * i), null, {
      sides: [HOSTILE[4], HOSTILE[2]],
      notes: [{ kind: 'illustrative', text: `note ${HOSTILE[2]} | =cmd()` }],
      rulebook: { id: 'oth2', title: HOSTILE[2], hash: 'abc', variant: name },
    }),
  ),
});

const LONG = 'a unit with a name so long that nobody would say it aloud at the table, and then some more of it';
export const longNames = results({
  title: `${LONG}. ${LONG}`,
  axes: [
    {
      path: 'attacker.name',
      label: LONG,
      values: [`${LONG} one`, `${LONG} two`, 'Donaudampfschifffahrtsgesellschaftskapitänsregiment'],
      kind: 'list',
    },
  ],
  cells: [`${LONG} one`, `${LONG} two`, 'Donaudampfschifffahrtsgesellschaftskapitänsregiment'].map((name, i) =>
    cell({ 'attacker.name': name }, shift(0.03 * i), 3_000, {
      sides: [LONG, 'Donaudampfschifffahrtsgesellschaftskapitänsregiment'],
      outcomes: outcomes(shift(0.03 * i), 3_000).map((o) => ({ ...o, label: `${o.label}, ${LONG}` })),
      notes: [{ kind: 'borrowed', text: `${LONG}. ${LONG}.` }],
    }),
  ),
});

/** A test of one side: no winner and loser. */
export const moraleTest = results({
  command: 'grognard run morale',
  title: 'A shaken battalion tests',
  scenario: { source: 'morale.yaml', encounter: 'morale', rules: 'oth2', situation: {}, variants: [] },
  cells: [
    cell({}, [], null, {
      sides: ['tester', 'enemy'],
      outcomes: [
        { id: 'routs', label: 'routs', winner: 'b', severity: -5, p: 0.004 },
        { id: 'retreats', label: 'retreats', winner: 'b', severity: -3, p: 0.096 },
        { id: 'fails', label: 'fails the test', winner: 'b', severity: -2, p: 0.2 },
        { id: 'passes', label: 'passes the test', winner: 'a', severity: 1, p: 0.7 },
      ],
      measures: [],
    }),
  ],
});

const resampled = (cells: readonly CellResult[]): CellResult[] =>
  cells.map((c) =>
    cell(
      c.labels,
      c.outcomes.map((o) => o.p),
      4_000,
    ),
  );
export const sampledGrid = results({ ...gridSweep, cells: resampled(gridSweep.cells) });
export const measureTornado = results({
  ...tornado,
  sensitivity: {
    ...tornado.sensitivity!,
    objective: { id: 'defender.hits', label: 'fatigue hits on the defender' },
    base: 1.87,
  },
});
export const sampledMatrix = results({
  ...matrixGame,
  cells: resampled(matrixGame.cells),
  game: {
    ...matrixGame.game!,
    intervals: matrixGame.game!.values.map((line) => line.map((v) => ({ low: v - 0.01, high: v + 0.01 }))),
  },
});
export const pairTuning = results({
  ...tuning,
  cells: [cell({}, BASE, 9_000)],
  tuning: {
    ...tuning.tuning!,
    best: [
      { path: 'rules.melee.contact.attack-column', label: 'attack column', from: 2, to: 3 },
      { path: 'rules.fire.small-arms.initial-volley', label: 'initial volley', from: 2, to: 1 },
    ],
    tried: [0, 1, 2, 3, 4].flatMap((a) =>
      [0, 1, 2, 3].map((b) => ({
        values: [a, b],
        value: 0.3 + 0.05 * a - 0.03 * b,
        low: 0.29 + 0.05 * a - 0.03 * b,
        high: 0.31 + 0.05 * a - 0.03 * b,
      })),
    ),
  },
});
export const sampledLuck = results({
  ...luck,
  cells: [cell({}, BASE, 1_000)],
  luck: { ...luck.luck!, observed: 6, atLeast: { p: 0, low: 0, high: 0.004, count: 0 } },
});
export const numberByList = results({
  axes: [numberSweep.axes![0], { path: 'rules', label: 'rules', values: ['oth2', 'oth-half'], kind: 'list' }],
  cells: fs.flatMap((value, i) =>
    ['oth2', 'oth-half'].map((rules, j) => cell({ 'attacker.fs': value, rules }, shift(-0.15 + 0.06 * i - 0.02 * j))),
  ),
});
const many = Array.from({ length: 40 }, (_, i) => i);
export const wideGrid = results({
  axes: [
    { path: 'attacker.stands', label: 'attacker stands', values: many, kind: 'number' },
    { path: 'defender.fs', label: 'defender fatigue score', values: [5, 6], kind: 'number' },
  ],
  cells: [5, 6].flatMap((f) =>
    many.map((v) => cell({ 'attacker.stands': v, 'defender.fs': f }, shift(0.005 * v - 0.1))),
  ),
});
export const namesAcross = results({
  axes: [
    { path: 'attacker.formation', label: 'attacker formation', values: names, kind: 'list' },
    { path: 'defender.formation', label: 'defender formation', values: names, kind: 'list' },
  ],
  cells: names.flatMap((a, i) =>
    names.map((d, j) => cell({ 'attacker.formation': a, 'defender.formation': d }, shift(0.02 * (i - j)))),
  ),
});
export const hundredRows = results({
  axes: [
    {
      path: 'attacker.name',
      label: 'attacker name',
      values: many.concat(many).map((_, i) => `unit ${i}`),
      kind: 'list',
    },
  ],
  cells: many.concat(many).map((_, i) => cell({ 'attacker.name': `unit ${i}` }, shift(0.002 * i))),
});
/** Three axes: neither lines nor a heat map can show them. */
export const threeAxes = results({
  axes: ['a', 'b', 'c'].map((path) => ({
    path,
    label: `option ${path}`,
    values: [false, true],
    kind: 'list' as const,
  })),
  cells: [0, 1, 2, 3, 4, 5, 6, 7].map((i) => cell({ a: (i & 1) > 0, b: (i & 2) > 0, c: (i & 4) > 0 }, shift(0.01 * i))),
});
export const allFixtures: readonly (readonly [string, Results])[] = Object.entries({
  exactRun,
  sampledRun,
  illustrativeRun,
  listRun,
  longListRun,
  numberSweep,
  gridSweep,
  sampledCompare,
  exactCompare,
  matrixGame,
  tornado,
  tuning,
  luck,
  convergence,
  hostileRun,
  longNames,
  moraleTest,
  sampledGrid,
  measureTornado,
  sampledMatrix,
  pairTuning,
  sampledLuck,
  numberByList,
  wideGrid,
  namesAcross,
  hundredRows,
  threeAxes,
});
