import { books, version } from 'virtual:catalogue';
import { writeLink } from '../../src/scenarios/link.ts';
import type { AxisAsked, Play, Scenario } from '../engine/protocol.ts';
import { examples } from './examples.ts';
import { ownFiles } from './page.ts';

/** A play before it has the line that reproduces it. */
export type WithoutCommand = Play extends infer P ? (P extends Play ? Omit<P, 'command'> : never) : never;

/** The play with the line that gives the same on the command line. */
export async function withCommand(asked: WithoutCommand): Promise<Play> {
  return { ...asked, command: await commandOf(asked) } as Play;
}

async function commandOf(asked: WithoutCommand): Promise<string> {
  const source =
    asked.kind === 'compare' ? [await namedFragment(asked.base, asked.scenario)] : await sourceOf(asked.scenario);
  const words = ['grognard', asked.kind, ...source];
  const flag = (name: string, value: string | undefined) => (value ? [`--${name}`, value] : []);
  switch (asked.kind) {
    case 'run':
      for (const one of asked.observed ?? []) words.push('--observed', one);
      words.push(...flag('side', asked.side));
      break;
    case 'compare':
      for (const pin of asked.pins) words.push('--variant', await namedFragment(pin.name, pin.scenario));
      words.push(...flag('objective', asked.objective));
      break;
    case 'sweep':
      for (const axis of asked.axes) words.push('--vary', axisText(axis));
      break;
    case 'matrix':
      words.push('--rows', axisText(asked.axes[0]), '--columns', axisText(asked.axes[1]));
      words.push(...flag('objective', asked.objective));
      break;
    case 'best':
    case 'sensitivity':
      words.push(...flag('objective', asked.objective));
  }
  return words.map(quoted).join(' ');
}

/** A built-in scenario by its name, with what was changed in it, as little as may be; anything else by its link. */
async function sourceOf(scenario: Scenario): Promise<string[]> {
  // Read without listening: a fight is not played again because there is another name for it.
  const near = examples.peek().flatMap(({ name, scenario: example }) => {
    const set = changesTo(example, scenario);
    return set ? [{ name, set }] : [];
  });
  const [nearest] = near.sort((a, b) => a.set.length - b.set.length);
  if (nearest) return [nearest.name, ...nearest.set.flatMap((s) => ['--set', s])];
  return [await fragment(scenario, withFiles(scenario))];
}

/** A fight that stands beside others, with the name that it has there. */
const namedFragment = (name: string, scenario: Scenario): Promise<string> =>
  fragment(scenario, { ...withFiles(scenario), name });

/** A rulebook or cards of the user's own go along: the line must work where the files are not. */
function withFiles(scenario: Scenario): Record<string, unknown> {
  const named = new Set(Object.values(scenario));
  const files = Object.entries(ownFiles.peek()).filter(([name]) => named.has(name));
  return files.length === 0 ? {} : { files: Object.fromEntries(files) };
}

/** The single values that make `next` out of `base`; undefined where there is more to it, or too many. */
function changesTo(base: Scenario, next: Scenario): string[] | undefined {
  if (base['rules'] !== next['rules'] || base['encounter'] !== next['encounter']) return undefined;
  const [before, after] = [leaves(base), leaves(next)];
  for (const path of before.keys()) if (path !== 'title' && !after.has(path)) return undefined;
  const changed = [...after].filter(([path, value]) => path !== 'title' && before.get(path) !== value);
  const simple = changed.every(
    ([path, value]) => /^[\w.-]+$/.test(path) && /^[\w.-]+$/.test(value) && !/^vary/.test(path),
  );
  return simple && changed.length <= 4 ? changed.map(([path, value]) => `${path}=${value}`) : undefined;
}

/** Every single value by its path, as text. */
export function leaves(
  value: unknown,
  path: readonly string[] = [],
  into = new Map<string, string>(),
): Map<string, string> {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    // Edits and rulings are set by paths that are whole already.
    for (const [key, inner] of Object.entries(value)) leaves(inner, path[0] === 'set' ? [key] : [...path, key], into);
  } else into.set(path.join('.'), typeof value === 'string' ? value : JSON.stringify(value));
  return into;
}

export const fragment = (scenario: Scenario, page: Record<string, unknown> = {}): Promise<string> =>
  writeLink({
    program: version,
    hash: books.find((b) => b.id === scenario['rules'])?.hash ?? '',
    scenario,
    page,
  });

const axisText = ({ path, values }: AxisAsked): string => {
  const numbers = values.every((v) => typeof v === 'number') ? (values as readonly number[]) : [];
  const step = numbers.length > 1 ? numbers[1] - numbers[0] : 0;
  const even = numbers.length > 2 && numbers.every((n, i) => i === 0 || Math.abs(n - numbers[i - 1] - step) < 1e-9);
  if (even) return `${path}=${numbers[0]}..${numbers.at(-1)}${step === 1 ? '' : `..${step}`}`;
  return `${path}=${values.join(',')}`;
};

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
