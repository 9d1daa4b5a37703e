import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Results } from '../src/results/types.ts';
import { engineLine, noteLine, notes, rulebookLine } from './caption.ts';
import { cellNames, noun, valueName } from './cells.ts';
import type { Chart } from './choose.ts';
import { csv } from './csv.ts';
import { fontFaces } from './font-faces.ts';
import type { VegaLiteSpec } from './frame.ts';
import { headline } from './headline.ts';
import { json } from './json.ts';
import { labelled } from './labelled.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { PAGE_STYLE } from './page-style.ts';
import { scenarioWords } from './scenario-words.ts';
import { comparison } from './screen/comparison.ts';
import { fileLines, levelText, type Table } from './table.ts';
import { sections } from './tables.ts';
import { plain, shownText } from './text.ts';
import { DARK_PAIRS } from './theme.ts';

/** More values of an axis than this make a list of ticks nobody reads. */
const MOST_TOGGLES = 24;

/** A chart for a phone, and the same with more room. */
export interface DrawnChart extends Chart {
  readonly svg: string;
  readonly wide: VegaLiteSpec;
  readonly wideSvg: string;
}

/**
 * One page that needs nothing else: pictures and tables for readers without scripts, live charts for the rest. The page
 * may load nothing from anywhere, and everything that comes from a scenario is escaped.
 */
export function html(results: Results, charts: readonly DrawnChart[]): string {
  const made = markup(results, charts);
  return made.replace(FONTS_GO_HERE, () => fontFaces(made.replace(/<script[\s\S]*?<\/script>/g, '') + PRINTABLE));
}

/** Where the fonts go, which are cut to the characters that the page has. */
const FONTS_GO_HERE = '/* fonts */';

/** What live charts and tooltips may write besides. */
const PRINTABLE = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');

