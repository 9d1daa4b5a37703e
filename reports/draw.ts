import type { Theme } from '../src/results/look.ts';
import { altText } from './alt-text.ts';
import type { BundleFile } from './bundle.ts';
import { withFonts } from './font-faces.ts';
import type { VegaLiteSpec } from './frame.ts';
import { png } from './png.ts';
import { pngEntries } from './provenance.ts';
import { svg } from './svg.ts';
import { inTheme } from './theme.ts';

export interface DrawnFiles {
  readonly svg: string;
  /** Spec, SVG, PNG and the text for those who cannot see them. */
  readonly files: readonly BundleFile[];
  /** Characters that the PNG cannot show. */
  readonly missing: readonly string[];
}

/** One chart as files of this name. */
export async function draw(name: string, light: VegaLiteSpec, theme: Theme): Promise<DrawnFiles> {
  const spec = inTheme(light, theme);
  const meta = spec.usermeta.grognard;
  const picture = await svg(spec);
  const { bytes, missing } = await png(picture, { width: meta.picture.pngWidth, text: pngEntries(meta) });
  return {
    svg: picture,
    missing,
    files: [
      { name: `${name}.vl.json`, content: `${JSON.stringify(spec, null, 2)}\n` },
      { name: `${name}.svg`, content: withFonts(picture) },
      {
        name: `${name}.png`,
        content: bytes,
        ...(missing.length > 0 ? { warning: missingWarning(name, missing) } : {}),
      },
      { name: `${name}.alt.txt`, content: `${altText(spec)}\n` },
    ],
  };
}

function missingWarning(name: string, missing: readonly string[]): string {
  const shown = missing.slice(0, 12).join(' ');
  const more = missing.length > 12 ? ' and others' : '';
  return `${name}.png cannot show ${shown}${more} because its font lacks them: use ${name}.svg, which the reader's own fonts complete.`;
}
