import { SimError } from './error.ts';

/**
 * The state of an encounter: a record of declared small fields.
 *
 *   const spec = { round: int(1, 3), attacker: { hits: int(0, 12), formation: oneOf('line', 'square') } };
 *   type S = State<typeof spec, 'fire' | 'test'>;   // s.round, s.attacker.formation, s.step
 *
 * Behind the record lies one Int32Array, so that copying a state is copying a few words and its key is a few shifts.
 */
export interface IntField {
  readonly kind: 'int';
  readonly min: number;
  readonly max: number;
}
export interface FlagField {
  readonly kind: 'flag';
}
export interface OneOfField<T extends string> {
  readonly kind: 'oneOf';
  readonly values: readonly T[];
}
export type Field = IntField | FlagField | OneOfField<string>;
export interface StateSpec {
  readonly [name: string]: Field | StateSpec;
}

/** A whole number from min to max. */
export const int = (min: number, max: number): IntField => ({ kind: 'int', min, max });
/** True or false; starts false. */
export const flag = (): FlagField => ({ kind: 'flag' });
/** One of a few words; starts at the first. */
export const oneOf = <const T extends string>(...values: readonly T[]): OneOfField<T> => ({ kind: 'oneOf', values });

type FieldValue<F> = F extends IntField
  ? number
  : F extends FlagField
    ? boolean
    : F extends OneOfField<infer T>
      ? T
      : F extends StateSpec
        ? Fields<F>
        : never;
type Fields<Spec> = { -readonly [K in keyof Spec]: FieldValue<Spec[K]> };
/** The state record of a spec: its fields, and `step`, the step that comes next ('end' when nothing does). */
export type State<Spec extends StateSpec, Steps extends string = string> = Fields<Spec> & { step: Steps | 'end' };

export interface FieldSlot {
  readonly path: string;
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
}

/** One scratch state (record and words) with the packing of its fields into key words. */
export interface Layout<S> {
  readonly view: S;
  /** One word a field; word 0 is `step`. Values are stored from 0 up. */
  readonly words: Int32Array;
  readonly slots: readonly FieldSlot[];
  readonly keyWords: number;
  readonly stepNames: readonly string[];
  /** The words of a fresh state: every field at its first value. */
  readonly fresh: Int32Array;
}

/** Lays a spec out: `steps` are the names that `step` may hold besides 'end' (which is 0). */
export function layout<Spec extends StateSpec>(spec: Spec, steps: readonly string[]): Layout<State<Spec>> {
  const stepNames = ['end', ...steps];
  const leaves: { path: string; field: Field }[] = [{ path: 'step', field: oneOf(...stepNames) }];
  collect(spec, '', leaves);
  const words = new Int32Array(leaves.length);
  const view = {} as Record<string, unknown>;
  const slots: FieldSlot[] = [];
  let keyWord = 0;
  let used = 0;
  leaves.forEach(({ path, field }, index) => {
    const bits = Math.max(1, 32 - Math.clz32(span(path, field) - 1));
    if (used + bits > 32) {
      keyWord++;
      used = 0;
    }
    slots.push({ path, word: keyWord, shift: used, mask: bits === 32 ? -1 : 2 ** bits - 1 });
    used += bits;
    define(view, path, accessor(path, field, words, index));
  });
  return {
    view: view as State<Spec>,
    words,
    slots,
    keyWords: keyWord + 1,
    stepNames,
    fresh: new Int32Array(leaves.length),
  };
}

function collect(spec: StateSpec, prefix: string, into: { path: string; field: Field }[]): void {
  for (const [name, entry] of Object.entries(spec)) {
    if (isField(entry)) into.push({ path: prefix + name, field: entry });
    else collect(entry, `${prefix}${name}.`, into);
  }
}

function isField(entry: Field | StateSpec): entry is Field {
  return typeof (entry as Field).kind === 'string';
}

function span(path: string, field: Field): number {
  switch (field.kind) {
    case 'flag':
      return 2;
    case 'oneOf':
      if (field.values.length === 0) throw new SimError(`The state field '${path}' allows no value.`);
      return field.values.length;
    case 'int':
      if (!(field.max >= field.min))
        throw new SimError(`The state field '${path}' runs from ${field.min} to ${field.max}.`);
      return field.max - field.min + 1;
  }
}

function accessor(path: string, field: Field, words: Int32Array, i: number): PropertyDescriptor {
  switch (field.kind) {
    case 'flag':
      return {
        get: () => words[i] === 1,
        set: (v: boolean) => {
          if (v !== true && v !== false) throw impossible(path, v, 'true or false');
          words[i] = v ? 1 : 0;
        },
      };
    case 'oneOf': {
      const { values } = field;
      const indexOf = new Map(values.map((v, k) => [v, k]));
      return {
        get: () => values[words[i]],
        set: (v: string) => {
          const k = indexOf.get(v);
          if (k === undefined) throw impossible(path, v, `one of ${values.join(', ')}`);
          words[i] = k;
        },
      };
    }
    case 'int': {
      const { min, max } = field;
      return {
        get: () => words[i] + min,
        set: (v: number) => {
          if (!(v >= min && v <= max && Number.isInteger(v)))
            throw impossible(path, v, `a whole number ${min}..${max}`);
          words[i] = v - min;
        },
      };
    }
  }
}

const impossible = (path: string, found: unknown, allowed: string) =>
  new SimError(`A step set the state field '${path}' to ${String(found)}; it must be ${allowed}.`);

function define(root: Record<string, unknown>, path: string, descriptor: PropertyDescriptor): void {
  const names = path.split('.');
  let at = root;
  for (const name of names.slice(0, -1)) {
    at[name] ??= {};
    at = at[name] as Record<string, unknown>;
  }
  Object.defineProperty(at, names[names.length - 1], { ...descriptor, enumerable: true });
}

/** Packs the scratch words into `key`. */
export function pack(words: Int32Array, slots: readonly FieldSlot[], key: Int32Array): void {
  key.fill(0);
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i];
    key[slot.word] |= words[i] << slot.shift;
  }
}

/** Unpacks `keys[at…]` into the scratch words. */
export function unpack(keys: Int32Array, at: number, slots: readonly FieldSlot[], words: Int32Array): void {
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i];
    words[i] = (keys[at + slot.word] >>> slot.shift) & slot.mask;
  }
}
