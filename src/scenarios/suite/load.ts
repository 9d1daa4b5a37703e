import { isBookFile, isBuiltIn, unknownBook } from '../../rules/built-in.ts';
import type { PlayedBook } from '../../rules/played.ts';
import { InputError, type Problem } from '../../rules/problem.ts';
import { words } from '../../words/ids.ts';
import { pathInWords, settingOf } from '../../words/paths.ts';
import { combinations } from '../axes.ts';
import { problemsOf } from '../issues.ts';
import { type LoadOptions, scenarioFrom } from '../load.ts';
import type { LoadedScenario } from '../loaded.ts';
import { resolveCell } from '../prepare.ts';
import type { ParsedText, ReadText } from '../text.ts';
import { builtInSuite } from './built-in.ts';
import { type SuiteKeys, suiteSchema } from './keys.ts';
import { type Suite, type SuiteGroup, type SuiteSituation, withShares } from './suite.ts';
import { targetsOf } from './targets.ts';

export interface SuiteOptions {
  /** Another rulebook than the file names. */
  readonly rules?: string;
  /** Leave situations out that the sheet refuses, instead of refusing the file. */
  readonly skipIllegal?: boolean;
}

/** Reads a scenario by file or built-in name, for situations that name one. */
export type ReadScenario = (name: string) => ParsedText | undefined;

/** text ─ keys ─ one scenario per situation ─ every cell tried ─▶ suite; every mistake of all of them at once. */
export async function suiteFrom(
  text: ParsedText,
  options: SuiteOptions,
  read: ReadText,
  scenario: ReadScenario,
): Promise<Suite> {
  const keys = keysOf(text);
  const rules = options.rules ?? keys.rules;
  if (!isBuiltIn(rules) && !isBookFile(rules))
    throw new InputError(unknownBook(rules).problems.map((p) => ({ ...p, at: text.at(['rules']) })));
  const book = isBookFile(rules) ? await bookBeside(rules, options, text, read) : undefined;
  const problems: Problem[] = [];
  const skipped: Problem[] = [];
  const groups: { group: SuiteGroup; weight: number }[] = [];
  for (const [id, written] of Object.entries(keys.situations ?? {})) {
    const found = await collected(problems, () =>
      groupOf(id, written, { text, rules: book ?? rules, troops: keys.troops, read, scenario }),
    );
    if (!found) continue;
    const { legal, faults } = tried(found.group);
    (options.skipIllegal ? skipped : problems).push(...faults);
    groups.push({ group: { ...found.group, situations: legal }, weight: found.weight });
  }
  if (problems.length > 0) throw new InputError(problems);
  const own = keys['built-in'] ? await builtInSuite(book ?? rules) : undefined;
  const shared = withShares([...groups, ...builtInGroups(own)]);
  if (shared.length === 0) {
    const message = "The suite has no situation to play; name some under 'situations', or say 'built-in: true'.";
    throw new InputError([{ path: ['situations'], message, at: text.at(['situations'], true) }]);
  }
  return {
    source: text.file,
    title: keys.title ?? text.file,
    rules: book?.id ?? rules,
    groups: shared,
    ...targetsOf(keys, text, shared),
    skipped,
  };
}

/** A rulebook file that the suite names lies beside it; one that the command line names lies here. */
async function bookBeside(rules: string, options: SuiteOptions, text: ParsedText, read: ReadText): Promise<PlayedBook> {
  const { bookFromText } = await import('../book-file.ts');
  const named = options.rules === undefined ? undefined : 'by flag';
  const at = named ? { file: `--rules ${rules}` } : text.at(['rules']);
  try {
    return bookFromText(await read(rules, named));
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    throw new InputError(e.problems.map((p) => ({ ...p, at: p.at ?? at })));
  }
}

