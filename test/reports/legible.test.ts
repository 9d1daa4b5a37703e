import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { charts } from '../../reports/choose.ts';
import type { VegaLiteSpec } from '../../reports/frame.ts';
import { svg } from '../../reports/svg.ts';
import { inDark, PAGE_PX } from '../../reports/theme.ts';
import { allFixtures } from './fixtures.ts';
import { narrowFixtures } from './narrow-fixtures.ts';
import { overlaps, placedTexts, smallestText } from './svg-text.ts';

/**
 * A picture 480 px wide is shown 360 px wide on a phone; the PNG is the same picture at twice the size. A broader one is
 * for wide screens, where it has its own width: a phone is shown the narrow layout of the same chart.
 */
const PHONE_PX = 360;
const shownPx = ({ usermeta }: VegaLiteSpec): number => {
  const { width } = usermeta.grognard.picture;
  return width > PAGE_PX ? width : PHONE_PX;
};
const SMALLEST_PX = 9.5;

const folder = new URL('../../docs/gallery/', import.meta.url);
const gallery = readdirSync(folder)
  .filter((name) => name.endsWith('.vl.json'))
  .map((name) => ({
    name: name.replace('.vl.json', ''),
    spec: JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as VegaLiteSpec,
  }));
const drawn = (fixtures: typeof allFixtures) =>
  fixtures.flatMap(([of, results]) => charts(results).map(({ name, spec }) => ({ name: `${name} of ${of}`, spec })));
const narrow = drawn(narrowFixtures);
/** One picture of each kind: the same kinds of text come in all pictures of a kind. */
const kinds = drawn(allFixtures).filter(
  ({ name }, i, all) => all.findIndex((other) => other.name.split(' ')[0] === name.split(' ')[0]) === i,
);

describe('on a phone', () => {
  it.each([...gallery, ...kinds, ...narrow])('$name has no text smaller than 9.5 px', async ({ spec }) => {
    expect(smallestText(await svg(spec), shownPx(spec))).toBeGreaterThanOrEqual(SMALLEST_PX);
  });

  it('a broad picture has a narrow layout', () => {
    const broad = gallery.filter(({ spec }) => shownPx(spec) > PHONE_PX).map(({ name }) => name);
    expect(broad).not.toEqual([]);
    for (const name of broad) {
      const bytes = readFileSync(new URL(`${name}-narrow.png`, folder));
      expect([name, bytes.readUInt32BE(16)]).toEqual([name, 2 * PAGE_PX]);
    }
  });

  it('a small or an undeclared size is noticed', async () => {
    const picture = await svg(inDark(charts(allFixtures[0][1])[0].spec));
    const smaller = picture.replace(/font-size="13px"/, 'font-size="12px"');
    expect(smallestText(smaller, PHONE_PX)).toBe(9);
    expect(smallestText(picture.replace('viewBox="0 0 480', 'viewBox="0 0 600'), PHONE_PX)).toBeLessThan(SMALLEST_PX);
    expect(smallestText('<svg viewBox="0 0 480 9"><text>bare</text></svg>', PHONE_PX)).toBeNaN();
  });
});

describe.each(narrow)('$name', ({ spec }) => {
  it('has room for all its text', async () => {
    const picture = await svg(spec);
    const texts = placedTexts(picture);
    expect(texts.filter((t) => t.left < 0 || t.right > 481 || t.top < 0).map((t) => t.text)).toEqual([]);
    expect(overlaps(texts)).toEqual([]);
    expect(picture).not.toContain('…');
  });
});

const drawnOf = async (name: string): Promise<string> =>
  svg(narrow.find((chart) => chart.name === name)?.spec as VegaLiteSpec);
const turnedIn = (picture: string): number => [...picture.matchAll(/<text[^>]*rotate\(/g)].length;
const count = (picture: string, text: string): number => placedTexts(picture).filter((t) => t.text === text).length;

describe('a grid', () => {
  it('wraps the names of its columns as long as no word must be broken, and turns them then', async () => {
    // The title of the rows is always turned.
    expect(turnedIn(await drawnOf('matrix of matrix3'))).toBe(1);
    expect(turnedIn(await drawnOf('matrix of matrix10'))).toBe(11);
  });

  it('leaves the per cent sign out before it leaves figures out', async () => {
    const picture = await drawnOf('matrix of matrix10');
    expect(count(picture, '42')).toBeGreaterThan(5);
    expect(picture).toContain('Figures in per cent');
  });

  it('with more columns than figures fit in is left to its colours', async () => {
    expect(count(await drawnOf('matrix of matrix24'), '42')).toBe(0);
  });

  it('draws ± under its figures only where both have room', async () => {
    expect(placedTexts(await drawnOf('matrix of matrix3')).filter((t) => t.text === '±1.5')).toHaveLength(9);
    const crowded = await drawnOf('matrix of matrix10Sampled');
    expect(crowded).not.toContain('>±1.5<');
    expect(crowded).toMatch(/95% intervals of the cells: at most/);
  });
});

describe('rows', () => {
  it('have their names beside them, long ones in several lines', async () => {
    const texts = placedTexts(await drawnOf('tornado of longModifiers'));
    expect(texts.filter((t) => t.text.startsWith('evade'))[0].left).toBeGreaterThan(12);
    expect(Math.min(...texts.map((t) => t.left))).toBeGreaterThanOrEqual(11);
  });

  it('show each of several variants under its own name', async () => {
    const picture = await drawnOf('difference of variants8');
    expect(count(picture, 'evade, reading 6')).toBe(1);
    // White space that takes no room keeps rows of one name apart.
    const names = placedTexts(picture).map((t) => t.text.replaceAll('\u200b', ''));
    expect(names.filter((text) => text === 'attacker wins')).toHaveLength(8);
  });
});
