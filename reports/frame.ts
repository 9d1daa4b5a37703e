import type { Results } from '../src/results/types.ts';
import { captionOf } from './caption.ts';
import type { Interval } from './number.ts';
import { broadened, DEFAULT_STYLE, type Style, withMoreRoom } from './style.ts';
import { balance, plain, shownText, textWidth, wrap } from './text.ts';
import { CONFIG, LINE_PX, PADDING_PX, PAPER, SIZE, SOFT } from './theme.ts';

/**
 * The part that all charts share. A chart says what it shows and how it is plotted in the room it is given; the frame
 * makes a Vega-Lite spec of it that stands alone (real axes, legends and scales, so that it can be restyled), and keeps
 * beside it what the finished picture has around the plot.
 *
 *   figure ─ frame ─▶ spec ─ svg ─▶ picture (title, plot, caption, provenance)
 */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
export type Row = { readonly [key: string]: Json | undefined };

export interface Column {
  readonly field: string;
  readonly title: string;
  /** The title within a sentence, where it begins with a name: "Foot not beaten" keeps its capital. */
  readonly said?: string;
}

/** What stands around the plot, in lines that fit. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pngWidth: number;
  readonly title: readonly string[];
  readonly subtitle: readonly string[];
  readonly caption: readonly string[];
  /** Who made it, and the line that makes it again; last and small. */
  readonly provenance: string;
}

export interface ChartMeta {
  readonly reproduce: string;
  readonly version: string;
  readonly seed: number;
  readonly rulebooks: readonly { readonly id: string; readonly hash: string }[];
  readonly title: string;
  /** The columns of the table beside the chart, fields of `data.values`. */
  readonly columns: readonly Column[];
  readonly caption: readonly string[];
  /** What is read out of a chart whose rows are too many for that. */
  readonly summary?: readonly string[];
  readonly picture: Picture;
}

export interface VegaLiteSpec {
  readonly $schema: string;
  readonly description: string;
  readonly usermeta: { readonly grognard: ChartMeta };
  readonly data: { readonly values: readonly Row[] };
  readonly [key: string]: unknown;
}

/** Room for axes, legend and marks together. A height of null leaves it to the chart. */
export interface Room {
  readonly width: number;
  readonly height: number | null;
}

export interface Plot {
  readonly height: number;
  /** A view or layers, with the encoding; its size is the frame's. */
  readonly view: Row;
  /** What this chart sets in the config of all charts. */
  readonly config?: { readonly view: Row };
  /** Said under this chart besides the caption of all charts. */
  readonly remark?: string;
  /** Some of what is to be drawn has no room. */
  readonly isCut?: boolean;
}

export interface Figure {
  /** What the picture shows, as a sentence. */
  readonly title: string;
  /** What is drawn, one sentence each: "How it ends.", "Attack column against line." */
  readonly subtitle: readonly string[];
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly plot: (room: Room) => Plot;
  /** It is to be wider than high: where many rows would make a tower of it, it takes more width. */
  readonly isLandscape?: boolean;
  /** What is read out where the rows are too many for that. */
  readonly summary?: readonly string[];
  /** The intervals that are drawn, where they are not those of the outcomes' shares. */
  readonly errors?: readonly Interval[];
  readonly remark?: string;
}

/** Between title and subtitle, header and plot, plot and footer. */
export const GAP = { subtitle: 4, header: 14, footer: 12, provenance: 2 } as const;
const MOST_CAPTION_LINES = 2;
/** A plot lower than this is a strip. */
const LEAST_PLOT_PX = 170;

export function frame(results: Results, figure: Figure, style: Style = DEFAULT_STYLE): VegaLiteSpec {
  const roomier = withMoreRoom(style);
  const { spec, isCut } = laidOut(results, figure, style);
  if (isCut && roomier !== undefined) return frame(results, figure, roomier);
  const broader = figure.isLandscape === true && isTall(spec) ? broadened(style) : undefined;
  return broader === undefined ? spec : frame(results, figure, broader);
}

/** Hardly wider than high, or higher. */
const isTall = ({ usermeta: { grognard } }: VegaLiteSpec): boolean =>
  grognard.picture.width < 1.1 * grognard.picture.height;

