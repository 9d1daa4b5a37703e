import { expect, test } from 'vitest';
import { runCell } from '../../src/experiments/cells.ts';
import { measureGoodFor } from '../../src/experiments/good-for.ts';
import { defaultObjective, objective } from '../../src/experiments/objective.ts';
import { objectiveValue } from '../../src/experiments/objective-value.ts';
import { parseTarget } from '../../src/experiments/target.ts';
import { combinations } from '../../src/scenarios/axes.ts';
import { exampleNames } from '../../src/scenarios/examples.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { toy } from './toy.ts';

// The attacker hits in 7 of 10, the defender in 4 of 10.
const cell = await runCell(await toy('attacker: { strength: 7 }\ndefender: { strength: 4 }'), { overrides: [] }, {});
const { tally } = cell.evaluation;
const { sides } = cell.prepared;

test.each([
  ['defender-loses', 0.42, 'probability'],
  ['attacker wins', 0.42, 'probability'],
  ['a wins', 0.42, 'probability'],
  ['winner=a', 0.42, 'probability'],
  ['winner = b', 0.12, 'probability'],
  ['defender wins', 0.12, 'probability'],
  ['winner=none', 0.46, 'probability'],
  ['nobody wins', 0.46, 'probability'],
  ['advantage', 0.3, 'advantage'],
  ['defender.hits', 0.7, 'mean'],
  ['hits', 1.1, 'mean'],
  ['defender.hits>=1', 0.7, 'probability'],
  ['defender.hits > 0', 0.7, 'probability'],
  ['defender.hits<1', 0.3, 'probability'],
  ['attacker.hits <= 0', 0.6, 'probability'],
  ['attacker.hits=0', 0.6, 'probability'],
  ['attacker.hits!=0', 0.4, 'probability'],
] as const)('%s is %d', (text, value, kind) => {
  const asked = objective(text, tally, sides);
  expect(asked.kind).toBe(kind);
  expect(objectiveValue(asked, tally).value).toBeCloseTo(value, 12);
  expect(objectiveValue(asked, tally).interval).toBeUndefined();
});

test('what is asked when nothing is said is never certain, if anything is not', () => {
  expect(defaultObjective([tally], sides)).toBe('winner=a');
  const drawn = { ...tally, ends: tally.ends.map((e) => ({ ...e, outcome: 1 })) };
  expect(defaultObjective([drawn], sides)).toBe('defender.hits');
  expect(defaultObjective([tally, drawn], sides)).toBe('winner=a');
  const still = { ...drawn, ends: [{ outcome: 1, values: [0, 0], weight: 1 }] };
  expect(defaultObjective([still], sides)).toBe('winner=a');
  const attacker = { ...still, ends: [0, 1].map((hits) => ({ outcome: 1, values: [hits, 0], weight: 0.5 })) };
  expect(defaultObjective([attacker], sides)).toBe('attacker.hits');
});

test.each(['defender wns', 'hits>=2', 'nonsense', ''])("'%s' is refused with what may be asked", (text) => {
  expect(() => objective(text, tally, sides)).toThrow(
    /is no outcome or measure of this encounter; ask for attacker wins/,
  );
});

test.each([
  ['50%', { value: 0.5 }],
  ['0.5', { value: 0.5 }],
  ['attacker wins 50%', { objective: 'attacker wins', value: 0.5 }],
  ['attacker wins 50 %', { objective: 'attacker wins', value: 0.5 }],
  ['attacker wins=50%', { objective: 'attacker wins', value: 0.5 }],
  ['defender.hits=2.5', { objective: 'defender.hits', value: 2.5 }],
  ['defender.hits>=3 = 40%', { objective: 'defender.hits>=3', value: 0.4 }],
  ['150%', { value: 1.5 }],
  ['even', { value: 'even' }],
  ['attacker wins even', { objective: 'attacker wins', value: 'even' }],
] as const)('the target %s', (text, wanted) => expect(parseTarget(text)).toEqual(wanted));

test('a target without a figure is refused', () => {
  expect(() => parseTarget('half')).toThrow(/is no target/);
});

test.each([
  ['attacker wins', 'a'],
  ['defender wins', 'b'],
  ['winner=none', 'none'],
  ['undecided', 'none'],
  ['attacker-loses', 'b'],
  ['advantage', 'a'],
  ['defender.hits', 'a'],
  ['attacker.hits', 'b'],
  ['attacker.hits>=2', 'b'],
  ['attacker.hits<2', 'a'],
  ['attacker.hits=1', 'none'],
  ['hits', 'none'],
] as const)('%s is good for %s', (text, side) => {
  expect(objective(text, tally, sides).goodFor).toBe(side);
});

test.each([
  ['defender.fs', 'b'],
  ['attacker.hits.round1', 'b'],
  ['defender.lost.fire', 'a'],
  ['a.stands', 'a'],
  ['rounds', 'none'],
  ['pursuit.turns', 'none'],
  ['defensiveFire.casualties', 'b'],
  ['unit.cohesion', 'b'],
  ['attacker.commanderLost', 'b'],
  ['defender.commander-lost', 'a'],
] as const)('the measure %s is good for %s', (id, side) => {
  expect(measureGoodFor({ id }, { ids: ['attacker', 'defender'], names: ['attacker', 'defender'] })).toBe(side);
});

test('a measure that says whom it is good for is taken at its word', () => {
  const both = { ids: ['attacker', 'defender'], names: ['attacker', 'defender'] } as const;
  expect(measureGoodFor({ id: 'attacker.hits', goodFor: 'a' }, both)).toBe('a');
  expect(measureGoodFor({ id: 'defender.gold', goodFor: 'b' }, both)).toBe('b');
  expect(measureGoodFor({ id: 'attacker.hits', goodFor: 'none' }, both)).toBe('none');
});

test('every measure of the built-in scenarios that names a side belongs to one', async () => {
  const without: string[] = [];
  for (const name of exampleNames()) {
    const loaded = await loadScenario(name);
    const { built, sides: both } = prepareCell(loaded, combinations(loaded.vary)[0]);
    for (const m of [...built.machine.measures, ...built.machine.sums]) {
      if (measureGoodFor(m, both) === 'none') without.push(m.id);
    }
  }
  expect([...new Set(without)].sort()).toEqual([
    'attempts',
    'both.losses',
    'contact',
    'emergency.formed',
    'pursuit.turns',
    'rounds',
    'throws',
    'turns',
  ]);
});

test('where nobody fights, going well is called what it is', async () => {
  const { built, sides: his } = prepareCell(await loadScenario('commander-at-risk'), []);
  const shape = { outcomes: built.machine.outcomes, measures: built.machine.measures, sums: [] };
  const label = (text: string) => objective(text, shape, his).label;
  expect(label('winner=a')).toBe('commander is unhurt');
  expect(label('winner=b')).toBe('other than commander is unhurt');
  expect(label('advantage')).toBe('how much oftener the commander is unhurt than not');
  expect(() => label('zork')).toThrow(/ask for commander is unhurt, advantage/);
});
