import { describe, expect, it } from 'vitest';
import { labelOf } from '../../src/words/labels.ts';
import { amountOf, namedPath, pathInWords, settingOf } from '../../src/words/paths.ts';
import { conditionInWords } from '../../src/words/settings.ts';

describe('an edit of the situation is told in words', () => {
  it.each([
    ['attacker.elite=true', 'attacker elite'],
    ['attacker.elite=false', 'attacker not elite'],
    ['attacker.fs=9', 'attacker FS 9'],
    ['defender.stands=2', 'defender with 2 stands'],
    ['defender.stands=1', 'defender with 1 stand'],
    ['attacker.startingStands=8', 'attacker with 8 starting stands'],
    ['attacker.moraleSupport=true', 'attacker with morale support'],
    ['attacker.moraleSupport=false', 'attacker without morale support'],
    ['unit.moraleSupport=false', 'no morale support'],
    ['unit.elite=false', 'not elite'],
    ['attacker.commander.inRange=false', 'attacker commander not in range'],
    ['attacker.cannotReform=false', 'attacker can reform'],
    ['unit.hasFired=false', 'has not fired'],
    ['unit.leavesCover=false', 'does not leave cover'],
    ['defender.inCover=false', 'defender not in cover'],
    ['defender.type=light-cavalry-a', 'defender type light cavalry (a)'],
    ['attacker.french=true', 'attacker French'],
    ['a.formation=line, b.reaction=stand-and-deliver', 'side A formation line, side B reaction stand and deliver'],
    ['defender.place=bua-wooden', 'defender place BUA wooden'],
    ['a.stands=3', 'side A with 3 stands'],
    ['distance=8', 'distance 8'],
    ['turns=4', '4 turns'],
    ['hits.0=3', 'first hits 3'],
    ['a.groups.1.losses.1=2', 'side A group 2 second losses 2'],
    ['rulings.maxRounds=3', 'ruling max rounds 3'],
    ['rules.melee.infantry.attack-column=-1', 'attack column −1'],
    ['melee.infantry.attack-column=0', 'attack column 0'],
  ])('%s is "%s"', (edit, words) => expect(labelOf(edit)).toBe(words));
});

it('a count behind a side is owned by it, so that it is not read as a verb', () => {
  expect(pathInWords('defender.stands')).toBe('defender’s stands');
  expect(pathInWords('attacker.fs')).toBe('attacker FS');
  expect(amountOf('defender.stands', '4')).toBe('4 stands of the defender');
  expect(amountOf('attacker.fs', '4')).toBe('attacker FS 4');
});

describe('units with names are called by them', () => {
  const naming = {
    ids: ['side A', 'side B'],
    names: ['side A', 'Line'],
    situation: { a: { name: 'Battalion', groups: [{ name: 'Dragoons', tactic: 'hold' }, {}] }, b: { name: 'Line' } },
  } as const;
  it.each([
    ['a.groups.0.tactic', 'Dragoons tactic'],
    ['a.groups.1.tactic', 'side A group 2 tactic'],
    ['a.groups.0.stands', 'Dragoons’ stands'],
    ['b.tactic', 'Line tactic'],
  ])('%s is "%s"', (path, words) => expect(namedPath(path, naming)).toBe(words));

  it('with what they are set to', () => {
    expect(settingOf('a.groups.0.stands', 2, naming)).toBe('Dragoons with 2 stands');
    expect(settingOf('b.disordered', false, naming)).toBe('Line not disordered');
  });
  it('and a path of neither side has no name', () => expect(namedPath('distance', naming)).toBeUndefined());
});

it.each([
  ['won last', true, 'when won last'],
  ['fired', false, 'when not fired'],
  ['morale support', true, 'with morale support'],
  ['enemy to flank', false, 'without enemy to flank'],
] as const)('what "%s" has to be (%s) is a condition', (what, wanted, words) =>
  expect(conditionInWords(what, wanted)).toBe(words),
);
