import type { Sequence } from './sequence.ts';

/** Sums are added to so many at once. */
const AT_ONCE = 8;
/** A sum has sixteen bits. */
const MOST = 2 ** 16 - 1;

/** What engagements add up, in sixteen bits each: so amounts have to be whole and small. */
export interface CompactSums {
  /** How many sums there are, and how many there is room for. */
  readonly width: number;
  readonly lanes: number;
  /** By what is done besides and by lane. */
  readonly amounts: Uint16Array;
}

/** @param most how often an engagement may add something; null where sums may not have the room */
export function compactSums<S>({ machine, emissions, rows }: Sequence<S>, most: number): CompactSums | null {
  const width = machine.sums.length;
  const lanes = Math.ceil(width / AT_ONCE) * AT_ONCE;
  const held = rows.besides.map(({ emission }) => emissions.list[emission]);
  const fits = (amount: number) => Number.isInteger(amount) && amount >= 0 && amount * most <= MOST;
  if (!held.every((amounts) => amounts.every(fits))) return null;
  const amounts = new Uint16Array(held.length * lanes);
  for (const [k, each] of held.entries()) amounts.set(each, k * lanes);
  return { width, lanes, amounts };
}
