import type { Rulebook } from '../rules/book.ts';
import type { BuiltEncounter, EncounterKind } from '../rules/encounter.ts';
import { familyOf, loadBooks } from '../rules/registry.ts';
import { bringFamily } from './bring-family.ts';
import type { LoadedScenario } from './loaded.ts';
import type { Override } from './override.ts';

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
