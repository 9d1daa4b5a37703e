import type { Results } from '../src/results/types.ts';
import { charts } from './choose.ts';
import { html } from './html.ts';
import { svg } from './svg.ts';
import { inDark } from './theme.ts';

/** One file of the bundle on its own, for standard output: the chart that answers the question, or the whole page. */
export async function single(
  results: Results,
  format: 'vega-lite' | 'svg' | 'html',
  options: { readonly dark?: boolean } = {},
): Promise<string> {
  const all = charts(results);
  if (format === 'html') {
    const drawn = [];
    for (const chart of all) drawn.push({ ...chart, svg: await svg(chart.spec) });
    return html(results, drawn);
  }
  if (all.length === 0) throw new Error('There is nothing to draw: the results hold no cell.');
  const spec = options.dark === true ? inDark(all[0].spec) : all[0].spec;
  return format === 'svg' ? `${await svg(spec)}\n` : `${JSON.stringify(spec, null, 2)}\n`;
}
