import { setImmediate } from 'node:timers/promises';
import type { Results } from '../src/results/types.ts';
import { charts } from './choose.ts';
import { csv } from './csv.ts';
import { type DrawnChart, html } from './html.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';
import { png } from './png.ts';
import { svg } from './svg.ts';
import { inDark } from './theme.ts';

export interface BundleFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** A sentence for the user about this file. */
  readonly warning?: string;
}

/**
 * Everything a result can be published as.
 *
 *   results ─┬─ results.json, results.csv, scenario.json, variant.yaml (of tune)
 *            ├─ charts ─▶ NAME.vl.json ─▶ NAME.svg ─▶ NAME.png
 *            └─ report.html, report.md (tables and the charts)
 */
export async function bundle(
  results: Results,
  options: { readonly dark?: boolean; readonly signal?: AbortSignal } = {},
): Promise<BundleFile[]> {
  const drawn: DrawnChart[] = [];
  const files: BundleFile[] = [];
  const pictures: { file: string; title: string }[] = [];
  for (const { name, spec: light } of charts(results)) {
    // Drawing never waits for anything: without this pause no Ctrl-C would be heard before the last chart.
    await setImmediate();
    options.signal?.throwIfAborted();
    const spec = options.dark === true ? inDark(light) : light;
    const picture = await svg(spec);
    const { bytes, missing } = await png(picture);
    // The page brings its own dark colours: it gets the light chart either way.
    drawn.push({ name, spec: light, svg: options.dark === true ? await svg(light) : picture });
    files.push(
      { name: `${name}.vl.json`, content: `${JSON.stringify(spec, null, 2)}\n` },
      { name: `${name}.svg`, content: picture },
      {
        name: `${name}.png`,
        content: bytes,
        ...(missing.length > 0 ? { warning: missingWarning(name, missing) } : {}),
      },
    );
    pictures.push({ file: `${name}.${missing.length > 0 ? 'svg' : 'png'}`, title: spec.usermeta.grognard.title });
  }
  return [
    { name: 'results.json', content: json(results) },
    { name: 'results.csv', content: csv(results, { bom: true }) },
    ...files,
    { name: 'report.html', content: html(results, drawn) },
    { name: 'report.md', content: markdown(results, pictures) },
    ...(results.tuning?.variantFile ? [{ name: 'variant.yaml', content: results.tuning.variantFile }] : []),
    { name: 'scenario.json', content: `${JSON.stringify(results.scenario, null, 2)}\n` },
  ];
}

function missingWarning(name: string, missing: readonly string[]): string {
  const shown = missing.slice(0, 12).join(' ');
  const more = missing.length > 12 ? ' and others' : '';
  return `${name}.png cannot show ${shown}${more} because its font lacks them: use ${name}.svg, which the reader's own fonts complete.`;
}
