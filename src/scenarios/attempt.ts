import { InputError, type Problem } from '../rules/problem.ts';

/** Gathers the problems of a step and goes on. */
export async function attempt<T>(
  problems: Problem[],
  step: () => T | Promise<T>,
  place: (p: Problem) => Problem = (p) => p,
): Promise<T | undefined> {
  try {
    return await step();
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    for (const p of e.problems.map(place)) problems.push(p);
    return undefined;
  }
}

/** Each problem once, in the order of the lines. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const once = [...new Map(problems.map((p) => [JSON.stringify([p.at, p.path, p.message]), p])).values()];
  const place = (p: Problem) => (p.at?.line ?? 0) * 1e4 + (p.at?.column ?? 0);
  return once.sort((a, b) => (a.at?.file === b.at?.file ? place(a) - place(b) : 0));
}
