import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemText } from '../../src/cli/problem-text.ts';
import { InputError } from '../../src/rules/problem.ts';
import { exampleSource } from '../../src/scenarios/examples.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { bookById } from '../books.ts';

const documented = bookById('pike-shot').family.attachments!['cards'].documented();
const folder = mkdtempSync(join(tmpdir(), 'grognard-'));
const scenario = (cards: string): string => {
  const path = join(folder, 'fight.yaml');
  const text = exampleSource('push-of-pike')!
    .replace(/^cards:.*\n/m, '')
    .replace(/^vary:[\s\S]*/m, '');
  writeFileSync(path, `${text}\n${cards}`);
  return path;
};
const complaint = async (path: string): Promise<string> => {
  try {
    await loadScenario(path);
  } catch (e) {
    if (e instanceof InputError) return e.problems.map(problemText).join('\n').replaceAll(folder, '');
    throw e;
  }
  return '';
};

describe('cards', () => {
  it('are the shipped ones when none are named', async () => {
    const none = prepareCell(await loadScenario(scenario('')));
    const named = prepareCell(await loadScenario(scenario('cards: illustrative\n')));
    expect(none.situation).toEqual(named.situation);
  });

  it('come from a file beside the scenario', async () => {
    writeFileSync(join(folder, 'mine.yaml'), documented);
    const cell = prepareCell(await loadScenario(scenario('cards: mine.yaml\n')));
    expect(cell.situation).toMatchObject({ cards: { title: 'my cards' } });
  });

  it('are reached by --set', async () => {
    writeFileSync(join(folder, 'mine.yaml'), documented);
    const set = [{ path: 'cards', value: join(folder, 'mine.yaml') }];
    const cell = prepareCell(await loadScenario(scenario(''), { set }));
    expect(cell.situation).toMatchObject({ cards: { title: 'my cards' } });
  });

  it('with a mistake are told by their own line', async () => {
    const lines = documented.split('\n');
    const at = lines.findIndex((l) => l.startsWith('  sharp:'));
    const wrong = lines.map((l, i) => (i === at ? l.replace('combat: 0', 'combat: lots') : l)).join('\n');
    writeFileSync(join(folder, 'wrong.yaml'), wrong);
    const said = await complaint(scenario('cards: wrong.yaml\n'));
    expect(said).toMatch(new RegExp(`^wrong\\.yaml:${at + 1}:\\d+: cohesion\\.sharp\\.combat: Found "lots"`));
  });

  it('that are not there are told at the scenario', async () => {
    expect(await complaint(scenario('cards: nowhere.yaml\n'))).toMatch(
      /^\/fight\.yaml:\d+:\d+: cards: nowhere\.yaml: There is no such file\..*illustrative/,
    );
  });
});
