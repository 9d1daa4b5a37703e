import { builtInBook, isBuiltIn } from '../rules/built-in.ts';
import { InputError, type Problem } from '../rules/problem.ts';
import { applyVariant, type Variant, variantName, variantSchema } from '../rules/variant.ts';
import { problemsOf } from './issues.ts';
import type { NamedVariant } from './prepare.ts';
import type { ParsedText } from './text.ts';

/** A variant file, checked for its shape; whether it fits a book shows when it is laid over one. */
export async function variantFrom(text: ParsedText): Promise<NamedVariant> {
  const result = variantSchema.safeParse(text.value);
  if (result.success) return { name: variantName(result.data), variant: result.data as Variant, text };
  if (isScenario(text.value)) {
    const message = "This is a scenario, not a variant: a variant has a 'base' and says what it changes.";
    throw new InputError([{ path: [], message, at: text.at([]) }]);
  }
  const problems = problemsOf(result.error, variantSchema, text.value);
  const located = problems.map((p) => ({ ...p, at: text.at(p.path, p.message.startsWith('There is no ')) }));
  throw new InputError([...located, ...(await faultsOfTheRest(text, new Set(problems.map((p) => p.path[0]))))]);
}

const isScenario = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'encounter' in value && !('base' in value);

/** What the sound part of a variant file gets wrong about its book, so that all mistakes are told at once. */
async function faultsOfTheRest(
  text: ParsedText,
  unsound: ReadonlySet<string | number | undefined>,
): Promise<Problem[]> {
  if (typeof text.value !== 'object' || text.value === null) return [];
  const sound = Object.fromEntries(Object.entries(text.value).filter(([key]) => !unsound.has(key)));
  const rest = variantSchema.safeParse({ title: 'the rest', ...sound });
  // A rulebook file is looked at when the variant is laid over it.
  const base = rest.success ? [rest.data.base].flat()[0] : undefined;
  if (!rest.success || base === undefined || !isBuiltIn(base)) return [];
  try {
    applyVariant(await builtInBook(base), rest.data as Variant);
  } catch (e) {
    if (e instanceof InputError) return e.problems.map((p) => ({ ...p, at: p.at ?? text.at(p.path, true) }));
    throw e;
  }
  return [];
}