function keysOf(text: ParsedText): SuiteKeys {
  const { value } = text;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    const message = 'A suite file is a list of keys and values, such as "rules: oth2" and "situations:".';
    throw new InputError([{ path: [], message, at: text.at([]) }]);
  }
  if ('encounter' in value || 'base' in value) {
    const what = 'base' in value ? 'a variant' : 'a scenario';
    const message = `This is ${what}, not a suite; a suite lists scenarios under 'situations'.`;
    throw new InputError([{ path: [], message, at: text.at([]) }]);
  }
  const result = suiteSchema.safeParse(value);
  if (result.success) return result.data;
  const problems = problemsOf(result.error, suiteSchema, value);
  throw new InputError(problems.map((p) => ({ ...p, at: text.at(p.path, p.message.startsWith('There is no ')) })));
}

interface Surroundings {
  readonly text: ParsedText;
  readonly rules: string | PlayedBook;
  /** Troops of the suite, for every situation that brings none of its own. */
  readonly troops: SuiteKeys['troops'];
  readonly read: ReadText;
  readonly scenario: ReadScenario;
}

/** A situation as a scenario of its own: its lines are the suite's, or those of the scenario that it names. */
async function groupOf(
  id: string,
  written: NonNullable<SuiteKeys['situations']>[string],
  { text, rules, troops, read, scenario }: Surroundings,
): Promise<{ group: SuiteGroup; weight: number }> {
  const place = ['situations', id];
  const { weight = 1, scenario: named, ...keys } = typeof written === 'string' ? { scenario: written } : written;
  const under = named === undefined ? undefined : scenario(named);
  if (named !== undefined && !under) {
    const message = `There is no file and no built-in scenario '${named}'.`;
    throw new InputError([{ path: place, message, found: named, at: text.at(place) }]);
  }
  const base = (under?.value ?? {}) as Readonly<Record<string, unknown>>;
  const shared = troops === undefined ? {} : { troops };
  const ofSuite = (key: string) => key in shared && !Object.hasOwn(keys, key) && !Object.hasOwn(base, key);
  const at: ParsedText['at'] = (path, key) =>
    ofSuite(String(path[0]))
      ? text.at(path, key)
      : under && !Object.hasOwn(keys, String(path[0]))
        ? under.at(path, key)
        : text.at([...place, ...path], key);
  const options: LoadOptions = { rules, unchecked: true };
  const loaded = await scenarioFrom(
    { file: text.file, value: { title: id, ...shared, ...base, ...keys }, at },
    options,
    read,
  );
  const situations = combinations(loaded.vary).map((overrides): SuiteSituation => {
    const settings = overrides.map((o) => settingOf(o.path, o.value));
    return {
      name: [words(id), ...settings].join(', '),
      overrides: overrides.map((o) => ({ ...o, at: at(['vary', o.path]) })),
      weight: 1,
      tags: Object.fromEntries(overrides.map((o) => [pathInWords(o.path), String(o.value).replaceAll('-', ' ')])),
    };
  });
  return { group: { id, loaded, situations }, weight };
}

/** The situations that the sheet allows, and what is wrong with the others. */
function tried({ id, loaded, situations }: SuiteGroup): { legal: SuiteSituation[]; faults: Problem[] } {
  const legal: SuiteSituation[] = [];
  const faults: Problem[] = [];
  for (const s of situations) {
    const found = faultsOf(loaded, s);
    if (found.length === 0) legal.push(s);
    faults.push(...found.map((p) => ({ ...p, path: ['situations', id, ...p.path] })));
  }
  return { legal, faults: [...new Map(faults.map((p) => [JSON.stringify([p.at, p.message]), p])).values()] };
}

function faultsOf(loaded: LoadedScenario, { overrides }: SuiteSituation): readonly Problem[] {
  try {
    resolveCell(loaded, overrides);
    return [];
  } catch (e) {
    if (e instanceof InputError) return e.problems;
    throw e;
  }
}

/** The weights of a suite are shares already. */
const builtInGroups = (suite: Suite | undefined) =>
  (suite?.groups ?? []).map((group) => ({ group, weight: group.situations.reduce((sum, s) => sum + s.weight, 0) }));

async function collected<T>(problems: Problem[], step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step();
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    problems.push(...e.problems);
    return undefined;
  }
}
