import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cellNames } from '../../reports/cells.ts';
import type { Results } from '../../src/results/types.ts';
import { exampleSource } from '../../src/scenarios/examples.ts';
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

  it('what is varied of a side goes by the name of that side', async () => {
    const names = ['--set', 'attacker.name=Old Guard', '--set', 'defender.name=Coldstreams', '--no-rulings'];
    const swept = await grognard(['sweep', 'column-v-line', '--vary', 'attacker.fs=6..8', ...names]);
    expect(swept.out).toContain('Old Guard FS 6');
    const compared = await grognard(['compare', 'column-v-line', '--variant', 'defender.fs=9', ...names]);
    expect(compared.out).toMatch(/^With Coldstreams FS 9 /);
    const elite = await grognard(['sweep', 'column-v-line', '--vary', 'defender.elite=true,false', ...names]);
    expect(elite.out).toContain('Coldstreams not elite');
    for (const { out } of [swept, compared, elite])
      expect(out.split('Reproduce:')[0]).not.toMatch(/attacker|defender|side [AB]/i);
    const engaged = [
      'sweep two-battalions --engine sample --trials 50 --seed 1 --set turns=1 --set a.name=Guards',
      '--vary a.fs=7,8 --format json',
    ];
    const results = JSON.parse((await grognard(engaged.join(' '))).out) as Results;
    expect(cellNames(results)).toEqual(['Guards FS 7', 'Guards FS 8']);
    expect(results.cells[0]).toMatchObject({ sides: ['Guards', 'regiment that waits'], sideIds: ['side A', 'side B'] });
  });

  it('a tuned row and an edited row are called as the sheet calls them', async () => {
    const path = 'rules.melee.infantry.support-one';
    const { out } = await grognard(`tune column-v-line --target 50% --vary ${path}=0..2 --format json`);
    expect((JSON.parse(out) as Results).tuning?.best).toMatchObject([{ path, label: 'one supporting unit' }]);
    const moved = (await grognard(`tune column-v-line --target 50% --vary ${path}=0..2`)).out;
    expect(moved.split('Reproduce:')[0]).not.toMatch(/support one/);
    const both = `--vary ${path}=0..1 --vary rules.melee.cavalry.support-one=0..1`;
    const pair = JSON.parse((await grognard(`tune column-v-line --target 50% ${both} --format json`)).out) as Results;
    expect(pair.tuning?.best.map((b) => b.label)).toEqual([
      'one supporting unit (Infantry: combat modifiers)',
      'one supporting unit (Cavalry: combat modifiers)',
    ]);
    const edited = (await grognard(`compare column-v-line --variant ${path}=0`)).out;
    expect(edited).toContain('“one supporting unit” at 0');
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
    expect(out).toMatch(/a solid column +6 /);
    const results = JSON.parse((await grognard(`run ${scenario} --format json`)).out) as Results;
    expect(results.axes?.[0].label).toBe('how they come on');
    const other = file('other.yaml', 'attack-column: one mass\n');
    const told = (await grognard(`run ${scenario} --labels ${other}`)).out;
    expect(told).toContain('one mass');
    expect(told).toContain('in two ranks');
    // An answer that looks at one case needs no other file.
    const one = await grognard(`sensitivity ${scenario} --set attacker.formation=line --set defender.fs=6`);
    expect([one.code, one.err]).toEqual([0, '']);
    expect((await grognard(`best two-card-sets --labels ${other}`)).err).toMatch(/'attack-column' names nothing/);
    expect((await grognard('best two-card-sets')).code).toBe(0);
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
  it('are refused with the line of the scenario that gives them', async () => {
    const own = file('labelled.yaml', `${exampleSource('volley')}\ncharts:\n  labels:\n    oth-hlf: Old sheet\n`);
    const { code, err } = await grognard(`run ${own}`);
    expect(code).toBe(2);
    const lines = readFileSync(own, 'utf8').split('\n');
    const at = lines.findIndex((text) => text.includes('oth-hlf')) + 1;
    expect(err).toContain(`:${at}:5: charts.labels: The label 'oth-hlf' names nothing in this answer`);
  });
  it.each([
    [
      'that name nothing',
      'oth-hlf: Old sheet\n',
      /:1:\d+: The label 'oth-hlf' names nothing in this answer.*Did you mean 'oth-half'\?/,
    ],
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
