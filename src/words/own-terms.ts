import { agree, bareName, theName } from './names.ts';

type Pair = readonly [string, string];

/** An objective as the side that chooses reads it: its own wins, or that the other does not beat it. */
export interface OwnTerms {
  readonly label: string;
  readonly of: (value: number) => number;
  /** Told as what the other side wants is not. */
  readonly isTurned: boolean;
  /** Whether this side wants the figure, as it is told, high. */
  readonly wantsMuch: boolean;
}

interface AdvisedObjective {
  readonly objective: { readonly id: string; readonly label: string };
  /** The side that wants the objective high. */
  readonly goodFor: string;
}

/** The figures of advice in the terms of whoever is advised, so that more of them is better wherever that can be said. */
export function ownTerms({ objective: { id, label }, goodFor }: AdvisedObjective, side: string, sides: Pair): OwnTerms {
  const wantsMuch = side === goodFor;
  const same: OwnTerms = { label, of: (v) => v, isTurned: false, wantsMuch };
  if (wantsMuch) return same;
  const winner = /^winner=([ab])$/.exec(id)?.[1];
  if (winner !== undefined && sides[winner === 'a' ? 0 : 1] !== side) {
    return { label: `${bareName(side)} not beaten`, of: (v) => 1 - v, isTurned: true, wantsMuch: true };
  }
  if (id !== 'advantage' || side !== sides[1]) return same;
  const does = / wins? than /.test(label) ? agree(side, 'wins') : `${agree(side, 'comes')} off better`;
  const turned = `how much oftener ${theName(side)} ${does} than ${theName(sides[0])}`;
  return { label: turned, of: (v) => -v, isTurned: true, wantsMuch: true };
}

/** An interval turned with its figure. */
export function turnedInterval<T extends { readonly low: number; readonly high: number }>(
  { of, isTurned }: OwnTerms,
  { low, high }: T,
): { low: number; high: number } {
  return isTurned ? { low: of(high), high: of(low) } : { low, high };
}
