import type { Reasons } from '../../sim/machine.ts';
import { type Rulebook, ruled } from '../book.ts';
import type { Combatant } from './combatant.ts';
import type { HitReading } from './hits.ts';

/** What part of its fatigue score a unit fires or fights with, as a share table prints it. */
export interface Share {
  readonly label: string;
  readonly percent: number;
  /** Percent of the unit that sees its target. */
  readonly visiblePercent: number;
  readonly divisor: number;
  /** The most a face may bring. */
  readonly cap: number | null;
  /** "Classed as 1": this, whatever the fatigue score. */
  readonly fixed: number | null;
}
export const WHOLE: Omit<Share, 'label'> = { percent: 100, visiblePercent: 100, divisor: 1, cap: null, fixed: null };

/** The fatigue score that counts: current, or starting under ruling `fsUsed`. Never below 0. */
export function fsReader(book: Rulebook, { given, state }: Combatant): () => number {
  return () => Math.max(0, ruled(book, 'fsUsed') === 'starting' ? given.fs : given.fs - state.hits);
}

/** Rounds a share of a score (ruling `rounding`). Whole numbers in, so that no fraction is lost on the way. */
export function rounded(book: Rulebook, numerator: number, denominator: number): number {
  switch (ruled(book, 'rounding')) {
    case 'up':
      return Math.ceil(numerator / denominator);
    case 'nearest-half-up':
      return Math.floor((2 * numerator + denominator) / (2 * denominator));
    case 'down':
      return Math.floor(numerator / denominator);
    default:
      return numerator > 0 ? Math.max(1, Math.floor(numerator / denominator)) : Math.floor(numerator / denominator);
  }
}

/**
 * Base and modified score: the fatigue score times its shares, rounded once, no more than a face may bring, then the
 * modifiers. Rulings `percentOrder` and `faceCap` move the modifiers before either.
 */
export function scoreOf(book: Rulebook, fs: number, share: Share, modifiers: number): { base: number; score: number } {
  // Nothing to cap or to round: neither ruling is asked.
  if (isWhole(share)) return { base: fs, score: fs + modifiers };
  const capBefore = ruled(book, 'faceCap') === 'before-modifiers';
  const cap = share.cap ?? Number.POSITIVE_INFINITY;
  const part = (n: number) => rounded(book, n * share.percent * share.visiblePercent, 10_000 * share.divisor);
  let base: number;
  let score: number;
  if (share.fixed !== null) {
    base = share.fixed;
    score = base + modifiers;
  } else if (ruled(book, 'percentOrder') === 'before-modifiers') {
    const all = part(fs);
    base = capBefore ? Math.min(cap, all) : all;
    score = base + modifiers;
  } else {
    base = capBefore ? Math.min(cap, fs) : fs;
    score = part(base + modifiers);
  }
  return { base, score: capBefore ? score : Math.min(cap, score) };
}

const isWhole = ({ percent, visiblePercent, divisor, cap, fixed }: Share): boolean =>
  percent === 100 && visiblePercent === 100 && divisor === 1 && cap === null && fixed === null;

/** A score as it stands: of what part of the unit, before and after the modifiers, and how it is read. */
export interface Scored {
  readonly fs: number;
  readonly share: Share;
  readonly base: number;
  readonly score: number;
  readonly reading: HitReading;
  readonly why: () => Pick<Reasons, 'rows' | 'near'>;
}
/** The reasons for a roll against a score. */
export const scoreReasons = (label: string, { share, fs, base, score, reading, why }: Scored): Reasons => ({
  base: { label: baseLabel(share, fs), value: base },
  ...why(),
  total: { label, value: score },
  ...{ reading: reading.text, bounds: reading.bounds },
});

/** "line FS 8 at 100%". */
function baseLabel(share: Share, fs: number): string {
  if (share.fixed !== null) return `${share.label}, counted as ${share.fixed}`;
  const parts = [`${share.label} FS ${fs} at ${share.percent}%`];
  if (share.visiblePercent !== 100) parts.push(`${share.visiblePercent}% in sight`);
  if (share.divisor !== 1) parts.push(`divided by ${share.divisor}`);
  if (share.cap !== null) parts.push(`at most ${share.cap}`);
  return parts.join(', ');
}
