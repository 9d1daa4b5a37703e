/**
 * Joins names, each pair once: steps set the next step for every face of every state, and a name that is put together
 * anew each time has to be hashed anew each time.
 */
export function nameJoiner(between = ''): (first: string, second: string) => string {
  const known = new Map<string, Map<string, string>>();
  return (first, second) => {
    let seconds = known.get(first);
    if (!seconds) {
      seconds = new Map();
      known.set(first, seconds);
    }
    let name = seconds.get(second);
    if (name === undefined) {
      name = first + between + second;
      seconds.set(second, name);
    }
    return name;
  };
}

const joined = nameJoiner();

/** Names of the steps of one procedure: `stepNamer('p1.')('strike')` is "p1.strike". */
export const stepNamer =
  (prefix: string): ((step: string) => string) =>
  (step) =>
    joined(prefix, step);
