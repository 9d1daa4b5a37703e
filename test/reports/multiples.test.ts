import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { charts } from '../../reports/choose.ts';
import type { VegaLiteSpec } from '../../reports/frame.ts';
import { styleOf } from '../../reports/style.ts';
import { drawn, svg } from '../../reports/svg.ts';
import { PADDING_PX, PAGE_PX } from '../../reports/theme.ts';
import type { Axis, Results } from '../../src/results/types.ts';
import * as f from './fixtures.ts';
import { overlaps, placedTexts } from './svg-text.ts';

/** Many cases as panels side by side. */

const list = (path: string, values: readonly string[]): Axis => ({
  path,
  label: path.replace('.', ' '),
  values: [...values],
  kind: 'list',
});
const formations = ['line', 'attack column', 'column of companies', 'open order'];
const types = ['heavy infantry', 'medium infantry', 'militia', 'light infantry', 'heavy cavalry', 'light cavalry'];
const facings = ['front', 'flank', 'rear'];
const shares = (i: number): number[] => [0.06, 0.24 - 0.004 * i, 0.15, 0.2, 0.27 + 0.004 * i, 0.08];

/** Every pair or triple of values, and no axis that a heat map could take. */
function crossed(axes: readonly Axis[], count = Number.POSITIVE_INFINITY): Results {
  const labels = axes.reduce<Record<string, string>[]>(
    (before, axis) => before.flatMap((label) => axis.values.map((value) => ({ ...label, [axis.path]: String(value) }))),
    [{}],
  );
  const cells = labels.slice(0, count).map((label, i) => f.cell(label, shares(i)));
  return f.results({ kind: 'sweep', axes: [...axes], cells });
}

const [formation, type, facing] = [
  list('attacker.formation', formations),
  list('defender.type', types),
  list('facing', facings),
];
const numbered = (count: number): Results =>
  crossed([
    list(
      'defender.type',
      Array.from({ length: count }, (_, i) => `${types[i % 6]} ${i + 1}`),
    ),
  ]);

const given: readonly (readonly [string, Results, number])[] = [
  ['9 by number', numbered(9), 2],
  ['17 by number', numbered(17), 3],
  ['32 by number', numbered(32), 4],
  ['24 by an axis', crossed([formation, facing, list('weather', ['dry', 'rain'])]), 3],
  ['30 by an axis of five', crossed([list('attacker.type', types.slice(0, 5)), type], 29), 5],
];

let valid: ValidateFunction;
beforeAll(() => {
  const path = createRequire(import.meta.url).resolve('vega-lite/vega-lite-schema.json');
  valid = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(readFileSync(path, 'utf8')));
});

type Panelled = VegaLiteSpec & {
  readonly columns: number;
  readonly concat: readonly {
    readonly transform: readonly [{ readonly filter: { readonly oneOf: string[] } }];
    readonly encoding: { readonly y: { readonly axis: object | null } };
  }[];
};
const panelled = (results: Results, size?: string): Panelled =>
  charts(results, styleOf(size === undefined ? {} : { size }))[0].spec as unknown as Panelled;

async function isWhole(spec: VegaLiteSpec): Promise<void> {
  const picture = await svg(spec);
  const { width, height } = spec.usermeta.grognard.picture;
  const texts = placedTexts(picture);
  const outside = texts.filter((t) => t.left < 0 || t.right > width + 1 || t.top < 0 || t.bottom > height + 1);
  expect(outside.map((t) => t.text)).toEqual([]);
  expect(overlaps(texts)).toEqual([]);
  expect(picture).not.toMatch(/…|NaN|undefined/);
}

describe.each(given)('%s', (_, results, count) => {
  it('is a picture wider than high, of panels with at most eight bars', async () => {
    const spec = panelled(results);
    valid(JSON.parse(JSON.stringify(spec)));
    expect(valid.errors ?? []).toEqual([]);
    const { width, height } = spec.usermeta.grognard.picture;
    expect(width).toBeGreaterThan(height);
    expect(spec.concat).toHaveLength(count);
    const bars = spec.concat.map((panel) => panel.transform[0].filter.oneOf.length);
    expect(Math.max(...bars)).toBeLessThanOrEqual(8);
    expect(bars.reduce((sum, n) => sum + n, 0)).toBe(results.cells.length);
    await isWhole(spec);
  });

  const isTried = count === 3;
  it.runIf(isTried)('is one column, as wide as any chart, where a page is narrow', async () => {
    const [{ spec }] = charts(results);
    expect(spec.usermeta.grognard.picture.width).toBe(PAGE_PX);
    expect(spec).not.toHaveProperty('concat');
    await isWhole(spec);
  });

  it.runIf(isTried).each(['card', 'square', 'tall'])('has room for its text as a %s', async (size) => {
    const spec = panelled(results, size);
    const names = (spec.concat ?? []).flatMap((panel) => panel.transform[0].filter.oneOf);
    const left = results.cells.length - names.length;
    const said = spec.usermeta.grognard.picture.caption.join(' ');
    if (spec.concat !== undefined && left > 0)
      expect(said).toContain(`${names.length} of ${results.cells.length} cases have room in this size.`);
    await isWhole(spec);
  });
});

describe('panels', () => {
  it('take another width, scheme and font in one place each', async () => {
    const spec = panelled(given[0][1]);
    const config = spec.config as { readonly view: object };
    const restyled = {
      ...spec,
      config: { ...config, font: 'Georgia', view: { ...config.view, continuousWidth: 420 }, range: {} },
    };
    const [before, after] = await Promise.all([drawn(spec), drawn(restyled)]);
    const widthOf = (picture: string): number => Number(/width="([\d.]+)"/.exec(picture)?.[1]);
    expect(widthOf(after)).toBeGreaterThan(widthOf(before) + 100);
    expect(after).toContain('Georgia');
  });

  it('tell the names of their rows once where all have the same, and are as wide as was reckoned', async () => {
    const spec = panelled(given[3][1]);
    const axes = spec.concat.map((panel) => panel.encoding.y.axis);
    expect(axes.map((axis) => axis !== null)).toEqual([true, false, false]);
    // With the rows of the first panel hidden, as a page does, its names still stand beside the others.
    const [first] = spec.concat;
    const hidden = first.transform[0].filter.oneOf;
    const shown = JSON.parse(JSON.stringify({ ...spec, title: undefined }), (key, value) =>
      key === 'values' && Array.isArray(value) ? value.filter((row) => !hidden.includes(row?.name)) : value,
    );
    const names = placedTexts(await drawn(shown)).map((t) => t.text);
    expect(names.filter((text) => /\bline\b/.test(text)).length).toBeGreaterThan(0);
    const plot = await drawn({ ...spec, title: undefined, padding: 0 });
    const width = Number(/width="([\d.]+)"/.exec(plot)?.[1]);
    expect(width).toBeLessThanOrEqual(spec.usermeta.grognard.picture.width - 2 * PADDING_PX + 1);
  });

  it('of more than sixty cases are the ends of the list', () => {
    const spec = panelled(crossed([formation, type, facing], 61));
    expect(spec.concat.map((panel) => panel.transform[0].filter.oneOf.length)).toEqual([8, 8]);
    expect(JSON.stringify(spec.concat[1])).toContain('The 8 worst of 61 cases for the attacker');
  });
});
