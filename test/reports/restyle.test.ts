import { describe, expect, it } from 'vitest';
import { charts } from '../../reports/choose.ts';
import type { VegaLiteSpec } from '../../reports/frame.ts';
import { drawn, svg } from '../../reports/svg.ts';
import { INK, inDark, ON_PALE, ON_STRONG } from '../../reports/theme.ts';
import { gridSweep, numberSweep } from './fixtures.ts';

/** A spec in an editor: another scheme, width or font is one change, and the picture follows. */

type Drawable = VegaLiteSpec & { readonly layer: readonly { readonly encoding?: Record<string, unknown> }[] };
const specOf = (results: typeof gridSweep, name: string): Drawable =>
  charts(results).find((chart) => chart.name === name)!.spec as Drawable;

const swatches = (picture: string): string[] =>
  [...picture.matchAll(/<g class="mark-symbol role-legend-symbol[^>]*>(<path[^>]*>)/g)].map(
    ([, path]) => /fill="([^"]+)"/.exec(path)?.[1] ?? '',
  );

describe('a heat map', () => {
  it('with other colours has them in its legend, and figures that can be read', async () => {
    const spec = specOf(gridSweep, 'heatmap');
    const [cells, ...texts] = spec.layer;
    const { domain, domainMid } = (cells.encoding!.color as { scale: Record<string, unknown> }).scale;
    const color = (scale: object) => ({ ...(cells.encoding!.color as object), scale: { domain, domainMid, ...scale } });
    const restyled = (scale: object) => ({
      ...spec,
      layer: [{ ...cells, encoding: { ...cells.encoding, color: color(scale) } }, ...texts],
    });
    const dark = await drawn(restyled({ range: ['#101010', '#181818', '#202020'] }));
    expect(new Set(swatches(dark))).toEqual(new Set(['rgb(16, 16, 16)', 'rgb(24, 24, 24)', 'rgb(32, 32, 32)']));
    expect(dark).toContain(`fill="${ON_STRONG}"`);
    expect(dark).not.toContain(`fill="${ON_PALE}"`);
    const pale = await drawn(restyled({ range: ['#f0f0f0', '#f8f8f8', '#fafafa'] }));
    expect(pale).not.toContain(`fill="${ON_STRONG}"`);
  });
});

describe('lines', () => {
  const ends = (picture: string): string[] =>
    [...picture.matchAll(/<text[^>]*font-weight="600"[^>]*>/g)].map(([text]) => /fill="([^"]+)"/.exec(text)![1]);

  it('are named in ink, by dots in their own colours', async () => {
    const spec = specOf(numberSweep, 'lines');
    expect(new Set(ends(await svg(spec)))).toEqual(new Set([INK]));
    expect(new Set(ends(await svg(inDark(spec))))).not.toContain(INK);
    const line = spec.layer.find((layer) => (layer as { mark?: { type?: string } }).mark?.type === 'line')!;
    const { scale } = line.encoding!.color as { scale: { domain: string[]; range: string[] } };
    const text = JSON.stringify(spec).replaceAll(JSON.stringify(scale.range), JSON.stringify(['#123456']));
    const picture = await drawn(JSON.parse(text));
    for (const old of scale.range) expect(picture).not.toContain(`fill="${old}"`);
    expect(picture).toContain('fill="#123456"');
  });
});
