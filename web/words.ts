/** Figures and names as the page writes them. */
export { percent } from '../src/words/figures.ts';

/** A change, with its sign: in percentage points for a share, else as it is. */
export function changeText(change: number, isShare: boolean): string {
  const shown = isShare ? (change * 100).toFixed(1) : change.toFixed(2);
  if (Number(shown) === 0) return change === 0 ? '0' : change > 0 ? '+0' : '−0';
  return `${change > 0 ? '+' : '−'}${shown.replace('-', '')}`;
}

/** The half of an interval, to be written behind what it belongs to. */
export function marginText({ change, low, high }: Estimated, isShare: boolean): string {
  if (low === undefined || high === undefined) return '';
  const half = Math.max(high - change, change - low);
  return ` ±${isShare ? (half * 100).toFixed(1) : half.toFixed(2)}`;
}
interface Estimated {
  readonly change: number;
  readonly low?: number;
  readonly high?: number;
}

/** A modifier as the sheets print it. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${Math.abs(n)}` : '0');

/** "stand-and-deliver" as people write it. */
export const inWords = (word: unknown): string =>
  typeof word === 'boolean' ? (word ? 'yes' : 'no') : String(word).replace(/(?<=[a-z])-(?=[a-z])/gi, ' ');

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
