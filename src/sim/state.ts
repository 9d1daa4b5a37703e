import { type Clock, clockOf, putClock, shareClock } from './clock.ts';
import { makeCodec } from './codec.ts';
import { SimError } from './error.ts';
import { Reads } from './reads.ts';
import { watched } from './watched.ts';

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
  readonly clock?: true;
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
/**
 * A whole number that counts turns, at most one in a state. The engines see whether a step looks at it: what does not
 * look happens in the same way in every turn, and is worked out once.
 */
export const clock = (min: number, max: number): IntField => ({ kind: 'int', min, max, clock: true });
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
/** What the fields of a spec, or of a group in one, hold. */
export type Fields<Spec> = { -readonly [K in keyof Spec]: FieldValue<Spec[K]> };
/** The state record of a spec: its fields, and `step`, the step that comes next ('end' when nothing does). */
export type State<Spec extends StateSpec, Steps extends string = string> = Fields<Spec> & { step: Steps | 'end' };

/** One scratch state (the record that steps read and write), and codecs for it. */
export interface Layout<S> {
  readonly view: S;
  readonly fields: readonly { readonly path: string; readonly field: Field }[];
  readonly stepNames: readonly string[];
  readonly clock: Clock | null;
  /** Sees the looks and writes of steps, where the layout was asked to watch them. */
  readonly reads?: Reads;
  /** The record behind the view of a watched layout: for those who tell `reads` of every look and write themselves. */
  readonly raw: S;
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
  /** As `unpack`, where `held` is what the scratch state is known to hold: only words that differ are written, in both. */
  readonly change: (held: Int32Array, keys: Int32Array, at: number) => void;
  /** Where a field's bits are. */
  readonly bitsOf: (path: string) => { readonly word: number; readonly shift: number; readonly mask: number };
}

/**
 * Lays a spec out: `steps` are the names that `step` may hold besides 'end' (which comes first). Steps that are made over
 * the view can be named afterwards: a function is asked when the names are first needed. Where looks and writes are
 * watched, steps must hang on the view alone: what they keep elsewhere is not seen. `groups` are the records of groups that
 * steps have been bound to already.
 */
export function layout<Spec extends StateSpec>(
  spec: Spec,
  steps: readonly string[] | (() => readonly string[]),
  options: { readonly watch?: boolean; readonly groups?: Readonly<Record<string, object>> } = {},
): Layout<State<Spec>> {
  const fields: { path: string; field: Field }[] = [];
  collect(spec, '', fields);
  const raw: Record<string, unknown> = { step: 'end', ...options.groups };
  const clock = clockOf(fields);
  for (const { path, field } of fields) place(raw, path, first(path, field), clock);
  seal(raw);
  const paths = fields.map((f) => f.path);
  const reads = options.watch ? new Reads(paths.length) : undefined;
  const view = reads ? watched(raw, paths, reads) : raw;
  if (reads && clock) shareClock(raw, view, () => reads.look(paths.indexOf(clock.path)));
  let named: Pick<Layout<unknown>, 'fields' | 'stepNames'> | undefined;
  const whole = () => {
    if (!named) {
      const stepNames = ['end', ...(typeof steps === 'function' ? steps() : steps)];
      named = { stepNames, fields: [{ path: 'step', field: oneOf(...stepNames) }, ...fields] };
    }
    return named;
  };
  // Whoever walks the states again finds its code warm.
  let wholeCodec: Codec | undefined;
  const chosen = (paths: readonly string[]) => {
    const named = (path: string, p: string) => path === p || path.startsWith(`${p}.`);
    const unknown = paths.find((p) => !whole().fields.some(({ path }) => named(path, p)));
    if (unknown !== undefined) throw new SimError(`A record '${unknown}' is no group of fields of the state.`);
    return whole().fields.filter(({ path }) => path === 'step' || paths.some((p) => named(path, p)));
  };
  return {
    view: view as State<Spec>,
    raw: raw as State<Spec>,
    get fields() {
      return whole().fields;
    },
    get stepNames() {
      return whole().stepNames;
    },
    clock,
    ...(reads ? { reads } : {}),
    codec: (only) => {
      if (only) return makeCodec(raw, chosen(only));
      wholeCodec ??= makeCodec(raw, whole().fields);
      return wholeCodec;
    },
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
      if (!Number.isSafeInteger(field.min) || !Number.isSafeInteger(field.max) || !(field.max >= field.min)) {
        throw new SimError(`The state field '${path}' runs from ${field.min} to ${field.max}.`);
      }
      if (field.max - field.min >= 2 ** 32) {
        throw new SimError(`The state field '${path}' has more than 4,294,967,296 values.`);
      }
      return field.min;
  }
}

function place(root: Record<string, unknown>, path: string, value: FieldScalar, clock: Clock | null): void {
  const names = path.split('.');
  let at = root;
  for (const name of names.slice(0, -1)) {
    at[name] ??= {};
    at = at[name] as Record<string, unknown>;
  }
  const name = names[names.length - 1];
  if (path === clock?.path) putClock(clock, root, at, name, value as number);
  else at[name] = value;
}

/** A step that writes to a field nobody declared is a mistake; sealed, it is one that shows. */
function seal(group: object): void {
  for (const entry of Object.values(group)) if (typeof entry === 'object' && entry !== null) seal(entry);
  Object.preventExtensions(group);
}
