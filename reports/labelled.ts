import type { CellResult, Results } from '../src/results/types.ts';
import { quotedName, rowSetting, theLabel, words, writtenValue } from '../src/words/labels.ts';
import { type Naming, namedPath, pathInWords, settingOf } from '../src/words/paths.ts';
import { renaming } from '../src/words/renaming.ts';

/**
 * Results as they are shown: ids of books and everything that the reader has named himself (`results.labels`) replaced
 * by their names, wherever they stand. Files for programs are written from the results themselves, which keep the ids.
 */
export function labelled(results: Results): Results {
  return shownOf(results).results;
}

/** Labels that name nothing in these results. */
export const unusedLabels = (results: Results): string[] => [...shownOf(results).unused];

/** Whatever could be given a name here, for the sentence about one that could not. */
export const labelKeys = (results: Results): string[] => {
  const unused = unusedLabels(results);
  return [...new Set(nameable(results))].filter((key) => !unused.includes(key));
};

interface Shown {
  readonly results: Results;
  readonly unused: readonly string[];
}
const known = new WeakMap<Results, Shown>();

function shownOf(results: Results): Shown {
  const found = known.get(results) ?? relabelled(results);
  known.set(results, found);
  // What is shown has its names already.
  known.set(found.results, { results: found.results, unused: [] });
  return found;
}

function relabelled(results: Results): Shown {
  const own = new Map(Object.entries(results.labels ?? {}));
  const names = new Map([...bookLabels(results), ...rowLabels(results), ...sidePaths(results), ...own]);
  if (names.size === 0) return { results, unused: [] };
  const used = new Set<string>();
  const find = (...keys: readonly (string | undefined)[]): string | undefined => {
    const key = keys.find((k) => k !== undefined && names.has(k));
    if (key === undefined) return undefined;
    used.add(key);
    return names.get(key);
  };
  const job: Job = { find, say: sentences(results, names, used) };
  const { labels: _labels, ...shown } = walk(results, '', job) as Results;
  return { results: shown as Results, unused: [...own.keys()].filter((key) => !used.has(key)) };
}

const bookLabels = (results: Results): [string, string][] =>
  results.cells.flatMap(({ rulebook: { id, label } }): [string, string][] =>
    // A variant may be written as an edit: rules=oth-half.
    label === undefined
      ? []
      : [
          [id, label],
          [`rules=${id}`, label],
        ],
  );

/**
 * What is varied of a side that has a name of its own: attacker.fs, its label, and variants that set it
 * ("attacker.fs=9").
 */
function sidePaths(results: Results): [string, string][] {
  const naming = namingOf(results);
  if (naming === undefined) return [];
  const variants = new Set([
    ...results.cells.map((c) => String(c.labels['variant'] ?? '')),
    ...(results.differences ?? []).map((d) => d.variant),
  ]);
  const ofPath = (path: string): [string, string][] => {
    const name = namedPath(path, naming);
    return name === undefined ? [] : [[pathInWords(path), name]];
  };
  const paths = new Set([
    ...(results.axes ?? []).map((a) => a.path),
    ...results.cells.flatMap((c) => Object.keys(c.labels)),
  ]);
  return [
    ...[...paths].flatMap(ofPath),
    ...[...variants].flatMap((variant): [string, string][] => {
      const [, path, value] = /^([\w.-]+)=(.+)$/.exec(variant) ?? [];
      const isNamed = path !== undefined && namedPath(path, naming) !== undefined;
      return isNamed ? [[variant, settingOf(path, writtenValue(value), naming)], ...ofPath(path)] : [];
    }),
  ];
}

/** What the sides and units are called; undefined where there is nothing to name. */
export function namingOf({ cells: [cell], scenario }: Results): Naming | undefined {
  if (cell?.sides === undefined) return undefined;
  // Sides without a name of their own may have units that have one.
  return { ids: cell.sideIds ?? cell.sides, names: cell.sides, situation: scenario.situation };
}

/** Edits of rows that have a name of their own: “one supporting unit” at 0. */
function rowLabels(results: Results): [string, string][] {
  const rows = new Map(results.cells.flatMap((c) => Object.entries(c.rulebook.rows ?? {})));
  if (rows.size === 0) return [];
  const edits = results.cells.flatMap((c) => [c.rulebook.variant ?? '', String(c.labels['variant'] ?? '')]);
  return [...new Set(edits)].flatMap((edit): [string, string][] => {
    const [, path = '', value = ''] = /^(?:rules\.)?([\w.-]+)=(.+)$/.exec(edit) ?? [];
    const label = rows.get(path);
    return label === undefined ? [] : [[edit, rowSetting(quotedName(label), words(value))]];
  });
}

