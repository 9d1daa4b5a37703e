import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { rulebookLine } from '../../reports/caption.ts';
import { charts } from '../../reports/choose.ts';
import { headline } from '../../reports/headline.ts';
import { svg } from '../../reports/svg.ts';
import { inDark, PAGE_PX } from '../../reports/theme.ts';
import type { Results } from '../../src/results/types.ts';
import * as fixtures from './fixtures.ts';
import { allFixtures } from './fixtures.ts';
import { overlaps, placedTexts } from './svg-text.ts';

const byName = new Map(allFixtures);
const fixture = (name: string): Results => byName.get(name) as Results;
/** Several commands draw the same bars of the same cell: once is enough. */
const seen = new Set<string>();
const unseen = (spec: object): boolean => {
  const key = JSON.stringify({ ...spec, usermeta: null });
  return !seen.has(key) && seen.add(key).size > 0;
};
const all = allFixtures.flatMap(([of, results]) =>
  charts(results)
    .filter((chart) => unseen(chart.spec))
    .map((chart) => ({ of, results, ...chart })),
);

let valid: ValidateFunction;
beforeAll(() => {
  const path = createRequire(import.meta.url).resolve('vega-lite/vega-lite-schema.json');
  const ajv = new Ajv({ strict: false, validateFormats: false });
  valid = ajv.compile(JSON.parse(readFileSync(path, 'utf8')));
});

describe.each(all)('$name of $of', ({ results, spec }) => {
  it('is a valid Vega-Lite spec that says how to reproduce it', () => {
    valid(JSON.parse(JSON.stringify(spec)));
    expect(valid.errors ?? []).toEqual([]);
    expect(spec.usermeta.grognard.reproduce).toBe(results.command);
  });

  it('is drawn as wide as the page, with no text cut off or over another', async () => {
    const drawn = await svg(spec);
    expect(drawn.match(/undefined|NaN/g)).toBeNull();
    const width = Number(/viewBox="0 0 (\d+)/.exec(drawn)?.[1]);
    expect(Math.abs(width - PAGE_PX)).toBeLessThanOrEqual(1);
    const texts = placedTexts(drawn);
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.filter((t) => t.left < 0 || t.right > width).map((t) => t.text)).toEqual([]);
    expect(overlaps(texts)).toEqual([]);
    expect(drawn).not.toContain('…');
    // Two pictures in one page would share ids.
    expect(drawn).not.toMatch(/ id="|url\(|href=/);
  });

  it('shows intervals when sampled and never when exact', () => {
    const text = JSON.stringify(spec.data.values);
    const sampled = results.cells.some((cell) => cell.engine === 'sample');
    expect(/"(low|high)":/.test(text) || /"interval":"[^"]/.test(text)).toBe(sampled);
    expect(spec.usermeta.grognard.columns.some((c) => c.title.includes('interval'))).toBe(sampled);
  });
});

