import { fontFace, fontSubset, withStyle, woff } from '../../reports/font-subset.ts';
import { fontFiles } from '../stand-ins/png-files.ts';

/** An SVG with its font in it, as the command line writes it; only what packs the font is the browser's own. */
export async function svgFile(svg: string): Promise<string> {
  const [regular, semiBold] = await fontFiles();
  const characters = [...new Set(svg)].join('');
  const rules = [await rule(400, regular, characters), await rule(600, semiBold, characters)];
  return withStyle(svg, rules.join(''));
}

async function rule(weight: 400 | 600, font: Uint8Array, characters: string): Promise<string> {
  const tables = fontSubset(font, characters);
  const deflated = await Promise.all(tables.map(([, table]) => zlibbed(table)));
  return fontFace(weight, inBase64(woff(tables, deflated)));
}

async function zlibbed(bytes: Uint8Array): Promise<Uint8Array> {
  const packing = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packing).arrayBuffer());
}

/** Few enough characters that no browser runs out of arguments. */
const PIECE = 8_192;

function inBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}
