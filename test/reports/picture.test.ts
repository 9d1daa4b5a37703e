import { describe, expect, it } from 'vitest';
import { bundle } from '../../reports/bundle.ts';
import { charts } from '../../reports/choose.ts';
import { png } from '../../reports/png.ts';
import { svg } from '../../reports/svg.ts';
import { textWidth, wrap } from '../../reports/text.ts';
import { exactRun, hostileRun, sampledRun } from './fixtures.ts';

const size = (bytes: Uint8Array): [number, number] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
};

describe('PNG', () => {
  it('is twice as large as the SVG and the same bytes every time', async () => {
    const picture = await svg(charts(sampledRun)[0].spec);
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(picture) ?? [];
    const first = await png(picture);
    expect(size(first.bytes)).toEqual([2 * Number(width), 2 * Number(height)]);
    expect(Buffer.from((await png(picture)).bytes).equals(Buffer.from(first.bytes))).toBe(true);
  });

  it('shows its text though no font of the machine is asked', async () => {
    const picture = await svg(charts(exactRun)[0].spec);
    const without = picture.replace(/<text[\s\S]*?<\/text>/g, '');
    const { bytes } = await png(picture);
    // Text is most of what a chart of six bars compresses to.
    expect(bytes.length).toBeGreaterThan(3 * (await png(without)).bytes.length);
  });

  it('names what its font lacks, and the file that shows it', async () => {
    const files = await bundle(hostileRun);
    const warned = files.filter((f) => f.warning !== undefined);
    expect(warned.map((f) => f.name)).toEqual(files.map((f) => f.name).filter((name) => name.endsWith('.png')));
    expect(warned[0].warning).toMatch(/^grouped\.png cannot show .*ש.*🎲.*: use grouped\.svg/);
    expect(String(files.find((f) => f.name === 'report.md')?.content)).toContain('](grouped.svg)');
    expect((await bundle(exactRun)).every((f) => f.warning === undefined)).toBe(true);
  });
});

describe('SVG', () => {
  it('escapes names, keeps right-to-left names apart and needs nothing from elsewhere', async () => {
    const picture = await svg(charts(hostileRun)[0].spec);
    expect(picture).not.toMatch(/<script|<b>/);
    expect(picture).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(picture).toContain('\u2068שלום עולם\u2069 wins');
    // Two pictures of one page would share ids.
    expect(picture).not.toMatch(/ id="|url\(|href=/);
    expect(picture).toMatch(/^<svg role="img" [^>]*><title>/);
  });
});

describe('text', () => {
  it('is measured by the advances of Inter', () => {
    // 0.68994 and 0.28125 em in the font's hmtx table.
    expect(textWidth('A A', 100)).toBeCloseTo(2 * 68.994 + 28.125, 2);
    expect(textWidth('A', 100, 600)).toBeGreaterThan(textWidth('A', 100));
  });

  it('is wrapped at spaces, and inside words only when it must be', () => {
    expect(wrap('attack column in line', 90, 14)).toEqual(['attack', 'column in', 'line']);
    expect(wrap('35\u202f% of fights', 40, 14)[0]).toBe('35\u202f%');
    expect(wrap('stand-and-deliver', 80, 14)).toEqual(['stand-and-', 'deliver']);
    expect(wrap('attacker.formation', 90, 14)).toEqual(['attacker.', 'formation']);
    const broken = wrap('Donaudampfschiff', 50, 14);
    expect(broken.join('')).toBe('Donaudampfschiff');
    expect(broken.every((line) => textWidth(line, 14) <= 50)).toBe(true);
  });
});