interface Job {
  /** The name that stands for the first of these keys that has one. */
  readonly find: (...keys: readonly (string | undefined)[]) => string | undefined;
  /** A sentence with the names put in. */
  readonly say: (text: string) => string;
}

/** Nothing a reader sees, or nothing but figures. */
const UNSEEN = new Set(['scenario', 'command', 'rulings', 'distribution', 'details', 'variantFile', 'tags']);
/** Strings that other parts of the results refer to. */
const KEYS = new Set([
  'id',
  'kind',
  'schema',
  'version',
  'engine',
  'method',
  'winner',
  'verdict',
  'ruling',
  'key',
  'step',
]);

function walk(value: unknown, key: string, job: Job): unknown {
  if (typeof value === 'string') return KEYS.has(key) ? value : (job.find(value) ?? job.say(value));
  if (Array.isArray(value)) return value.map((entry) => walk(entry, key, job));
  if (value === null || typeof value !== 'object') return value;
  const { id, path, label } = value as { readonly id?: unknown; readonly path?: unknown; readonly label?: unknown };
  const entries = Object.entries(value).map(([name, part]): [string, unknown] => {
    if (name === 'rulebook') return [name, rulebook(part as CellResult['rulebook'], job)];
    if (UNSEEN.has(name)) return [name, part];
    if (name === 'labels' && key === 'cells') return [name, axisValues(part as CellResult['labels'], job)];
    if (name === 'path') return [name, part];
    if (name === 'values' && typeof path === 'string') {
      return [name, (part as (string | number | boolean)[]).map((v) => axisValue(path, v, job))];
    }
    if (name === 'label' && typeof label === 'string') {
      return [name, job.find(text(id), text(path), withoutRules(text(path)), label) ?? job.say(label)];
    }
    return [name, walk(part, name, job)];
  });
  return Object.fromEntries(entries);
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const withoutRules = (path: string | undefined): string | undefined => path?.replace(/^rules\./, '');

const rulebook = (book: CellResult['rulebook'], { find }: Job): CellResult['rulebook'] => ({
  ...book,
  variant: book.variant === null ? null : (find(book.variant) ?? book.variant),
});

const axisValues = (labels: CellResult['labels'], job: Job): CellResult['labels'] =>
  Object.fromEntries(Object.entries(labels).map(([path, value]) => [path, axisValue(path, value, job)]));

const axisValue = (path: string, value: string | number | boolean, { find }: Job): string | number | boolean =>
  find(`${path}=${value}`, typeof value === 'string' ? value : undefined) ?? value;

/** Whole words of a sentence that a name stands for: labels of outcomes and measures, sides, ids of books. */
function sentences(results: Results, names: ReadonlyMap<string, string>, used: Set<string>): (text: string) => string {
  const [cell] = results.cells;
  if (cell === undefined) return (text) => text;
  const sides = cell.sides.map((side, i) => {
    const key = [side, ['a', 'b'][i]].find((k) => names.has(k));
    if (key !== undefined) used.add(key);
    return key === undefined ? side : (names.get(key) as string);
  }) as [string, string];
  const rename = sides.every((side, i) => side === cell.sides[i]) ? undefined : renaming(cell.sides, sides);
  const phrases = [
    ...[...cell.outcomes, ...cell.measures].flatMap(({ id, label }) => {
      const name = names.get(id) ?? names.get(label);
      return name === undefined ? [] : [[label, name] as const];
    }),
    ...bookLabels(results).map(([id]) => [id, theLabel(names.get(id) as string)] as const),
    ...sidePaths(results),
  ].sort(([x], [y]) => y.length - x.length);
  const by = new Map(phrases);
  const any =
    phrases.length === 0
      ? undefined
      : new RegExp(`(?<![\\w./-])(?:${phrases.map(([p]) => escaped(p)).join('|')})(?![\\w./-]\\w|[\\w-])`, 'g');
  return (text) => {
    // A line to be typed keeps its ids.
    if (/\bgrognard |--[a-z]/.test(text)) return text;
    const withLabels = any === undefined ? text : text.replace(any, (found) => by.get(found) as string);
    return rename === undefined ? withLabels : rename(withLabels);
  };
}

const escaped = (phrase: string): string => phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function nameable(results: Results): string[] {
  const [cell] = results.cells;
  return [
    ...results.cells.map((c) => c.rulebook.id),
    ...(results.axes ?? []).flatMap((a) => [a.path, ...a.values.map((v) => `${a.path}=${v}`), ...a.values.map(String)]),
    ...results.cells.flatMap((c) => Object.values(c.labels).map(String)),
    ...(cell?.sides ?? []),
    ...(cell?.outcomes ?? []).map((o) => o.id),
    ...(cell?.measures ?? []).map((m) => m.id),
    ...(results.sensitivity?.rows ?? []).map((r) => r.path),
  ];
}
