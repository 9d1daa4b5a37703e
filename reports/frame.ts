import type { Results } from '../src/results/types.ts';
import { captionOf } from './caption.ts';
import type { Interval } from './number.ts';
import { balance, named, textWidth, wrap } from './text.ts';
import { CONFIG, CONTENT_PX, LINE_PX, PAPER, SIZE, SOFT } from './theme.ts';

/** The part that all charts share: title, legend, caption, data and where they stand. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
export type Row = { readonly [key: string]: Json | undefined };

export interface Column {
  readonly field: string;
  readonly title: string;
}

export interface VegaLiteSpec {
  readonly $schema: string;
  readonly description: string;
  readonly usermeta: {
    readonly grognard: {
      readonly reproduce: string;
      readonly version: string;
      readonly title: string;
      /** The columns of the table beside the chart, fields of `data.values`. */
      readonly columns: readonly Column[];
      readonly caption: readonly string[];
    };
  };
  readonly data: { readonly values: readonly Row[] };
  readonly [key: string]: unknown;
}

export interface Entry {
  readonly label: string;
  readonly colour: string;
  /** The cell it stands for, where it stands for one: the page hides both together. */
  readonly cell?: number;
}

export interface Figure {
  /** What the picture shows, as a sentence. */
  readonly title: string;
  /** What is drawn, a sentence each: "How it ends.", "Attack column against line." */
  readonly subtitle: readonly string[];
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  /** Room for labels left and right of the plot. */
  readonly left: number;
  readonly right: number;
  readonly legend?: readonly Entry[];
  /** One view or several, drawn below each other; `plotWidth` is already theirs. */
  readonly views: readonly Row[];
  /** The intervals that are drawn, where they are not those of the outcomes' shares. */
  readonly errors?: readonly Interval[];
  /** Said under this chart besides the caption of all charts. */
  readonly remark?: string;
}

export const plotWidth = (left: number, right: number): number => Math.floor(CONTENT_PX - left - right) - 1;

export function frame(results: Results, figure: Figure): VegaLiteSpec {
  const [rules, engine, ...warned] = captionOf(results, figure.errors);
  const said = [...(figure.remark === undefined ? [] : [figure.remark]), rules, engine];
  const sentences = figure.subtitle.map(named);
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description: `${named(figure.title)}. ${sentences.join(' ')}`,
    usermeta: {
      grognard: {
        reproduce: results.command,
        version: results.version,
        title: figure.title,
        columns: figure.columns,
        caption: [...said, ...warned],
      },
    },
    background: PAPER,
    config: CONFIG,
    data: { values: figure.rows },
    title: {
      text: balance(unbroken(figure.title), CONTENT_PX, SIZE.title, 600),
      subtitle: paragraphs(sentences, SIZE.subtitle),
    },
    bounds: 'full',
    resolve: { scale: { color: 'independent' } },
    vconcat: [
      ...(figure.legend === undefined ? [] : [legendView(figure.legend, figure.left)]),
      ...figure.views,
      captionView(
        [...paragraphs(said, SIZE.small), ...warned.flatMap((note) => paragraphs([note], SIZE.small))],
        figure.left,
      ),
    ],
  };
}

/** A legend laid out by hand: entries run on and break into rows, so that none is cut however long. */
function legendView(entries: readonly Entry[], left: number): Row {
  const swatch = 20;
  const gap = 22;
  let x = 0;
  let y = 0;
  const values = entries.map(({ label, colour, cell }) => {
    const lines = wrap(label, CONTENT_PX - swatch, SIZE.label);
    const width = swatch + Math.max(...lines.map((line) => textWidth(line, SIZE.label)));
    if (x > 0 && x + width > CONTENT_PX) {
      x = 0;
      y += 22;
    }
    const entry = { px: x - left, py: y + 8, lines, colour, cell };
    x += width + gap;
    y += (lines.length - 1) * LINE_PX.label;
    return entry;
  });
  // No scale: these fields are pixels.
  const at = (field: string): Row => ({ field, type: 'quantitative', axis: null, scale: null });
  return {
    data: { values },
    width: 1,
    height: y + 16,
    layer: [
      {
        mark: { type: 'square', size: 144, opacity: 1, xOffset: 6 },
        encoding: { x: at('px'), y: at('py'), color: { field: 'colour', type: 'nominal', scale: null } },
      },
      {
        mark: { type: 'text', align: 'left', baseline: 'middle', lineHeight: LINE_PX.label, dx: swatch },
        encoding: { x: at('px'), y: at('py'), text: { field: 'lines' } },
      },
    ],
  };
}

/** "2 or more" is one thing to read. */
const unbroken = (title: string): string => title.replace(/(\d) or more\b/g, '$1\u00a0or\u00a0more');

/** A sentence starts a line of its own unless it saves one to let it follow the last. */
function paragraphs(sentences: readonly string[], sizePx: number): string[] {
  const wrapped = (text: string): string[] => balance(text, CONTENT_PX, sizePx);
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

function captionView(lines: readonly string[], left: number): Row {
  const height = lines.length * LINE_PX.small;
  return {
    data: { values: [{}] },
    width: 1,
    height,
    layer: [
      // An unseen box as wide as the page, so that all pictures are equally wide.
      { mark: { type: 'rect', opacity: 0, x: -left, x2: CONTENT_PX - left, y: 0, y2: height } },
      {
        mark: {
          type: 'text',
          align: 'left',
          baseline: 'top',
          fontSize: SIZE.small,
          lineHeight: LINE_PX.small,
          color: SOFT,
          x: -left,
          y: 0,
          text: lines,
        },
      },
    ],
  };
}
