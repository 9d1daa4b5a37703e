import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCodec } from '../../src/sim/codec.ts';
import { flag, int, layout, oneOf } from '../../src/sim/state.ts';

const spec = {
  round: int(1, 40),
  wide: int(-5, 2 ** 32 - 6),
  attacker: { hits: int(0, 12), formation: oneOf('line', 'column', 'square'), shaken: flag() },
  defender: { hits: int(0, 12), fled: flag() },
};

const { view, fields } = layout(spec, ['fire', 'test']);
const compiled = makeCodec(view, fields, true);
const interpreted = makeCodec(view, fields, false);

const states = fc.record({
  step: fc.constantFrom('end' as const, 'fire' as const, 'test' as const),
  round: fc.integer({ min: 1, max: 40 }),
  wide: fc.integer({ min: -5, max: 2 ** 32 - 6 }),
  attacker: fc.record({
    hits: fc.integer({ min: 0, max: 12 }),
    formation: fc.constantFrom('line' as const, 'column' as const, 'square' as const),
    shaken: fc.boolean(),
  }),
  defender: fc.record({ hits: fc.integer({ min: 0, max: 12 }), fled: fc.boolean() }),
});
type Written = typeof states extends fc.Arbitrary<infer S> ? S : never;

const write = ({ attacker, defender, ...rest }: Written): void => {
  Object.assign(view, rest);
  Object.assign(view.attacker, attacker);
  Object.assign(view.defender, defender);
};
const read = () => structuredClone({ ...view, attacker: { ...view.attacker }, defender: { ...view.defender } });

describe('the codec that needs no code made from text', () => {
  it('gives the very keys of the compiled one, and back', () => {
    fc.assert(
      fc.property(states, states, (one, other) => {
        const keys = [compiled, interpreted].map((codec) => {
          const key = new Int32Array(codec.words);
          write(one);
          codec.pack(key);
          return key;
        });
        expect(keys[1]).toEqual(keys[0]);
        write(other);
        interpreted.unpack(keys[0], 0);
        expect(read()).toEqual(one);
        const held = keys[0].slice();
        write(other);
        const key = new Int32Array(interpreted.words);
        compiled.pack(key);
        write(one);
        interpreted.change(held, key, 0);
        expect(read()).toEqual(other);
        expect(held).toEqual(key);
      }),
    );
  });

  it.each([
    ['a number past its end', () => Object.assign(view.attacker, { hits: 13 }), /attacker.hits' to 13/],
    ['a broken number', () => Object.assign(view.attacker, { hits: 1.5 }), /attacker.hits' to 1.5/],
    [
      'another word',
      () => Object.assign(view.attacker, { formation: 'wedge' }),
      /formation' to wedge; it must be one of/,
    ],
    ['a flag that is neither', () => Object.assign(view.defender, { fled: 'yes' }), /fled' to yes; it must be true or/],
  ])('refuses %s as the compiled one does', (_, spoil, message) => {
    fc.sample(states, 1).forEach(write);
    spoil();
    for (const codec of [compiled, interpreted]) expect(() => codec.pack(new Int32Array(codec.words))).toThrow(message);
    fc.sample(states, 1).forEach(write);
  });
});
