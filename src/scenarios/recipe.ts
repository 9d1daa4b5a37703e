import type { Rulebook } from '../rules/book.ts';
import type { BuiltEncounter, EncounterKind } from '../rules/encounter.ts';
import { bringFamily, familyOf, loadBooks } from '../rules/registry.ts';

/** Everything that makes an encounter, as plain data: it crosses threads, and the machine is built again on the other side. */
export interface Recipe {
  /** With every variant and ruling laid over it. */
  readonly book: Rulebook;
  readonly encounter: EncounterKind;
  /** Parsed, with its defaults filled in. */
  readonly situation: unknown;
  /** The id of the printed book that `book` grew from: tells which family to load. */
  readonly base: string;
}

/** Builds the machine of a recipe, bringing in its family first. */
export async function buildRecipe(recipe: Recipe): Promise<BuiltEncounter> {
  if (recipe.book.program) await bringFamily(recipe.book);
  else await loadBooks([recipe.base]);
  return buildLoaded(recipe);
}

/** The same where the family is known to be loaded. */
export function buildLoaded(recipe: Recipe): BuiltEncounter {
  const def = familyOf(recipe.book).encounters[recipe.encounter];
  if (!def) throw new Error(`The rules '${recipe.book.id}' have no encounter '${recipe.encounter}'.`);
  return def.build(recipe.situation, recipe.book);
}
