import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judged } from '../../src/experiments/targets/check.ts';
import { type DesignTarget, parseTarget } from '../../src/experiments/targets/parse.ts';
import { grognard } from '../cli/harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'targets-'));
const suite = (targets: string): string => {
  const path = join(folder, 'suite.yaml');
  writeFileSync(path, `title: Volleys\nrules: oth2\nsituations:\n  volley: { scenario: volley, vary: {} }\n${targets}`);
  return path;
};

describe('a target is read', () => {
  it.each([
    ['attacker wins 45..55%', { objective: 'attacker wins', low: 0.45, high: 0.55 }],
    ['attacker wins 45% to 55%', { objective: 'attacker wins', low: 0.45, high: 0.55 }],
    ['45..55%', { objective: 'winner=a', low: 0.45, high: 0.55 }],
    ['attacker wins in at least 60%', { objective: 'attacker wins', low: 0.6 }],
    ['defender.hits at most 2', { objective: 'defender.hits', high: 2 }],
    ['defender.hits 0.5..1', { objective: 'defender.hits', low: 0.5, high: 1 }],
    ['defender.hits>=3 at most 10%', { objective: 'defender.hits>=3', high: 0.1 }],
    ['never attacker-routs', { objective: 'attacker-routs', high: 0 }],
    ['always target-hit', { objective: 'target-hit', low: 1 }],
    ['never routs a fresh battalion', { objective: 'routs a fresh battalion', high: 0 }],
    ['light cavalry never beats heavy cavalry', { objective: 'light cavalry beats heavy cavalry', high: 0 }],
    ['beats light cavalry in at least 60%', { objective: 'beats light cavalry', low: 0.6 }],
    ['on average attacker wins at least 40%', { objective: 'attacker wins', low: 0.4, onAverage: true }],
  ])('%s', (text, expected) => {
    expect(parseTarget({ about: 'x', text })).toEqual({ about: 'x', text, onAverage: false, ...expected });
  });

  it.each([
    ['attacker wins', /is no target/],
    ['', /is no target/],
    ['attacker wins 55..45%', /lower bound is above/],
  ])('or refused: %s', (text, sentence) => {
    expect(() => parseTarget({ about: 'x', text })).toThrow(sentence);
  });
});

describe('figures are held to a target', () => {
  const situations = [0.5, 0.25, 0.25].map((weight, i) => ({ name: `s${i}`, weight, overrides: [], tags: {} }));
  const wins = { id: 'winner=a', label: 'attacker wins', kind: 'probability' } as const;
  const target = (more: Partial<DesignTarget>): DesignTarget => ({
    about: 'x',
    text: '',
    objective: 'attacker wins',
    onAverage: false,
    ...more,
  });
  it.each([
    [
      'every one inside: the nearest to a bound is told',
      { low: 0.4, high: 0.6 },
      [0.5, 0.58, 0.45],
      true,
      's1',
      0.02,
      0,
    ],
    ['one beyond', { low: 0.4, high: 0.6 }, [0.5, 0.7, 0.35], false, 's1', -0.1, 2],
    ['exactly on the bound', { high: 0 }, [0, 0, 0], true, 's0', 0, 0],
    ['a little above never', { high: 0 }, [0, 0.001, 0], false, 's1', -0.001, 1],
    ['on average, by weight', { low: 0.4, onAverage: true }, [0.6, 0.2, 0.2], true, 'x, on average', 0, 0],
    ['on average, missed', { low: 0.5, onAverage: true }, [0.6, 0.2, 0.2], false, 'x, on average', -0.1, 1],
  ] as const)('%s', (_, bounds, figures, met, situation, margin, failing) => {
    const found = judged(target(bounds), wins, { id: 'x', situations }, figures);
    expect(found).toMatchObject({ met, situation, failing });
    expect(found.margin).toBeCloseTo(margin, 12);
  });
});

