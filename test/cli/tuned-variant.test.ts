import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { grognard } from './harness.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grognard-tuned-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const file = (name: string, text: string): string => {
  writeFileSync(join(root, name), text);
  return join(root, name);
};
const json = async (words: readonly string[]) => {
  const { out, err, code } = await grognard([...words, '--format', 'json']);
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out);
};

/** Tunes, then plays the scenario with the file that was found and nothing else. */
async function tunedAndAlone(scenario: string, tune: readonly string[]) {
  const tuned = await json(['tune', scenario, '--target', '30%', ...tune]);
  const path = file('tuned.yaml', tuned.tuning.variantFile);
  const alone = await json(['run', scenario, '--variant', path]);
  const outcomes = (cell: { outcomes: { id: string; p: number }[] }) => cell.outcomes.map((o) => [o.id, o.p]);
  expect(outcomes(alone.cells[0])).toEqual(outcomes(tuned.cells[1]));
  expect(tuned.cells[0].outcomes).not.toEqual(tuned.cells[1].outcomes);
  return readFileSync(path, 'utf8');
}

const melee = `rules: oth2
encounter: melee
attacker: { formation: attack-column, fs: 8 }
defender: { formation: line, fs: 7 }
`;
const added = `title: A row of its own
base: oth2
add:
  melee.infantry: [{ id: own, label: "a row, of one's own", value: -4, when: { self: { formation: attack-column } } }]
change: { melee.infantry.attack-column: 1 }
rulings: { maxRounds: 2 }
`;

describe('the variant file of a tuning', () => {
  it('carries the rows of the variant that was tuned', async () => {
    const text = await tunedAndAlone(file('fight.yaml', melee), [
      '--variant',
      file('own.yaml', added),
      '--vary',
      'rules.melee.infantry.own=-3..2',
    ]);
    expect(text).toMatch(/maxRounds: 2/);
  });

  it('carries another value of a row that the variant changes, from what is printed', async () => {
    const text = await tunedAndAlone(file('fight.yaml', melee), [
      '--variant',
      file('own.yaml', added),
      '--vary',
      'rules.melee.infantry.attack-column=4..8',
    ]);
    expect(text).toMatch(/id: own/);
  });

  it('carries what --set changed', async () => {
    await tunedAndAlone(file('fight.yaml', melee), [
      '--set',
      'rules.melee.infantry.attack-column=1',
      '--vary',
      'rulings.maxRounds=1..2',
    ]);
  });

  it('leaves out the variant that the scenario names itself', async () => {
    file('own.yaml', added);
    const text = await tunedAndAlone(file('fight.yaml', `${melee}variant: own.yaml\n`), [
      '--vary',
      'rules.melee.infantry.own=-3..2',
    ]);
    expect(text).toMatch(/change:\n {2}melee\.infantry\.own:\n {4}was: -4\n/);
    expect(text).not.toMatch(/add:/);
  });
});
