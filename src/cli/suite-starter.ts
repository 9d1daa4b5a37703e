import { stringify } from 'yaml';
import { examples, exampleText } from '../scenarios/examples.ts';
import { withValue } from '../scenarios/override.ts';
import { prepareCell } from '../scenarios/prepare.ts';
import type { Suite } from '../scenarios/suite/suite.ts';

const PLAYED = ['charge', 'melee', 'fire', 'morale'];
const MOST_NAMED = 4;

/** A suite to start from: built-in scenarios of the book by name, one of them written out, and targets to fill in. */
export function suiteStarter(rules: string, family: string, title: string | undefined): string {
  const own = [...examples().values()]
    .filter((e) => e.family === family)
    .map((e) => ({ name: e.name, value: exampleText(e.name)!.value as Record<string, unknown> }))
    .filter(({ value }) => value['rules'] === rules || family === 'oth')
    .filter(({ value }) => PLAYED.includes(String(value['encounter'])) && !namesRules(value))
    .sort((a, b) => PLAYED.indexOf(String(a.value['encounter'])) - PLAYED.indexOf(String(b.value['encounter'])));
  const [first, ...rest] = own.slice(0, MOST_NAMED + 1);
  const { title: _t, description: _d, rules: _r, ...written } = first.value;
  return starter({
    title: title ?? `My suite of ${rules}`,
    rules,
    name: first.name,
    situation: written,
    others: [
      '  # A scenario file beside this one, or a built-in scenario, by name:',
      ...rest.map(({ name }) => `  ${name}: ${name}`),
    ],
    side: 'attacker',
    disaster: 'attacker-destroyed',
  });
}

/** The same for a rulebook file, from the first situation of its built-in suite. */
export function suiteStarterOf(suite: Suite, rules: string, title: string | undefined): string {
  const [{ loaded, situations }] = suite.groups;
  const [{ overrides }] = situations;
  const { built } = prepareCell(loaded, overrides);
  const situation = overrides.reduce<unknown>((s, o) => withValue(s, o.path.split('.'), o.value), loaded.situation);
  return starter({
    title: title ?? `My suite of ${suite.rules}`,
    rules,
    name: `first-${loaded.encounter}`,
    situation: { encounter: loaded.encounter, ...(situation as object) },
    others: [],
    side: built.sides[0],
    disaster: built.machine.outcomes[0].id,
  });
}

interface Start {
  readonly title: string;
  readonly rules: string;
  readonly name: string;
  readonly situation: object;
  /** Lines that follow the situation. */
  readonly others: readonly string[];
  /** The first side, and how it ends at worst. */
  readonly side: string;
  readonly disaster: string;
}

function starter({ title, rules, name, situation, others, side, disaster }: Start): string {
  const block = stringify({ [name]: { ...situation, weight: 2 } }, { lineWidth: 100, flowCollectionPadding: true });
  return `${[
    `title: ${stringify(title).trim()}`,
    `rules: ${stringify(rules).trim()}`,
    "# built-in: true  # also play the rulebook's own suite",
    '',
    'situations:',
    '  # A situation is written as a scenario file is; its weight says how common it is against the others.',
    ...block
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
    ...others,
    '',
    "# What the design is to reach; 'grognard check' holds the rules to it.",
    '# targets:',
    `#   - ${name}: ${side} wins 45..55%`,
    `#   - ${name}: on average ${side} wins at least 40%`,
    `#   - ${name}: never ${disaster}`,
  ].join('\n')}\n`;
}

const namesRules = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.keys((value['vary'] as object | undefined) ?? {}).some((path) =>
    /^(rules|rulings|variant|cards)\b/.test(path),
  ) || 'cards' in value;
