import type { Codec, Field, FieldScalar } from './state.ts';

/** Where a field's bits are. */
export interface Slot {
  readonly path: string;
  readonly field: Field;
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
}

/** Refuses a value that field number `i` does not allow. */
export type Bad = (i: number, found: FieldScalar) => never;

type Group = Record<string, FieldScalar>;

/** One field: where it lives in the scratch state, and how its value becomes a small number and back. */
interface Part {
  readonly group: Group;
  readonly name: string;
  readonly shift: number;
  readonly mask: number;
  readonly encode: (value: FieldScalar) => number;
  readonly decode: (code: number) => FieldScalar;
}

/** The same keys as the compiled codec, read off descriptions: for surroundings that allow no code made from text. */
export function interpretedCodec(
  view: object,
  slots: readonly Slot[],
  words: number,
  bad: Bad,
): Pick<Codec, 'pack' | 'unpack' | 'change'> {
  const parts: Part[][] = Array.from({ length: words }, () => []);
  slots.forEach((slot, i) => {
    parts[slot.word].push(partOf(view, slot, (found) => bad(i, found)));
  });
  const write = (own: readonly Part[], word: number): void => {
    for (let i = 0; i < own.length; i++) {
      const { group, name, shift, mask, decode } = own[i];
      group[name] = decode(mask === -1 ? word >>> 0 : (word >>> shift) & mask);
    }
  };
  return {
    pack: (key) => {
      for (let w = 0; w < words; w++) {
        const own = parts[w];
        let word = 0;
        for (let i = 0; i < own.length; i++) {
          const { group, name, shift, encode } = own[i];
          word |= encode(group[name]) << shift;
        }
        key[w] = word;
      }
    },
    unpack: (keys, at) => {
      for (let w = 0; w < words; w++) write(parts[w], keys[at + w]);
    },
    change: (held, keys, at) => {
      for (let w = 0; w < words; w++) {
        if (held[w] === keys[at + w]) continue;
        held[w] = keys[at + w];
        write(parts[w], held[w]);
      }
    },
  };
}

function partOf(view: object, { path, field, shift, mask }: Slot, bad: (found: FieldScalar) => never): Part {
  const names = path.split('.');
  const name = names.pop() as string;
  const group = names.reduce((at, key) => (at as Record<string, object>)[key], view) as Group;
  return { group, name, shift, mask, ...codeOf(field, bad) };
}

function codeOf(field: Field, bad: (found: FieldScalar) => never): Pick<Part, 'encode' | 'decode'> {
  switch (field.kind) {
    case 'flag':
      return {
        encode: (value) => (value === true ? 1 : value === false ? 0 : bad(value)),
        decode: (code) => code === 1,
      };
    case 'oneOf': {
      const { values } = field;
      const places = new Map<FieldScalar, number>(values.map((v, i) => [v, i]));
      return { encode: (value) => places.get(value) ?? bad(value), decode: (code) => values[code] };
    }
    case 'int': {
      const { min, max } = field;
      return {
        encode: (value) =>
          typeof value === 'number' && value >= min && value <= max && Number.isInteger(value)
            ? value - min
            : bad(value),
        decode: (code) => code + min,
      };
    }
  }
}