describe('what the axes are decides the chart', () => {
  it.each([
    ['exactRun', 'outcomes'],
    ['listRun', 'cases'],
    ['longListRun', 'cases'],
    ['threeAxes', 'cases'],
    ['numberByList', 'heatmap'],
    ['numberSweep', 'lines'],
    ['gridSweep', 'heatmap'],
    ['sampledCompare', 'cases'],
    ['matrixGame', 'matrix'],
    ['tornado', 'tornado'],
    ['tuning', 'tuning'],
    ['luck', 'luck'],
  ] as const)('%s starts with %s', (given, name) => {
    expect(charts(fixture(given))[0].name).toBe(name);
  });

  it('adds the difference plot to a comparison, the rounds and the convergence where they are known', () => {
    expect(charts(fixtures.exactCompare).map((c) => c.name)).toContain('difference');
    expect(charts(fixtures.exactRun).map((c) => c.name)).toEqual(['outcomes', 'at-least-hits', 'rounds']);
    expect(charts(fixtures.convergence).map((c) => c.name)).toContain('convergence');
  });

  it('sets more than eight cases apart in panels of a bar each, by number or by an axis; a very long list has dots', () => {
    const cellsOf = (count: number): Results['cells'] =>
      Array.from({ length: count }, (_, i) =>
        fixtures.cell({ one: `x${i % 3}`, two: `y${Math.floor(i / 3)}` }, fixtures.BASE),
      );
    const list = (path: string, count: number) => ({
      path,
      label: path,
      values: Array.from({ length: count }, (_, i) => `${path === 'one' ? 'x' : 'y'}${i}`),
      kind: 'list' as const,
    });
    const names = (from: number, to: number): string[] => list('one', to).values.slice(from);
    const rowsOf = (count: number): unknown => {
      const axes = [list('one', count)];
      const cells = axes[0].values.map((one) => fixtures.cell({ one }, fixtures.BASE));
      const [{ name, spec }] = charts(fixtures.results({ cells, axes }));
      const { scale } = (spec.encoding as { y: { scale: { domain?: string[] } } }).y;
      return name === 'cases' ? (scale.domain ?? 'together') : name;
    };
    expect(rowsOf(8)).toBe('together');
    expect(rowsOf(9)).toEqual(['Cases 1–5 of 9', ...names(0, 5), 'Cases 6–9 of 9', ...names(5, 9)]);
    expect(rowsOf(17)).toContain('Cases 7–12 of 17');
    expect(rowsOf(33)).toBe('dots');
    const panels = charts(fixtures.results({ cells: cellsOf(11), axes: [list('one', 3), list('two', 4)] }))[0];
    expect(panels.name).toBe('cases');
    expect(JSON.stringify(panels.spec)).toContain('"one: x0"');
  });

  it('writes no figure in a bar where the interval at its end lies', () => {
    const [{ spec }] = charts(fixture('listRun'));
    const layers = spec.layer as { data?: { values: Record<string, number>[] } }[];
    const [figures, intervals] = [layers[1], layers[2]].map((layer) => layer.data?.values ?? []);
    expect(figures.length * intervals.length).toBeGreaterThan(0);
    for (const { cell, middle, clear } of figures) {
      const [left, right] = intervals.filter((i) => i.cell === cell).map((i) => i.low);
      expect(middle - clear / 2).toBeGreaterThanOrEqual(left - 1e-9);
      expect(middle + clear / 2).toBeLessThanOrEqual(right + 1e-9);
    }
  });

  it('draws neither a line through two points nor a map of four cells', () => {
    const cells = [5, 6].map((fs) => fixtures.cell({ fs }, fixtures.BASE));
    const axes = [{ path: 'fs', label: 'FS', values: [5, 6], kind: 'number' as const }];
    expect(charts(fixtures.results({ cells, axes }))[0].name).toBe('cases');
  });

  it('gives no chart for no cell', () => {
    expect(charts(fixtures.results({ cells: [] }))).toEqual([]);
  });
});

describe('titles state the finding', () => {
  const titleOf = (given: string, name?: string): string => {
    const chosen = charts(fixture(given));
    const { title } = (chosen.find((c) => c.name === name) ?? chosen[0]).spec.usermeta.grognard;
    return title.replace(/\u202f/g, ' ');
  };
  it.each([
    ['exactRun', undefined, 'The defender wins 45.0% of charges; the attacker 35.0%'],
    ['moraleTest', undefined, 'Passes the test 70.0% of the time; fails the test 20.0%'],
    ['listRun', undefined, 'With house the attacker wins 26.0% of charges instead of 35.0%'],
    [
      'numberSweep',
      undefined,
      'Even between attacker fatigue score 8 and 9: there the lead passes from the defender to the attacker',
    ],
    ['sampledCompare', 'difference', 'With no column bonus the attacker wins 27.0% of charges instead of 35.0%'],
    [
      'matrixGame',
      undefined,
      'Best for the attacker: 54.0% charge at once, 46.0% fire then charge; the attacker then wins at least 35.7%',
    ],
    ['exactRun', 'at-least-hits', 'Fatigue hits on the defender: 2 or more, 60.0% of the time'],
    ['exactRun', 'rounds', 'Rounds of combat: most often 1 (60.0%), 1.50 on average'],
  ] as const)('%s %s', (given, name, title) => {
    expect(titleOf(given, name)).toBe(title);
  });
});

