import * as z from 'zod';
import type { Rulebook } from '../../src/rules/book.ts';
import type { EncounterKind, Family } from '../../src/rules/encounter.ts';
import { familyOf } from '../../src/rules/registry.ts';
import { pathInWords } from '../../src/scenarios/axes.ts';
import { bookOf } from '../../src/scenarios/cell-book.ts';
import { schemaOf } from '../../src/scenarios/prepare.ts';
import type { Field, FieldGroup, Form } from '../form/fields.ts';
import { bookNamed, load, withoutAxes } from './loading.ts';
import type { Scenario } from './protocol.ts';
import { namedTroops } from './troops-of.ts';

/** A part of a JSON Schema, as zod writes it. */
interface Node {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

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
  const schema = z.toJSONSchema(schemaOf(def, book), { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Node;
  const groups: FieldGroup[] = [];
  const loose: Field[] = [];
  for (const [key, node] of Object.entries(schema.properties ?? {})) {
    const group = objectIn(node);
    // Data that is a file of its own is too much for a form.
    if (family.attachments?.[key]) loose.push(attachmentField(key, Object.keys(family.attachments[key].shipped), node));
    else if (group) groups.push(groupOf(key, group, node.description, { place: groups.length, names }));
    else loose.push(fieldOf(key, key, node));
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
type Names = Readonly<Record<string, readonly string[]>>;

/** The book with its variants, and its troops; as printed and without them while the scenario has mistakes. */
async function inForce(
  scenario: Scenario,
  printed: Rulebook,
): Promise<Pick<Form, 'troops'> & { readonly book: Rulebook; readonly situation: Scenario }> {
  try {
    const loaded = await load(withoutAxes(scenario));
    const { book } = bookOf(loaded, loaded.overrides);
    return { book, troops: namedTroops(book, loaded), situation: loaded.situation as Scenario };
  } catch {
    return { book: printed, troops: [], situation: {} };
  }
}

function groupOf(
  path: string,
  node: Node,
  help: string | undefined,
  { place, names }: { readonly place: number; readonly names: Names },
): FieldGroup {
  const named = (field: Field): Field => {
    const options = field.kind === 'text' ? names[field.path.slice(path.length + 1)] : undefined;
    return options ? { ...field, kind: 'word', options } : field;
  };
  return {
    path,
    label: /^[ab]$/.test(path) ? `side ${path.toUpperCase()}` : pathInWords(path),
    ...(help ? { help } : {}),
    side: place === 0 ? 'a' : place === 1 ? 'b' : 'none',
    fields: fieldsOf(path, '', node).map(named),
  };
}

/** The fields of a group; groups in it are laid out flat, each field under its whole name. */
function fieldsOf(path: string, name: string, node: Node): Field[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, inner]) => {
    const words = name === '' ? key : `${name}.${key}`;
    const group = objectIn(inner);
    return group ? fieldsOf(`${path}.${key}`, words, group) : [fieldOf(`${path}.${key}`, words, inner)];
  });
}

const aside = (fields: readonly Field[]): FieldGroup[] =>
  fields.length === 0 ? [] : [{ path: '', label: 'the situation', side: 'none', fields }];

function fieldOf(path: string, name: string, node: Node): Field {
  const about = {
    path,
    label: pathInWords(name),
    ...(node.description ? { help: node.description } : {}),
    ...(node.default === undefined ? {} : { default: node.default }),
  };
  const words = wordsIn(node);
  if (words.length > 0) {
    const written = (node.anyOf ?? []).some((b) => wordsIn(b).length === 0);
    return { ...about, kind: 'word', options: words, ...(written ? { mayBeWritten: true } : {}) };
  }
  if (node.type === 'boolean') return { ...about, kind: 'flag' };
  if (node.type === 'integer' || node.type === 'number') {
    const bounded = (v: number | undefined) => v !== undefined && Math.abs(v) < 1e9;
    return {
      ...about,
      kind: 'number',
      ...(bounded(node.minimum) ? { min: node.minimum } : {}),
      ...(bounded(node.maximum) ? { max: node.maximum } : {}),
    };
  }
  if (node.type === 'string') return { ...about, kind: 'text' };
  if (node.type === 'array' && node.items?.enum)
    return { ...about, kind: 'words', options: node.items.enum as string[] };
  return { ...about, kind: 'other' };
}

/** The words that may stand here, alone or besides something longer (a tactic by name, or its lines). */
function wordsIn(node: Node): string[] {
  const own = node.const === undefined ? (node.enum ?? []) : [node.const];
  const found = [...own, ...(node.anyOf ?? []).flatMap(wordsIn)];
  return found.every((v) => typeof v === 'string') ? (found as string[]) : [];
}

const objectIn = (node: Node): Node | undefined =>
  node.properties ? node : (node.anyOf ?? []).length === 1 ? objectIn(node.anyOf![0]) : undefined;

const attachmentField = (key: string, shipped: readonly string[], node: Node): Field => ({
  path: key,
  label: pathInWords(key),
  kind: 'word',
  options: [...shipped],
  default: shipped[0],
  help: node.description ?? 'A set that is shipped, or one of your own: drop its file on the page.',
});

function rulingsGroup(book: Rulebook): FieldGroup[] {
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
