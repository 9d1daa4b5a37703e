import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { charts } from '../../reports/choose.ts';
import { noSuchChart } from '../../src/scenarios/chart-names.ts';
import { allFixtures } from '../reports/fixtures.ts';
import { grognard } from './harness.ts';

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'only-'));

it('every chart that is drawn can be asked for', () => {
  const names = allFixtures.flatMap(([, results]) => charts(results).map(({ name }) => name));
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => noSuchChart(name) !== undefined)).toEqual([]);
});

it.each([
  ['run volley --only zork', /^--only: There is no chart 'zork' here; there are outcomes, .*at-least-…\.\n$/],
  ['run volley --only outcome', /Did you mean 'outcomes'\?\n$/],
  ['run volley --only tornado', /'tornado' is drawn by 'sensitivity'\.\n$/],
])('%s is refused before any work, and nothing is written', async (line, sentence) => {
  const out = join(temporaryFolder(), 'report');
  const ran = await grognard(`${line} --out ${out}`);
  expect(ran).toMatchObject({ code: 2, out: '' });
  expect(ran.err).toMatch(sentence);
  expect(existsSync(out)).toBe(false);
});

it('what is refused only after the work leaves no empty folder, and a folder that was there stays', async () => {
  const folder = temporaryFolder();
  const labels = join(folder, 'labels.yaml');
  writeFileSync(labels, 'zork: Fusiliers\n');
  const out = join(folder, 'deep', 'report');
  for (const dir of [out, temporaryFolder()]) {
    const ran = await grognard(`run volley --labels ${labels} --out ${dir}`);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toMatch(/names nothing in this answer/);
    expect(existsSync(dir)).toBe(dir !== out);
  }
  expect(existsSync(join(folder, 'deep'))).toBe(false);
});

it('a chart that these results do not draw is refused before the answer is printed', async () => {
  const ran = await grognard(`run volley --only cases --out ${join(temporaryFolder(), 'report')}`);
  expect(ran).toMatchObject({ code: 2, out: '' });
  expect(ran.err).toMatch(/^--only: These results draw no chart 'cases'; they draw outcomes, /);
});

it('in a file it is refused with its line', async () => {
  const file = join(temporaryFolder(), 'f.yaml');
  writeFileSync(file, 'rules: oth2\nencounter: fire\ncharts:\n  only: zork\n');
  const ran = await grognard(`run ${file}`);
  expect(ran).toMatchObject({ code: 2, out: '' });
  expect(ran.err).toMatch(/f\.yaml:4:\d+: charts\.only: .*There is no chart 'zork' here/);
});
