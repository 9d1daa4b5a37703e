import { describe, expect, it } from 'vitest';
import { altText } from '../../reports/alt-text.ts';
import { bundle } from '../../reports/bundle.ts';
import { charts } from '../../reports/choose.ts';
import { png } from '../../reports/png.ts';
import { textOf, withText } from '../../reports/png-text.ts';
import { pngEntries, readProvenance } from '../../reports/provenance.ts';
import { DEFAULT_STYLE, styleOf } from '../../reports/style.ts';
import { svg } from '../../reports/svg.ts';
import type { Results } from '../../src/results/types.ts';
import { pixels, SIZES } from '../../src/scenarios/look.ts';
import { allFixtures, exactRun, listRun, matrixGame, sampledCompare } from './fixtures.ts';
import { overlaps, placedTexts } from './svg-text.ts';

const sizeOfPng = (bytes: Uint8Array): [number, number] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
};

describe('a size', () => {
  it.each(Object.entries(SIZES))('%s is that many pixels in the PNG', async (name, size) => {
    const { spec } = charts(listRun, styleOf({ size: name }))[0];
    const { bytes } = await png(await svg(spec), { width: spec.usermeta.grognard.picture.pngWidth });
    expect(sizeOfPng(bytes)).toEqual(size);
  });

  it.each(['3x3', '1000000x1000000', '0x0', 'huge', '12', 'x', '-1x5', '9'.repeat(10_000), '__proto__', 'constructor'])(
    '%.20s is refused in a sentence',
    (text) => {
      const found = pixels(text);
      expect(found).toMatch(/^A (size|picture) is .*found '.{0,41}'\.$/);
    },
  );

  const kinds = allFixtures
    .flatMap(([of, results]) => charts(results).map(({ name }) => ({ of, results, name })))
    .filter(({ name }, i, all) => all.findIndex((other) => other.name === name) === i);
  const formations = ['line', 'attack column', 'column of companies', 'open order'];
  const reactions = ['stand', 'stand and deliver', 'counter', 'emergency square'];
  const values = formations.map((_, i) => reactions.map((_, j) => 0.1 * i + 0.05 * j));
  const large = {
    of: 'a matrix of long names',
    name: 'matrix',
    results: {
      ...matrixGame,
      axes: undefined,
      game: {
        ...matrixGame.game!,
        rowPlayer: { ...matrixGame.game!.rowPlayer, options: formations },
        columnPlayer: { ...matrixGame.game!.columnPlayer, options: reactions },
        values,
        // More than a caption has room for.
        dominatedRows: formations.slice(1).map((option) => ({ option, by: 'attack column', strictly: true })),
        dominatedColumns: reactions.slice(1).map((option) => ({ option, by: 'stand', strictly: true })),
        equilibrium: { rows: [0, 1, 0, 0], columns: [0, 1, 0, 0], value: 0.25 },
      },
    } as Results,
  };
  it.each([...kinds, large].flatMap((kind) => ['card', 'square', 'tall', 'wide'].map((size) => ({ ...kind, size }))))(
    '$size has room for all of $name, and no text over another',
    async ({ results, name, size }) => {
      const { spec } = charts(results, styleOf({ size })).find((chart) => chart.name === name)!;
      const picture = await svg(spec);
      const { width, height } = spec.usermeta.grognard.picture;
      expect(spec.usermeta.grognard.picture.caption.length).toBeLessThanOrEqual(2);
      const texts = placedTexts(picture);
      expect(texts.filter((t) => t.left < 0 || t.right > width + 1 || t.top < 0 || t.bottom > height + 1)).toEqual([]);
      expect(overlaps(texts)).toEqual([]);
    },
  );
});

