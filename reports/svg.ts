import { altText } from './alt-text.ts';
import { type ChartMeta, footerPx, GAP, headerPx, type VegaLiteSpec } from './frame.ts';
import { provenanceOf } from './provenance.ts';
import { textWidth } from './text.ts';
import { FONT, INK, LINE_PX, PADDING_PX, SIZE, SOFT } from './theme.ts';

/**
 * A chart as SVG, without a browser: Vega draws the plot, title and caption are set around it by Inter's own widths. The
 * text stays text. Colours are those of the spec, so that one laid out for the dark has its title in light ink.
 */
export async function svg(spec: VegaLiteSpec): Promise<string> {
  const meta = spec.usermeta.grognard;
  const { width, height, title, subtitle, caption } = meta.picture;
  const top = PADDING_PX + headerPx(title, subtitle);
  const plotPx = height - top - PADDING_PX - footerPx(caption.length);
  const plot = await drawn({
    ...spec,
    title: undefined,
    background: null,
    padding: 0,
    ...('concat' in spec ? {} : { width: width - 2 * PADDING_PX, height: plotPx }),
  });
  const { background } = spec as { background?: string | null };
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return [
    `<svg role="img" xmlns="http://www.w3.org/2000/svg" ${size}>`,
    `<title>${escapedText(spec.description)}</title><desc>${escapedText(altText(spec))}</desc>`,
    metadata(meta),
    ...(background == null ? [] : [`<rect width="${width}" height="${height}" fill="${background}"/>`]),
    ...header(spec),
    `<g transform="translate(${PADDING_PX},${top})">${inner(plot)}</g>`,
    ...footer(spec, top + plotPx),
    '</svg>',
  ].join('');
}

/** Vega's own outer element gives way to ours. */
const inner = (plot: string): string => plot.replace(/^<svg [^>]*>/, '').replace(/<\/svg>\s*$/, '');

type Config = { readonly text: { readonly color: string }; readonly title: { readonly subtitleColor: string } };
const inkOf = (spec: VegaLiteSpec): string => (spec.config as Config | undefined)?.text.color ?? INK;
const softOf = (spec: VegaLiteSpec): string => (spec.config as Config | undefined)?.title.subtitleColor ?? SOFT;

function line(text: string, y: number, sizePx: number, fill: string, weight = 400): string {
  const font = `font-family="${FONT.replace(/"/g, "'")}" font-size="${sizePx}px" font-weight="${weight}"`;
  return `<text transform="translate(${PADDING_PX},${y})" ${font} fill="${fill}">${escapedText(text)}</text>`;
}

/** Where a baseline stands in a line: text of this size with its white shared above and below. */
const baseline = (linePx: number, sizePx: number): number => (linePx + 0.7 * sizePx) / 2;

function header(spec: VegaLiteSpec): string[] {
  const { title, subtitle } = spec.usermeta.grognard.picture;
  const under = PADDING_PX + title.length * LINE_PX.title + GAP.subtitle;
  return [
    ...title.map((text, i) =>
      line(text, PADDING_PX + i * LINE_PX.title + baseline(LINE_PX.title, SIZE.title), SIZE.title, inkOf(spec), 600),
    ),
    ...subtitle.map((text, i) =>
      line(text, under + i * LINE_PX.subtitle + baseline(LINE_PX.subtitle, SIZE.subtitle), SIZE.subtitle, softOf(spec)),
    ),
  ];
}

function footer(spec: VegaLiteSpec, top: number): string[] {
  const { caption, provenance } = spec.usermeta.grognard.picture;
  const first = top + GAP.footer + baseline(LINE_PX.small, SIZE.small);
  const last = first + caption.length * LINE_PX.small + GAP.provenance;
  return [
    ...caption.map((text, i) => line(text, first + i * LINE_PX.small, SIZE.small, softOf(spec))),
    line(provenance, last, SIZE.small, softOf(spec)),
  ];
}

/** What `grognard inspect` reads back. */
function metadata(meta: ChartMeta): string {
  const facts = JSON.stringify(provenanceOf(meta));
  return `<metadata><grognard xmlns="urn:grognard:chart">${escapedText(facts)}</grognard></metadata>`;
}

/** A spec as Vega draws it, with the widths of Inter. */
export async function drawn(spec: object): Promise<string> {
  const [vega, vegaLite, { expressionInterpreter }] = await Promise.all([
    import('vega'),
    import('vega-lite'),
    import('vega-interpreter'),
  ]);
  type Item = { fontSize?: number; fontWeight?: number | string };
  // With no canvas to ask, vega guesses widths half as wide again as they are.
  const metrics = (vega as unknown as { textMetrics: object }).textMetrics as {
    width: (item: Item, text: unknown) => number;
  };
  metrics.width = (item, text) =>
    textWidth(String(text ?? '').trim(), item.fontSize ?? 11, Number(item.fontWeight) >= 600 ? 600 : 400);
  // Clip paths and gradients are numbered through the process; the same spec must give the same bytes.
  (vega as unknown as { resetSVGDefIds: () => void }).resetSVGDefIds();
  const warnings: string[] = [];
  const log = logger(warnings);
  const compiled = vegaLite.compile(spec as unknown as Parameters<typeof vegaLite.compile>[0], { logger: log });
  // Expressions are interpreted: the same picture, and no code is made from text, which a strict page refuses.
  const dataflow = vega.parse(compiled.spec, undefined, { ast: true });
  const view = new vega.View(dataflow, { renderer: 'none', logger: log, expr: expressionInterpreter });
  const picture = await view.toSVG();
  view.finalize();
  if (warnings.length > 0) throw new Error(`A chart could not be drawn as written: ${warnings.join('; ')}`);
  return picture;
}

const escapedText = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** Vega's warnings are our mistakes in a spec: none may pass unseen. */
function logger(warnings: string[]) {
  const keep = (...messages: readonly unknown[]) => {
    warnings.push(messages.map(String).join(' '));
    return log;
  };
  const quiet = () => log;
  const log = { level: levelOf, error: keep, warn: keep, info: quiet, debug: quiet };
  function levelOf(): number;
  function levelOf(level: number): typeof log;
  function levelOf(level?: number): number | typeof log {
    return level === undefined ? 2 : log;
  }
  return log;
}
