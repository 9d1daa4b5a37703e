import { describe, expect, it } from 'vitest';
import { bundle } from '../../reports/bundle.ts';
import { columnsOf } from '../../reports/columns.ts';
import { COLUMNS } from '../../reports/csv/row.ts';
import { csv } from '../../reports/csv.ts';
import { json } from '../../reports/json.ts';
import { markdown } from '../../reports/markdown.ts';
import { single } from '../../reports/single.ts';
import { DEFAULT_STYLE } from '../../reports/style.ts';
import { terminal, terminalOptions } from '../../reports/terminal.ts';
import type { Results } from '../../src/results/types.ts';
import {
  allFixtures,
  convergence,
  exactRun,
  HOSTILE,
  hostileRun,
  illustrativeRun,
  longNames,
  matrixGame,
  sampledCompare,
  sampledRun,
  tornado,
  tuning,
} from './fixtures.ts';
import { readCsv } from './read-csv.ts';

const file = async (results: Results, name: string): Promise<string> => {
  const found = (await bundle(results)).find((f) => f.name === name);
  return String(found?.content);
};

describe('CSV', () => {
  it('has the same columns in the same order for every result, axes and their labels last', () => {
    for (const [, results] of allFixtures) {
      const header = csv(results).split('\n')[0].split(',');
      expect(header.slice(0, COLUMNS.length)).toEqual([...COLUMNS]);
      expect(header.slice(COLUMNS.length).every((name) => /^"?(?:axis|label):/.test(name))).toBe(true);
    }
  });

  it('gives a row for each outcome, measure and value, with its provenance', () => {
    const rows = readCsv(csv(sampledRun));
    const outcome = rows.find((r) => r.id === 'defender-retreats');
    expect(outcome).toMatchObject({
      row: 'outcome',
      p: '0.27',
      count: '2700',
      engine: 'sample',
      trials: '10000',
      seed: '7',
      rulebook: 'oth2',
      rulebook_hash: '3f9ac0d1e2b47788',
    });
    expect(Number(outcome?.low)).toBeLessThan(0.27);
    expect(rows.filter((r) => r.row === 'measure').map((r) => r.id)).toEqual([
      'attacker.hits',
      'defender.hits',
      'rounds',
    ]);
    expect(rows.filter((r) => r.row === 'distribution' && r.id === 'rounds')).toHaveLength(3);
  });

  it('leaves intervals, counts and trials empty when exact', () => {
    for (const row of readCsv(csv(exactRun)))
      expect([row.low, row.high, row.count, row.trials]).toEqual(['', '', '', '']);
  });

  it('keeps names whole and disarms formulas, but not negative numbers', () => {
    const rows = readCsv(csv(hostileRun));
    const names = [...new Set(rows.map((r) => r['axis:attacker.name']))];
    expect(names).toEqual(HOSTILE.slice(0, 6).map((name) => (name.startsWith('=') ? `'${name}` : name)));
    const less = readCsv(csv(sampledCompare)).find(
      (r) => r.row === 'difference of outcome' && r.id === 'defender-retreats',
    );
    expect(Number(less?.difference)).toBeCloseTo(-0.08, 12);
  });

  it('holds what the other commands found', () => {
    expect(readCsv(csv(tornado)).filter((r) => r.row === 'sensitivity')).toHaveLength(12);
    expect(readCsv(csv(matrixGame)).filter((r) => r.row === 'matrix')).toHaveLength(6);
  });

  it('starts with a byte-order mark in a file and without one in a pipe', async () => {
    expect(await file(exactRun, 'results.csv')).toMatch(/^\ufeffrow,/);
    expect(csv(exactRun)).toMatch(/^row,/);
  });
});

describe('JSON', () => {
  it('is the results themselves', () => {
    expect(JSON.parse(json(sampledCompare))).toEqual(JSON.parse(JSON.stringify(sampledCompare)));
  });
});

describe('Markdown', () => {
  it('has the finding, the table, the picture and the line that reproduces it', async () => {
    const text = await file(sampledRun, 'report.md');
    expect(text).toContain('## The defender wins 45.0% of charges');
    expect(text).toContain('](outcomes.png)');
    expect(text).toContain('| defender retreats | 27.0% | 26.1–27.9% |');
    expect(text).toContain('```sh\ngrognard run headline --seed 7\n```');
  });

  it('escapes names: no markup, no HTML, no broken table', () => {
    const [prose] = markdown(hostileRun).split('```');
    expect(prose).not.toMatch(/<script|<b>/);
    expect(prose).not.toMatch(/[^\\]\*y\*/);
    const widths = prose
      .split('\n')
      .filter((l) => l.startsWith('|'))
      .map((l) => l.split(/(?<!\\)\|/).length);
    expect(new Set(widths)).toEqual(new Set([6]));
  });
});

describe('terminal', () => {
  it.each(allFixtures)('keeps %s within 80 columns and free of control characters', (_, results) => {
    const text = terminal(results);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may pass
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(text.split('\n').filter((line) => columnsOf(line) > 80)).toEqual([]);
  });

  it('fits a narrow screen too', () => {
    for (const results of [longNames, sampledCompare, matrixGame, exactRun, sampledRun, tuning, convergence]) {
      for (const columns of [40, 50]) {
        const lines = terminal(results, { columns }).split('\n');
        expect(lines.filter((line) => columnsOf(line) > columns)).toEqual([]);
      }
    }
    expect(terminal(exactRun, { columns: 40 })).toMatch(/^undecided/m);
  });

  it('prints the variant file that tuning found, as does every text, and the bundle holds it', async () => {
    const lines = ['change:', '  melee.infantry.attack-column:', '    was: 2', '    to: 5'];
    expect(terminal(tuning)).toContain(
      `comes nearest:\n  title: "Tuned: <b>"\n  base: oth2\n${lines.map((l) => `  ${l}\n`).join('')}`,
    );
    expect(markdown(tuning)).toContain(`\`\`\`yaml\ntitle: "Tuned: <b>"\nbase: oth2\n${lines.join('\n')}\n\`\`\``);
    const files = await bundle(tuning);
    const page = String(files.find((f) => f.name === 'report.html')!.content);
    expect(page).toContain(`<pre>title: &quot;Tuned: &lt;b&gt;&quot;\nbase: oth2\n${lines.join('\n')}</pre>`);
    expect(files.find((f) => f.name === 'variant.yaml')!.content).toBe(tuning.tuning!.variantFile);
  });

  it('shows how a sample closed in on the exact figure', () => {
    const { exact, points } = convergence.convergence!;
    const text = terminal(convergence);
    expect(text).toContain(`Closing in on the exact ${(exact * 100).toFixed(1)}%`);
    expect(text).toContain(points.at(-1)!.trials.toLocaleString('en'));
  });

  it('draws bars in proportion', () => {
    const bar = (label: string): number =>
      (new RegExp(`^${label} .*?(█*)\\S?$`, 'm').exec(terminal(exactRun))?.[1] ?? '').length;
    expect(bar('defender retreats')).toBe(24);
    expect(bar('defender broken')).toBe(7);
  });

  it('colours only a terminal, and never under NO_COLOR', () => {
    const colourCode = '\u001b[';
    expect(terminal(exactRun, { colour: true })).toContain(colourCode);
    expect(terminal(exactRun)).not.toContain(colourCode);
    const before = process.env.NO_COLOR;
    const forced = process.env.FORCE_COLOR;
    try {
      delete process.env.FORCE_COLOR;
      delete process.env.NO_COLOR;
      expect(terminalOptions({ isTTY: true, columns: 120 })).toEqual({ columns: 120, colour: true });
      expect(terminalOptions({})).toEqual({ columns: 80, colour: false });
      process.env.NO_COLOR = '1';
      expect(terminalOptions({ isTTY: true }).colour).toBe(false);
    } finally {
      if (before === undefined) delete process.env.NO_COLOR;
      else process.env.NO_COLOR = before;
      if (forced !== undefined) process.env.FORCE_COLOR = forced;
    }
  });
});

describe('notes that qualify the figures', () => {
  it('stand in every format and on every chart', async () => {
    const files = await bundle(illustrativeRun);
    const [illustrative, borrowed, cap] = illustrativeRun.cells[0].notes.map((note) => note.text);
    for (const { name, content } of files) {
      if (/\.png$|scenario/.test(name)) continue;
      // Charts wrap their captions: the words are there, in order.
      const words = String(content)
        .replace(/<[^>]*>|[",\s[\]]+/g, ' ')
        .replace(/ +/g, ' ');
      const has = (text: string): boolean => words.includes(text.replace(/[",\s]+/g, ' '));
      expect([name, has(illustrative), has(borrowed)]).toEqual([name, true, true]);
      if (/^r/.test(name) && !/^rounds/.test(name)) expect([name, has(cap)]).toEqual([name, true]);
    }
    const screen = terminal(illustrativeRun).replace(/\s+/g, ' ');
    for (const text of [illustrative, borrowed, cap]) expect(screen).toContain(text);
    expect(screen).toContain('Illustrative:');
  });
});

describe('one format on its own', () => {
  it('is the first chart as a spec or a picture, or the whole page', async () => {
    expect(JSON.parse(await single(exactRun, 'vega-lite'))).toEqual(
      JSON.parse(await file(exactRun, 'outcomes.vl.json')),
    );
    expect(await single(exactRun, 'svg')).toBe(`${await file(exactRun, 'outcomes.svg')}\n`);
    expect(await single(exactRun, 'svg', { style: { ...DEFAULT_STYLE, theme: 'dark' } })).toContain('fill="#15181d"');
    expect(await single(exactRun, 'html')).toBe(await file(exactRun, 'report.html'));
  });
});

describe('a run that was stopped', () => {
  it('says so on the chart and in the text', async () => {
    const stopped = { ...sampledRun, cells: sampledRun.cells.map((c) => ({ ...c, partial: true })) };
    const said = 'Stopped early: these are the trials done so far.';
    const words = (text: string): string => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    expect(words(terminal(stopped))).toContain(said);
    expect(words(await single(stopped, 'svg'))).toContain(said);
    expect(terminal({ ...exactRun, partial: true }).replace(/\s+/g, ' ')).toContain(
      'cells that were asked for are missing',
    );
  });
});

describe('an exact result', () => {
  it('shows no interval in any format', async () => {
    const texts = [
      terminal(exactRun),
      markdown(exactRun),
      await file(exactRun, 'report.html'),
      await file(exactRun, 'outcomes.svg'),
    ];
    for (const text of texts) expect(text.replace(/<script[\s\S]*<\/script>/, '')).not.toMatch(/interval|±/);
  });
});
