import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { rulebookStarter } from '../../src/cli/rulebook-starter.ts';
import type { Results } from '../../src/results/types.ts';
import { VERSION } from '../../src/results/version.ts';
import { grognard } from './harness.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'grognard-'));
const json = async (line: string): Promise<Results> => {
  const { out, err, code } = await grognard(`${line} --format json`);
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out) as Results;
};

describe('run', () => {
  it('answers in a table, exactly where it can', async () => {
    const { out, err, code } = await grognard('run volley');
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(out).toMatch(/target hit, no worse/);
    expect(out).toMatch(/Reproduce: grognard run volley\n/);
  });

  it('samples when trials are named, with the seed in the line that reproduces it', async () => {
    const results = await json('run volley --trials 10_000');
    expect(results.cells[0]).toMatchObject({ engine: 'sample', trials: 10_000, partial: false });
    expect(results.command).toBe('grognard run volley --trials 10_000 --seed 1');
  });

  it('takes the same figure from --set and from a variant file', async () => {
    const path = join(folder(), 'weak.yaml');
    writeFileSync(path, 'title: Weak\nbase: oth2\nchange: { fire.small-arms.initial-volley: { was: 2, to: -4 } }\n');
    const [set, file, base] = await Promise.all(
      ['--set rules.fire.small-arms.initial-volley=-4', `--variant ${path}`, ''].map((f) => json(`run volley ${f}`)),
    );
    expect(set.cells[0].outcomes).toEqual(file.cells[0].outcomes);
    expect(set.cells[0].rulebook.hash).toBe(file.cells[0].rulebook.hash);
    expect(set.cells[0].outcomes).not.toEqual(base.cells[0].outcomes);
    expect(file.cells[0].rulebook.variant).toBe('Weak');
  });

  it('lets a designer add a row with nothing but a file', async () => {
    const path = join(folder(), 'elite.yaml');
    writeFileSync(
      path,
      'title: Elite shots\nbase: oth2\nadd:\n  fire.small-arms:\n    - { id: own, label: elite shots, value: -5, when: { self: { traits: { has: chosen } } } }\n',
    );
    const mean = async (flags: string) =>
      (await json(`run volley ${flags}`)).cells[0].measures.find((m) => m.id === 'target.hits')!.mean;
    expect(await mean(`--variant ${path}`)).toBe(await mean(''));
    expect(await mean(`--variant ${path} --set firer.traits=[chosen]`)).toBeLessThan(await mean(''));
    const { out } = await grognard(`explain volley --variant ${path} --set firer.traits=[chosen]`);
    expect(out).toMatch(/−5 {2}elite shots {2}\(traits chosen; Elite shots, added row, line 5\)/);
  });

  it('writes a bundle, and refuses a folder that is in use', async () => {
    const out = join(folder(), 'report');
    const first = await grognard(['run', 'volley', '--out', out]);
    expect(first.code).toBe(0);
    expect(first.err).toMatch(/Wrote \d+ files/);
    expect(readdirSync(out)).toEqual(
      expect.arrayContaining(['results.json', 'results.csv', 'report.html', 'report.md']),
    );
    const again = await grognard(['run', 'volley', '--out', out]);
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.err).toMatch(/already holds/);
    expect((await grognard(['run', 'volley', '--out', out, '--force', '--quiet'])).err).toBe('');
  });

  it('says before the run that a folder cannot be made', async () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    const { code, err, out } = await grognard(['run', 'volley', '--trials', '1e12', '--out', join(file, 'report')]);
    expect(code).toBe(1);
    expect(err).toMatch(/Cannot write to .*: part of the path is a file/);
    expect(out).toBe('');
  });

  it('says so when it is stopped before there is anything to show', async () => {
    const stop = new AbortController();
    stop.abort();
    const { code, out, err } = await grognard('run volley --trials 1e12', { signal: stop.signal });
    expect({ code, out, err }).toEqual({ code: 130, out: '', err: 'Stopped before there was anything to show.\n' });
  });
});

