/** The most encounters that one run may sample. */
const MAX_TRIALS = 1e12;

/**
 * Trials as people write them: 10000, 10_000, 1e9, 5M, 2k. Throws a sentence for anything else.
 *
 * parseTrials('5M') // 5000000
 */
export function parseTrials(text: string): number {
  const match = /^(\d[\d_,]*(?:\.\d+)?(?:e\+?\d+)?)\s*([kmgb])?$/i.exec(text.trim());
  const scale = { k: 1e3, m: 1e6, g: 1e9, b: 1e9 }[match?.[2]?.toLowerCase() as 'k'] ?? 1;
  const trials = match ? Number(match[1].replace(/[_,]/g, '')) * scale : Number.NaN;
  if (!Number.isInteger(trials) || trials < 1 || trials > MAX_TRIALS) {
    throw new RangeError(
      `Trials are a whole number from 1 to 1e12, such as 10000, 10_000, 5M or 1e9; found '${text.slice(0, 60)}'.`,
    );
  }
  return trials;
}

/** `0.1%` or `0.001`, as a fraction above 0 and at most one half. */
export function percentOrFraction(text: string): number {
  const match = /^((?:\d+(?:\.\d+)?|\.\d+)(?:e-?\d+)?)\s*(%)?$/i.exec(text.trim());
  const share = match ? Number(match[1]) / (match[2] ? 100 : 1) : Number.NaN;
  if (!(share > 0 && share <= 0.5)) {
    throw new RangeError(
      `Precision is a share such as 0.1% or 0.001, above 0 and at most 50%; found '${text.slice(0, 60)}'.`,
    );
  }
  return share;
}

/** A confidence level: `99%`, `99` or `0.99`. */
export function parseLevel(text: string): number {
  const match = /^(\d+(?:\.\d+)?|\.\d+)\s*(%)?$/.exec(text.trim());
  const number = match ? Number(match[1]) : Number.NaN;
  const level = match?.[2] || number >= 50 ? number / 100 : number;
  if (!(level >= 0.5 && level < 1)) {
    throw new RangeError(
      `A level is a share such as 95% or 0.99, from 50% up and below 100%; found '${text.slice(0, 60)}'.`,
    );
  }
  return level;
}
