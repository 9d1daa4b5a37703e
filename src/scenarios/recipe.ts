import type { Rulebook } from '../rules/book.ts';
import type { BuiltEncounter, EncounterKind } from '../rules/encounter.ts';
import { familyOf } from '../rules/played.ts';
import type { LoadedScenario } from './loaded.ts';
import type { Override } from './override.ts';
import { withProcedures } from './with-procedures.ts';

/** Everything that makes an encounter, as plain data: it crosses threads, and the machine is built again on the other side. */
export interface Recipe {
  /** With every variant and ruling laid over it. */
  readonly book: Rulebook;
  readonly encounter: EncounterKind;
  /** Parsed, with its defaults filled in. */
  readonly situation: unknown;
}

/** The scenario and the overrides that a recipe was made from: what travels to other machines, where it is read anew. */
export interface Origin {
  readonly scenario: LoadedScenario;
  readonly overrides: readonly Override[];
}
const origins = new WeakMap<Recipe, Origin>();

export const originOf = (recipe: Recipe): Origin | undefined => origins.get(recipe);
export function withOrigin(recipe: Recipe, origin: Origin): Recipe {
  origins.set(recipe, origin);
  return recipe;
}

/** Builds the machine of a recipe, bringing in the procedures of its book first. */
export async function buildRecipe(recipe: Recipe): Promise<BuiltEncounter> {
  const book = await withProcedures(recipe.book);
  const def = familyOf(book).encounters[recipe.encounter];
  if (!def) throw new Error(`The rules '${book.id}' have no encounter '${recipe.encounter}'.`);
  return def.build(recipe.situation, book);
}