describe('other experiments', () => {
  it('compare a scenario with an edit and with another book', async () => {
    const results = await json('compare volley --variant rules.fire.small-arms.initial-volley=-3 --variant oth-half');
    expect(results.cells).toHaveLength(3);
    expect(results.verdicts).toHaveLength(2);
  });

  it('sweep an axis', async () => {
    const results = await json('sweep volley --vary firer.fs=4..6');
    expect(results.cells.map((c) => c.labels['firer.fs'])).toEqual([4, 5, 6]);
  });

  it('rank modifiers', async () => {
    const results = await json('sensitivity volley --objective target.hits');
    expect(results.sensitivity!.rows.length + results.sensitivity!.unmoved.length).toBeGreaterThan(1);
  });

  it('tune a value', async () => {
    const results = await json(
      'tune volley --target 1.5 --objective target.hits --vary rules.fire.small-arms.initial-volley=-4..3',
    );
    expect(results.tuning!.variantFile).toMatch(/initial-volley/);
  });

  it('lay a matrix', async () => {
    const results = await json(
      'matrix volley --rows firer.formation=line,attack-column --columns target.formation=line,skirmish --objective target.hits',
    );
    expect(results.game!.values).toHaveLength(2);
  });
});

describe('explain', () => {
  it('tells the rows that count, those that one fact kept out, and the chances', async () => {
    const { out, code } = await grognard('explain volley --near');
    expect(code).toBe(0);
    expect(out).toMatch(/\+2 {2}first volley.*2nd edition, Infantry Fire Modifiers, line 240/);
    expect(out).toMatch(/kept out by a single fact/);
    expect(out).toMatch(/target obscured: counts only when enemy obscured/);
    expect(out).toMatch(/\d%\s+1 FH/);
  });

  it('tells one encounter with its dice, the same every time', async () => {
    const [a, b, c] = await Promise.all(
      ['--encounter 5', '--encounter 5', '--encounter 5 --seed 9'].map((f) => grognard(`explain volley ${f}`)),
    );
    expect(a.out).toMatch(/Encounter 5 of 1,000,000, seed 1/);
    expect(a.out).toMatch(/D10 \d+ → /);
    expect(a.out).toBe(b.out);
    expect(a.out).not.toBe(c.out);
  });
});

describe('rules', () => {
  it('are listed, shown, compared and checked', async () => {
    expect((await grognard('rules')).out).toMatch(/^oth2 .*\n/);
    expect(JSON.parse((await grognard('rules --format json')).out)).toHaveLength(4);
    expect((await grognard('rules --format json list')).out).toBe((await grognard('rules --format json')).out);
    expect((await grognard('rules show oth2 fire.small-arms.initial-volley')).out).toMatch(
      /\+2 +initial-volley .*line 240/,
    );
    expect((await grognard('rules show oth2 rulings')).out).toMatch(/lowScore +roll-under/);
    expect((await grognard('rules show oth2 facts')).out).toMatch(/self\.formation +line/);
    expect((await grognard('rules diff oth2 oth-half')).out).toMatch(/^From oth2 to oth-half: \d+ differences/);
    expect(await grognard('rules check')).toMatchObject({ code: 0, err: '' });
  });

  it('of a file are spoken of by its name', async () => {
    const [ours, theirs] = ['ours.yaml', 'theirs.yaml'].map((name) => join(folder(), name));
    const starter = rulebookStarter('Ours');
    writeFileSync(ours, starter);
    writeFileSync(theirs, starter.replace('to-hit: [5', 'to-hit: [4'));
    const shown = await grognard(['rules', 'show', ours]);
    expect(shown.out).toMatch(/1 reading of what/);
    const [, next] = /grognard (rules show .* fire)\./.exec(shown.err)!;
    expect((await grognard(next.split(' '))).out).toMatch(/to-hit/);
    const { out } = await grognard(['rules', 'diff', ours, theirs]);
    expect(out.startsWith(`From ${ours} to ${theirs}: 1 difference`)).toBe(true);
  });

  it('show what a variant changes', async () => {
    const path = join(folder(), 'v.yaml');
    writeFileSync(path, 'title: V\nbase: oth2\nchange: { fire.small-arms.initial-volley: 1 }\n');
    const { out } = await grognard(['rules', 'diff', path]);
    expect(out).toMatch(
      /From oth2 to oth2 \+ V: 1 difference\n\nfire\.small-arms: .*\n {2}~ {2}initial-volley {2}\+2 → \+1/,
    );
  });
});

