import { builtInBook } from '../../rules/built-in.ts';
import { familyOf, type PlayedBook } from '../../rules/played.ts';
import { InputError } from '../../rules/problem.ts';
import type { Choice, SituationGroup } from '../../rules/suite.ts';
import { scenarioFrom } from '../load.ts';
import type { LoadedScenario } from '../loaded.ts';
import { resolveCell } from '../prepare.ts';
import type { ParsedText } from '../text.ts';
import { type Suite, type SuiteGroup, type SuiteSituation, withShares } from './suite.ts';

export const BUILT_IN = 'built-in';

/** The representative situations of a book: its family's axes, multiplied, less what the sheet refuses. */
export async function builtInSuite(rules: string | PlayedBook): Promise<Suite> {
  const book = typeof rules === 'string' ? await builtInBook(rules) : rules;
  const declared = familyOf(book).suite?.(book) ?? [];
  if (declared.length === 0) {
    const message = `The rulebook '${book.id}' has no built-in suite; write one with 'grognard suite new' and name it.`;
    throw new InputError([{ path: [], message, found: book.id }]);
  }
  const groups = await Promise.all(declared.map(async (d) => ({ group: await laidOut(d, rules), weight: d.weight })));
  return {
    source: BUILT_IN,
    title: `Built-in suite of ${book.title}`,
    rules: book.id,
    groups: withShares(groups),
    targets: [],
    skipped: [],
  };
}

async function laidOut(declared: SituationGroup, rules: string | PlayedBook): Promise<SuiteGroup> {
  const loaded = await scenarioOfGroup(declared, rules);
  return { id: declared.id, loaded, situations: multiplied(declared).filter((s) => isLegal(loaded, s)) };
}

/** The scenario that the situations of a group share. */
export async function scenarioOfGroup(
  { id, encounter, situation }: SituationGroup,
  rules: string | PlayedBook,
): Promise<LoadedScenario> {
  const file = `${BUILT_IN} suite, ${id}`;
  const name = typeof rules === 'string' ? rules : rules.id;
  const text: ParsedText = { file, value: { title: id, rules: name, encounter, ...situation }, at: () => ({ file }) };
  const options = { unchecked: true, ...(typeof rules === 'string' ? {} : { rules }) } as const;
  return scenarioFrom(text, options, async () => Promise.reject(new Error('A suite reads no files.')));
}

/** Every combination of the axes' choices, the last axis running fastest. */
export function multiplied({ axes, name }: SituationGroup): SuiteSituation[] {
  const keys = Object.keys(axes);
  const all = keys.reduce<Choice[][]>(
    (sofar, key) => sofar.flatMap((head) => axes[key].map((c) => [...head, c])),
    [[]],
  );
  return all.map((chosen) => {
    const tags = Object.fromEntries(keys.map((key, i) => [key, chosen[i].words]));
    return {
      name: name.replace(/\{([^}]+)\}/g, (all, key: string) => tags[key] ?? all),
      overrides: chosen.flatMap((c) => Object.entries(c.set).map(([path, value]) => ({ path, value }))),
      weight: chosen.reduce((product, c) => product * (c.weight ?? 1), 1),
      tags,
    };
  });
}

function isLegal(loaded: LoadedScenario, { overrides }: SuiteSituation): boolean {
  try {
    resolveCell(loaded, overrides);
    return true;
  } catch (e) {
    if (e instanceof InputError) return false;
    throw e;
  }
}
