import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Results } from '../../src/results/types.ts';
import { grognard } from '../cli/harness.ts';
import { readCsv } from './read-csv.ts';

const folder = mkdtempSync(join(tmpdir(), 'grognard-labels-'));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const line = 'compare column-v-line --variant oth-half --variant attacker.fs=9';
const mine = file(
  'labels.yaml',
  'oth-half: Old sheet\nattacker: Grenadiers\ndefender.hits: losses of the line\nattacker.fs=9: Veterans\n',
);

describe('names instead of ids', () => {
  it('books go by the label that they carry', async () => {
    const { out } = await grognard(line);
    expect(out).toContain('1st edition');
    expect(out).toContain('2nd edition');
    expect(out.split('Reproduce:')[0]).not.toMatch(/oth2|oth-half/);
  });

  it('a file of labels renames books, sides, options and measures in tables, sentences and charts', async () => {
    const screen = (await grognard(`${line} --labels ${mine}`)).out;
    for (const name of ['Old sheet', 'Grenadiers', 'Veterans']) expect(screen).toContain(name);
    expect(screen.split('Reproduce:')[0]).not.toMatch(/1st edition|attacker/);
    const spec = (await grognard(`${line} --labels ${mine} --format vega-lite`)).out;
    for (const name of ['Old sheet', 'Grenadiers win', 'Veterans']) expect(spec).toContain(name);
    const full = (await grognard(`${line} --labels ${mine} --full`)).out;
    expect(full).toContain('losses of the line');
  });

  it('results and CSV keep the ids beside the labels', async () => {
    const results = JSON.parse((await grognard(`${line} --labels ${mine} --format json`)).out) as Results;
    expect(results.labels).toMatchObject({ 'oth-half': 'Old sheet' });
    expect(results.cells[1].labels).toEqual({ variant: 'oth-half' });
    expect(results.cells[1].rulebook).toMatchObject({ id: 'oth-half', label: '1st edition' });
    const rows = readCsv((await grognard(`${line} --labels ${mine} --format csv`)).out);
    const row = rows.find((r) => r['cell'] === '1' && r['id'] === 'defender.hits' && r['row'] === 'measure');
    expect(row).toMatchObject({
      'axis:variant': 'oth-half',
      'label:variant': 'Old sheet',
      cell_label: 'Old sheet',
      label: 'losses of the line',
      rulebook: 'oth-half',
      rulebook_label: '1st edition',
    });
  });

  it('a scenario brings labels of its own, of which the command line has the last word', async () => {
    const scenario = file(
      'fight.yaml',
      `rules: oth2
encounter: melee
attacker: { fs: 8, formation: attack-column }
defender: { fs: 7 }
vary:
  attacker.formation: { values: [line, attack-column], label: how they come on }
  defender.fs: [6, 7]
charts:
  labels: { attack-column: a solid column, line: in two ranks }
`,
    );
    const { out, err } = await grognard(`run ${scenario}`);
    expect(err).toBe('');
    expect(out).toContain('a solid column, defender FS 6');
    const results = JSON.parse((await grognard(`run ${scenario} --format json`)).out) as Results;
    expect(results.axes?.[0].label).toBe('how they come on');
    const other = file('other.yaml', 'attack-column: one mass\n');
    const told = (await grognard(`run ${scenario} --labels ${other}`)).out;
    expect(told).toContain('one mass');
    expect(told).toContain('in two ranks');
  });

  it('a variant is called by its label', async () => {
    const variant = file(
      'weak.yaml',
      'title: Columns gain nothing from their depth\nlabel: shallow columns\nbase: oth2\nchange:\n  melee.infantry.attack-column: { was: 2, to: 0 }\n',
    );
    const { out } = await grognard(`compare column-v-line --variant ${variant}`);
    expect(out).toContain('shallow columns');
    expect(out).not.toContain('Columns gain nothing');
  });
});

describe('labels that cannot be', () => {
  it.each([
    ['that name nothing', 'oth-hlf: Old sheet\n', /'oth-hlf' names nothing in this answer.*Did you mean 'oth-half'\?/],
    ['that are a list', '- oth2\n', /A file of labels is a list of ids/],
    ['that are empty', 'oth2: ""\n', /oth2/],
    ['that are too long', `oth2: ${'x'.repeat(10_000)}\n`, /80/],
    ['that are no words', 'oth2: [1]\n', /oth2/],
  ])('%s are refused in one sentence, and nothing is written', async (_, text, message) => {
    const out = join(folder, 'never');
    const ran = await grognard([...line.split(' '), '--labels', file('bad.yaml', text), '--out', out]);
    expect(ran.code).toBe(2);
    expect(ran.out).toBe('');
    expect(ran.err.trimEnd().split('\n')).toHaveLength(1);
    expect(ran.err).toMatch(message);
    expect(existsSync(join(out, 'results.json'))).toBe(false);
  });
});
