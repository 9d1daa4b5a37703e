import { advanceOf } from './font.ts';
import { pngFiles } from './png-files.ts';
import { withText } from './png-text.ts';

export interface Png {
  readonly bytes: Uint8Array;
  /** Characters the picture needs and Inter lacks: they come out as boxes here, and right in the SVG. */
  readonly missing: readonly string[];
}

let ready: Promise<readonly Uint8Array[]> | undefined;

export interface PngOptions {
  /** Pixels across; twice those of the SVG where it is left out. */
  readonly width?: number;
  /** Text that travels with the picture. */
  readonly text?: Readonly<Record<string, string>>;
}

/** The SVG as a picture. Only Inter is loaded, so that every machine gives the same bytes. */
export async function png(svg: string, options: PngOptions = {}): Promise<Png> {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  ready ??= pngFiles().then(async ({ wasm, fonts }) => {
    await initWasm(wasm);
    return fonts;
  });
  const fonts = await ready;
  const drawing = new Resvg(boxed(svg), {
    fitTo: options.width === undefined ? { mode: 'zoom', value: 2 } : { mode: 'width', value: options.width },
    font: { fontBuffers: [...fonts], defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' },
  });
  const image = drawing.render();
  const bytes = image.asPng();
  image.free();
  drawing.free();
  return { bytes: options.text === undefined ? bytes : withText(bytes, options.text), missing: missingGlyphs(svg) };
}

const lacks = (character: string): boolean =>
  !/\p{Cf}|\p{Cc}/u.test(character) && advanceOf(400)(character.codePointAt(0) as number) === undefined;

/**
 * One box for each thing that cannot be shown: the parts of a joined emoji would be drawn over what follows, since the
 * whole of it advances as one.
 */
function boxed(svg: string): string {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  return svg.replace(/(<(?:text|tspan)\b[^>]*>)([^<]*)/g, (_, open: string, content: string) => {
    if (![...content].some(lacks)) return open + content;
    return open + Array.from(graphemes.segment(content), ({ segment }) => firstOf(segment)).join('');
  });
}

const firstOf = (grapheme: string): string => ([...grapheme].some(lacks) ? [...grapheme][0] : grapheme);

/** Looks only at text that is drawn: the contents of <text> elements. */
function missingGlyphs(svg: string): string[] {
  const missing = new Set<string>();
  for (const [, content] of svg.matchAll(/<(?:text|tspan)\b[^>]*>([^<]*)/g)) {
    for (const character of content) if (lacks(character)) missing.add(character);
  }
  return [...missing];
}
