/** Runs contestants in turn, round after round, so that whatever the machine does hits them alike; medians of each. */
export function interleaved(
  rounds: number,
  contestants: Readonly<Record<string, () => number>>,
): Record<string, number> {
  const names = Object.keys(contestants);
  const times: Record<string, number[]> = Object.fromEntries(names.map((n) => [n, []]));
  for (const n of names) contestants[n]();
  for (let r = 0; r < rounds; r++) for (const n of names) times[n].push(contestants[n]());
  return Object.fromEntries(names.map((n) => [n, median(times[n])]));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const mid = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[mid] : (sorted[mid - 1] + sorted[mid]) / 2;
}

/** Milliseconds on the clock. */
export function clockMs(work: () => unknown): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

/** Milliseconds of processor time that a piece of work takes: other programs on the machine do not count. */
export function processorMs(work: () => unknown): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}
