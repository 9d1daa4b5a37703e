import { stringify } from 'yaml';
import { examples, exampleText } from '../scenarios/examples.ts';

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
  const block = stringify({ [first.name]: { ...written, weight: 2 } }, { lineWidth: 100, flowCollectionPadding: true });
  return `${[
    `title: ${stringify(title ?? `My suite of ${rules}`).trim()}`,
    `rules: ${rules}`,
    "# built-in: true  # also play the rulebook's own suite",
    '',
    'situations:',
    '  # A situation is written as a scenario file is; its weight says how common it is against the others.',
    ...block
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
    '  # A scenario file beside this one, or a built-in scenario, by name:',
    ...rest.map(({ name }) => `  ${name}: ${name}`),
    '',
    "# What the design is to reach; 'grognard check' holds the rules to it.",
    '# targets:',
    `#   - ${first.name}: attacker wins 45..55%`,
    `#   - ${first.name}: on average attacker wins at least 40%`,
    `#   - ${first.name}: never attacker-destroyed`,
  ].join('\n')}\n`;
}

const namesRules = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.keys((value['vary'] as object | undefined) ?? {}).some((path) =>
    /^(rules|rulings|variant|cards)\b/.test(path),
  ) || 'cards' in value;