describe('targets in words', () => {
  const fights = join(folder, 'fights.yaml');
  const checked = async (targets: readonly string[], rest = '') => {
    const written = targets.map((t) => `  - ${t}\n`).join('');
    writeFileSync(
      fights,
      `rules: oth2
situations:
  column-v-line: column-v-line
  fire at long range:
    encounter: fire
    firer: { fs: 8 }
    target: { fs: 8, name: fresh battalion }
    distance: 10
  near-the-end: { encounter: fire, firer: { fs: 8 }, target: { fs: 8, hits: 7 }, distance: 4 }
  sabres:
    encounter: melee
    attacker: { arm: cavalry, cavalryType: heavy, fs: 8, name: Heavy cavalry }
    defender: { arm: cavalry, cavalryType: light, fs: 8, name: light cavalry }
${rest}targets:
${written}`,
    );
    return grognard(['check', fights, '--format', 'json', '--threads', '1']);
  };
  const figures = async (targets: readonly string[], rest?: string): Promise<{ about: string; value: number }[]> =>
    JSON.parse((await checked(targets, rest)).out).targets;

  it('are read as people say them', async () => {
    const found = await figures([
      'column-v-line: attacker wins 45..55%',
      'fire at long range never routs a fresh battalion',
      'heavy cavalry beats light cavalry in at least 60%',
      'sabres: attacker wins at least 60%',
      'light cavalry beats heavy cavalry in at most 60%',
      'sabres: defender wins at most 60%',
    ]);
    expect(found.map((t) => t.about)).toEqual([
      'column-v-line',
      'fire at long range',
      'sabres',
      'sabres',
      'sabres',
      'sabres',
    ]);
    expect(found[1].value).toBe(0);
    expect(found[2].value).toBe(found[3].value);
    expect(found[4].value).toBe(found[5].value);
    expect(found[2].value).not.toBe(found[4].value);
  });

  it('count what is as bad or worse, and what both sides suffer', async () => {
    const [deed, ...parts] = await figures([
      'near-the-end: routs the target in at most 100%',
      'near-the-end: target-broken at most 100%',
      'near-the-end: target-destroyed at most 100%',
      'near-the-end: both-broken at most 100%',
    ]);
    expect(deed.value).toBeGreaterThan(0.1);
    expect(deed.value).toBeCloseTo(
      parts.reduce((sum, t) => sum + t.value, 0),
      12,
    );
  });

  it('find the situations of the built-in suite in which the two meet, either way round', async () => {
    const found = await figures(
      ['on average heavy cavalry beats cuirassier cavalry in at most 60%'],
      'built-in: true\n',
    );
    expect(found.map((t) => t.about)).toEqual([
      'cavalry-fights, heavy cavalry first',
      'cavalry-fights, cuirassier cavalry first',
    ]);
  });

  it.each([
    [
      'sabres: beats the Old Guard in at least 10%',
      /nobody here is called 'the Old Guard'.*'defender' or 'light cavalry'/,
    ],
    // "The attacker routs" says that it flees: no side is taken for the other.
    ['sabres: attacker routs at most 10%', /'attacker routs' is no outcome.*attacker-routs/],
    ['sabres: sinks light cavalry in at most 10%', /no outcome of this encounter says that/],
    ['the Old Guard beats light cavalry in at least 10%', /is no situation of this suite/],
  ])('refuse a stranger: %s', async (target, sentence) => {
    const { code, err } = await checked([target]);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });

  it('conflict in other words too', async () => {
    const { code, err } = await checked([
      'sabres: attacker wins at least 60%',
      'sabres: on average beats light cavalry in at most 50%',
    ]);
    expect(code).toBe(2);
    expect(err).toMatch(/cannot both be met/);
  });
});

describe('the check command', () => {
  it('exits 0 when all is met and 1 when it is not, with the figure and the margin', async () => {
    const met = await grognard(['check', suite('targets:\n  - volley: target.hits 0..5\n'), '--threads', '1']);
    expect(met.code).toBe(0);
    expect(met.out).toMatch(
      /The target is met\nVolleys\n[\s\S]*pass {2}volley: fatigue hits on the target 0 to 5\n[\s\S]*inside the bounds/,
    );
    const failed = await grognard(['check', suite('targets:\n  - volley never target-hit\n'), '--threads', '1']);
    expect(failed.code).toBe(1);
    expect(failed.out).toMatch(/FAIL {2}volley: never target hit, no worse\n.*points beyond the bounds/);
  });

  it('takes a target in quotes, and names the book as readers know it', async () => {
    const { code, out } = await grognard([
      'check',
      suite('targets:\n  - "volley: target.hits 0..5"\n'),
      '--threads',
      '1',
    ]);
    expect(code).toBe(0);
    expect(out).toContain('pass  volley: fatigue hits on the target 0 to 5');
    expect(out).toContain('\nRules: Over the Hills, 2nd edition quick reference. Worked out exactly.\nReproduce: ');
    expect(out).not.toMatch(/oth2|hash/);
  });

  it.each([60, 80])('folds its lines at %i columns', async (columns) => {
    const path = suite('targets:\n  - volley never target-hit\n  - volley: on average target.hits at most 0.5\n');
    const { out } = await grognard(['check', path, '--threads', '1'], { columns });
    const [first] = out.split('\n\n');
    expect(first).toMatch(/^2 of 2 targets missed, worst\s“volley:\snever\starget\shit,\sno\sworse”/);
    const long = out.split('\n').filter((line) => line.length > columns && line.includes(' '));
    expect(long).toEqual([]);
  });

  it('holds a variant to the same targets', async () => {
    const path = suite('targets:\n  - volley: target.hits at most 0.9\n');
    const hits = async (value: number) =>
      JSON.parse(
        (
          await grognard([
            'check',
            path,
            '--format',
            'json',
            '--variant',
            `rules.fire.small-arms.initial-volley=${value}`,
          ])
        ).out,
      ).targets[0].value;
    expect(await hits(3)).toBeGreaterThan(await hits(-3));
  });

  it('writes JUnit XML and Markdown for services', async () => {
    const junit = join(folder, 'targets.xml');
    const path = suite('targets:\n  - volley never target-hit\n  - volley: target.hits 0..5\n');
    const { code, out } = await grognard(['check', path, '--junit', junit, '--markdown']);
    expect(code).toBe(1);
    expect(out).toMatch(/\| ❌ fail \| volley: never target hit, no worse \|/);
    const text = readFileSync(junit, 'utf8');
    expect(text).toContain('tests="2" failures="1"');
    expect(text).toMatch(/<failure message="[^"<>]*beyond the bounds[^"<>]*"\/>/);
  });

  it.each([
    ['no targets', '', /sets no targets/],
    ['a target that names no outcome', 'targets:\n  - volley: never rout\n', /suite\.yaml:6.*'rout' is no outcome/],
    [
      'conflicting targets',
      'targets:\n  - volley: target.hits at most 1\n  - volley: target.hits at least 2\n',
      /cannot both be met/,
    ],
    ['a share past all shares', 'targets:\n  - volley: no-effect 20..120%\n', /120/],
    ['no target at all', 'targets:\n  - volley: is fun\n', /is no target/],
  ])('refuses in a sentence, with exit code 2: %s', async (_, targets, sentence) => {
    const { code, err, out } = await grognard(['check', suite(targets)]);
    expect(err).toMatch(sentence);
    expect(code).toBe(2);
    expect(out).toBe('');
  });
});
