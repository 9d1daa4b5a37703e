import { pathInWords } from '../../src/scenarios/axes.ts';
import { type Field, valueAt } from '../form/fields.ts';

/** A part of a JSON Schema, as zod writes it. */
export interface Node {
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

/** Names that data of the situation gives to a key, as a set of cards does. */
export type Names = Readonly<Record<string, readonly string[]>>;

/** Where a field stands: its path, and what comes before its own name in words ("brigade 1, regiment 2"). */
interface Place {
  readonly path: string;
  readonly within: string;
  readonly name: string;
}

/**
 * The fields of a group, those of groups inside it laid out flat. A list of groups has the fields of each of its
 * entries, and a box to write it in for adding and taking out.
 */
export function fieldsOf(path: string, node: Node, value: unknown, names: Names): Field[] {
  return fieldsAt({ path, within: '', name: '' }, node, value, names);
}

function fieldsAt({ path, within, name }: Place, node: Node, value: unknown, names: Names): Field[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, inner]) => {
    const place = { path: `${path}.${key}`, within, name: name === '' ? key : `${name}.${key}` };
    const own = valueAt(value, key);
    const group = groupIn(inner, own);
    if (group) return fieldsAt(place, group, own, names);
    const entry = entryIn(inner, own);
    const whole = withOptions(fieldOf(place, inner), names);
    if (!entry) return [whole];
    const entries = (own as readonly unknown[]).flatMap((one, i) => {
      const called = `${pathInWords(key).replace(/s$/, '')} ${i + 1}`;
      const at = { path: `${place.path}.${i}`, within: within === '' ? called : `${within}, ${called}`, name: '' };
      return fieldsAt(at, entry, one, names);
    });
    return [...entries, whole];
  });
}

const branches = (node: Node): readonly Node[] => node.anyOf?.flatMap(branches) ?? [node];

/** The keys of a group, where this is one. */
export function groupIn(node: Node, value: unknown): Node | undefined {
  const groups = branches(node).filter((b) => b.properties);
  if (groups.length !== 1 || Array.isArray(value) || isNameable(node) || !isPlain(groups[0])) return undefined;
  return groups[0];
}

/** A tactic may be one that has a name: its lines are written, not filled in. */
const isNameable = (node: Node): boolean => branches(node).some((b) => b.type === 'string' || wordsIn(b).length > 0);

/** Conditions are free in their keys: there is nothing to lay out. */
const isPlain = ({ properties }: Node): boolean =>
  Object.values(properties ?? {}).some((p) => branches(p).some((b) => b.type !== 'object' || b.properties));

/** The keys of each entry, where a list of groups is written. */
export function entryIn(node: Node, value: unknown): Node | undefined {
  if (!Array.isArray(value) || isNameable(node)) return undefined;
  const items = branches(node).flatMap((b) => (b.type === 'array' && b.items?.properties ? [b.items] : []));
  return items.length === 1 ? items[0] : undefined;
}

export const looseField = (key: string, node: Node, names: Names): Field =>
  withOptions(fieldOf({ path: key, within: '', name: key }, node), names);

function fieldOf({ path, within, name }: Place, node: Node): Field {
  const label = pathInWords(name);
  const about = {
    path,
    label: within === '' ? label : `${within}: ${label}`,
    ...(node.description ? { help: node.description } : {}),
    ...(node.default === undefined ? {} : { default: node.default }),
  };
  const words = wordsIn(node);
  const all = branches(node);
  if (words.length > 0) {
    const written = all.some((b) => wordsIn(b).length === 0);
    return { ...about, kind: 'word', options: words, ...(written ? { mayBeWritten: true } : {}) };
  }
  const number = all.find((b) => b.type === 'integer' || b.type === 'number');
  if (all.some((b) => b.type === 'string') && all.every((b) => b.type === 'string' || b === number))
    return { ...about, kind: 'text', ...(number ? { mayBeNumber: true } : {}) };
  if (number) return { ...about, kind: 'number', ...limits(number), ...(all.length > 1 ? { mayBeWritten: true } : {}) };
  if (node.type === 'boolean') return { ...about, kind: 'flag' };
  if (node.type === 'array' && node.items?.enum)
    return { ...about, kind: 'words', options: node.items.enum as string[] };
  return { ...about, kind: 'other' };
}

function limits({ minimum, maximum }: Node): Pick<Field, 'min' | 'max'> {
  const bounded = (v: number | undefined): v is number => v !== undefined && Math.abs(v) < 1e9;
  return { ...(bounded(minimum) ? { min: minimum } : {}), ...(bounded(maximum) ? { max: maximum } : {}) };
}

/** A text that stands for one of some names: they are offered. */
function withOptions(field: Field, names: Names): Field {
  const options = field.kind === 'text' ? names[field.path.split('.').at(-1)!] : undefined;
  if (!options) return field;
  const { mayBeNumber, ...rest } = field;
  return { ...rest, kind: 'word', options, ...(mayBeNumber ? { mayBeWritten: true } : {}) };
}

/** The words that may stand here, alone or besides something longer (a tactic by name, or its lines). */
function wordsIn(node: Node): string[] {
  const own = node.const === undefined ? (node.enum ?? []) : [node.const];
  const found = [...own, ...(node.anyOf ?? []).flatMap(wordsIn)];
  return found.every((v) => typeof v === 'string') ? (found as string[]) : [];
}
