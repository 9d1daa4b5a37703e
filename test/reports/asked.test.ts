import { expect, test } from 'vitest';
import { difference } from '../../reports/charts/difference.ts';
import { headline } from '../../reports/headline.ts';
import { comparison as table } from '../../reports/screen/comparison.ts';
import { compare } from '../../src/experiments/compare.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { settingOf } from '../../src/scenarios/override.ts';

const plain = (text: string) => text.replace(/[\u202f\u2066-\u2069]/g, (c) => (c === '\u202f' ? ' ' : ''));
const loaded = await loadScenario('column-v-line');
const comparison = (objective: string | undefined, edit = 'attacker.fs=4') =>
  compare(loaded, {
    variants: [{ name: 'weak', overrides: [settingOf(edit)] }],
    ...(objective === undefined ? {} : { objective }),
  });

test.each<[string | undefined, RegExp]>([
  [undefined, /^With weak the attacker wins [\d.]+% of fights instead of [\d.]+%$/],
  ['attacker wins', /^With weak the attacker wins /],
  ['rounds', /^With weak: rounds fought \d\.\d\d on average instead of \d\.\d\d$/],
  ['rounds>=3', /^With weak: “rounds fought: at least 3” in [\d.]+% of fights instead of [\d.]+%$/],
  ['advantage', /^With weak: how much oftener .*, [+−][\d.]+ percentage points instead of [+−][\d.]+$/],
  ['defender-retreats', /^With weak: “defender retreats” in [\d.]+% of fights instead of [\d.]+%$/],
])('the headline of a comparison for %s speaks of it', async (objective, title) => {
  const results = await comparison(objective);
  expect(plain(headline(results))).toMatch(title);
  // Shares only: of a mean it goes on to tell who wins.
  if (objective !== 'rounds') expect(plain(difference(results).usermeta.grognard.title)).toMatch(title);
});

test('a figure that does not move is named too', async () => {
  expect(headline(await comparison('rounds', 'attacker.name=Guard'))).toBe('No difference at all in “rounds fought”');
});

test('a measure that stands in where nobody can win does not push out what changed most', async () => {
  const results = await compare(await loadScenario('volley', { books: ['oth-half'] }), {
    variants: [{ name: 'oth-half', overrides: [{ path: 'rules', value: 'oth-half' }] }],
  });
  expect(results.verdicts![0].text).toMatch(/^fatigue hits on the target: /);
  expect(headline(results)).toMatch(/^With the 1st edition: target driven back 0% of the time, not 20\.0%$/);
  expect(headline({ ...results, command: 'grognard compare volley --objective target.hits' })).toMatch(
    /“fatigue hits on the target”$|^With oth-half: fatigue hits on the target /,
  );
});

test('what was asked for has the first row of the table, with its interval, even where no pair differed', async () => {
  const variants = ['attacker.fs=9', 'attacker.fs=7'].map((edit) => ({ name: edit, overrides: [settingOf(edit)] }));
  const sampled = { engine: 'sample', trials: 200, seed: 1, objective: 'defender-broken' } as const;
  const one = table(await compare(loaded, { ...sampled, variants: variants.slice(0, 1) }));
  expect(one.table!.rows[0].cells).toEqual(['defender broken', '1.5%', '1.5%', '0 ±1.6 pp', 'not detectable']);
  const several = table(await compare(loaded, { ...sampled, variants }));
  expect(several.table!.columns[1].title).toBe('defender broken');
});

test('notes that speak of one of several variants say which', async () => {
  const variants = ['attacker.fs=9', 'attacker.fs=7'].map((edit) => ({ name: edit, overrides: [settingOf(edit)] }));
  const { lines, readings } = table(await compare(loaded, { variants, readings: true }));
  const caps = lines.filter((line) => line.includes('cap absorbs'));
  expect(caps).toEqual(['A cap absorbs part of the change with attacker FS 9 and attacker FS 7: see --full.']);
  // What is said of all of them stands apart, with the rules.
  expect(readings?.at(-1)).toMatch(/^\d/);
  expect(lines.join(' ')).not.toContain('readings');
});