describe('a heat map', () => {
  const list = (path: string, values: string[]) => ({ path, label: path, values, kind: 'list' as const });
  const axes = [list('attacker.formation', ['line', 'column']), list('defender.formation', ['line', 'square', 'mass'])];
  const grid = (shares: readonly (readonly number[])[]): Results =>
    fixtures.results({
      axes,
      cells: shares.map((s, i) =>
        fixtures.cell({ [axes[0].path]: axes[0].values[Math.floor(i / 3)], [axes[1].path]: axes[1].values[i % 3] }, s),
      ),
    });
  const titleOf = (given: Results): string => charts(given)[0].spec.usermeta.grognard.title;
  const [wins, loses, draws] = [
    [0, 0, 0, 0, 1, 0],
    [0, 1, 0, 0, 0, 0],
    [0, 0, 0, 1, 0, 0],
  ];

  it('is titled by the best answer to each option, by wins less losses', () => {
    // Least wins in the second cell, but the worst balance in the fourth.
    const given = grid([wins, draws, draws, [0, 0.9, 0, 0, 0.1, 0], [0, 0.2, 0, 0, 0.8, 0], draws]);
    expect(titleOf(given)).toBe('Best for the attacker: line against line and mass; column against square');
    expect(headline(given)).toBe(titleOf(given));
  });

  it('names the option that is best whatever the other side does, or says that nothing matters', () => {
    expect(titleOf(grid([wins, wins, wins, wins, draws, loses]))).toBe(
      'Best for the attacker whatever the defender.formation: line, up to 200.0 percentage points further ahead than column',
    );
    expect(titleOf(grid([wins, wins, wins, wins, wins, wins])).replace(/\u202f/g, ' ')).toBe(
      'Nothing here makes a difference: the attacker wins 100% of the time in every case',
    );
    const three = fixtures.results({
      cells: [wins, wins, loses].map((s, i) => fixtures.cell({ rules: `r${i}` }, s)),
    });
    expect(headline(three).replace(/\u202f/g, ' ')).toBe('With r2 the attacker wins 0% of charges instead of 100%');
  });
});

describe('a matrix', () => {
  const axis = (path: string, label: string, values: number[]) => ({ path, label, values, kind: 'number' as const });
  const figures = {
    ...fixtures.matrixGame,
    axes: [axis('attacker.fs', 'attacker FS', [6, 8]), axis('defender.fs', 'defender FS', [5, 6, 7])],
    game: {
      ...fixtures.matrixGame.game!,
      rowPlayer: { wants: 'high' as const, side: 'attacker', options: ['6', '8'] },
      columnPlayer: { wants: 'low' as const, side: 'defender', options: ['5', '6', '7'] },
      dominatedRows: [{ option: '6', by: '8', strictly: true }],
      dominatedColumns: [{ option: '5', by: '7', strictly: false }],
      equilibrium: { rows: [0, 1], columns: [0, 0, 1], value: 0.45 },
    },
  };

  it('says what its figures are figures of, and whose', () => {
    const { title, caption } = charts(figures)[0].spec.usermeta.grognard;
    expect(title).toMatch(/^The attacker is best off with FS 8; the attacker then wins/);
    expect(caption[0]).toBe('Attacker FS 6 is always worse than FS 8. Defender FS 5 is never better than FS 7.');
    expect(charts(fixtures.matrixGame)[0].spec.usermeta.grognard.caption[0]).toBe(
      'For the defender stand is never better than counter charge.',
    );
  });

  it('names its rows and columns and explains its colours', () => {
    const drawn = JSON.stringify(charts(figures)[0].spec);
    for (const title of ['Defender FS', 'Attacker FS']) expect(drawn).toContain(`"title":["${title}"]`);
    for (const key of ['better for the attacker', 'what best play gives, 45.0%', 'better for the defender'])
      expect(drawn).toContain(key);
  });
});

