import { InputError } from '../rules/problem.ts';
import { type Variant, variantName } from '../rules/variant-schema.ts';
import { COMMON_KEYS } from './keys.ts';
import type { NamedVariant, Override } from './prepare.ts';

type Group = Readonly<Record<string, unknown>>;

/** A whole scenario under a name. */
export interface NamedScenario {
  readonly name: string;
  readonly scenario: Group;
}
export interface Beside {
  /** What is loaded: the base without anything that is laid over its rulebook. */
  readonly neutral: Group;
  readonly base: readonly Override[];
  readonly others: readonly { readonly name: string; readonly overrides: readonly Override[] }[];
}

/**
 * Whole scenarios set beside a base, as the overrides that make each of them. Edits of the rules belong to the scenario
 * that has them, so the base is loaded without its own and gets them back like the others.
 */
export function besideBase(base: Group, others: readonly NamedScenario[]): Beside {
  const odd = others.find(({ scenario }) => scenario['encounter'] !== base['encounter']);
  if (odd) {
    const message = `'${odd.name}' is another kind of encounter (${String(odd.scenario['encounter'])}) than the base (${String(base['encounter'])}); only the same kind can be compared.`;
    throw new InputError([{ path: ['encounter'], message }]);
  }
  const shared = others.every(({ scenario }) => same(scenario['variant'], base['variant']));
  const { rulings: _rulings, set: _set, variant, vary: _vary, ...rest } = base;
  const neutral = shared && variant !== undefined ? { ...rest, variant } : rest;
  const overridesOf = (scenario: Group): Override[] => [
    ...(scenario['rules'] === base['rules'] ? [] : [{ path: 'rules', value: scenario['rules'] }]),
    ...(shared ? [] : variantsIn(scenario).map((value) => ({ path: 'variant', value }))),
    ...entries(scenario['rulings']).map(([key, value]) => ({ path: `rulings.${key}`, value })),
    ...changedKeys(base, scenario).map((key) => ({ path: key, value: scenario[key] })),
    ...entries(scenario['set']).map(([path, value]) => ({ path, value })),
  ];
  return {
    neutral,
    base: overridesOf(base),
    others: others.map(({ name, scenario }) => ({ name, overrides: overridesOf(scenario) })),
  };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const entries = (group: unknown): [string, unknown][] =>
  group !== null && typeof group === 'object' ? Object.entries(group) : [];

const changedKeys = (base: Group, scenario: Group): string[] =>
  [...new Set([...Object.keys(base), ...Object.keys(scenario)])].filter(
    (key) => !COMMON_KEYS.includes(key) && !same(base[key], scenario[key]),
  );

const variantsIn = (scenario: Group): NamedVariant[] => {
  const { variant } = scenario;
  const all = variant === undefined ? [] : Array.isArray(variant) ? variant : [variant];
  return all.map((v) => ({ name: variantName(v as Variant), variant: v as Variant }));
};
