import { setImmediate } from 'node:timers/promises';
import type { Results } from '../src/results/types.ts';
import { type Chart, charts, withoutTwice } from './choose.ts';
import { csv } from './csv.ts';
import { draw } from './draw.ts';
import { repeatsHeadline } from './headline.ts';
import { type DrawnChart, html } from './html.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';
import { DEFAULT_STYLE, type Style, WIDE_STYLE } from './style.ts';
import { svg } from './svg.ts';

export interface BundleFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** A sentence for the user about this file. */
  readonly warning?: string;
}

export interface BundleOptions {
  readonly style?: Style;
  /** The name of the one chart that is wanted. */
  readonly only?: string;
  readonly signal?: AbortSignal;
}

/**
 * Everything a result can be published as.
 *
 *   results ─┬─ results.json, results.csv, scenario.json, variant.yaml (of tune)
 *            ├─ charts ─▶ NAME.vl.json ─▶ NAME.svg ─▶ NAME.png, NAME.alt.txt
 *            └─ report.html, report.md (tables and the charts)
 */
export async function bundle(results: Results, options: BundleOptions = {}): Promise<BundleFile[]> {
  const style = options.style ?? DEFAULT_STYLE;
  const drawn: DrawnChart[] = [];
  const files: BundleFile[] = [];
  const pictures: { name: string; file: string; title: string }[] = [];
  const forPage = charts(results, { ...DEFAULT_STYLE, ...wordsOf(style) });
  const wide = charts(results, { ...WIDE_STYLE, ...wordsOf(style) });
  const all = charts(results, style);
  /** The page begins with the finding: a chart that would say it again goes without a title. */
  const onPage = (name: string, size: Style, titled: readonly Chart[]): Chart => {
    const chart = titled.find((each) => each.name === name) as Chart;
    if (style.title !== undefined || !repeatsHeadline(results, chart.spec.usermeta.grognard.title)) return chart;
    return charts(results, { ...size, ...wordsOf(style), title: '' }).find((each) => each.name === name) as Chart;
  };
  const chosen = options.only === undefined ? all : all.filter(({ name }) => name === options.only);
  if (chosen.length === 0 && options.only !== undefined) throw new UnknownChart(options.only, all);
  for (const { name, spec } of chosen) {
    // Drawing never waits for anything: without this pause no Ctrl-C would be heard before the last chart.
    await setImmediate();
    options.signal?.throwIfAborted();
    const { files: made, missing } = await draw(name, spec, style.theme);
    files.push(...made);
    pictures.push({ name, file: `${name}.${missing.length > 0 ? 'svg' : 'png'}`, title: spec.usermeta.grognard.title });
    const narrow = onPage(name, DEFAULT_STYLE, forPage);
    const broad = onPage(name, WIDE_STYLE, wide);
    // The page brings its own dark colours: it gets the light chart either way.
    drawn.push({ ...narrow, wide: broad.spec, svg: await svg(narrow.spec), wideSvg: await svg(broad.spec) });
  }
  return [
    { name: 'results.json', content: json(results) },
    { name: 'results.csv', content: csv(results, { bom: true }) },
    ...files,
    { name: 'report.html', content: html(results, withoutTwice(drawn)) },
    { name: 'report.md', content: markdown(results, withoutTwice(pictures)) },
    ...(results.tuning?.variantFile ? [{ name: 'variant.yaml', content: results.tuning.variantFile }] : []),
    { name: 'scenario.json', content: `${JSON.stringify(results.scenario, null, 2)}\n` },
  ];
}

/** Words over and under the charts, without their size. */
const wordsOf = ({ title, subtitle, credit }: Style): Pick<Style, 'title' | 'subtitle' | 'credit'> => ({
  title,
  subtitle,
  credit,
});

/** A chart was asked for by a name that these results do not draw. */
export class UnknownChart extends Error {
  override readonly name = 'UnknownChart';
  constructor(name: string, all: readonly Chart[]) {
    super(`These results draw no chart '${name}'; they draw ${all.map((chart) => chart.name).join(', ')}.`);
  }
}