describe('words of one’s own', () => {
  it('take the place of the finding, and credit goes before the line that makes it again', () => {
    const style = { ...DEFAULT_STYLE, title: 'Columns & lines', subtitle: 'A first look', credit: 'Chris' };
    const { picture, title } = charts(exactRun, style)[0].spec.usermeta.grognard;
    expect(title).toBe('Columns & lines');
    expect(picture.subtitle).toEqual(['A first look']);
    expect(picture.provenance).toMatch(/^Chris · Grognard /);
  });

  it('name one chart of several, or are told which there are', async () => {
    const files = await bundle(exactRun, { only: 'rounds' });
    expect(files.filter((f) => f.name.endsWith('.png')).map((f) => f.name)).toEqual(['rounds.png']);
    await expect(bundle(exactRun, { only: 'pie' })).rejects.toThrow(
      "These results draw no chart 'pie'; they draw outcomes, at-least-hits, rounds.",
    );
  });

  it('on nothing leave the paper out', async () => {
    const [dark, none] = await Promise.all(
      (['dark', 'transparent'] as const).map(async (theme) => {
        const files = await bundle(exactRun, { style: { ...DEFAULT_STYLE, theme }, only: 'outcomes' });
        return String(files.find((f) => f.name === 'outcomes.svg')?.content);
      }),
    );
    expect(dark).toMatch(/<rect [^>]*fill="#15181d"\/>/);
    expect(none).not.toMatch(/<rect [^>]*fill="#ffffff"\/>/);
  });
});

describe('a picture', () => {
  it('says where it comes from: as PNG, as SVG and as a spec', async () => {
    const { spec } = charts(sampledCompare)[0];
    const meta = spec.usermeta.grognard;
    const picture = await svg(spec);
    const { bytes } = await png(picture, { text: pngEntries(meta) });
    const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
    for (const made of [bytes, encode(picture), encode(JSON.stringify(spec))]) {
      expect(readProvenance(made)).toEqual({
        title: meta.title,
        command: sampledCompare.command,
        version: sampledCompare.version,
        seed: sampledCompare.seed,
        rulebooks: meta.rulebooks,
      });
    }
    expect(textOf(bytes)).toMatchObject({ Title: meta.title, Description: sampledCompare.command });
  });

  it('of somebody else says nothing', async () => {
    const bare = (await png('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')).bytes;
    for (const bytes of [
      bare,
      new Uint8Array(),
      new Uint8Array(100),
      bare.subarray(0, 40),
      withText(bare, { grognard: '{' }),
    ])
      expect(readProvenance(bytes)).toBeNull();
  });

  it('tells the finding and the figures to those who cannot see it', () => {
    const text = altText(charts(exactRun)[0].spec);
    expect(text).toMatch(/^The defender wins 45\.0%/);
    expect(text).toMatch(/attacker broken, share 6\.0%; attacker retreats, share 24\.0%/);
  });

  it('tells every case of a chart in short where its figures are too many to be read out', () => {
    const text = altText(charts(listRun)[0].spec);
    for (const { outcomes } of listRun.cells) {
      const won = outcomes.reduce((sum, o) => sum + (o.winner === 'a' ? o.p : 0), 0);
      expect(text).toContain(`the attacker ${(won * 100).toFixed(1)}%, neither`);
    }
    expect(text).not.toMatch(/\d+ more/);
  });

  it('ends a subtitle of somebody else as a sentence', () => {
    const [{ spec }] = charts(exactRun, styleOf({ subtitle: 'What the ridge saw' }));
    expect(altText(spec)).toContain('What the ridge saw. attacker broken, share');
  });

  it('tells them the finding under a title of somebody else too, once', () => {
    const [{ spec }] = charts(exactRun, styleOf({ title: 'My evening' }));
    expect(altText(spec)).toMatch(/^My evening\. The defender wins 45\.0%.*attacker broken, share 6\.0%/);
    const finding = charts(exactRun)[0].spec.usermeta.grognard.title;
    const [same] = charts(exactRun, styleOf({ title: finding }));
    expect(altText(same.spec).split(finding)).toHaveLength(2);
  });
});
