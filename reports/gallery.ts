import type { Results } from '../src/results/types.ts';
import type { BundleFile } from './bundle.ts';
import { charts } from './choose.ts';
import type { VegaLiteSpec } from './frame.ts';
import { escaped } from './html.ts';
import { png } from './png.ts';
import { svg } from './svg.ts';
import { inDark, PAGE_PX } from './theme.ts';

/** One picture of the gallery: a command's results and which of their charts to show. */
export interface GalleryPiece {
  /** The name of its files. */
  readonly slug: string;
  /** What kind of chart it is, and when it is drawn. */
  readonly about: string;
  readonly chart: string;
  readonly dark?: boolean;
  readonly results: Results;
}

export function gallerySpec({ slug, chart, dark, results }: Omit<GalleryPiece, 'about'>): VegaLiteSpec {
  const found = charts(results).find(({ name }) => name === chart);
  if (found === undefined) {
    const drawn = charts(results).map(({ name }) => name);
    throw new Error(`The gallery's ${slug} wants a chart "${chart}", but these results draw ${drawn.join(', ')}.`);
  }
  return dark === true ? inDark(found.spec) : found.spec;
}

export const specText = (spec: VegaLiteSpec): string => `${JSON.stringify(spec, null, 1)}\n`;

/** Every piece as spec and PNG, and a page that shows them. */
export async function gallery(pieces: readonly GalleryPiece[]): Promise<BundleFile[]> {
  const files: BundleFile[] = [];
  const page: string[] = [
    '# Gallery',
    'Every kind of chart that `grognard` draws, from built-in scenarios. `npm run gallery` draws them anew; a test compares the specs.',
  ];
  for (const piece of pieces) {
    const spec = gallerySpec(piece);
    files.push(
      { name: `${piece.slug}.vl.json`, content: specText(spec) },
      { name: `${piece.slug}.png`, content: (await png(await svg(spec))).bytes },
    );
    const { title, reproduce } = spec.usermeta.grognard;
    page.push(
      `## ${piece.about}`,
      // At its own size: the file has twice the pixels, and a wide page would blow it up.
      `<img src="${piece.slug}.png" width="${PAGE_PX}" alt="${escaped(title)}">`,
      `\`${reproduce}\` · [Vega-Lite spec](${piece.slug}.vl.json)`,
    );
  }
  return [...files, { name: 'README.md', content: `${page.join('\n\n')}\n` }];
}