/** The page without its fonts. */
export function markup(results: Results, charts: readonly DrawnChart[]): string {
  const title = headline(results);
  const about = `${plain(results.title)}. ${rulebookLine(results)} ${engineLine(results)}`;
  // Under "What it depends on", and not once more below.
  const readings = comparedReadings(results);
  const all = sections(results);
  const cells = all.flatMap(({ table }) => [
    ...(table?.columns.map((c) => c.title) ?? []),
    ...(table?.rows.flatMap((row) => row.cells) ?? []),
  ]);
  const figures = new Set(cells.flatMap(figuresIn));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; font-src data:; img-src data: blob:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="grognard ${escaped(results.version)}">
<meta name="description" content="${escaped(about)}">
<meta property="og:type" content="article">
<meta property="og:title" content="${escaped(title)}">
<meta property="og:description" content="${escaped(about)}">
${charts.length === 0 ? '' : `<meta property="og:image" content="${charts[0].name}.png">\n<meta property="og:image:alt" content="${escaped(charts[0].spec.description)}">\n<meta name="twitter:card" content="summary_large_image">`}
<title>${escaped(title)}</title>
<style>${FONTS_GO_HERE}${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p class="lead">${escaped(results.title)}</p>
<p class="how">${escaped(scenarioWords(results))}</p>
<p class="how">${escaped(howToRead(results))}</p>
${noteList(results, 'loud')}
${charts
  .slice(0, 1)
  .map((chart) => figure(results, chart, figures))
  .join('\n')}
${toggles(results, charts)}
${charts
  .slice(1)
  .map((chart) => figure(results, chart, figures))
  .join('\n')}
${readingsList(results)}
<details class="all"><summary><h2>All figures</h2></summary>
${all
  .map(
    (s) =>
      `${s.table === undefined ? '' : table(s.table)}${s.lines
        .filter((l) => !readings.some((reading) => isReading(l, reading)))
        .map((l) => `<p>${escaped(l)}</p>`)
        .join('\n')}${s.file === undefined ? '' : `<pre>${fileLines(s.file).map(withoutMarkup).join('\n')}</pre>`}`,
  )
  .join('\n')}
</details>
<footer>
<p>${escaped(rulebookLine(results))} ${escaped(engineLine(results))}</p>
${noteList(results, 'quiet')}
<p>Reproduce it: <code>${words(results.command)}</code></p>
<p>Data: ${download('results.csv', 'text/csv', csv(results, { bom: true }))}, ${download('results.json', 'application/json', json(results))}</p>
</footer>
</main>
<script type="application/json" id="charts">${inScript({ charts: charts.map(({ name, spec, wide }) => ({ name, spec, wide })), dark: Object.fromEntries(DARK_PAIRS) })}</script>
${charts.length === 0 ? '' : `<script>${library()}</script>\n<script>${PAGE_SCRIPT}</script>`}
</body>
</html>
`;
}

/** What the shares are shares of, and what stands behind them. */
function howToRead(results: Results): string {
  const sampled = results.cells.some((cell) => cell.engine === 'sample');
  const intervals = sampled
    ? `Figures are sampled: thin lines and ± are ${levelText(results)} intervals, which hold the true figure in ${levelText(results)} of such cases.`
    : 'Figures are worked out exactly: there is no sampling error, and the same question always gives the same answer.';
  return `How to read this: a share of 40% means 4 of 10 such ${noun(results)} on average. ${intervals}`;
}

const figuresIn = (text: string): string[] => text.split(' ').filter((word) => /\d/.test(word));

/** `told` is what the tables of all figures hold: paper, on which nothing is folded, shows a chart's table only if it adds to that. */
function figure(results: Results, { name, spec, svg, wideSvg }: DrawnChart, readings: ReadonlySet<string>): string {
  const { columns, title, caption } = spec.usermeta.grognard;
  // The page says once for all charts what rules they rest on.
  const saidBelow = [rulebookLine(results), engineLine(results), ...notes(results).map(noteLine)];
  const own = caption.filter((text) => !saidBelow.includes(text) && !/^Rules: /.test(text));
  const head = columns.map((c) => `<th scope="col">${escaped(c.title)}</th>`).join('');
  const texts = spec.data.values.map((row) => columns.map((c) => String(row[c.field] ?? '')));
  const adds = texts
    .flat()
    .flatMap(figuresIn)
    .some((figure) => !readings.has(figure));
  const body = spec.data.values.map((row, i) => {
    const cell = typeof row.cell === 'number' ? ` data-cell="${row.cell}"` : '';
    return `<tr${cell}>${texts[i].map((text) => td(text)).join('')}</tr>`;
  });
  return `<figure id="${name}">
<div class="chart"><div class="live"></div><div class="still narrow">${svg}</div><div class="still wide">${wideSvg}</div></div>
${own.length === 0 ? '' : `<figcaption>${own.map(escaped).join(' ')}</figcaption>`}
<details${adds ? '' : ' class="told"'}><summary>The figures as a table<span class="unseen">: ${escaped(title)}</span></summary>
<div class="scroll" tabindex="0" role="region" aria-label="Table: ${escaped(title)}"><table><thead><tr>${head}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div></details>
</figure>`;
}

/** Figures stay on one line and sentences get room; a table that is too wide then scrolls in its box. */
const lengthOf = (text: string): string[] => [
  ...(text.length > 24 ? ['long'] : []),
  ...(text.length > 120 ? ['very'] : []),
];

function td(text: string, align: 'left' | 'right' = 'left'): string {
  const classes = [...(align === 'right' ? ['number'] : []), ...lengthOf(text)];
  return `<td${classes.length === 0 ? '' : ` class="${classes.join(' ')}"`}>${escaped(text)}</td>`;
}

function table(t: Table): string {
  const th = ({ title, align }: Table['columns'][number]): string =>
    `<th scope="col"${align === 'right' ? ' class="number"' : ''}>${escaped(title)}</th>`;
  return `<div class="scroll"><table><caption>${escaped(t.title)}</caption>
<thead><tr>${t.columns.map(th).join('')}</tr></thead>
<tbody>
${t.rows.map((row) => `<tr>${row.cells.map((text, i) => td(text, t.columns[i].align)).join('')}</tr>`).join('\n')}
</tbody></table></div>`;
}

/** One list of choices per axis; where there is none, one of the cases. */
function toggles(raw: Results, charts: readonly Chart[]): string {
  const results = labelled(raw);
  const some = charts.some((chart) => chart.spec.data.values.some((row) => typeof row.cell === 'number'));
  if (!some || results.cells.length < 3) return '';
  const axes = (results.axes ?? []).filter((axis) => axis.values.length <= MOST_TOGGLES);
  const groups =
    axes.length > 0
      ? axes.map((axis) => ({
          title: plain(axis.label),
          choices: axis.values.map((value) => ({
            name: valueName(value),
            cells: cellsWhere(results, (cell) => String(cell.labels[axis.path]) === String(value)),
          })),
        }))
      : results.cells.length <= MOST_TOGGLES
        ? [{ title: 'cases', choices: cellNames(results).map((name, i) => ({ name, cells: [i] })) }]
        : [];
  const box = ({ name, cells }: { name: string; cells: readonly number[] }, axis: number): string =>
    `<label><input type="checkbox" data-axis="${axis}" data-cells="${cells.join(' ')}" checked> ${escaped(name)}</label>`;
  const sets = groups.map(
    ({ title, choices }, axis) =>
      `<fieldset><legend>Show ${escaped(title)}</legend>${choices.map((c) => box(c, axis)).join('')}</fieldset>`,
  );
  // Unseen until the script that answers to it runs.
  return sets.length === 0 ? '' : `<div id="choices" hidden>${sets.join('')}</div>`;
}

const cellsWhere = (results: Results, is: (cell: Results['cells'][number]) => boolean): number[] =>
  results.cells.flatMap((cell, i) => (is(cell) ? [i] : []));

function noteList(results: Results, which: 'loud' | 'quiet' | 'readings'): string {
  const items = notes(results).filter(({ loud, kind }) =>
    which === 'loud' ? loud : !loud && (kind === 'ruling') === (which === 'readings'),
  );
  if (items.length === 0) return '';
  const list = items.map((note) => `<li>${escaped(noteLine(note))}</li>`).join('');
  return `<ul class="notes${which === 'loud' ? ' loud' : ''}">${list}</ul>`;
}

/** The rulings that mattered, and how each is set. */
function readingsList(results: Results): string {
  const compared = comparedReadings(results).map((text) => `<li>${escaped(text)}</li>`);
  const items = compared.length > 0 ? `<ul class="notes">${compared.join('')}</ul>` : noteList(results, 'readings');
  const set = (results.readings?.hanging ?? []).map(({ key, to }) => `rulings.${key}=${to}`);
  const tried = [...new Set(set)].map((text) => `<li><code>${words(`--set ${text}`)}</code></li>`).join('');
  if (items === '') return '';
  const how = `<details><summary>How to play one of these readings</summary><ul class="notes">${tried}</ul></details>`;
  return `<h2>What it depends on</h2>${items}${tried === '' ? '' : how}`;
}

/** Of a comparison the verdicts tell them. */
const comparedReadings = (raw: Results): readonly string[] => {
  const results = labelled(raw);
  return results.kind === 'compare' && (results.differences?.length ?? 0) > 0
    ? (comparison(results).readings ?? [])
    : [];
};

/** The same sentence, which may begin with the variant that it speaks of: "With the 1st edition, the rules leave open: …". */
const isReading = (line: string, reading: string): boolean => reading.toLowerCase().endsWith(line.toLowerCase());

/** A page that carries more than this opens slowly on a phone: the file beside it has the rest. */
const MOST_CARRIED_BYTES = 1_000_000;

function download(name: string, type: string, content: string): string {
  if (content.length > MOST_CARRIED_BYTES) return `<a href="${name}">${name}</a> (beside this page)`;
  const base64 = Buffer.from(content, 'utf8').toString('base64');
  return `<a download="${name}" href="data:${type};charset=utf-8;base64,${base64}">${name}</a>`;
}

/** Text as text, in elements and in quoted attributes. The page reads from left to right, whatever its names do. */
export function escaped(text: string): string {
  return withoutMarkup(shownText(text));
}

function withoutMarkup(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

/** A command word by word: what is copied is the same. */
const words = (command: string): string =>
  plain(command)
    .split(' ')
    .map((word) => `<span>${pieces(word).map(withoutMarkup).join('</span><span>')}</span>`)
    .join(' ');

/** Where a word that is wider than a phone comes apart: between values, before its hyphens. */
const pieces = (word: string): string[] => word.split(/(?<=[,=])(?=.)/);

/** JSON inside a script element: no name may end the element. */
function inScript(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

/** vega, vega-lite and vega-embed as their packages ship them for browsers. */
function library(): string {
  const find = createRequire(import.meta.url);
  knownLibrary ??= ['vega', 'vega-lite', 'vega-embed']
    .map((name) => readFileSync(join(dirname(find.resolve(name)), `${name}.min.js`), 'utf8'))
    .map((code) => code.replace(/^\/\/# sourceMappingURL=.*$/m, '').replace(/<\/script/gi, '<\\/script'))
    .join('\n');
  return knownLibrary;
}
let knownLibrary: string | undefined;
