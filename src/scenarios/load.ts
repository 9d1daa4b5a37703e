import * as z from 'zod';
import { BOOK_IDS, isBookFile, isBuiltIn } from '../rules/built-in.ts';
import { ENCOUNTER_KINDS, type Family } from '../rules/encounter.ts';
import { didYouMean, nearest } from '../rules/nearest.ts';
import { familyOf, type PlayedBook } from '../rules/played.ts';
import { InputError, type Problem } from '../rules/problem.ts';
import { variantName } from '../rules/variant-schema.ts';
import { parseLevel, parseTrials, percentOrFraction } from './amounts.ts';
import { attach, attachOverride } from './attachments.ts';
import { attempt, inOrder } from './attempt.ts';
import { axisOf, combinations } from './axes.ts';
import type { Axis } from './axis.ts';
import { faultsOf } from './faults.ts';
import { problemsOf } from './issues.ts';
import { COMMON_KEYS, type ScenarioKeys, scenarioKeys } from './keys.ts';
import { chartsOf } from './labels.ts';
import { loadNamedBooks, namedBooks, namesOf, readBook } from './named-books.ts';
import { dataKey, type Override, type Settings, settings } from './override.ts';
import { overridesOf } from './overrides-of.ts';
import type { LoadedScenario, NamedVariant } from './prepare.ts';
import { spelledOut } from './spelling.ts';
import type { ParsedText, ReadText } from './text.ts';
import { variantFrom } from './variant-file.ts';

export { baseBook } from './loaded.ts';
export { variantFrom } from './variant-file.ts';

export interface LoadOptions {
  /** Another rulebook than the file names: an id, a rulebook file, or a book that `loadBook` gave. */
  readonly rules?: string | PlayedBook;
  /** Laid over the rulebook after the file's own. */
  readonly variants?: readonly NamedVariant[];
  /** A list of `attacker.fs=9`, or of paths with their values; or values by path, as files have them. */
  readonly set?: Settings;
  /** In place of the file's own axes. */
  readonly vary?: readonly Axis[];
  /** The flag that gave each of these axes, by its path; `--vary` where it is not said. */
  readonly axisFlags?: Readonly<Record<string, string>>;
  /** Books that cells may ask for besides those the file and the axes name. A book as a value goes by its id. */
  readonly books?: readonly (string | PlayedBook)[];
  /** What cells will be set to besides the axes: those that name a file of the user's own data are read now. */
  readonly later?: readonly Override[];
  /** Cells are not tried: the caller looks at each of them itself. */
  readonly unchecked?: boolean;
}

