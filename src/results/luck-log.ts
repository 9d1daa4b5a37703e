import type { Luck } from './types.ts';

/** The luck of an evening: part of the results contract. */
export interface LuckLog {
  readonly results: readonly LoggedResult[];
  readonly players: readonly PlayerLuck[];
  /** The luckiest results, by their place among `results`, the luckiest first. */
  readonly moments: readonly number[];
  readonly text: string;
}

export interface LoggedResult extends Luck {
  readonly encounter: string;
  /** Where the log says it. */
  readonly line?: number;
  /** Whose the two sides of the encounter were. */
  readonly players: readonly [string, string];
  /** The player it is lucky for; null where the result is good for nobody in particular, or cannot happen. */
  readonly favours: string | null;
  /** How often it goes as well or better for that player. */
  readonly tail: number | null;
  /** From -1/2 to 1/2, 0 on average, to the good of the first side. */
  readonly surprise: number | null;
}

export interface PlayerLuck {
  readonly name: string;
  /** Results that are good or bad for the player. */
  readonly counted: number;
  /** The sum of the surprises, to the player's good. */
  readonly sum: number;
  /** How often as many encounters go as well or better, and as badly or worse. */
  readonly asGood: number;
  readonly asBad: number;
  /** Mid-percentile, 0..100. */
  readonly percentile: number;
  /** What the sum could have been: exact, gathered into steps that a chart can show. */
  readonly distribution: readonly { readonly value: number; readonly p: number }[];
  readonly text: string;
}
