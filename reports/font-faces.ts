import { deflateSync } from 'node:zlib';
import { fontBytes } from './font.ts';
import { fontFace, fontSubset, withStyle, woff } from './font-subset.ts';

/** Inter, cut to the characters of a text, as rules of a style sheet: whoever reads need not have it. */
export function fontFaces(text: string): string {
  const characters = [...new Set(text)].join('');
  return ([400, 600] as const)
    .map((weight) => {
      const tables = fontSubset(fontBytes(weight), characters);
      const deflated = tables.map(([, table]) => new Uint8Array(deflateSync(table, { level: 9 })));
      return fontFace(weight, Buffer.from(woff(tables, deflated)).toString('base64'));
    })
    .join('');
}

export const withFonts = (svg: string): string => withStyle(svg, fontFaces(svg));
