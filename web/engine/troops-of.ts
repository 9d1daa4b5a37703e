import { familyOf, type PlayedBook } from '../../src/rules/played.ts';
import { bookOf } from '../../src/scenarios/cell-book.ts';
import { type LoadedScenario, schemaOf } from '../../src/scenarios/prepare.ts';
import { writtenOut } from '../../src/scenarios/troops/expand.ts';
import { unitPlaces } from '../../src/scenarios/troops/places.ts';
import { rosterOf, troopsOf } from '../../src/scenarios/troops/roster.ts';
import type { NamedTroop } from '../form/fields.ts';
import { load, withoutAxes } from './loading.ts';
import type { Scenario } from './protocol.ts';

/** The named units of a book, the user's own with them. */
export const namedTroops = (book: PlayedBook, loaded: LoadedScenario): NamedTroop[] =>
  troopsOf(rosterOf(book, loaded.situation, loaded.troops)).map(({ name, about, values }) => ({
    name,
    values,
    ...(about === undefined ? {} : { about }),
  }));

/** The scenario with the values of its troops in the place of their names: the form shows values. */
export async function troopsWrittenOut(scenario: Scenario): Promise<Scenario> {
  const loaded = await load(withoutAxes(scenario));
  const { book } = bookOf(loaded, loaded.overrides);
  const { troops, attachments, encounters } = familyOf(book);
  const def = encounters[loaded.encounter];
  if (!troops || !def) return scenario;
  const places = unitPlaces(schemaOf(def, book), troops.unitKey, Object.keys(attachments ?? {}));
  const { situation } = writtenOut(loaded.situation, places, () => rosterOf(book, loaded.situation, loaded.troops));
  const units = Object.entries(situation as Scenario).filter(([key]) => places?.inside.has(key));
  return { ...scenario, ...Object.fromEntries(units) };
}
