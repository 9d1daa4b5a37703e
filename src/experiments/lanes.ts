/**
 * Does one step for each item, several at a time, each in a lane of its own. Gives what came of them in the order of the
 * items, up to the first that came to nothing: then nothing more is begun.
 */
export async function inLanes<T, R>(
  items: readonly T[],
  lanes: number,
  step: (item: T, lane: number) => Promise<R | undefined>,
): Promise<R[]> {
  const found: (R | undefined)[] = [];
  let next = 0;
  let ended = false;
  const lane = async (_: unknown, k: number) => {
    while (!ended && next < items.length) {
      const i = next++;
      try {
        found[i] = await step(items[i], k);
      } catch (error) {
        ended = true;
        throw error;
      }
      if (found[i] === undefined) ended = true;
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
  const end = items.findIndex((_, i) => found[i] === undefined);
  return (end < 0 ? found : found.slice(0, end)) as R[];
}
