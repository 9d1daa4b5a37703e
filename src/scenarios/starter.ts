import { stringify } from 'yaml';

/** A part of a JSON Schema, as zod writes it. */
interface Node {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly allOf?: readonly Node[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Node>>;
}

/** A unit's usual fatigue score, number of stands and the like: what a whole number starts from when nothing is said. */
const USUAL = 6;

/** The least that a schema asks for, with values a player might have written. */
export function leastValue(schema: unknown): unknown {
  const root = schema as Node;
  return least(root, root);
}

function least(node: Node, root: Node): unknown {
  const n = resolved(node, root);
  if (n.default !== undefined) return n.default;
  if (n.const !== undefined) return n.const;
  if (n.enum) return n.enum[0];
  const branch = (n.anyOf ?? n.oneOf)?.[0];
  if (branch) return least(branch, root);
  switch (n.type) {
    case 'object':
      return Object.fromEntries(leastKeys(n, root).map((k) => [k, least(n.properties?.[k] ?? {}, root)]));
    case 'array':
      return Array.from({ length: n.minItems ?? 0 }, () => least(n.items ?? {}, root));
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return Math.min(n.maximum ?? USUAL, Math.max(n.minimum ?? 0, USUAL));
    default:
      return 'name';
  }
}

/** What must be said; where nothing must, one figure, so that the group stands in the file for others to join. */
function leastKeys(n: Node, root: Node): readonly string[] {
  if (n.required && n.required.length > 0) return n.required;
  const figures = Object.entries(n.properties ?? {}).filter(([, p]) => typeof resolved(p, root).default === 'number');
  return figures.slice(0, 1).map(([key]) => key);
}

function resolved(node: Node, root: Node): Node {
  if (node.$ref === undefined) return node;
  const name = node.$ref.replace('#/$defs/', '');
  const { $ref: _ref, ...rest } = node;
  return { ...resolved(root.$defs?.[name] ?? {}, root), ...rest };
}

/**
 * A situation as YAML: what is given stands, everything else that may be said stands below it as a comment, with its
 * default and what it means.
 */
export function commentedYaml(schema: unknown, given: Readonly<Record<string, unknown>>): string {
  const root = schema as Node;
  return lines(root, given, root, '', new Set()).join('\n');
}

function lines(
  node: Node,
  given: Readonly<Record<string, unknown>>,
  root: Node,
  indent: string,
  described: Set<string>,
): string[] {
  const properties = objectOf(node, root)?.properties ?? {};
  const standing = Object.entries(given).flatMap(([key, value]) => {
    const inner = resolved(properties[key] ?? {}, root);
    const about = inner.description ? `  # ${oneLine(inner.description)}` : '';
    if (isGroup(value) && objectOf(inner, root)) {
      return [`${indent}${key}:${about}`, ...lines(inner, value, root, `${indent}  `, described)];
    }
    return [`${indent}${key}: ${flow(value)}${about}`];
  });
  const rest = Object.entries(properties).filter(([key]) => !Object.hasOwn(given, key));
  // Both sides of a fight take much the same keys: told once is enough.
  const fresh = indent === '' ? rest : rest.filter(([key]) => !described.has(key));
  if (indent !== '') for (const key of Object.keys(properties)) described.add(key);
  return [
    ...standing,
    ...fresh.map(([key, p]) => `${indent}# ${key}: ${optionText(resolved(p, root), root)}`),
    ...(fresh.length < rest.length ? [`${indent}# … and the keys of the group above`] : []),
  ];
}

/** "line  # How it stands: line, attack-column, …" */
function optionText(node: Node, root: Node): string {
  const value = node.default ?? least(node, root);
  const allowed = node.enum && node.enum.length <= 12 ? ` (${node.enum.join(', ')})` : '';
  const about = `${oneLine(node.description ?? '')}${allowed}`.trim();
  return `${flow(value)}${about === '' ? '' : `  # ${about}`}`;
}

/** The group of keys among the shapes that a place may take. */
function objectOf(node: Node, root: Node): Node | undefined {
  const n = resolved(node, root);
  if (n.properties) return n;
  return [...(n.anyOf ?? []), ...(n.oneOf ?? [])].map((b) => objectOf(b, root)).find((b) => b !== undefined);
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const flow = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: true }).trim();
