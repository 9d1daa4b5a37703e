import { expect, it } from 'vitest';
import { number, word } from '../../src/kit/expression/types.ts';
import { allowedBy, declarationFault, kindOf, schemaOfField } from '../../src/kit/file/fields.ts';
import type { FieldFile } from '../../src/kit/file/shape.ts';

const size: FieldFile = { number: [2, 5] };
const arm: FieldFile = { words: ['foot', 'horse'] };
const fired: FieldFile = { flag: true };
const BOUNDS = [2, 5] as const;

it('a field takes whole numbers within its bounds, its words, or true and false, and nothing else', () => {
  const values = [1, 2, 5, 6, 3.5, '3', 'foot', 'guns', true, false, null, undefined];
  const taken = (field: FieldFile) => values.filter((value) => allowedBy(field, value, BOUNDS));
  expect([taken(size), taken(arm), taken(fired)]).toEqual([[2, 5], ['foot'], [true, false]]);
  // A scenario is held to the same.
  for (const field of [size, arm, fired])
    expect(values.filter((value) => schemaOfField(field, BOUNDS).safeParse(value).success)).toEqual(taken(field));
});

it('a scenario may leave out what has a default, and what a type of unit may say', () => {
  const field = { ...size, default: 3 };
  expect(schemaOfField(field, BOUNDS).parse(undefined)).toBe(3);
  expect(schemaOfField(field, BOUNDS, true).parse(undefined)).toBe(undefined);
  expect(schemaOfField({ ...size, about: 'How many' }, BOUNDS).description).toBe('How many');
});

it('a field has one kind, and starts at its first word, at false, or as near to nothing as it may', () => {
  expect([size, arm, fired].map(declarationFault)).toEqual([undefined, undefined, undefined]);
  for (const odd of [{}, { ...size, ...arm }, { ...arm, ...fired }, { ...size, ...fired }])
    expect(declarationFault(odd)).toMatch(/^A field is one of/);
  expect(declarationFault({ words: ['a', 'b', 'a'] })).toBe('A word stands here twice.');
  expect([kindOf(arm, BOUNDS), kindOf(fired, BOUNDS)].map(({ start }) => start)).toEqual(['foot', false]);
  const bounds = [[2, 5], [-5, -2], [-2, 5], [-2, 0], [0, 4]] as const; // biome-ignore format: pairs
  expect(bounds.map((b) => kindOf(size, b).start)).toEqual([2, -5, 0, 0, 0]);
  expect([kindOf(size, BOUNDS).type, kindOf(arm, BOUNDS).type]).toEqual([number(2, 5), word(['foot', 'horse'])]);
});
