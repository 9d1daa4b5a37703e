import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { charts } from '../../reports/choose.ts';
import { markup } from '../../reports/html.ts';
import { screenSections } from '../../reports/screen.ts';
import { terminal } from '../../reports/terminal.ts';
import { PromptStopped } from '../../src/cli/io.ts';
import { BASE, cell, results } from '../reports/fixtures.ts';
import { grognard } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'grognard-words-'));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe('answers in words', () => {
  it('Ctrl-C at a prompt of new ends with 130 and says nothing', async () => {
    const ask = () => Promise.reject(new PromptStopped());
    const { code, err } = await grognard('new', { canAsk: true, ask });
    expect(code).toBe(130);
    expect(err).toBe('');
  });

  it.each(['b', 'B', 'side B', 'defender'])('--side %s is the second side', async (side) => {
    const { code, out } = await grognard(['run', 'cavalry-v-line', '--observed', 'outcome=undecided', '--side', side]);
    expect(code).toBe(0);
    expect(out).toContain('for the defender');
  });

  it('tune moves what the type of a unit says', async () => {
    const { out } = await grognard('tune musket-melee --target even --vary attacker.bases=4..12');
    expect(out).toMatch(/^Nearest to an even fight: Old guard with 11 bases/);
    const { code, err } = await grognard('tune musket-melee --target even --vary attacker.zork=4..12');
    expect([code, err]).toEqual([2, "attacker.zork: 'attacker.zork' is not set in this situation; no figure is.\n"]);
  });

  it('a unit goes by its name where its side has none', async () => {
    const line = 'sweep hussars-on-the-flank --vary a.others.0.tactic=hold,charge --vary turns=1,2';
    const { out } = await grognard(`${line} --engine sample --trials 200 --seed 1 --no-rulings`);
    expect(out).toMatch(/^Hussars tactic matters most: /);
    expect(out).not.toContain('unit 2');
  });

  it('tuning tells a mean with the decimals of its table', async () => {
    const { out } = await grognard('tune volley --objective target.hits --target 1.5 --vary firer.fs=5..8');
    expect(out).toMatch(
      /^Nearest to 1\.50: firer FS 6 gives fatigue hits on the target 1\.40; at 7, 1\.70; now it\s+is\s+1\.70\n/,
    );
  });

  it('a ruling that the cases vary is not told once more as left open', async () => {
    const line = 'sweep column-v-line --vary rulings.undecided=stay-locked,attacker-falls-back';
    const { out } = await grognard(line);
    expect(out).toMatch(/^With the ruling undecided “attacker falls back” the defender wins 55\.5% of fights/);
    expect(out).toContain('The rules leave open:');
    expect(out).not.toContain('Nothing decided after the last round');
  });

  it('rows of two tables that are called the same tell their tables', async () => {
    const { out } = await grognard('sensitivity musket-melee');
    expect(out).toMatch(/^“Veterans \(Melee\)” matters most/);
    expect(out).toMatch(/\nveterans \(Morale\) /);
  });

  it('no chart compares curves that coincide, nor what befalls the side that nobody asks about', async () => {
    const drawn = async (line: string) => {
      const { out } = await grognard(`${line} --no-rulings --format json`);
      return charts(JSON.parse(out)).map(({ name, spec }) => `${name}: ${spec.usermeta.grognard.title}`);
    };
    // Both editions cost the target and the firer the same.
    expect((await drawn('compare volley --variant oth-half')).map((title) => title.split(':')[0])).toEqual([
      'cases',
      'difference',
    ]);
    const weaker = await drawn('compare volley --variant firer.fs=4');
    expect(weaker.at(-1)).toMatch(/^at-least-hits: Fatigue hits on the target: /);
  });

  it('a bar tells a figure once, and a variant the outcomes that it moves', async () => {
    const line = 'compare column-v-line --variant attacker.fs=9 --variant defender.fs=9 --no-rulings --format json';
    const compared = JSON.parse((await grognard(line)).out);
    const [cases, moved] = charts(compared);
    const texts = JSON.stringify(cases.spec);
    // All that the defender wins is that the attacker retreats.
    expect(texts).toContain('"total":"13.2%"');
    expect(texts).not.toContain('"figure":"13.2"');
    expect(texts).toContain('"figure":"43.8"');
    const drawn = moved.spec.data.values.map((row) => `${row['variant']}: ${row['outcome']} ${row['points']}`);
    expect(drawn).toContain('defender FS 9: attacker broken +0.2');
    expect(drawn.filter((row) => /^attacker FS 9: attacker broken/.test(row))).toEqual([]);
    // Nor does paper show the table of a chart whose figures all stand among all figures, whatever digits are in a name.
    const pictures = [cases, moved].map(({ name, spec }) => ({ name, spec, svg: '', wide: spec, wideSvg: '' }));
    expect(markup(compared, pictures).match(/<details class="told">/g)).toHaveLength(2);
  });

  it('where there is no room for all outcomes, the rarest give way', () => {
    const [{ table }] = screenSections(results({ cells: [cell({}, [0.01, 0.2, 0.04, 0.05, 0.6, 0.1], 1000)] }));
    const shares = table?.rows.toSorted((x, y) => (x.rank ?? 0) - (y.rank ?? 0)).map(({ cells: [, share] }) => share);
    expect(shares).toEqual(['60.0%', '20.0%', '10.0%', '5.0%', '4.0%', '1.0%']);
  });

  it('a volley that only ends otherwise is not said to be won as often as before', async () => {
    const suite = file(
      'volley.yaml',
      'rules: oth2\nsituations:\n  first: volley\n  later: { encounter: fire, firer: { formation: line, fs: 6, fired: true }, target: { formation: line, fs: 7 }, distance: 5 }\n',
    );
    const { out } = await grognard(`impact oth-half --suite ${suite}`);
    expect(out).toContain('20.0% end otherwise, to neither side’s gain');
    expect(out).toMatch(/end otherwise: firer has an effect \d+% → \d+%/);
    expect(out).not.toContain('firer wins');
  });

  it.each([
    ['reactions', '{ id: volley-fire, like: counter }', /'reactions\.volley-fire' can never be used/],
    ['fire.small-arms', '{ id: elite, value: 1, when: { self: { traits: { has: elite } } } }', /in order\n$/],
  ])('rules check says whether a row added to %s can be used', async (table, row, words) => {
    const path = file('variant.yaml', `title: Mine\nbase: oth2\nadd:\n  ${table}:\n    - ${row}\n`);
    const { code, out } = await grognard(['rules', 'check', path]);
    expect(code).toBe(0);
    expect(out).toMatch(words);
  });

  it('--no-rulings leaves out on which rulings a result hangs', async () => {
    expect((await grognard('run volley')).out).toContain('The rules leave open');
    expect((await grognard('run volley --full')).out).toContain(
      '\nWhat about scores above 10? --set rulings.highScore=shift\n',
    );
    expect((await grognard('run volley --no-rulings')).out).not.toContain('The rules leave open');
  });

  it.each([
    // Nothing is called best beside its equal, and nothing is said twice.
    [
      '--rows attacker.formation=line,deep-formation --columns defender.reaction=stand,emergency-square',
      /^Best for the attacker: line or deep formation alike;/,
      /Best for the attacker: line\.|do equally well|Equally good for the attacker/,
    ],
    [
      '--rows attacker.formation=line,deep-formation --columns attacker.fs=7,8',
      /^Best for the attacker: line or deep formation with FS 8; .* Both are choices of the attacker; 2 pairs/,
      /such as|line with 8/,
    ],
    [
      '--rows attacker.elite=true,false --columns defender.fs=6,7',
      /attacker FS 6 FS 7 elite .* not elite .* The defender is best off with FS 7\./,
      /\b(?:true|false)\b(?!,| --)/,
    ],
  ])('a matrix of %s says what is best once, in names', async (axes, said, unsaid) => {
    const { out } = await grognard(`matrix cavalry-v-line ${axes}`);
    const answer = out.replace(/Reproduce:.*/s, '').replace(/\s+/g, ' ');
    expect(answer).toMatch(said);
    expect(answer).not.toMatch(unsaid);
  });

  it('sensitivity names no key of a ruling', async () => {
    const { out } = await grognard('sensitivity cavalry-v-line');
    expect(out).toMatch(/^“Cavalry at infantry without secure flanks” matters\s+most/);
    expect(out).not.toContain('cavalryContactRow');
  });

  it('an outcome that does not exist brings those that are like it', async () => {
    const { code, err } = await grognard('run cavalry-v-line --observed outcome=charge-not-made');
    expect(code).toBe(2);
    expect(err).toMatch(/Did you mean 'charge-refused'\?$/m);
  });

  it('names of any kind make sentences', async () => {
    const names = ['--set', 'attacker.name=cuirassiers', '--set', 'defender.name=my battalion'];
    const { out } = await grognard(['run', 'column-v-line', ...names]);
    expect(out).toMatch(/the cuirassiers win 44.5%|The cuirassiers win 44.5%/);
    expect(out).toContain('my battalion');
    expect(out).not.toMatch(/the my|cuirassiers (wins|retreats)/);
  });

  it('an evening in a CSV file has one verdict, and a fault in it its line', async () => {
    const rows = 'encounter,result,attacker.fs\ncolumn-v-line,outcome=attacker-retreats,9\n,target.hits=3,\n';
    const { code, out } = await grognard(['run', 'volley', '--observed', file('evening.csv', rows)]);
    expect(code).toBe(0);
    expect(out).toMatch(/^Nothing unusual: 2 results together, /);
    const wrong = file('wrong.csv', 'encounter,result\nvolley,\n');
    const refused = await grognard(['run', 'volley', '--observed', wrong]);
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/wrong\.csv:2.*no result/);
  });
});

describe('cases of a scenario as variants', () => {
  it('are called by what they set, not by a bare figure', async () => {
    const { out } = await grognard('compare grenadiers-charge --quiet');
    expect(out).toMatch(/^Most changes with 8 stands of the attacker: /);
    expect(out).toContain('\nattacker with 8 stands ');
    expect(out).not.toMatch(/\n\s*[4-8] {3}/);
  });
});

describe('other readings', () => {
  it('are named before those that are only counted', () => {
    const texts = [
      '2 more readings turn the finding; 9 of 48 other readings were tried.',
      'The rules leave open: May it? “No” would give 10.0% instead of 20.0%, and another winner.',
    ];
    const one = cell({}, BASE, null, { notes: texts.map((text) => ({ kind: 'ruling' as const, text })) });
    const out = terminal(results({ cells: [one] }), { columns: 200 });
    expect(out.indexOf(texts[1])).toBeGreaterThan(0);
    expect(out.indexOf(texts[0])).toBeGreaterThan(out.indexOf(texts[1]));
  });
});