describe('lines', () => {
  it('are told in the order of the axis', () => {
    const axis = { path: 'bonus', label: 'bonus', values: [1, -1], kind: 'number' as const };
    const cells = [
      fixtures.cell({ bonus: 1 }, [0, 0.5, 0, 0, 0.5, 0]),
      fixtures.cell({ bonus: -1 }, [0, 0.8, 0, 0, 0.2, 0]),
    ];
    expect(headline(fixtures.results({ axes: [axis], cells })).replace(/\u202f/g, ' ')).toBe(
      'About even at bonus 1: the attacker wins 50.0%, the defender 50.0%',
    );
  });

  it('for yes and no say to what', () => {
    const axes = [
      { path: 'support', label: 'support', values: [false, true], kind: 'list' as const },
      { path: 'fs', label: 'FS', values: [5, 6, 7], kind: 'number' as const },
    ];
    const cells = [false, true].flatMap((support) =>
      [5, 6, 7].map((fs) => fixtures.cell({ support, fs }, fixtures.BASE)),
    );
    const drawn = charts(fixtures.results({ axes, cells })).find((c) => c.name === 'lines')!.spec;
    expect(new Set(drawn.data.values.map((row) => row.series))).toEqual(new Set(['support: no', 'support: yes']));
  });

  it('of "at least" start at 0 and run on to the highest value of any', () => {
    const hits = (label: string, shares: number[]) => {
      const m = fixtures.measure(`${label}.hits`, label, shares, null);
      return { ...m, distribution: m.distribution.filter((d) => d.p > 0) };
    };
    const measures = [hits('a', [0, 0.5, 0.3, 0.2]), hits('b', [0.1, 0.2, 0.3, 0.2, 0.2])];
    const given = fixtures.results({ cells: [fixtures.cell({}, fixtures.BASE, null, { measures })] });
    const { values } = charts(given).find((c) => c.name === 'at-least-hits')!.spec.data;
    const first = values.filter((row) => row.name === 'a');
    expect(first.map((row) => row.value)).toEqual([0, 1, 2, 3, 4]);
    expect([first[0].p, first[4].p]).toEqual([1, 0]);
  });
});

describe('a convergence on nothing', () => {
  it('is drawn with its axis', async () => {
    const points = [100, 1000, 10_000].map((trials) => ({ trials, p: 0, low: 0, high: 3.8 / trials }));
    const given = { ...fixtures.convergence, convergence: { outcome: 'attacker-broken', exact: 0, points } };
    const texts = placedTexts(await svg(charts(given).find((c) => c.name === 'convergence')!.spec));
    expect(overlaps(texts)).toEqual([]);
    expect(texts.map((t) => t.text)).toContain('10k');
  });
});

describe('captions', () => {
  it('have two lines at most, and every picture says how to make it again', () => {
    for (const { spec } of all) {
      const { caption, provenance } = spec.usermeta.grognard.picture;
      expect(caption.length).toBeLessThanOrEqual(2);
      expect(provenance).toMatch(/^Grognard \d/);
    }
  });

  it('name a few variants and count the rest', () => {
    const cells = Array.from({ length: 15 }, (_, i) => {
      const one = fixtures.cell({ variant: `v${i}` }, fixtures.BASE);
      return { ...one, rulebook: { ...one.rulebook, variant: i === 0 ? null : `v${i}` } };
    });
    expect(rulebookLine(fixtures.results({ cells }))).toMatch(
      /\(as it stands, with v1, with v2, with v3 and 11 more\)/,
    );
  });
});

