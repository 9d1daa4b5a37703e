import { BOOK_IDS, builtInBook, isBuiltIn, unknownBook } from '../rules/built-in.ts';
import type { EncounterKind } from '../rules/encounter.ts';
import type { PlayedBook } from '../rules/played.ts';
import { InputError, type Problem } from '../rules/problem.ts';
import type { Variant } from '../rules/variant.ts';
import type { Axis } from './axis.ts';
import type { Look } from './look.ts';
import type { Override } from './override.ts';
import type { ParsedText } from './text.ts';
import type { OwnTroops } from './troops/file.ts';

/** A variant, what people call it, and the file it came from. */
export interface NamedVariant {
  readonly name: string;
  readonly variant: Variant;
  readonly text?: ParsedText;
}

/** A scenario file, read and checked: everything that a cell of it is made from. */
export interface LoadedScenario {
  /** The file or the built-in name. */
  readonly source: string;
  readonly title: string;
  readonly rules: string;
  /** Rulebooks that came from files or from the caller, by the name they are asked for; they go before built-in ones. */
  readonly books: ReadonlyMap<string, PlayedBook>;
  /** The built-in rulebooks that cells ask for, by id. */
  readonly builtIn: ReadonlyMap<string, PlayedBook>;
  readonly encounter: EncounterKind;
  /** As written, without the keys that every file has and without defaults. */
  readonly situation: Readonly<Record<string, unknown>>;
  readonly variants: readonly NamedVariant[];
  /** From `rulings`, `set` and the command line, in order. */
  readonly overrides: readonly Override[];
  readonly vary: readonly Axis[];
  /** Variants that an axis `variant` names. */
  readonly named: ReadonlyMap<string, NamedVariant>;
  /** The user's own data that axes and variants name, by `cards=mine.yaml`. */
  readonly data: ReadonlyMap<string, unknown>;
  /** Troops and army lists of the user's own, by which the situation may name units. */
  readonly troops?: OwnTroops;
  readonly options: {
    readonly engine?: 'auto' | 'exact' | 'sample';
    readonly trials?: number;
    readonly precision?: number;
    readonly level?: number;
    readonly seed?: number;
  };
  /** How its pictures look, where the file says. */
  readonly charts?: Look;
  readonly text?: ParsedText;
  /** What the reader must know before the figures, such as that a link is older than its rulebook. */
  readonly warnings?: readonly string[];
}

/** The book that goes by this name in a scenario. */
export function bookIn({ books, builtIn }: Pick<LoadedScenario, 'books' | 'builtIn'>, name: string): PlayedBook {
  const found = books.get(name) ?? builtIn.get(name);
  if (found) return found;
  if (!isBuiltIn(name)) throw unknownBook(name, [...BOOK_IDS, ...books.keys()]);
  const message = `The rulebook '${name}' is not loaded: name it when the scenario is loaded.`;
  throw new InputError([{ path: ['rules'], message }]);
}

/** The book that a scenario starts from, variants aside. */
export const baseBook = (loaded: LoadedScenario): PlayedBook => bookIn(loaded, loaded.rules);

/** The scenario with the books that these overrides ask for; the same object where it has them all. */
export async function withNamedBooks(loaded: LoadedScenario, overrides: readonly Override[]): Promise<LoadedScenario> {
  const named = overrides.filter((o) => o.path === 'rules').map((o) => String(o.value));
  const missing = [...new Set(named)].filter((name) => !loaded.books.has(name) && !loaded.builtIn.has(name));
  if (missing.length === 0) return loaded;
  const found = await Promise.all(missing.map(async (name) => [name, await builtInBook(name)] as const));
  return { ...loaded, builtIn: new Map([...loaded.builtIn, ...found]) };
}

/** Gives every problem its place: the override that set it, or the scenario's own line. */
export function located(
  loaded: LoadedScenario,
  overrides: readonly Override[],
  problems: readonly Problem[],
): InputError {
  return new InputError(
    problems.map((p) => {
      if (p.at) return p;
      const path = p.path.join('.');
      const by = overrides.findLast(
        (o) => path === o.path || path.startsWith(`${o.path}.`) || o.path.startsWith(`${path}.`),
      );
      const isKey = p.message.startsWith('There is no ');
      const at = by?.at ?? (by ? { file: `${by.path}=${labelOf(by.value)}` } : loaded.text?.at(p.path, isKey));
      return at ? { ...p, at } : p;
    }),
  );
}

/** A value as a label of a cell. */
export function labelOf(value: unknown): string | number | boolean {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value === null) return 'none';
  if (typeof value === 'object' && 'name' in value && 'variant' in value) return String(value.name);
  if (typeof value === 'object' && 'title' in value) return String(value.title);
  return JSON.stringify(value) ?? String(value);
}
