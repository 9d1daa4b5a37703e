import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { grognard } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'grognard-new-'));

/** Answers by what the question asks; Enter for all others. */
async function answering(
  file: string,
  replies: readonly (readonly [RegExp, string])[],
  line: string | string[] = 'new',
) {
  const asked: string[] = [];
  let said = '';
  const ran = await grognard(line, {
    canAsk: true,
    out: (text) => {
      said += text;
    },
    ask: async (question) => {
      const whole = said + question;
      said = '';
      asked.push(whole);
      return replies.find(([about]) => about.test(whole))?.[1] ?? '';
    },
  });
  return { ...ran, asked, text: readFileSync(join(folder, file), 'utf8') };
}

it('asks who fights, in what formation and how strong, and writes a scenario that runs', async () => {
  const file = join(folder, 'fight.yaml');
  const { code, asked, text } = await answering('fight.yaml', [
    [/Which rulebook/, 'oth2'],
    [/What is to be played/, 'melee'],
    [/File name/, file],
    [/attacker: name/, 'Old Guard'],
    [/attacker: formation/, 'attack column'],
    [/attacker: fatigue score/, '9'],
    [/defender: fatigue score/, '6'],
  ]);
  expect(code).toBe(0);
  for (const question of [/attacker: name/, /defender: formation/, /defender: fatigue score/])
    expect(asked.some((a) => question.test(a))).toBe(true);
  // By name: an id is for files.
  expect(asked.join()).toMatch(/attack column\n/);
  expect(asked.join()).not.toMatch(/attack-column|column-of-companies/);
  expect(text).toMatch(/name: Old Guard/);
  expect(text).toMatch(/fs: 9/);
  expect(text).toMatch(/formation: attack-column/);
  const run = await grognard(['run', file]);
  expect(run.code, run.err).toBe(0);
  expect(run.out).toContain('Old Guard');
});

it('says what is wrong with an answer and asks again', async () => {
  const file = join(folder, 'again.yaml');
  const strengths = ['strong', '99', '7'];
  let said = '';
  const ran = await grognard('new', {
    canAsk: true,
    out: (text) => {
      said += text;
    },
    ask: async (question) => {
      if (/attacker: fatigue score/.test(question)) return strengths.shift() ?? '';
      if (/File name/.test(question)) return file;
      if (said.endsWith('engagement\n')) return 'melee';
      return '';
    },
  });
  expect(ran.code).toBe(0);
  expect(strengths).toEqual([]);
  expect(said).toContain("'strong' is no number.");
  expect(readFileSync(file, 'utf8')).toMatch(/fs: 7/);
});

it('asks for a card by its name, and takes away the formation of another card', async () => {
  const file = join(folder, 'cards.yaml');
  const { code, asked, text } = await answering('cards.yaml', [
    [/Which rulebook/, 'pike-shot'],
    [/What is to be played/, 'charge'],
    [/File name/, file],
    [/attacker: card/, 'veteran reiters'],
    [/attacker: cohesion/, 'ragged'],
    [/attacker: companies already lost/, '1'],
  ]);
  expect(code).toBe(0);
  expect(asked.join()).toMatch(/attacker: card\?[^[]* seasoned pike and shot\n/);
  expect(text).toMatch(/card: veteran-reiters/);
  expect(text).toMatch(/lost: 1/);
  const run = await grognard(['run', file]);
  expect(run.code, run.err).toBe(0);
});

it('asks of the units of a game file what that game says of units', async () => {
  const game = join(folder, 'my-game.yaml');
  const file = join(folder, 'own.yaml');
  expect((await grognard(['new', 'rulebook', '--file', game])).code).toBe(0);
  const { code, asked, text } = await answering(
    'own.yaml',
    [
      [/File name/, file],
      [/attacker: name/, 'Old Guard'],
      [/attacker: kind of troops/, 'militia'],
      [/attacker: strength/, '12'],
      [/defender: quality/, 'elite'],
    ],
    ['new', '--rules', game],
  );
  expect(code).toBe(0);
  expect(asked.join()).not.toMatch(/cover|left/);
  expect(text).toMatch(/type: militia/);
  expect(text).toMatch(/strength: 12/);
  expect(text).toMatch(/quality: elite/);
  const run = await grognard(['run', file]);
  expect(run.code, run.err).toBe(0);
  expect(run.out).toContain('Old Guard');
});
