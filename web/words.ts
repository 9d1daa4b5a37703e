/** Figures and names as the page writes them. */
export { percent } from '../src/words/figures.ts';

/** A change, with its sign: in percentage points for a share, else as it is. */
export function changeText(change: number, isShare: boolean): string {
  const shown = isShare ? (change * 100).toFixed(1) : change.toFixed(2);
  if (Number(shown) === 0) return change === 0 ? '0' : '≈0';
  return `${change > 0 ? '+' : '−'}${shown.replace('-', '')}`;
}

/** A change that may be an estimate. */
export interface Estimated {
  readonly change: number;
  readonly low?: number;
  readonly high?: number;
}

/** The longer half of an estimate's interval; undefined where there is none. */
export const marginOf = ({ change, low, high }: Estimated): number | undefined =>
  low === undefined || high === undefined ? undefined : Math.max(high - change, change - low);

/** To be written behind the change that it belongs to. */
export function marginText(of: Estimated, isShare: boolean): string {
  const half = marginOf(of);
  return half === undefined ? '' : ` ±${isShare ? (half * 100).toFixed(1) : half.toFixed(2)}`;
}

/** A modifier as the sheets print it. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${Math.abs(n)}` : '0');

/** "stand-and-deliver" as people write it. */
export const inWords = (word: unknown): string =>
  typeof word === 'boolean' ? (word ? 'yes' : 'no') : String(word).replace(/(?<=[a-z])-(?=[a-z])/gi, ' ');

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
