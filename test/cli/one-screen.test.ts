import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { altText } from '../../reports/alt-text.ts';
import { briefNote } from '../../reports/caption.ts';
import { charts } from '../../reports/choose.ts';
import { markup } from '../../reports/html.ts';
import { markdown } from '../../reports/markdown.ts';
import { SCREEN_LINES, terminal } from '../../reports/terminal.ts';
import type { Results } from '../../src/results/types.ts';
import { examples } from '../../src/scenarios/examples.ts';
import { grognard } from './harness.ts';
import { idsIn } from './ids.ts';

const folder = mkdtempSync(join(tmpdir(), 'grognard-screen-'));
const suite = join(folder, 'suite.yaml');
writeFileSync(
  suite,
  [
    'title: Three volleys',
    'rules: oth2',
    'situations:',
    '  first-volley: volley',
    '  stand-and-deliver: stand-and-deliver',
  ]
    .concat('  column-v-line: column-v-line', '')
    .join('\n'),
);

/** Every kind of answer, and how many lines more it may have: one per case of a sweep or a matrix. */
const ANSWERS: readonly [line: string, cases: number][] = [
  ['run volley --trials 20000 --seed 1', 0],
  ['run column-v-line --observed defender.hits=5', 0],
  ['run column-v-line --observed defender.hits=5 --observed attacker.hits=4', 0],
  ['run volley --trials 20000 --seed 1 --convergence target-hit', 0],
  ['compare column-v-line --variant oth-half', 0],
  ['compare volley --variant oth-half --trials 20000 --seed 1', 0],
  ['compare column-v-line --variant oth-half --variant attacker.fs=9 --variant attacker.fs=6', 0],
  ['compare stand-and-deliver --variant rules.melee.infantry.attack-column=0', 0],
  ['compare volley --variant oth-half --rulings', 0],
  ['compare volley --variant oth-half --variant firer.fs=9 --rulings', 0],
  ['best stand-and-deliver', 0],
  ['best formations-v-reactions', 0],
  ['best lines-engage --set turns=1', 0],
  ['best cavalry-v-line', 0],
  ['best hussars-on-the-flank', 0],
  // Searched, with long names and a warning above a long command.
  ['best brigades-engage --set turns=1 --engine sample --trials 50 --seed 1', 0],
  [`impact rules.fire.small-arms.initial-volley=1 --suite ${suite}`, 0],
  [`impact rules.fire.small-arms.initial-volley=1 oth-half --suite ${suite}`, 0],
  ['sweep column-v-line --vary attacker.fs=6..9', 4],
  ['sweep column-v-line --vary rules.melee.infantry.attack-column=-2..2', 5],
  ['sweep column-v-line --vary attacker.fs=5..9 --vary defender.fs=6..9', 20],
  ['sweep stand-and-deliver --vary attacker.formation=line,attack-column --vary defender.reaction=stand,counter', 4],
  ['matrix formations-v-reactions', 16],
  ['matrix cavalry-v-line --rows attacker.formation=line,deep-formation --columns attacker.elite=true,false', 4],
  ['sensitivity column-v-line', 0],
  ['sensitivity cavalry-v-line', 0],
  ['tune column-v-line --target 50% --vary rules.melee.infantry.attack-column=-2..8', 0],
  // A row that follows a ruling, and a variant file that takes many lines.
  ['tune cavalry-v-square --target 50% --vary rules.contact.modifiers.cavalry-at-infantry=-3..3', 0],
  ['sweep cavalry-v-square --vary rules.contact.modifiers.cavalry-at-infantry=-3..0', 4],
  ['compare rally --variant rules.rally.modifiers.inspiration.plus=1', 0],
  ['tune column-v-line --target even --vary rules.melee.infantry.attack-column=-2..8', 0],
];
/** Engagements that do not fit exactly are sampled: a few plays show what an answer looks like. */
const SAMPLED = [
  'three-a-side',
  'brigades-engage',
  'cavalry-attack',
  'two-battalions',
  'lines-engage',
  'gendarmes-advance',
];
const RUNS = [...examples().keys()].map((name): [string, number] => [
  SAMPLED.includes(name) ? `run ${name} --engine sample --trials 100 --seed 1 --set turns=1` : `run ${name}`,
  0,
]);

const SEAM = /\s+|(?<=[._=/-])(?=[^._=/-])/;
/** Words, without the bars, which are as long as there is room. */
const pieces = (text: string): string[] =>
  text.split(SEAM).filter((piece) => piece !== '' && !/^[\u2588-\u258f]+$/u.test(piece));

const WIDTHS = [60, 80, 120];
/** What stands for rows and notes that a screen has no room for. */
const CUT = `… more note: notes: more: More: see --full. ${['illustrative', 'borrowed'].map(briefNote).join(' ')}`;
const torn = (out: string, whole: string): string[] => {
  const known = new Set(pieces(whole));
  return pieces(out).filter((piece) => !known.has(piece) && !/^\d+$/.test(piece));
};

