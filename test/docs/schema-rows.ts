import { row } from './cells.ts';

export type Json = Readonly<Record<string, unknown>>;

/** One key of a file, as a reference shows it. */
export interface KeyRow {
  readonly path: string;
  readonly takes: string;
  readonly standard: string;
  readonly about: string;
}

/** A group of keys inside a file: `attacker`, `legs[]`. */
export interface Group {
  readonly path: string;
  readonly about: string;
  readonly rows: readonly KeyRow[];
}

/** Reads a JSON Schema of one of our files into its top keys and its groups. */
export function groupsOf(schema: Json): { readonly top: readonly KeyRow[]; readonly groups: readonly Group[] } {
  const groups: Group[] = [];
  const top = keys(schema, schema, '', groups, new Set());
  return { top, groups };
}

export const keyTable = (rows: readonly KeyRow[]): string[] => [
  row('key', 'takes', 'unless said', 'what it is'),
  row('---', '---', '---', '---'),
  ...rows.map((r) => row(`\`${r.path}\``, r.takes, r.standard, r.about)),
];

function keys(node: Json, root: Json, prefix: string, groups: Group[], above: ReadonlySet<string>): KeyRow[] {
  const required = (node['required'] as string[] | undefined) ?? [];
  return Object.entries((node['properties'] ?? {}) as Record<string, Json>).map(([name, given]) => {
    const { node: found, refs } = resolve(given, root);
    const about = sentence(String(given['description'] ?? found['description'] ?? ''));
    // Conditions are one language, told in one place.
    const inner = name === 'when' ? undefined : groupIn(found, root);
    const path = inner?.list ? `${prefix}${name}[]` : `${prefix}${name}`;
    if (inner && refs.every((r) => !above.has(r))) {
      // Reserved now, so that groups come in the order of the file.
      const at = groups.push({ path, about, rows: [] }) - 1;
      groups[at] = { path, about, rows: keys(inner.node, root, '', groups, new Set([...above, ...refs])) };
    }
    const fallback = found['default'] ?? given['default'];
    const needed = required.includes(name) && fallback === undefined;
    return {
      path: name,
      takes: IN_WORDS[name] ?? takes(found, root),
      standard: needed
        ? '*needed*'
        : fallback === undefined
          ? ''
          : `\`${JSON.stringify(fallback).replaceAll('"', '')}\``,
      about,
    };
  });
}

function resolve(node: Json, root: Json): { node: Json; refs: string[] } {
  const refs: string[] = [];
  let found = node;
  while (typeof found['$ref'] === 'string' && (found['$ref'] as string).startsWith('#/')) {
    const ref = found['$ref'] as string;
    if (refs.includes(ref)) break;
    refs.push(ref);
    const { $ref: _, ...own } = found as Record<string, unknown>;
    const [, , name] = ref.split('/');
    found = { ...((root['$defs'] as Record<string, Json>)[name] ?? {}), ...own };
  }
  return { node: found, refs };
}

/** The group of keys that a key holds: itself, the items of its list, or one of its alternatives. */
function groupIn(node: Json, root: Json): { node: Json; list: boolean } | undefined {
  // Operators of a condition are no keys of the file.
  if (node['properties'] && 'oneOf' in (node['properties'] as Json)) return undefined;
  if (node['properties']) return { node, list: false };
  const items =
    node['items'] && typeof node['items'] === 'object' ? resolve(node['items'] as Json, root).node : undefined;
  if (items?.['properties']) return { node: items, list: true };
  const named = node['additionalProperties'];
  if (isSchema(named)) {
    const found = groupIn(resolve(named as Json, root).node, root);
    if (found) return { ...found, list: false };
  }
  for (const option of (node['anyOf'] ?? node['oneOf'] ?? []) as Json[]) {
    const found = groupIn(resolve(option, root).node, root);
    if (found) return found;
  }
  return undefined;
}

/** Keys whose schema says more than a table can. */
const IN_WORDS: Readonly<Record<string, string>> = {
  when: '[condition](variants.md#conditions)',
  unless: '[condition](variants.md#conditions), by table',
  change: '[value](variants.md#values), or `{ was, to }`, by path',
  value: '[value](variants.md#values)',
  cells: 'number, text or list, by column',
  add: 'list of rows, by table',
  set: 'value, by path',
  vary: 'list or range, by path',
  variant: 'file name, the edits themselves, or a list of either',
};

/** What a key takes, in words. */
function takes(node: Json, root: Json, depth = 0): string {
  const inner = (n: unknown) => takes(resolve(n as Json, root).node, root, depth + 1);
  if (depth > 4) return 'see the schema';
  if (node['const'] !== undefined) return `\`${node['const']}\``;
  if (node['enum']) return words(node['enum'] as unknown[]);
  const options = (node['anyOf'] ?? node['oneOf']) as Json[] | undefined;
  if (options) return [...new Set(options.map(inner))].join(' or ');
  if (Array.isArray(node['type'])) return (node['type'] as string[]).map((t) => inner({ type: t })).join(' or ');
  switch (node['type']) {
    case 'boolean':
      return 'true or false';
    case 'string':
      return 'text';
    case 'integer':
    case 'number':
      return `${node['type'] === 'integer' ? 'whole number' : 'number'}${bounds(node)}`;
    case 'array':
      return node['prefixItems'] ? 'a pair of numbers' : `list of ${node['items'] ? inner(node['items']) : 'anything'}`;
    case 'object':
      if (node['properties']) return 'group';
      return isSchema(node['additionalProperties']) ? `${inner(node['additionalProperties'])}, by name` : 'group';
    default:
      return 'anything';
  }
}

const isSchema = (n: unknown) => typeof n === 'object' && n !== null && Object.keys(n).length > 0;

/** Runs such as advance-to-1 to advance-to-30 are shortened. */
function words(all: readonly unknown[]): string {
  const shown: string[] = [];
  for (let i = 0; i < all.length; i++) {
    const stem = /^(.*-)\d+$/.exec(String(all[i]))?.[1];
    let last = i;
    while (stem && /^\d+$/.test(String(all[last + 1]).slice(stem.length)) && String(all[last + 1]).startsWith(stem))
      last++;
    shown.push(last - i > 2 ? `\`${all[i]}\` to \`${all[last]}\`` : `\`${all[i]}\``);
    if (last - i > 2) i = last;
  }
  return shown.join(', ');
}

function bounds(node: Json): string {
  const low = (node['minimum'] ?? node['exclusiveMinimum']) as number | undefined;
  const high = node['maximum'] as number | undefined;
  const known = (n: number | undefined) => n !== undefined && Math.abs(n) < 1e9;
  if (known(low) && known(high)) return ` ${low} to ${high}`;
  return known(low) ? ` from ${low}` : known(high) ? ` up to ${high}` : '';
}

const sentence = (text: string) => (text === '' || /[.?!]$/.test(text) ? text : `${text}.`);