describe('new and examples', () => {
  it('copy an example that runs', async () => {
    const path = join(folder(), 'mine.yaml');
    expect((await grognard(['examples', 'copy', 'volley', path])).code).toBe(0);
    const [line] = readFileSync(path, 'utf8').split('\n');
    const schema = /^# yaml-language-server: \$schema=(.*)$/.exec(line)![1];
    expect(existsSync(join(path, '..', schema))).toBe(true);
    expect((await grognard(['run', path])).code).toBe(0);
    expect((await grognard(['examples', 'copy', 'volley', path])).err).toMatch(/already/);
  });

  it('is copied with the files that it reads, all or none', async () => {
    const dir = folder();
    const path = join(dir, 'mine.yaml');
    const shown = await grognard('examples show two-card-sets');
    expect(shown.err).toBe(
      "It also reads cards/braced-pikes.yaml; 'grognard examples copy two-card-sets' writes everything.\n",
    );
    expect((await grognard(['examples', 'copy', 'two-card-sets', path])).code).toBe(0);
    expect((await grognard(['run', path])).code).toBe(0);
    const cards = join(dir, 'cards', 'braced-pikes.yaml');
    expect((await grognard(['rules', 'check', cards, path])).out).toBe(`${cards}: in order\n${path}: in order\n`);
    const again = await grognard(['examples', 'copy', 'two-card-sets', join(dir, 'other.yaml')]);
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('braced-pikes.yaml') });
    expect(existsSync(join(dir, 'other.yaml'))).toBe(false);
  });

  it('names the mistakes of a card file', async () => {
    const path = join(folder(), 'cards.yaml');
    await grognard(['new', 'cards', '--file', path]);
    expect((await grognard(['rules', 'check', path])).code).toBe(0);
    writeFileSync(path, readFileSync(path, 'utf8').replace('ferocity: 0', 'ferocty: 0'));
    const { code, err } = await grognard(['rules', 'check', path]);
    expect(code).toBe(2);
    expect(err).toMatch(
      /cards\.yaml:\d+:\d+: cards\.[\w-]+\.ferocty: There is no 'ferocty' here; .*Did you mean 'ferocity'\?/,
    );
  });

  it('of every kind is written for a book that plays it', async () => {
    for (const what of ['fire', 'charge', 'melee', 'morale', 'rally', 'commander', 'march', 'pursuit', 'engagement']) {
      expect((await grognard(['new', what, '--print'])).code).toBe(0);
    }
  });

  it('ask on a terminal', async () => {
    const path = join(folder(), 'asked.yaml');
    const { code, out } = await grognard('new', { answers: ['2', 'fire', path] });
    expect(code).toBe(0);
    expect(out).toMatch(/Which rulebook\?\n {2}1 {2}Over the Hills, .*\(oth2\)\n {2}2 {2}.*\(oth-half\)\n/);
    expect(readFileSync(path, 'utf8')).toMatch(/rules: oth-half\nencounter: fire/);
    expect((await grognard(['run', path])).code).toBe(0);
  });

  it('write a variant that changes nothing yet', async () => {
    const path = join(folder(), 'variant.yaml');
    expect((await grognard(['new', 'variant', '--file', path])).code).toBe(0);
    expect((await grognard(['rules', 'diff', path])).out).toBe('No difference.\n');
    expect((await grognard(['rules', 'check', path])).code).toBe(0);
  });

  it('write cards that a scenario can use', async () => {
    const cards = join(folder(), 'cards.yaml');
    expect((await grognard(['new', 'cards', '--file', cards])).code).toBe(0);
    expect(readFileSync(cards, 'utf8')).toMatch(/^# yaml-language-server: \$schema=.*pike-shot\.cards\.schema\.json\n/);
  });

  it('name the folder that is missing', async () => {
    const { code, err } = await grognard('new fire --file nowhere/at/all.yaml');
    expect({ code, err }).toEqual({
      code: 2,
      err: "'nowhere/at/all.yaml' cannot be written: its folder does not exist.\n",
    });
  });
});

