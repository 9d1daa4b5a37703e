import { expect, it } from 'vitest';
import { comparison } from '../../reports/screen/comparison.ts';
import type { Difference, Results } from '../../src/results/types.ts';
import { grognard } from '../cli/harness.ts';
import { sampledCompare } from './fixtures.ts';

const figures = (text: string, row: string): number[] => {
  const line = text.split('\n').find((l) => l.startsWith(row)) ?? '';
  return [...line.slice(row.length).matchAll(/[+\u2212]?\d+\.\d/g)].map(([n]) => Number(n.replace('\u2212', '-')));
};
const tenths = (x: number): number => Math.round(x * 10) / 10;

it('shares and leads in the headline are the sums of the rows under it', async () => {
  const { out } = await grognard('compare column-v-line --variant oth-half --no-rulings');
  const [attacker, defender] = [figures(out, 'attacker wins'), figures(out, 'defender wins')];
  const [, after, before] = /, ([\d.]+)% of fights are decided instead of ([\d.]+)%/.exec(out) ?? [];
  expect([before, after].map(Number)).toEqual([0, 1].map((i) => tenths(attacker[i] + defender[i])));
  const [, led, leads] = /lead falls from ([\d.]+) to ([\d.]+)/.exec(out) ?? [];
  expect([led, leads].map(Number)).toEqual([0, 1].map((i) => tenths(attacker[i] - defender[i])));
});

it('says so where rows do not add up to their sums, and only then', async () => {
  const note = 'Each figure is rounded by itself';
  expect((await grognard('compare column-v-line --variant oth-half --no-rulings')).out).toContain(note);
  const even = await grognard('compare volley --variant oth-half --no-rulings');
  expect(even.out).not.toContain(note);
});

it('a note on another reading starts from the difference that the table shows', async () => {
  const { out } = await grognard('compare column-v-line --variant attacker.fs=9');
  const [, base] = /instead of \+([\d.]+) percentage points \(attacker wins\)/.exec(out.replaceAll('\n', ' ')) ?? [];
  expect(Number(base)).toBe(figures(out, 'attacker wins')[2]);
});

it('a note on another reading of a sampled comparison says that it was worked out exactly', async () => {
  const { out } = await grognard('compare column-v-line --variant attacker.fs=9 --engine sample --trials 2000');
  expect(out).toMatch(/The rules leave open: .* \([^)]*, worked out exactly\)/s);
});

it('who asks for another figure is not told of the lead', async () => {
  const { out } = await grognard('compare column-v-line --variant attacker.fs=9 --objective defender-broken');
  expect(out).not.toMatch(/lead\)/);
});

it('an interval that leaves out 0 beside "not detectable" is explained by the correction, and only then', () => {
  const withHalf = (half: number): Results => ({
    ...sampledCompare,
    differences: (sampledCompare.differences ?? []).map(
      (d): Difference => ({
        ...d,
        low: d.difference - half,
        high: d.difference + half,
        pValue: 0.2,
        verdict: 'no detectable difference',
      }),
    ),
  });
  const said = (half: number): string => (comparison(withHalf(half)).lines ?? []).join(' ');
  expect(said(1e-6)).toMatch(/of \d+ together some leave out 0 by chance, .* corrected for all of them \(Holm\)/);
  expect(said(10)).not.toMatch(/leave out 0/);
});

it('the page of a comparison lists the readings that matter, once', async () => {
  const { out } = await grognard('compare column-v-line --variant oth-half --format html');
  const [, after = ''] = out.replace(/<script[\s\S]*?<\/script>/g, '').split('<h2>What it depends on</h2>');
  expect(after).toMatch(/^<ul class="notes"><li>The rules leave open: /);
  expect(after.match(/The rules leave open/g)).toHaveLength(1);
});

it('tells in one sentence what other readings do to several variants, and calls a book by its label', async () => {
  const { out } = await grognard(
    'compare column-v-line --variant rules=oth-half --variant attack-column=0 --variant attack-column=3 --rulings',
  );
  expect(out.match(/other readings? of the rulings/gi)).toHaveLength(1);
  expect(out.replace(/\s+/g, ' ')).toMatch(
    /Other readings of the rulings turn the verdict on 'attacker wins' with the 1st edition and attack column 3, and another with all 3 variants: see --full\./,
  );
  expect(out.split('Reproduce:')[0]).not.toMatch(/oth-half|rules=/);
});
