import { fontBytes } from './font.ts';
import { fontSubset } from './font-subset.ts';

/** Inter, cut to the characters of a text, as rules of a style sheet: whoever reads need not have it. */
export function fontFaces(text: string): string {
  const characters = [...new Set(text)].join('');
  return ([400, 600] as const)
    .map((weight) => {
      const data = Buffer.from(fontSubset(fontBytes(weight), characters)).toString('base64');
      return `@font-face{font-family:Inter;font-weight:${weight};src:url(data:font/woff;base64,${data}) format("woff")}`;
    })
    .join('');
}

/** An SVG to be published: laid out by Inter's widths, it would run over its edges in another font. */
export const withFonts = (svg: string): string =>
  svg.replace('</desc>', () => `</desc><style>${fontFaces(svg)}</style>`);