/** text ─ keys that every file has ─ rulebook and variants ─ situation ─ axes; every mistake of all of them at once. */
export async function scenarioFrom(text: ParsedText, asked: LoadOptions, read: ReadText): Promise<LoadedScenario> {
  const problems: Problem[] = [];
  const books = new Map((asked.books ?? []).flatMap((b) => (typeof b === 'string' ? [] : [[b.id, b] as const])));
  if (typeof asked.rules === 'object') books.set(asked.rules.id, asked.rules);
  const rulesId = typeof asked.rules === 'object' ? asked.rules.id : asked.rules;
  const options = { ...asked, rules: rulesId, set: settings(asked.set) };
  const ownRules = options.rules ?? writtenName(text, 'rules');
  if (ownRules !== undefined && isBookFile(ownRules) && !books.has(ownRules)) {
    const at = options.rules === undefined ? text.at(['rules']) : { file: `--rules ${ownRules}` };
    const found = await readBook(ownRules, options.rules === undefined ? undefined : 'by flag', at, read, problems);
    // Without its rulebook nothing more can be said about a scenario.
    if (!found) throw new InputError(problems);
    books.set(ownRules, found);
  }
  const own = ownRules === undefined ? undefined : books.get(ownRules);
  const kinds = own ? Object.keys(familyOf(own).encounters) : ENCOUNTER_KINDS;
  const { keys, situation: written } = split(text, options, kinds, problems);
  const rules = standIn(options.rules ?? keys.rules, own ? [...books.keys()] : namesOf(books));
  // What the command line fixes no longer varies.
  const fixed = new Set(options.set.map((o) => o.path));
  if (options.rules !== undefined) fixed.add('rules');
  const axes = options.vary ?? axesOf(keys, text, problems).filter((a) => !fixed.has(a.path));
  const axisAt = (path: string) =>
    options.vary ? { file: `${options.axisFlags?.[path] ?? '--vary'} ${path}` } : text.at(['vary', path]);
  const namedIds = namedBooks(keys, axes, axisAt, text, options);
  const builtIn = await loadNamedBooks(
    [...namedIds, ...(isBuiltIn(rules) ? [{ id: rules }] : [])],
    books,
    read,
    problems,
  );
  const encounter = keys.encounter ?? standIn(writtenName(text, 'encounter'), kinds);
  const variants = await variantsOf(keys, text, read, problems);
  const named = await namedVariants(axes, text, read, problems);
  const base = books.get(rules) ?? builtIn.get(rules);
  const family = base && familyOf(base);
  const attached = family && (await attempt(problems, () => attach(written, family, text, read)));
  const troops =
    keys.troops === undefined || !base
      ? undefined
      : await attempt(problems, async () =>
          (await import('./troops/load.ts')).ownTroops(keys.troops!, text, base, read),
        );
  const stated = [...overridesOf(keys, text), ...options.set];
  const overrides = family
    ? await attempt(problems, () => Promise.all(stated.map((o) => attachOverride(o, family, text, read))))
    : stated;
  const data = family ? await namedData(axes, options, family, text, read, problems) : new Map();
  const charts = await attempt(problems, () => chartsOf(keys.charts, text, read));
  const asWritten: LoadedScenario = {
    source: text.file,
    title: oneLine(keys.title ?? baseName(text.file)),
    rules,
    books,
    builtIn,
    encounter,
    situation: attached ?? written,
    variants: [...variants, ...(options.variants ?? [])],
    overrides: overrides ?? [],
    vary: axes,
    named,
    data,
    ...(troops ? { troops } : {}),
    options: {
      ...(keys.engine ? { engine: keys.engine } : {}),
      ...(keys.trials === undefined ? {} : { trials: parseTrials(String(keys.trials)) }),
      ...(keys.precision === undefined ? {} : { precision: percentOrFraction(String(keys.precision)) }),
      ...(keys.level === undefined ? {} : { level: parseLevel(String(keys.level)) }),
      ...(keys.seed === undefined ? {} : { seed: keys.seed }),
    },
    ...(charts ? { charts } : {}),
    text,
  };
  const loaded = base ? await attempt(problems, () => spelledOut(asWritten, base)) : asWritten;
  if (!loaded) throw new InputError(inOrder(problems));
  if (kinds.includes(encounter as (typeof ENCOUNTER_KINDS)[number]) && attached && overrides && !options.unchecked) {
    const guessed = rules !== (options.rules ?? keys.rules) || loaded.encounter !== keys.encounter;
    // What a guess would need besides is not yet a mistake.
    for (const p of faultsOf(loaded, axisAt).filter((p) => !guessed || p.found !== undefined)) problems.push(p);
  }
  if (problems.length > 0) throw new InputError(inOrder(problems));
  return loaded;
}

/** A misspelt name is refused, but the nearest stands in for it, so that the rest of the file can be looked at too. */
const standIn = <T extends string>(name: string | undefined, known: readonly T[]): T => {
  const near = name === undefined || known.includes(name as T) ? undefined : nearest(name, known);
  return (near ?? name) as T;
};

const writtenName = (text: ParsedText, key: string): string | undefined => {
  const found = (text.value as Record<string, unknown>)[key];
  return typeof found === 'string' ? found : undefined;
};

/** The common keys, parsed as far as they go, and the rest. */
function split(text: ParsedText, options: LoadOptions, kinds: readonly string[], problems: Problem[]) {
  const { value } = text;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    const message = 'A scenario file is a list of keys and values, such as "rules: oth2".';
    throw new InputError([{ path: [], message, at: text.at([]) }]);
  }
  if ('base' in value && !('rules' in value) && !('encounter' in value)) {
    const message = `This is a variant, not a scenario; lay it over one with '--variant ${text.file}'.`;
    throw new InputError([{ path: [], message, at: text.at([]) }]);
  }
  const none = noScenario(value, text.file, options, kinds);
  if (none !== undefined) throw new InputError([{ path: [], message: none, at: text.at([]) }]);
  const common: Record<string, unknown> = options.rules === undefined ? {} : { rules: options.rules };
  const situation: Record<string, unknown> = {};
  for (const [key, v] of Object.entries(value)) (COMMON_KEYS.includes(key) ? common : situation)[key] = v;
  if (options.rules !== undefined) common['rules'] = options.rules;
  const schema = kinds === ENCOUNTER_KINDS ? scenarioKeys : scenarioKeys.extend({ encounter: z.enum(kinds) });
  const result = schema.safeParse(common);
  if (result.success) return { keys: result.data as ScenarioKeys, situation };
  const found = problemsOf(result.error, schema, common);
  for (const p of found.map((p) => hintForMissing({ ...p, at: text.at(p.path) }, situation))) problems.push(p);
  // What is wrong is left out, so that the rest can still be looked at.
  const usable: Record<string, unknown> = { ...common };
  for (const p of found) delete usable[String(p.path[0])];
  return { keys: usable as ScenarioKeys, situation };
}

