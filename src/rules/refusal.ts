import type { Problem } from './problem.ts';

type Path = Problem['path'];

/** Something that a sheet does not allow: whether it is so here, the key that says it, and the sentence. */
export type Refusal = readonly [isSo: boolean, key: string | Path, message: string];

/** The path of the whole scenario. */
export const ROOT: Path = [];

/** What is refused of a group of the scenario, which stands at `path`; what was found is read off the key. */
export const refusals = (refused: object, path: Path, rows: readonly Refusal[]): Problem[] =>
  rows
    .filter(([isSo]) => isSo)
    .map(([, key, message]) => {
      const keys = typeof key === 'string' ? [key] : key;
      return { path: [...path, ...keys], message, found: scalarAt(refused, keys) };
    });

/** Only the first that applies: the others rest on it. */
export const firstRefusal = (refused: object, path: Path, rows: readonly Refusal[]): Problem[] =>
  refusals(refused, path, rows).slice(0, 1);

function scalarAt(value: unknown, [key, ...rest]: Path): unknown {
  if (typeof value !== 'object' || value === null) return key === undefined ? value : undefined;
  return key === undefined ? undefined : scalarAt((value as Readonly<Record<string | number, unknown>>)[key], rest);
}
