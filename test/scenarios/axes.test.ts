import { describe, expect, it } from 'vitest';
import { axis, axisFromFlag, combinations, pathInWords } from '../../src/scenarios/axes.ts';

describe('an axis', () => {
  it.each<[unknown, string, unknown[]]>([
    ['5..8', 'number', [5, 6, 7, 8]],
    ['8..5', 'number', [8, 7, 6, 5]],
    ['-1..1', 'number', [-1, 0, 1]],
    ['0..1..0.1', 'number', [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]],
    ['0..10..4', 'number', [0, 4, 8]],
    ['10..0..-5', 'number', [10, 5, 0]],
    ['line,square', 'list', ['line', 'square']],
    ['true,false', 'list', [true, false]],
    ['1,3,9', 'number', [1, 3, 9]],
    [[1, 'two'], 'list', [1, 'two']],
    [7, 'list', [7]],
  ])('reads %j', (given, kind, values) => {
    expect(axis('x', given)).toEqual({ path: 'x', label: 'x', kind, values });
  });

  it.each<[unknown, RegExp]>([
    ['1..5..0', /must not be 0/],
    ['1..5..-1', /never leads/],
    ['0..999999', /may have 10000/],
    [[], /at least one value/],
    [[1, 1], /stands twice/],
    [[null], /numbers and words/],
    ['a,,b', /numbers and words/],
  ])('refuses %j', (given, message) => {
    expect(() => axis('x', given)).toThrow(message);
  });

  it('comes from a flag', () => {
    expect(axisFromFlag('attacker.fs=5..6').path).toBe('attacker.fs');
    for (const bad of ['attacker.fs', '=5', 'x=']) expect(() => axisFromFlag(bad)).toThrow(/is not an axis/);
  });
});

describe('axes', () => {
  it('multiply, the last running fastest', () => {
    const cells = combinations([axis('a', '1..2'), axis('b', 'x,y')]);
    expect(cells.map((c) => c.map((o) => o.value).join(''))).toEqual(['1x', '1y', '2x', '2y']);
  });

  it('of no kind make one cell', () => {
    expect(combinations([])).toEqual([[]]);
  });
});

describe('a path in words', () => {
  it.each([
    ['attacker.fs', 'attacker FS'],
    ['attacker.commander.inRange', 'attacker commander in range'],
    ['attacker.others.0.into', 'attacker unit 2 into'],
    ['a.groups.0.stands', 'side A group 1’s stands'],
    ['b.brigades.1.regiments.0.cohesion', 'side B brigade 2 regiment 1 cohesion'],
    ['a.fs', 'side A FS'],
    ['rulings.maxRounds', 'ruling max rounds'],
    ['rules.melee.infantry.support-one', 'support one'],
    ['rules', 'rules'],
  ])('%s is %s', (path, words) => {
    expect(pathInWords(path)).toBe(words);
  });
});
