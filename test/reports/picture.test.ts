import { describe, expect, it } from 'vitest';
import { bundle } from '../../reports/bundle.ts';
import { charts } from '../../reports/choose.ts';
import { png } from '../../reports/png.ts';
import { svg } from '../../reports/svg.ts';
import { shownText, textWidth, wrap } from '../../reports/text.ts';
import type { Results, Sensitivity } from '../../src/results/types.ts';
import { exactRun, hostileRun, sampledRun, tornado } from './fixtures.ts';

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

  it('draws one box, no wider than it was measured, for each thing that its font lacks', async () => {
    const family = '👨\u200d👩\u200d👧';
    const drawn = (text: string): string =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="60"><text x="9" y="40" font-size="20" font-family="Inter">${text}</text></svg>`;
    const one = (await png(drawn('👨 house'))).bytes;
    expect(Buffer.from((await png(drawn(`${family} house`))).bytes).equals(Buffer.from(one))).toBe(true);
    // The box is 0.65625 em wide.
    for (const lacking of ['👨', family, 'ש', '漢', 'ש\u05b0'])
      expect(textWidth(lacking, 100)).toBeGreaterThanOrEqual(65.625);
    expect((await png(drawn(family))).missing).toEqual(['👨', '👩', '👧']);
  });

  it('names what its font lacks, and the file that shows it', async () => {
    const files = await bundle(hostileRun);
    const warned = files.filter((f) => f.warning !== undefined);
    expect(warned.map((f) => f.name)).toEqual(files.map((f) => f.name).filter((name) => name.endsWith('.png')));
    expect(warned[0].warning).toMatch(/^cases\.png cannot show .*ש.*🎲.*: use cases\.svg/);
    expect(String(files.find((f) => f.name === 'report.md')?.content)).toContain('](cases.svg)');
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

describe('names read from right to left', () => {
  const side = 'גולני';
  const row = { ...(tornado.sensitivity as Sensitivity).rows[0], label: 'יחידה עייפה', value: -4 };
  const sensitivity = {
    ...(tornado.sensitivity as Sensitivity),
    objective: { id: 'winner=a', label: `${side} wins` },
    rows: [row],
  };
  const given = [
    { ...tornado, title: 'קרב הטור', sensitivity },
    {
      ...exactRun,
      cells: [
        {
          ...exactRun.cells[0],
          sides: [side, 'צנחנים'] as const,
          measures: exactRun.cells[0].measures.map((m) => ({ ...m, label: `fatigue hits on the ${side}` })),
        },
      ],
    },
  ];
  const all = given.flatMap((results) => charts(results as Results));

  it.each(all)('are isolated line by line in $name', async ({ spec }) => {
    const lines = [...(await svg(spec)).matchAll(/<(?:text|tspan|title)\b[^>]*>([^<]*)/g)].map(([, line]) => line);
    const turned = lines.filter((line) => /[\u0590-\u05ff]/.test(line));
    expect(turned.length).toBeGreaterThan(0);
    expect(turned.filter((line) => /[\u0590-\u05ff]/.test(line.replace(/\u2068[^\u2068\u2069]*\u2069/g, '')))).toEqual(
      [],
    );
    // A mark of direction that was taken out leaves no gap.
    expect(lines.filter((line) => /“ | [”:,]/.test(line))).toEqual([]);
  });

  it('leave figures, brackets and English words outside', () => {
    const texts = all.map(({ spec }) => spec.usermeta.grognard.title);
    expect(JSON.stringify(all[0].spec)).toContain('\u2068יחידה עייפה\u2069 (−4)');
    expect(texts).toContainEqual(expect.stringMatching(/^Fatigue hits on the \u2068גולני\u2069: /));
    expect(shownText('\u202eאב 12 גד, 5')).toBe('\u2068אב 12 גד\u2069, 5');
    expect(shownText('no such name')).toBe('no such name');
  });

  it('never run on from line to line', () => {
    const lines = wrap('with כללים חדשים לטור ההתקפה', 110, 14);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line.match(/\u2068/g)?.length).toBe(line.match(/\u2069/g)?.length);
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
    expect(wrap('35% of fights', 40, 14)[0]).toBe('35%');
    expect(wrap('stand-and-deliver', 80, 14)).toEqual(['stand-and-', 'deliver']);
    expect(wrap('attacker.formation', 90, 14)).toEqual(['attacker.', 'formation']);
    const broken = wrap('Donaudampfschiff', 50, 14);
    expect(broken.join('')).toBe('Donaudampfschiff');
    expect(broken.every((line) => textWidth(line, 14) <= 50)).toBe(true);
  });

  it('as an SVG to be published brings the letters that it was laid out by', async () => {
    const files = await bundle(exactRun);
    const published = String(files.find((f) => f.name === 'outcomes.svg')?.content);
    expect(
      published.match(/@font-face\{font-family:Inter;font-weight:(?:400|600);src:url\(data:font\/woff/g),
    ).toHaveLength(2);
    expect(published.length).toBeLessThan(120_000);
  });
});
