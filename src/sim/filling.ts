/*
 * Tables that fill themselves while steps are played: what is read while one fills counts for every step that looks at
 * it later, too.
 */
let depth = 0;

/** Is a table being filled? */
export const isFilling = (): boolean => depth > 0;

export function whileFilling<T>(work: () => T): T {
  depth++;
  try {
    return work();
  } finally {
    depth--;
  }
}
