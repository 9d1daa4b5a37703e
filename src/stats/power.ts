import { CONFIDENCE } from './interval.ts';
import { normalQuantile } from './special.ts';

/** A difference counts as one that a run would find when it does so four times in five. */
const POWER = 0.8;

/**
 * How many trials a difference needs to be found four times in five.
 * @param variance of one trial's difference: of pairs, or the sum of both sides' where dice are not shared
 *
 *   trialsToDetect(0.05, 0.5)  // 1570: wins of 52.5% against 47.5%, each side's own dice
 */
export function trialsToDetect(difference: number, variance: number, confidence = CONFIDENCE, power = POWER): number {
  return Math.max(2, Math.ceil((quantiles(confidence, power) ** 2 * variance) / difference ** 2));
}

/** The smallest difference that a run with this standard error finds four times in five. */
export const detectableDifference = (standardError: number, confidence = CONFIDENCE, power = POWER): number =>
  quantiles(confidence, power) * standardError;

const quantiles = (confidence: number, power: number): number =>
  normalQuantile((1 + confidence) / 2) + normalQuantile(power);
