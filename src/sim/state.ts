import { makeCodec } from './codec.ts';
import { SimError } from './error.ts';

/**
 * The state of an encounter: a record of declared small fields.
 *
 *   const spec = { round: int(1, 3), attacker: { hits: int(0, 12), formation: oneOf('line', 'square') } };
 *   type S = State<typeof spec, 'fire' | 'test'>;   // s.round, s.attacker.formation, s.step
 *
 * The record is a plain object of fixed shape, which rules read and write at full speed. A codec packs it into a few
 * 32-bit words: a state's key, and the form in which engines keep it.
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
/** What a field holds. */
export type FieldScalar = string | number | boolean;
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

/** One scratch state (the record that steps read and write), and codecs for it. */
export interface Layout<S> {
  readonly view: S;
  readonly fields: readonly { readonly path: string; readonly field: Field }[];
  readonly stepNames: readonly string[];
  /** Packs all fields, or only those named (a group's name takes all its fields). */
  readonly codec: (paths?: readonly string[]) => Codec;
}

/** Packs fields of the scratch state into key words, and back. */
export interface Codec {
  readonly words: number;
  readonly paths: readonly string[];
  /** Reads the scratch state; refuses a value that its field does not allow. */
  readonly pack: (key: Int32Array) => void;
  readonly unpack: (keys: Int32Array, at: number) => void;
}

/** Lays a spec out: `steps` are the names that `step` may hold besides 'end' (which comes first). */
export function layout<Spec extends StateSpec>(spec: Spec, steps: readonly string[]): Layout<State<Spec>> {
  const stepNames = ['end', ...steps];
  const fields: { path: string; field: Field }[] = [{ path: 'step', field: oneOf(...stepNames) }];
  collect(spec, '', fields);
  const view: Record<string, unknown> = {};
  for (const { path, field } of fields) place(view, path, first(path, field));
  seal(view);
  const chosen = (paths: readonly string[]) =>
    fields.filter(({ path }) => path === 'step' || paths.some((p) => path === p || path.startsWith(`${p}.`)));
  return {
    view: view as State<Spec>,
    fields,
    stepNames,
    codec: (paths) => makeCodec(view, paths ? chosen(paths) : fields),
  };
}

function collect(spec: StateSpec, prefix: string, into: { path: string; field: Field }[]): void {
  for (const [name, entry] of Object.entries(spec)) {
    if (!/^[A-Za-z_]\w*$/.test(name)) throw new SimError(`'${prefix}${name}' is no name for a state field.`);
    if (isField(entry)) into.push({ path: prefix + name, field: entry });
    else collect(entry, `${prefix}${name}.`, into);
  }
}

function isField(entry: Field | StateSpec): entry is Field {
  return typeof (entry as Field).kind === 'string';
}

function first(path: string, field: Field): FieldScalar {
  switch (field.kind) {
    case 'flag':
      return false;
    case 'oneOf':
      if (field.values.length === 0) throw new SimError(`The state field '${path}' allows no value.`);
      return field.values[0];
    case 'int':
      if (!(field.max >= field.min)) {
        throw new SimError(`The state field '${path}' runs from ${field.min} to ${field.max}.`);
      }
      return field.min;
  }
}

function place(root: Record<string, unknown>, path: string, value: FieldScalar): void {
  const names = path.split('.');
  let at = root;
  for (const name of names.slice(0, -1)) {
    at[name] ??= {};
    at = at[name] as Record<string, unknown>;
  }
  at[names[names.length - 1]] = value;
}

/** A step that writes to a field nobody declared is a mistake; sealed, it is one that shows. */
function seal(group: object): void {
  for (const entry of Object.values(group)) if (typeof entry === 'object' && entry !== null) seal(entry);
  Object.preventExtensions(group);
}
