import type { Field, FieldScalar, StateSpec } from '../sim/state.ts';
import { act, block, type Flow } from './flow.ts';

/** By group of a declared state, what its own fields hold before anything has happened. */
const blanks = new WeakMap<object, readonly (readonly [name: string, blank: FieldScalar])[]>();

/** Nothing yet is 0, also for a lead that may fall below it. */
const blankOf = (field: Field): FieldScalar =>
  field.kind === 'flag'
    ? false
    : field.kind === 'oneOf'
      ? field.values[0]
      : Math.max(field.min, Math.min(0, field.max));

const isField = (entry: Field | StateSpec): entry is Field => typeof entry.kind === 'string';

/** Notes the blanks of a state and of all groups in it, so that they can be cleared; a group without fields has no record. */
export function noteBlanks(spec: StateSpec, view: object | undefined): void {
  if (!view) return;
  const entries = Object.entries(spec);
  blanks.set(
    view,
    entries.flatMap(([name, entry]) => (isField(entry) ? [[name, blankOf(entry)] as const] : [])),
  );
  for (const [name, entry] of entries)
    if (!isField(entry)) noteBlanks(entry, (view as Readonly<Record<string, object>>)[name]);
}

/** Sets the fields of a group (not those of groups in it) back to where they are before anything has happened. */
export function clear(group: object): void {
  const own = blanks.get(group);
  if (!own) throw new Error('Only a group of a declared state can be cleared.');
  for (const [name, blank] of own) (group as Record<string, FieldScalar>)[name] = blank;
}

/** A procedure with variables of its own: they are cleared when it is left, which keeps equal situations equal states. */
export const withVariables = <S>(variables: object, body: readonly Flow<S>[]): Flow<S>[] => [
  block(body),
  act(() => clear(variables)),
];