/** What to say of a file that is something else altogether; nothing of a scenario in which a word is misspelt. */
function noScenario(value: object, file: string, options: LoadOptions, kinds: readonly string[]): string | undefined {
  const names = Object.keys(value);
  if ('encounters' in value && 'id' in value)
    return `This is a rulebook, not a scenario; a scenario names it under 'rules', or a command with '--rules ${file}'.`;
  const hasKey = (key: string): boolean => nearest(key, names) !== undefined || names.includes(key);
  if (options.rules !== undefined || 'rules' in value || hasKey('encounter')) return undefined;
  return `This is no scenario: a scenario says by which 'rules' (${BOOK_IDS.join(', ')} or a file) which 'encounter' (${kinds.join(', ')}) is played; 'grognard new' writes one.`;
}

/** `encouter: charge` is both an unknown key and a missing one: say so once, where the missing one is told. */
function hintForMissing(p: Problem, situation: Record<string, unknown>): Problem {
  if (p.found !== undefined || p.path.length !== 1) return p;
  if (p.path[0] === 'rules') p = { ...p, message: `It is missing; it may be ${BOOK_IDS.join(', ')}.` };
  const hint = didYouMean(String(p.path[0]), Object.keys(situation)).replace('Did you mean', 'Is it what was meant by');
  return { ...p, message: `${p.message}${hint}` };
}

function axesOf(keys: ScenarioKeys, text: ParsedText, problems: Problem[]): Axis[] {
  return Object.entries(keys.vary ?? {}).flatMap(([path, values]) => {
    try {
      return [axisOf(path, values)];
    } catch (e) {
      if (!(e instanceof InputError)) throw e;
      for (const p of e.problems.map((p) => ({ ...p, at: text.at(p.path) }))) problems.push(p);
      return [];
    }
  });
}

async function variantsOf(keys: ScenarioKeys, text: ParsedText, read: ReadText, problems: Problem[]) {
  const named = keys.variant === undefined ? [] : Array.isArray(keys.variant) ? keys.variant : [keys.variant];
  const found = await Promise.all(
    named.map(async (v): Promise<NamedVariant | undefined> => {
      if (typeof v !== 'string') return { name: variantName(v), variant: v };
      return attempt(
        problems,
        async () => variantFrom(await read(v)),
        (p) => ({ ...p, at: p.at ?? text.at(['variant']) }),
      );
    }),
  );
  return found.filter((v) => v !== undefined);
}

async function namedVariants(axes: readonly Axis[], text: ParsedText, read: ReadText, problems: Problem[]) {
  const named = new Map<string, NamedVariant>();
  for (const value of axes.filter((a) => a.path === 'variant').flatMap((a) => a.values.map(String))) {
    if (value === 'none' || value === 'base') continue;
    const found = await attempt(
      problems,
      async () => variantFrom(await read(value)),
      (p) => ({
        ...p,
        at: p.at ?? text.at(['vary', 'variant']),
      }),
    );
    if (found) named.set(value, found);
  }
  return named;
}

/** `vary: { cards: [illustrative, mine.yaml] }` and `--variant cards=mine.yaml` name data that cells will need. */
async function namedData(
  axes: readonly Axis[],
  options: LoadOptions,
  family: Family,
  text: ParsedText,
  read: ReadText,
  problems: Problem[],
) {
  const data = new Map<string, unknown>();
  const varied = axes.flatMap((a) => a.values.map((value): Override => ({ path: a.path, value })));
  for (const o of [...varied, ...(options.later ?? [])]) {
    if (typeof o.value !== 'string' || !family.attachments?.[o.path]) continue;
    const found = await attempt(problems, () => attachOverride(o, family, text, read));
    if (found) data.set(dataKey(o), found.value);
  }
  return data;
}

/** A title stands in tables, charts and on terminals: one line without control characters. */
const oneLine = (title: string): string => title.replace(/\p{Cc}+/gu, ' ').trim();

const baseName = (file: string): string => file.replace(/^.*[\\/]/, '').replace(/\.(ya?ml|json)$/i, '');

/** The overrides of every cell of a scenario, the last axis running fastest. */
export const cellsOf = (loaded: LoadedScenario): Override[][] => combinations(loaded.vary);
