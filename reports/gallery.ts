import { type Look, SIZES, type Theme } from '../src/results/look.ts';
import type { Results } from '../src/results/types.ts';
import type { BundleFile } from './bundle.ts';
import { charts } from './choose.ts';
import { draw } from './draw.ts';
import type { VegaLiteSpec } from './frame.ts';
import { escaped } from './html.ts';
import { DEFAULT_STYLE, type Style, styleOf } from './style.ts';
import { inTheme, PAGE_PX, WIDE_PAGE_PX } from './theme.ts';

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

/** Sizes that every kind of chart is shown in, beside its own. */
export const GALLERY_SIZES = Object.keys(SIZES);

export const gallerySpec = (piece: Omit<GalleryPiece, 'about'>): VegaLiteSpec =>
  inTheme(lightSpec(piece, {}), themeOf(piece));

const themeOf = ({ dark }: Pick<GalleryPiece, 'dark'>) => (dark === true ? 'dark' : 'light');

function lightSpec({ slug, chart, results }: Omit<GalleryPiece, 'about'>, look: Look): VegaLiteSpec {
  return chartOf({ slug, chart, results }, styleOf(look));
}

/** The same for a screen that is too narrow for a broad picture. */
export const narrowSpec = (piece: Omit<GalleryPiece, 'about'>): VegaLiteSpec =>
  inTheme(chartOf(piece, DEFAULT_STYLE), themeOf(piece));

function chartOf({ slug, chart, results }: Omit<GalleryPiece, 'about'>, style: Style): VegaLiteSpec {
  const all = charts(results, style);
  const found = all.find(({ name }) => name === chart);
  if (found !== undefined) return found.spec;
  const drawn = all.map(({ name }) => name);
  throw new Error(`The gallery's ${slug} wants a chart "${chart}", but these results draw ${drawn.join(', ')}.`);
}

export const specText = (spec: VegaLiteSpec): string => `${JSON.stringify(spec, null, 1)}\n`;

/** Every piece as spec and PNG, in each size, and a page that shows them. */
export async function gallery(pieces: readonly GalleryPiece[]): Promise<BundleFile[]> {
  const files: BundleFile[] = [];
  const page: string[] = [
    '# Gallery',
    `Every kind of chart that \`grognard\` draws, from built-in scenarios, and the same in each named size (${GALLERY_SIZES.join(', ')}). \`npm run gallery\` draws them anew; a test compares the specs.`,
  ];
  for (const piece of pieces) {
    const spec = gallerySpec(piece);
    files.push({ name: `${piece.slug}.vl.json`, content: specText(spec) }, await picture(piece, piece.slug, {}));
    // The dark one shows the theme; its sizes are those of the light one.
    const sizes = piece.dark === true ? [] : GALLERY_SIZES;
    for (const size of sizes) files.push(await picture(piece, `${piece.slug}-${size}`, { size }));
    const { title, reproduce, picture: drawn } = spec.usermeta.grognard;
    const isBroad = drawn.width > PAGE_PX;
    if (isBroad) files.push(await pngOf(`${piece.slug}-narrow`, narrowSpec(piece)));
    const links = sizes.map((size) => `[${size}](${piece.slug}-${size}.png)`);
    page.push(
      `## ${piece.about}`,
      // At its own size: the file has twice the pixels, and a wide page would blow it up.
      shown(piece.slug, drawn.width, title, isBroad),
      [`\`${reproduce}\``, `[Vega-Lite spec](${piece.slug}.vl.json)`, ...links].join(' · '),
    );
  }
  return [...files, { name: 'README.md', content: `${page.join('\n\n')}\n` }];
}

/** At its own width, which a phone lacks for a broad one: it is given the narrow picture. */
function shown(slug: string, width: number, title: string, isBroad: boolean): string {
  const img = `<img src="${slug}.png" width="${width}" alt="${escaped(title)}">`;
  if (!isBroad) return img;
  return `<picture><source media="(max-width: ${WIDE_PAGE_PX}px)" srcset="${slug}-narrow.png">${img}</picture>`;
}

/** The PNG as the bundle has it, its provenance with it. */
const picture = (piece: GalleryPiece, name: string, look: Look): Promise<BundleFile> =>
  pngOf(name, lightSpec(piece, look), themeOf(piece));

async function pngOf(name: string, spec: VegaLiteSpec, theme: Theme = 'light'): Promise<BundleFile> {
  const { files } = await draw(name, spec, theme);
  return files.find((file) => file.name === `${name}.png`) as BundleFile;
}