function laidOut(
  results: Results,
  figure: Figure,
  style: Style,
): { readonly spec: VegaLiteSpec; readonly isCut: boolean } {
  const width = style.width - 2 * PADDING_PX;
  const title = style.title === undefined ? figure.title : shownText(style.title);
  const sentences = style.subtitle === undefined ? figure.subtitle.map(shownText) : [shownText(style.subtitle)];
  // The page says the finding above its first chart: that one goes without.
  const titleLines = title === '' ? [] : balance(unbroken(title), width, SIZE.title, 600);
  const subtitle = style.subtitle === '' ? [] : paragraphs(sentences, width, SIZE.subtitle);
  // The longest caption sets the room that the plot is given; what the plot adds to it comes afterwards.
  const { loud, ...lines } = captionOf(results, figure.errors);
  const captionParts = (remark: string | undefined, warnings: readonly string[]): string[] =>
    [...warnings, remark, figure.remark, lines.rules, lines.engine].filter((part) => part !== undefined);
  const provenance = provenanceLine(results, style, width);
  const around = (caption: readonly string[]): number =>
    2 * PADDING_PX + headerPx(titleLines, subtitle) + footerPx(caption.length);
  const captionLines = (remark?: string): string[] =>
    shortened(
      captionParts(
        remark,
        loud.map((note) => note.brief),
      ),
      width,
    );
  const height = (lines: readonly string[]): number | null =>
    style.height === null ? null : Math.max(80, Math.floor(style.height - around(lines)));
  const room = { width, height: height(Array(MOST_CAPTION_LINES).fill('')) };
  const plot = figure.plot(room);
  const caption = captionLines(plot.remark);
  const whole = style.height ?? Math.ceil(around(caption) + plot.height);
  const plotPx = Math.floor(whole - around(caption));
  const spec = {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description: `${altTitle(title, figure.title)} ${sentences.map(stopped).join(' ')}`,
    usermeta: {
      grognard: {
        reproduce: results.command,
        version: results.version,
        seed: results.seed,
        rulebooks: rulebooksOf(results),
        title: title || figure.title,
        columns: figure.columns,
        ...(figure.summary === undefined ? {} : { summary: figure.summary }),
        caption: captionParts(
          plot.remark,
          loud.map((note) => note.text),
        ),
        picture: {
          width: style.width,
          height: whole,
          pngWidth: style.pngWidth,
          title: titleLines,
          subtitle,
          caption,
          provenance,
        },
      },
    },
    background: PAPER,
    config: plot.config === undefined ? CONFIG : { ...CONFIG, view: { ...CONFIG.view, ...plot.config.view } },
    data: { values: figure.rows },
    title: titleLines.length > 0 ? { text: titleLines, subtitle } : { text: subtitle, ...AS_SUBTITLE },
    // Panels have sizes of their own.
    ...('concat' in plot.view
      ? {}
      : {
          width: style.width,
          height: 2 * PADDING_PX + headerPx(titleLines, subtitle) + plotPx,
          autosize: { type: 'fit', contains: 'padding' },
        }),
    ...plot.view,
  };
  return { spec, isCut: plot.isCut === true || (room.height ?? LEAST_PLOT_PX) < LEAST_PLOT_PX };
}

/** Somebody's own subtitle need not end as a sentence does. */
const stopped = (sentence: string): string => (/[.!?…:]\p{P}*$/u.test(sentence) ? sentence : `${sentence}.`);

/** Somebody's own title need not say what was found: who cannot see the picture is told both. */
const altTitle = (title: string, finding: string): string =>
  [...new Set([title || finding, finding].map((each) => `${shownText(each).replace(/\.$/, '')}.`))].join(' ');

const AS_SUBTITLE = { color: SOFT, fontSize: SIZE.subtitle, fontWeight: 400, lineHeight: LINE_PX.subtitle } as const;

function rulebooksOf(results: Results): { id: string; hash: string }[] {
  const found = new Map(results.cells.map(({ rulebook: { id, hash } }) => [`${id} ${hash}`, { id, hash }]));
  return [...found.values()];
}

export const headerPx = (title: readonly string[], subtitle: readonly string[]): number =>
  title.length * LINE_PX.title +
  (subtitle.length === 0 ? 0 : GAP.subtitle + subtitle.length * LINE_PX.subtitle) +
  GAP.header;

export const footerPx = (captionLines: number): number =>
  GAP.footer + captionLines * LINE_PX.small + GAP.provenance + LINE_PX.small;

/** Words that stand in the picture already. */
const SHOWN_WORDS = / --(?:title|subtitle|credit)[= ](?:'(?:[^']|'\\'')*'|[^\s']+)/g;

/** "Grognard 0.1.0 · run volley --seed 7": the short form of the line, cut at a word where it is too long. */
function provenanceLine(results: Results, style: Style, width: number): string {
  const credit = style.credit === undefined ? '' : `${shownText(style.credit)} · `;
  const whole = `${credit}Grognard ${results.version} · ${plain(results.command)
    .replace(SHOWN_WORDS, '')
    .replace(/^grognard /, '')}`;
  if (textWidth(whole, SIZE.small) <= width) return whole;
  return `${wrap(whole, width - textWidth(' …', SIZE.small), SIZE.small)[0]} …`;
}

/** "2 or more" is one thing to read. */
const unbroken = (title: string): string => title.replace(/(\d) or more\b/g, '$1\u00a0or\u00a0more');

/** The sentences that have room in so few lines, in their order: what is left out is on the page and in the table. */
function shortened(sentences: readonly string[], width: number): string[] {
  const linesOf = (kept: readonly string[]): string[] => paragraphs(kept, width, SIZE.small);
  const kept: string[] = [];
  for (const sentence of sentences) {
    if (linesOf([...kept, sentence]).length <= MOST_CAPTION_LINES) kept.push(sentence);
  }
  return linesOf(kept);
}

/** A sentence starts a line of its own unless it saves one to let it follow the last. */
function paragraphs(sentences: readonly string[], width: number, sizePx: number): string[] {
  const wrapped = (text: string): string[] => balance(text, width, sizePx);
  const joined: string[] = [];
  for (const sentence of sentences) {
    const before = joined.pop();
    const longer = `${before} ${sentence}`;
    if (before === undefined) joined.push(sentence);
    else if (wrapped(longer).length < wrapped(before).length + wrapped(sentence).length) joined.push(longer);
    else joined.push(before, sentence);
  }
  return joined.flatMap(wrapped);
}
