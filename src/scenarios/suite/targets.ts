import { didYouMean } from '../../rules/nearest.ts';
import { InputError, type Problem } from '../../rules/problem.ts';
import { bareWords, type Deed, deedIn } from '../../words/deeds.ts';
import { prepareCell } from '../prepare.ts';
import type { ParsedText } from '../text.ts';
import { BUILT_IN } from './built-in.ts';
import { callsOf } from './called.ts';
import type { SuiteKeys } from './keys.ts';
import type { SuiteGroup, SuiteSituation, WrittenTarget } from './suite.ts';

interface Read {
  readonly targets: readonly WrittenTarget[];
  /** Situations that a target picks out of a group by who meets whom. */
  readonly picked: readonly SuiteGroup[];
}

/**
 * Targets as they are written:
 *
 *   - column-v-line: attacker wins 45..55%                 a situation, and what is asked of it
 *   - fire at long range never routs a fresh battalion     a sentence that begins with the situation's name
 *   - heavy cavalry beats light cavalry in at least 60%    or that says who meets whom, wherever they do
 */
export function targetsOf(keys: SuiteKeys, text: ParsedText, groups: readonly SuiteGroup[]): Read {
  const problems: Problem[] = [];
  const picked = new Map<string, SuiteGroup>();
  const targets = (keys.targets ?? []).flatMap((written, i): WrittenTarget[] => {
    const at = text.at(['targets', i]);
    if (typeof written === 'string') {
      const read = quotedPair(written, groups) ?? sentence(written, groups);
      for (const group of read?.picked ?? []) picked.set(group.id, group);
      if (read) return read.targets.map((t) => ({ ...t, at }));
      problems.push(unknown(written, groups, i, at));
      return [];
    }
    return Object.entries(written).flatMap(([name, wanted]): WrittenTarget[] => {
      const group = groupCalled(name, groups);
      if (group) return [{ about: group.id, text: wanted, at }];
      problems.push(unknown(name, groups, i, at));
      return [];
    });
  });
  if (problems.length > 0) throw new InputError(problems);
  return { targets, picked: [...picked.values()] };
}

/** "column-v-line: attacker wins 45..55%" in quotes, which make a sentence of a name and what is asked of it. */
function quotedPair(text: string, groups: readonly SuiteGroup[]): Read | undefined {
  const [, name, wanted] = /^([^:]+):\s+(.+)$/.exec(text.trim()) ?? [];
  const group = name === undefined ? undefined : groupCalled(name, groups);
  return group && { targets: [{ about: group.id, text: wanted }], picked: [] };
}

const groupCalled = (name: string, groups: readonly SuiteGroup[]): SuiteGroup | undefined =>
  groups.find((g) => g.id === name) ?? groups.find((g) => bareWords(g.id) === bareWords(name));

/** The longest name that the sentence begins with, and the rest; or the situations in which the two that it names meet. */
function sentence(text: string, groups: readonly SuiteGroup[]): Read | undefined {
  const average = /^on average[,:]?\s+/i.exec(text)?.[0] ?? '';
  const said = text.slice(average.length).trim();
  const begins = groups
    .filter(({ id }) => `${bareWords(said)} `.startsWith(`${bareWords(id)} `))
    .sort((a, b) => b.id.length - a.id.length)[0];
  if (begins) {
    const words = bareWords(begins.id).split(' ').length + (/^(?:an?|the)\s/i.test(said) ? 1 : 0);
    const rest = said.match(new RegExp(`^(?:[^-_\\s]+[-_\\s]*){${words}}(.*)$`))?.[1] ?? '';
    return { targets: [{ about: begins.id, text: `${average}${rest}`.trim() }], picked: [] };
  }
  const deed = deedOf(said);
  return deed && meeting(text, deed, groups);
}

/** "A never beats B", "A beats B in at least 60%": the deed without its bounds. */
function deedOf(said: string): Deed | undefined {
  const bare = said
    .replace(/\s+(?:in\s+)?(?:at least|at most)\s.*$/i, '')
    .replace(/\s+(?:in\s+)?-?\d\S*(?:\s*(?:\.\.|to)\s*\S+)?$/i, '')
    .replace(/\s(?:never|always)\s/i, ' ');
  const deed = deedIn(bare);
  return deed?.by === undefined ? undefined : deed;
}

/** The two may meet either way round; each way is held to the target by itself. */
function meeting(text: string, { by, to }: Deed, groups: readonly SuiteGroup[]): Read | undefined {
  const ways = [
    [by!, to],
    [to, by!],
  ].slice(0, bareWords(by!) === bareWords(to) ? 1 : 2);
  const found = groups.flatMap((group) => ways.flatMap(([first, second]) => part(group, first, second)));
  if (found.length === 0) return undefined;
  return {
    targets: found.map((g) => ({ about: g.id, text })),
    picked: found.filter((g) => !groups.includes(g)),
  };
}

/** The situations of a group in which these two meet, this way round. */
function part(group: SuiteGroup, first: string, second: string): SuiteGroup[] {
  const situations = group.situations.filter((s) => {
    const calls = callsOf(group, s, sidesIn(group, s));
    return calls[0].has(bareWords(first)) && calls[1].has(bareWords(second));
  });
  if (situations.length === 0) return [];
  if (situations.length === group.situations.length) return [group];
  return [{ ...group, id: `${group.id}, ${first} first`, situations }];
}

/** Built-in suites have words for their sides, attacker and defender first; in a file's own situations units have names. */
const sidesIn = ({ loaded }: SuiteGroup, { overrides }: SuiteSituation) =>
  loaded.source.startsWith(BUILT_IN) ? undefined : prepareCell(loaded, overrides).sides;

function unknown(found: string, groups: readonly SuiteGroup[], i: number, at: Problem['at']): Problem {
  const names = groups.map((g) => g.id);
  const message =
    `The target is about '${found}', which is no situation of this suite; it has ${names.slice(0, 12).join(', ')}.` +
    didYouMean(found, names);
  return { path: ['targets', i], message, found, at };
}
