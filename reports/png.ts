import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { face } from './font.ts';

export interface Png {
  readonly bytes: Uint8Array;
  /** Characters the picture needs and Inter lacks: they come out as boxes here, and right in the SVG. */
  readonly missing: readonly string[];
}

let ready: Promise<void> | undefined;

/** The SVG as a picture at twice its size. Only Inter is loaded, so that every machine gives the same bytes. */
export async function png(svg: string): Promise<Png> {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  ready ??= initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
  await ready;
  const drawing = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: 2 },
    font: { fontBuffers: [face(400).bytes, face(600).bytes], defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' },
  });
  const image = drawing.render();
  const bytes = image.asPng();
  image.free();
  drawing.free();
  return { bytes, missing: missingGlyphs(svg) };
}

/** Looks only at text that is drawn: the contents of <text> elements. */
export function missingGlyphs(svg: string): string[] {
  const missing = new Set<string>();
  for (const [, content] of svg.matchAll(/<(?:text|tspan)\b[^>]*>([^<]*)/g)) {
    for (const character of content) {
      const unseen = /\p{Cf}|\p{Cc}/u.test(character);
      if (!unseen && face(400).advance(character.codePointAt(0) as number) === undefined) missing.add(character);
    }
  }
  return [...missing];
}
