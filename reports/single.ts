import type { Results } from '../src/results/types.ts';
import { bundle, UnknownChart } from './bundle.ts';
import { charts } from './choose.ts';
import { withFonts } from './font-faces.ts';
import { DEFAULT_STYLE, type Style } from './style.ts';
import { svg } from './svg.ts';
import { inTheme } from './theme.ts';

/** One file of the bundle on its own, for standard output: the chart that answers the question, or the whole page. */
export async function single(
  results: Results,
  format: 'vega-lite' | 'svg' | 'html',
  options: { readonly style?: Style; readonly only?: string } = {},
): Promise<string> {
  if (format === 'html') {
    const page = (await bundle(results, options)).find((file) => file.name === 'report.html');
    return String(page?.content);
  }
  const style = options.style ?? DEFAULT_STYLE;
  const all = charts(results, style);
  if (all.length === 0) throw new Error('There is nothing to draw: the results hold no cell.');
  const chosen = options.only === undefined ? all[0] : all.find(({ name }) => name === options.only);
  if (chosen === undefined) throw new UnknownChart(options.only as string, all);
  const spec = inTheme(chosen.spec, style.theme);
  return format === 'svg' ? `${withFonts(await svg(spec))}\n` : `${JSON.stringify(spec, null, 2)}\n`;
}