/** What can be read in a picture: its title and caption, and every text of its rows. */
const drawnText = ({ usermeta, data }: ReturnType<typeof charts>[number]['spec']): string => {
  const { picture, columns } = usermeta.grognard;
  const values = data.values.flatMap((row) => Object.values(row).filter((v) => typeof v === 'string'));
  const heads = columns.map((c) => c.title);
  return [...picture.title, ...picture.subtitle, ...picture.caption, ...heads, ...values].join('\n');
};

/** What a browser shows or reads out of report.html, and what other sites show of it; files and code keep their ids. */
function pageText(results: Results): string {
  const drawn = charts(results).map(({ name, spec }) => ({ name, spec, svg: '', wide: spec, wideSvg: '' }));
  return markup(results, drawn)
    .replace(/<(script|style|code|pre|a)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<meta [^>]*(?:http-equiv|og:image"|twitter:card)[^>]*>/g, ' ')
    .replace(/<[^>]*?(?:(?:content|aria-label|alt|title)="([^"]*)")[^>]*>/g, '\n$1\n')
    .replace(/<[^>]*>/g, '\n');
}

describe('on one screen, in whole words and names', () => {
  it.each([...ANSWERS, ...RUNS])('grognard %s', async (line, cases) => {
    const { out: json, err } = await grognard(`${line} --format json --quiet`);
    expect(err).toBe('');
    const results = JSON.parse(json) as Results;
    const full = terminal(results, { columns: 1000, full: true });
    const whole = `${terminal(results, { columns: 1000 })} ${full}`;
    const most = SCREEN_LINES + (line.startsWith('run') && results.cells.length > 1 ? results.cells.length : cases);
    const out = (columns: number): string => terminal(results, { columns });
    for (const columns of WIDTHS) {
      const shown = out(columns);
      if (columns >= 80) expect(shown.trimEnd().split('\n').length, shown).toBeLessThanOrEqual(most);
      expect(torn(shown, `${whole} ${CUT}`), `${columns} columns`).toEqual([]);
    }
    expect(await idsIn(terminal(results, { columns: 1000 }), results), 'on the screen').toEqual([]);
    expect(await idsIn(full, results), 'with --full').toEqual([]);
    expect(await idsIn(markdown(results), results), 'in Markdown').toEqual([]);
    // A choice stands in one pair of brackets.
    expect(results.best?.text ?? '').not.toMatch(/\) \(|\([^)]*\(/);
    const page = pageText(results);
    expect(page).toContain('How to read this');
    expect(await idsIn(page, results), 'on the page').toEqual([]);
    // An id without its hyphen is no name.
    expect(`${out(80)}${full}${markdown(results)}${page}`).not.toMatch(/\both half\b/);
    for (const { name, spec } of charts(results)) {
      expect(await idsIn(drawnText(spec), results), `in the chart ${name}`).toEqual([]);
      expect(await idsIn(altText(spec), results), `in the words of the chart ${name}`).toEqual([]);
    }
  });

  it.each([
    'roll 3d6',
    'roll D66',
    'rules list',
    'rules show oth2',
    'rules show pike-shot',
    'rules show oth2 rulings',
    'rules show oth2 facts',
    'rules show oth2 melee.infantry',
    'rules diff oth2 oth-half',
    'rules find column',
    'rules check oth2',
    `suite show ${suite}`,
    'examples',
    'inspect docs/gallery/cases-card.png',
    'link volley',
  ])('grognard %s', async (line) => {
    const answer = async (columns: number): Promise<string> =>
      (await grognard(line, { columns, outIsTerminal: true, env: { NO_COLOR: '1' } })).out;
    const whole = await answer(1000);
    for (const columns of WIDTHS) {
      const out = await answer(columns);
      if (columns >= 80) expect(out.trimEnd().split('\n').length, out).toBeLessThanOrEqual(SCREEN_LINES);
      expect(torn(out, whole), `${columns} columns`).toEqual([]);
      // A terminal would break a longer line wherever it ends; a link is one word.
      const tooLong = out.split('\n').filter((row) => row.length > columns && /\S\s+\S/.test(row));
      expect(tooLong, `${columns} columns`).toEqual([]);
    }
  });

  it('grognard explain', async () => {
    const answer = async (columns: number, more = '', name = 'stand-and-deliver'): Promise<string> =>
      (await grognard(`explain ${name}${more}`, { columns, outIsTerminal: true, env: { NO_COLOR: '1' } })).out;
    const whole = await answer(1000, ' --all --near');
    for (const columns of WIDTHS) {
      const out = await answer(columns);
      expect(out.trimEnd().split('\n').length, out).toBeLessThanOrEqual(SCREEN_LINES);
      expect(torn(out, `${whole} … and more rolls; --all shows them.`), `${columns} columns`).toEqual([]);
      expect(out).not.toContain('kept out by a single fact');
    }
    expect(whole).toContain('kept out by a single fact');
    expect(await idsIn(whole, { cells: [] })).toEqual([]);
    for (const name of ['cavalry-v-line', 'gendarmes-v-pikes', 'grenadiers-charge'])
      expect(await idsIn(await answer(1000, ' --all --near', name), { cells: [] }), name).toEqual([]);
  });
});