describe('help', () => {
  it('lists every command', async () => {
    const { out, code } = await grognard('--help');
    expect(code).toBe(0);
    for (const c of commands.filter((x) => !x.hidden)) expect(out).toMatch(new RegExp(`grognard ${c.name}\\b`));
    expect((await grognard('')).out).toMatch(/grognard run /);
  });

  it.each(commands.filter((c) => !c.hidden).flatMap((c) => c.actions?.map((a) => `${c.name} ${a.name}`) ?? [c.name]))(
    'of %s has real examples',
    async (name) => {
      const { out } = await grognard(`${name} --help`);
      expect(out).toMatch(new RegExp(`^grognard ${name}`));
      expect(out).toMatch(new RegExp(`Examples:\n {2}grognard ${name.split(' ')[0]}`));
      // What the command takes comes before what all of them do.
      const options = [...out.matchAll(/^ {2}(?:-h,| {3}) --([\w-]+)/gm)].map((m) => m[1]);
      expect(options.at(-1)).toBe('help');
    },
  );

  it('tells the version', async () => {
    expect((await grognard('--version')).out).toBe(`${VERSION}\n`);
  });
});

describe('completion', () => {
  it.each<[string[], string]>([
    [[''], 'sensitivity'],
    [['co'], 'compare'],
    [['rules', 'sh'], 'show'],
    [['run', 'vol'], 'volley'],
    [['run', 'volley', '--tr'], '--trials'],
    [['run', 'volley', '--rules', 'oth'], 'oth-half'],
    [['run', 'volley', '--set', 'firer.f'], 'firer.fs='],
    [['run', 'volley', '--set', 'rules.fire.small-arms.i'], 'rules.fire.small-arms.initial-volley='],
    [['rules', 'diff', 'oth2', 'oth-'], 'oth-half'],
    [['examples', 'show', 'bat'], 'battery-canister'],
  ])('of %j offers %s', async (words, expected) => {
    const { out } = await grognard(['__complete', '--', ...words]);
    expect(out.split('\n')).toContain(expected);
  });

  it('prints a script for each shell', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      expect((await grognard(`completion ${shell}`)).out).toMatch(/grognard __complete/);
    }
  });
});

describe('what is done unless it is turned off', () => {
  it.each([
    'run cavalry-v-line',
    'sweep cavalry-v-line --vary defender.fs=6..7',
    'compare column-v-line --variant oth-half',
  ])('%s names the rulings it hangs on, and --no-rulings leaves that out', async (line) => {
    expect((await grognard(line)).out).toContain('The rules leave open');
    const { out, code } = await grognard(`${line} --no-rulings`);
    expect(code).toBe(0);
    expect(out).not.toContain('The rules leave open');
  });

  it('a flag that does not exist cannot be turned off either', async () => {
    const { code, err } = await grognard('run volley --no-such');
    expect(code).toBe(2);
    expect(err).toContain("There is no option '--no-such'");
  });
});

describe('what people type first', () => {
  it('help and version are words too', async () => {
    expect((await grognard('help')).out).toBe((await grognard('--help')).out);
    expect((await grognard('help run')).out).toBe((await grognard('run --help')).out);
    expect((await grognard('help rules show')).out).toBe((await grognard('rules show --help')).out);
    expect((await grognard('version')).out).toBe(`${VERSION}\n`);
  });

  it('examples are copied into a folder as cp would', async () => {
    const into = folder();
    expect((await grognard(['examples', 'copy', 'volley', into])).code).toBe(0);
    expect(readdirSync(into)).toEqual(['volley.yaml']);
  });
});
