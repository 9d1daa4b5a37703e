import { describe, expect, it } from 'vitest';
import { nearest } from '../../src/rules/nearest.ts';

const formations = ['line', 'attack-column', 'column-of-companies', 'open-order', 'skirmish', 'square'];

describe('the nearest name', () => {
  it.each([
    ['attack-collumn', 'attack-column'],
    ['atack-column', 'attack-column'],
    ['attackcolumn', 'attack-column'],
    ['lien', 'line'],
    ['skirmsh', 'skirmish'],
    ['SQUARE', 'square'],
    ['open_order', 'open-order'],
    ['companies', 'column-of-companies'],
  ])('of %s is %s', (name, expected) => {
    expect(nearest(name, formations)).toBe(expected);
  });

  it.each(['', 'hedgehog', 'x', 'qqqqqqqqqq'])("of '%s' is none", (name) => {
    expect(nearest(name, formations)).toBeUndefined();
  });

  it('of a very long name is looked for in its beginning', () => {
    expect(nearest('x'.repeat(100_000_000), formations)).toBeUndefined();
  });
});

it('two slips in five letters are near enough, three in seven are not', () => {
  expect([nearest('abcde', ['abcxy']), nearest('abcdefg', ['abcdxyz'])]).toEqual(['abcxy', undefined]);
});
