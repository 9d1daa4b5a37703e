/**
 * Joins names, each pair once: steps set the next step for every face of every state, and a name that is put together
 * anew each time has to be hashed anew each time.
 */
export function nameJoiner(between = ''): (first: string, second: string) => string {
  const known = new Map<string, (second: string) => string>();
  return (first, second) => {
    let join = known.get(first);
    if (!join) {
      join = stepNamer(first + between);
      known.set(first, join);
    }
    return join(second);
  };
}

/** Names of the steps of one procedure: `stepNamer('p1.')('strike')` is "p1.strike". */
export function stepNamer(prefix: string): (step: string) => string {
  const known = new Map<string, string>();
  return (step) => {
    let name = known.get(step);
    if (name === undefined) {
      name = prefix + step;
      known.set(step, name);
    }
    return name;
  };
}