describe('comparisons', () => {
  it('draw who wins alone where all outcomes of many variants would make a tower', () => {
    const { cells, differences = [] } = fixtures.exactCompare;
    const many = Array.from({ length: 12 }, (_, i) => i + 1);
    const results = {
      ...fixtures.exactCompare,
      cells: [cells[0], ...many.map(() => cells[1])],
      differences: many.flatMap((cell) => differences.map((d) => ({ ...d, cell, variant: `attacker.fs=${cell}` }))),
    };
    const { spec } = charts(results).find((c) => c.name === 'difference')!;
    expect(spec.data.values.map((row) => row['outcome'])).toEqual(
      many.flatMap(() => ['attacker wins', 'defender wins']),
    );
    expect(spec.description).toContain('Change against the base in who comes off better');
  });

  it('leave outcomes that no variant moves out of the difference plot', () => {
    const drawn = (given: Results, differences = given.differences) =>
      charts({ ...given, differences })
        .find((c) => c.name === 'difference')!
        .spec.data.values.map((row) => row.outcome);
    expect(drawn(fixtures.exactCompare)).toContain('defender retreats');
    expect(drawn(fixtures.exactCompare)).not.toContain('undecided');
    // A sample that happens to find no difference has an interval to show.
    expect(drawn(fixtures.sampledCompare)).toContain('undecided');
    const none = fixtures.exactCompare.differences!.map((d) => ({ ...d, value: d.base, difference: 0 }));
    expect(drawn(fixtures.exactCompare, none)).toContain('undecided');
  });

  it('draw one bar where an outcome is all there is of a side’s wins', () => {
    const { differences = [] } = fixtures.exactCompare;
    const [own] = differences.filter((d) => d.label === 'defender retreats');
    const drawn = (value: number) =>
      charts({
        ...fixtures.exactCompare,
        differences: [{ ...own, id: 'winner=a', label: 'attacker wins', value }, own],
      })
        .find((c) => c.name === 'difference')!
        .spec.data.values.map((row) => row.outcome);
    expect(drawn(own.value)).toEqual(['attacker wins']);
    expect(drawn(own.value + 0.01)).toEqual(['attacker wins', 'defender retreats']);
  });

  it('in which one side does equally well speak of the outcome that differs most', () => {
    const shares = [
      [0, 0, 0, 0.2, 0.8, 0],
      [0, 0, 0, 0.2, 0.1, 0.7],
    ];
    const given = fixtures.results({ cells: shares.map((s, i) => fixtures.cell({ rules: `r${i}` }, s)) });
    const title = 'With r1: defender retreats 10.0% of the time, not 80.0%';
    expect(charts(given)[0].spec.usermeta.grognard.title.replace(/\u202f/g, ' ')).toBe(title);
    expect(headline(given).replace(/\u202f/g, ' ')).toBe(title);
    const same = fixtures.results({ cells: ['r0', 'r1'].map((rules) => fixtures.cell({ rules }, shares[0])) });
    expect(headline(same)).toMatch(/in every case$/);
  });

  it('of bare words say which path they are values of', () => {
    const axis = {
      path: 'attacker.cohesion',
      label: 'attacker.cohesion',
      values: ['sharp', 'mob'],
      kind: 'list' as const,
    };
    const cells = ['sharp', 'mob'].map((v) => fixtures.cell({ 'attacker.cohesion': v }, fixtures.BASE));
    const [chart] = charts(fixtures.results({ axes: [axis], cells }));
    expect(JSON.stringify(chart.spec.title)).toContain('How it ends, by attacker.cohesion.');
    expect(JSON.stringify(charts(fixtures.listRun)[0].spec.title)).not.toContain(', by rules');
  });
});

describe('outcomes', () => {
  it('run from one side’s disaster to the other’s, and those that never come up are left out', () => {
    const shares = [0, 0.3, 0, 0.2, 0.4, 0.1];
    const shuffled = fixtures.outcomes(shares, null).reverse();
    const [chart] = charts(fixtures.results({ cells: [fixtures.cell({}, shares, null, { outcomes: shuffled })] }));
    expect(chart.spec.data.values.map((row) => row.outcome)).toEqual([
      'attacker retreats',
      'undecided',
      'defender retreats',
      'defender broken',
    ]);
  });
});

describe('the same results', () => {
  it('give the same bytes, whatever was drawn before', async () => {
    const [first] = charts(fixtures.listRun);
    const before = await svg(first.spec);
    await svg(charts(fixtures.gridSweep)[0].spec);
    expect(await svg(charts(fixtures.listRun)[0].spec)).toBe(before);
  });

  it('can be drawn on a dark card', async () => {
    const dark = await svg(inDark(charts(fixtures.exactRun)[0].spec));
    expect(dark).toContain('fill="#15181d"');
    // Vega paints its own plot white unless it is told not to.
    expect(dark).not.toMatch(/fill="(?:#ffffff|white)"/);
  });
});
