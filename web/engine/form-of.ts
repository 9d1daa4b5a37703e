import type { EncounterKind, Family } from '../../src/rules/encounter.ts';
import { familyOf, type PlayedBook } from '../../src/rules/played.ts';
import { pathInWords } from '../../src/scenarios/axes.ts';
import { bookOf } from '../../src/scenarios/cell-book.ts';
import { schemaOf } from '../../src/scenarios/prepare.ts';
import type { Field, FieldGroup, Form } from '../form/fields.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { bookNamed, load, withoutAxes } from './loading.ts';
import type { Scenario } from './protocol.ts';
import { entryIn, fieldsOf, groupIn, looseField, type Names, type Node } from './schema-fields.ts';
import { namedTroops } from './troops-of.ts';

/** The form of an encounter: from the book's own declarations, variants included, since they add weapons and formations. */
export async function formOf(scenario: Scenario): Promise<Form> {
  const rules = String(scenario['rules']);
  const encounter = scenario['encounter'] as EncounterKind;
  const printed = await bookNamed(rules);
  const family = familyOf(printed);
  const def = family.encounters[encounter];
  const encounters = Object.entries(family.encounters).map(([kind, d]) => ({ kind, title: d!.title }));
  const about = { rules, encounter, book: { title: printed.title, encounters } };
  const attachments = Object.keys(family.attachments ?? {});
  if (!def) return { ...about, groups: [], troops: [], attachments };
  const { book, troops, situation } = await inForce(scenario, printed);
  const names = namesIn(family, situation);
  const schema = (await jsonSchemaOf(schemaOf(def, book))) as Node;
  const groups: FieldGroup[] = [];
  const loose: Field[] = [];
  const sides: FieldGroup['side'][] = ['a', 'b'];
  for (const [key, node] of Object.entries(schema.properties ?? {})) {
    // Data that is a file of its own is too much for a form.
    if (family.attachments?.[key]) {
      loose.push(attachmentField(key, Object.keys(family.attachments[key].shipped), node));
      continue;
    }
    const side = (isSide(key, node, family.troops?.unitKey) ? sides.shift() : undefined) ?? 'none';
    const help = node.description ? { help: node.description } : {};
    const found = groupsOf(key, node, scenario[key], { ...help, side }, names);
    if (found.length > 0) groups.push(...found);
    else loose.push(looseField(key, node, names));
  }
  return { ...about, groups: [...groups, ...aside(loose), ...rulingsGroup(book)], troops, attachments };
}

/** Names that data of the situation gives to keys of a unit, as cards do. */
function namesIn(family: Family, situation: Scenario): Names {
  const all = Object.entries(family.attachments ?? {}).map(([key, { words, shipped }]) => {
    const data = situation[key];
    return words?.(data !== null && typeof data === 'object' ? data : Object.values(shipped)[0]()) ?? {};
  });
  return Object.assign({}, ...all) as Names;
}

/** Sides are units, or hold them; command, obstacles and the like are not. */
function isSide(key: string, node: Node, unitKey: string | undefined): boolean {
  const all = [node, ...(node.anyOf ?? [])].flatMap((b) => [b, ...(b.items ? [b.items] : [])]);
  const groups = all.filter((b) => b.properties);
  return groups.length > 0 && (/^[ab]$/.test(key) || !unitKey || groups.some((g) => g.properties?.[unitKey]));
}

/** The book with its variants, and its troops; as printed and without them while the scenario has mistakes. */
async function inForce(
  scenario: Scenario,
  printed: PlayedBook,
): Promise<Pick<Form, 'troops'> & { readonly book: PlayedBook; readonly situation: Scenario }> {
  try {
    const loaded = await load(withoutAxes(scenario));
    const { book } = bookOf(loaded, loaded.overrides);
    return { book, troops: namedTroops(book, loaded), situation: loaded.situation as Scenario };
  } catch {
    return { book: printed, troops: [], situation: {} };
  }
}

/** The group of a key, or one for each entry where it is written as a list. */
function groupsOf(
  key: string,
  node: Node,
  value: unknown,
  about: Omit<FieldGroup, 'path' | 'label' | 'fields'>,
  names: Names,
) {
  const label = /^[ab]$/.test(key) ? `side ${key.toUpperCase()}` : pathInWords(key);
  const group = groupIn(node, value);
  if (group) return [{ ...about, path: key, label, fields: fieldsOf(key, group, value, names) }];
  const entry = entryIn(node, value);
  if (!entry) return [];
  return (value as readonly unknown[]).map((one, i) => {
    const path = `${key}.${i}`;
    return { ...about, path, label: `${label.replace(/s$/, '')} ${i + 1}`, fields: fieldsOf(path, entry, one, names) };
  });
}

const aside = (fields: readonly Field[]): FieldGroup[] =>
  fields.length === 0 ? [] : [{ path: '', label: 'the situation', side: 'none', fields }];

const attachmentField = (key: string, shipped: readonly string[], node: Node): Field => ({
  path: key,
  label: pathInWords(key),
  kind: 'word',
  options: [...shipped],
  default: shipped[0],
  help: node.description ?? 'A set that is shipped, or one of your own: drop its file on the page.',
});

function rulingsGroup(book: PlayedBook): FieldGroup[] {
  const fields = Object.values(book.rulings).flatMap(({ id, key, question, allowed, default: usual }): Field[] => {
    const about = { path: `rulings.${key}`, label: question, help: `${id}, ${key}`, default: usual };
    if (allowed.words && allowed.words.length > 1 && !allowed.integer)
      return [{ ...about, kind: 'word', options: allowed.words }];
    if (allowed.integer && !allowed.words)
      return [{ ...about, kind: 'number', min: allowed.integer[0], max: allowed.integer[1] }];
    return [];
  });
  return fields.length === 0 ? [] : [{ path: 'rulings', label: 'readings of the sheet', side: 'none', fields }];
}
