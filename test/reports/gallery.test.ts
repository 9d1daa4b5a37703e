import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GALLERY_SIZES, type GalleryPiece, gallerySpec, specText } from '../../reports/gallery.ts';
import { PAGE_PX } from '../../reports/theme.ts';
import { galleryPieces, PIECES } from '../../src/cli/gallery.ts';
import { SIZES } from '../../src/results/look.ts';
import { resultsJsonSchema } from '../../src/results/schema/results.ts';
import { closePool } from '../../workers/pool.ts';
import { grognard } from '../cli/harness.ts';

/** The gallery is the snapshot: `npm run gallery` draws it anew, and the difference is there to look at. */
let pieces: GalleryPiece[];
beforeAll(async () => {
  pieces = await galleryPieces();
});
afterAll(closePool);

const kept = (name: string): string => readFileSync(new URL(`../../docs/gallery/${name}`, import.meta.url), 'utf8');

describe('the gallery', () => {
  it.each(PIECES.map(({ slug }) => slug))('%s is drawn from today’s rules', (slug) => {
    const piece = pieces.find((p) => p.slug === slug) as GalleryPiece;
    expect(JSON.parse(kept(`${slug}.vl.json`))).toEqual(JSON.parse(specText(gallerySpec(piece))));
  });

  it('shows every kind of chart, and its page names them all', () => {
    const kinds = new Set(PIECES.map(({ chart }) => chart.replace(/-.*/, '')));
    const all = [
      'outcomes',
      'at',
      'cases',
      'rounds',
      'difference',
      'lines',
      'heatmap',
      'dots',
      'tornado',
      'best',
      'matrix',
      'tuning',
      'situations',
      'map',
      'points',
      'matchups',
      'luck',
      'convergence',
    ];
    expect([...kinds].sort()).toEqual(all.sort());
    for (const piece of pieces) {
      const { width, height } = gallerySpec(piece).usermeta.grognard.picture;
      expect(kept('README.md')).toContain(`<img src="${piece.slug}.png" width="${width}"`);
      // A broad picture is there because the narrow one would be a tower; a phone is shown the narrow one.
      if (width === PAGE_PX) continue;
      expect(width).toBeGreaterThan(height);
      expect(kept('README.md')).toContain(`srcset="${piece.slug}-narrow.png"`);
    }
  });

  it.each(PIECES.filter((p) => p.dark !== true).map(({ slug }) => slug))(
    '%s is there in each size, and says where it comes from',
    async (slug) => {
      for (const size of GALLERY_SIZES) {
        const file = fileURLToPath(new URL(`../../docs/gallery/${slug}-${size}.png`, import.meta.url));
        const bytes = readFileSync(file);
        expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], file).toEqual([...SIZES[size]]);
        const { code, out } = await grognard(['inspect', file]);
        expect(code).toBe(0);
        expect(out).toContain('grognard ');
      }
      expect(kept('README.md')).toContain(`(${slug}-card.png)`);
    },
  );

  it('comes from results that keep to their schema', () => {
    const valid = new Ajv2020({ allErrors: true }).compile(resultsJsonSchema({ strict: true }));
    for (const { results } of pieces) {
      valid(results);
      expect([results.command, valid.errors ?? []]).toEqual([results.command, []]);
    }
  });
});
