import { placeAt, withoutRules } from '../rules/place.ts';
import { familyOf, type PlayedBook } from '../rules/played.ts';
import { InputError } from '../rules/problem.ts';
import { pathInWords } from './axes.ts';
import { schemaOf } from './cell-situation.ts';
import { COMMON_KEYS } from './keys.ts';
import type { LoadedScenario } from './loaded.ts';
import { kindOf } from './override.ts';
import { keysAt } from './shape.ts';

export interface Spelled {
  readonly path: string;
  /** What is told to whoever wrote only the end of it. */
  readonly said?: string;
}

/**
 * Paths as people write them: with or without `rules.`, or only their last part where one place alone ends in it. A last
 * part that several places share is refused with their names; what names nothing stays, to be refused where it is used.
 *
 * spelling(oth2, 'melee')('attack-column').path // 'rules.melee.infantry.attack-column'
 */
export function spelling(book: PlayedBook, encounter?: LoadedScenario['encounter']): (path: string) => Spelled {
  const def = encounter === undefined ? undefined : familyOf(book).encounters[encounter];
  const schema = def && schemaOf(def, book);
  const keys = (at: readonly string[]): string[] => (schema ? keysAt(schema, at) : []);
  const groups = keys([]);
  return (path) => {
    const kind = kindOf(path);
    if (kind === 'rules' || kind === 'variant' || kind === 'ruling') return { path };
    const [first] = path.split('.');
    if (kind === 'situation' && (groups.includes(first) || COMMON_KEYS.includes(first))) return { path };
    const bare = withoutRules(path);
    if (placeAt(book, bare)) return { path: `rules.${bare}` };
    const inside = kind === 'rule' || bare.includes('.') ? [] : groups.filter((g) => keys([g]).includes(bare));
    const rows = rowsEndingIn(book, bare);
    // Of rows alike, the one in the encounter's own tables is meant: melee.infantry in a melee.
    const own = rows.filter((row) => row.startsWith(`rules.${encounter}.`));
    const found = [
      ...inside.map((g) => `${g}.${bare}`),
      ...rulingsCalled(book, bare),
      ...(own.length === 1 ? own : rows),
    ];
    if (found.length > 1) throw ambiguous(path, found);
    return found.length === 0 ? { path } : { path: found[0], said: `'${path}' is read as ${found[0]}.` };
  };
}

const rulingsCalled = (book: PlayedBook, key: string): string[] =>
  Object.hasOwn(book.rulings, key) ? [`rulings.${key}`] : [];

/** Rows that hold a value of their own; a row of a grid says nothing without its column. */
const rowsEndingIn = (book: PlayedBook, end: string): string[] =>
  Object.values(book.tables).flatMap((table) =>
    table.kind !== 'modifiers'
      ? []
      : table.rows
          .map((row) => `${table.id}.${row.id}`)
          .filter((path) => path.endsWith(`.${end}`))
          .map((path) => `rules.${path}`),
  );

const MOST_NAMED = 6;

function ambiguous(path: string, found: readonly string[]): InputError {
  const few = found.slice(0, MOST_NAMED);
  const rest = found.length > few.length ? ` or ${found.length - few.length} more` : '';
  const message = `'${path}' may be ${few.slice(0, -1).join(', ')}${rest === '' ? ' or ' : ', '}${few.at(-1)}${rest}; write the one that is meant in full.`;
  return new InputError([{ path: [], message, found: path }]);
}

/** The scenario with every path of its file and of `set` spelled out. */
export function spelledOut(loaded: LoadedScenario, book: PlayedBook): LoadedScenario {
  const spell = spelling(book, loaded.encounter);
  const said: string[] = [];
  const full = <T extends { readonly path: string }>(one: T, at?: InputError['problems'][number]['at']): T => {
    const spelled = located(() => spell(one.path), at);
    if (spelled.said !== undefined) said.push(spelled.said);
    return spelled.path === one.path ? one : { ...one, path: spelled.path };
  };
  const overrides = loaded.overrides.map((o) => full(o, o.at));
  const vary = loaded.vary.map((a) => {
    const axis = full(a, loaded.text?.at(['vary', a.path]));
    return axis === a ? a : { ...axis, label: pathInWords(axis.path) };
  });
  if (
    said.length === 0 &&
    overrides.every((o, i) => o === loaded.overrides[i]) &&
    vary.every((a, i) => a === loaded.vary[i])
  )
    return loaded;
  return { ...loaded, overrides, vary, warnings: [...(loaded.warnings ?? []), ...new Set(said)] };
}

function located<T>(work: () => T, at: InputError['problems'][number]['at']): T {
  try {
    return work();
  } catch (e) {
    if (!(e instanceof InputError) || at === undefined) throw e;
    throw new InputError(e.problems.map((p) => ({ ...p, at: p.at ?? at })));
  }
}
