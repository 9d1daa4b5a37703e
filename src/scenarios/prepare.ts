import type { Rulebook } from '../rules/book.ts';
import type { BuiltEncounter, EncounterDef } from '../rules/encounter.ts';
import { bookHash } from '../rules/hash.ts';
import { nearest } from '../rules/nearest.ts';
import { familyOf } from '../rules/played.ts';
import { goingWell } from '../words/kinds.ts';
import { type BookOfCell, bookOf } from './cell-book.ts';
import { type SituationOfCell, situationOf } from './cell-situation.ts';
import { type LoadedScenario, labelOf, located } from './loaded.ts';
import type { Override } from './override.ts';
import { type Recipe, withOrigin } from './recipe.ts';
import { type Sides, sidesOf, withNames } from './side-names.ts';

export { schemaOf } from './cell-situation.ts';
export type { LoadedScenario, NamedVariant } from './loaded.ts';
export type { Override } from './override.ts';
export type { Sides } from './side-names.ts';

/** One cell of an experiment, ready to be played. */
export interface PreparedCell {
  readonly book: Rulebook;
  readonly situation: unknown;
  readonly built: BuiltEncounter;
  readonly sides: Sides;
  readonly recipe: Recipe;
  /** Of the book; found when it is first asked for, since of most cells nobody does. */
  readonly hash: string;
  /** The variants and edits laid over the book, or null. */
  readonly variantName: string | null;
  readonly labels: Readonly<Record<string, string | number | boolean>>;
}

/** loaded + overrides ─ book with variants ─ situation against its schema ─ the sheet's own refusals ─ machine. */
export function prepareCell(loaded: LoadedScenario, overrides: readonly Override[] = []): PreparedCell {
  const cell = resolveCell(loaded, overrides);
  const { book, def } = cell;
  const built = withNotes(def.build(cell.situation, book), cell);
  const well = goingWell(loaded.encounter);
  const varied = [...loaded.vary, ...overrides].map(({ path }) => path);
  const sides = { ...sidesOf(built.sides, cell.situation, varied), ...(well ? { goingWell: well } : {}) };
  return {
    book,
    situation: cell.situation,
    built: withNames(built, sides),
    sides,
    recipe: withOrigin(
      { book, encounter: loaded.encounter, situation: cell.situation },
      { scenario: loaded, overrides },
    ),
    get hash() {
      return bookHash(book);
    },
    variantName: cell.variantName,
    labels: Object.fromEntries(overrides.map((o) => [o.path, labelOf(o.value)])),
  };
}

const withNotes = ({ notes, ...built }: BuiltEncounter, { unplayedEdits, troops }: ResolvedCell): BuiltEncounter => {
  const unplayed = unplayedEdits.map((text) => ({ kind: 'not played', text }) as const);
  const suggested = troops.filter((t) => t.suggested).map((t) => t.name);
  const rated = {
    kind: 'info',
    text: `The sheet rates no units; the values of ${suggested.join(' and ')} are suggestions that a file of your own may replace.`,
  } as const;
  return { ...built, notes: [...notes, ...unplayed, ...(suggested.length > 0 ? [rated] : [])] };
};

interface ResolvedCell extends BookOfCell, SituationOfCell {
  readonly def: EncounterDef;
}

const resolvedCells = new WeakMap<LoadedScenario, WeakMap<readonly Override[], ResolvedCell>>();

/** Everything but the machine. A cell is looked at when it is planned and again when it is run: the second time is free. */
export function resolveCell(loaded: LoadedScenario, overrides: readonly Override[]): ResolvedCell {
  const known = resolvedCells.get(loaded) ?? new WeakMap<readonly Override[], ResolvedCell>();
  resolvedCells.set(loaded, known);
  const found = known.get(overrides) ?? resolve(loaded, overrides);
  known.set(overrides, found);
  return found;
}

function resolve(loaded: LoadedScenario, overrides: readonly Override[]): ResolvedCell {
  const all = [...loaded.overrides, ...overrides];
  const found = bookOf(loaded, all);
  const family = familyOf(found.book);
  const def = family.encounters[loaded.encounter];
  if (!def) {
    const kinds = Object.keys(family.encounters);
    const near = nearest(loaded.encounter, kinds);
    const message = `${found.base} has no encounter '${loaded.encounter}'; it has ${kinds.join(', ')}.${near ? ` Did you mean '${near}'?` : ''}`;
    throw located(loaded, all, [{ path: ['encounter'], message, found: loaded.encounter, allowed: kinds }]);
  }
  const { situation, troops } = situationOf(loaded, all, def, found.book);
  const refusals = def.check(situation, found.book);
  if (refusals.length > 0) throw located(loaded, all, refusals);
  return { ...found, def, situation, troops };
}
