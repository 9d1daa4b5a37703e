/**
 * Puts kinds of rolls in the order in which they come: none before another that leads to it. Where they lead to each
 * other, round after round, the one that was met first comes first.
 * @param keys in the order in which they were met
 * @param followers what can come right after each
 */
export function inOrder(keys: readonly string[], followers: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left = new Set(keys);
  const before = new Map(keys.map((key) => [key, new Set<string>()]));
  for (const [key, next] of followers) for (const one of next) if (one !== key) before.get(one)?.add(key);
  const isNext = (key: string): boolean => [...before.get(key)!].every((other) => !left.has(other));
  const order: string[] = [];
  while (left.size > 0) {
    const next = [...left].find(isNext) ?? [...left][0];
    left.delete(next);
    order.push(next);
  }
  return order;
}
