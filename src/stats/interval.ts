/** An interval and the estimate inside it. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Every interval is 95% unless it says otherwise. */
export const CONFIDENCE = 0.95;
