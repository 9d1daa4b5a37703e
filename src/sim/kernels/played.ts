import type { EndTable } from '../ends.ts';
import type { Machine } from '../machine.ts';
import type { PlayCounts } from '../play/counts.ts';
import type { KeyedDice } from '../play/dice.ts';
import { blockFigures } from '../play/player.ts';
import { type CompactBatch, GIVEN_UP } from './compact-batch.ts';

/** A block of engagements: the number of the first, and by engagement where it ended and what it added up. */
export interface Played {
  readonly from: number;
  readonly places: Int32Array;
  readonly sums: Float64Array;
}

/** Engagements `from` up to `to`, of so many sums, none of them played yet. */
export const unplayed = (from: number, to: number, width: number): Played => ({
  ...{ from, places: new Int32Array(to - from), sums: new Float64Array((to - from) * width) },
});

/** Plays engagements of a block, from its `first` on, over compact tables; gives those that were given up. */
export function playCompact(compact: CompactBatch, dice: KeyedDice, first: number, n: number, played: Played) {
  played.places.set(compact.all(dice, played.from + first, n).subarray(0, n), first);
  compact.putSums(played.sums, first, n);
  const givenUp: number[] = [];
  for (let i = first; i < first + n; i++) if (played.places[i] === GIVEN_UP) givenUp.push(i);
  return givenUp;
}

export const upTo = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** The first `n` engagements of a block that was stopped; null where none of them are done. */
export const firstOf = ({ from, places, sums }: Played, n: number): Played | null =>
  n === 0 ? null : { from, places: places.subarray(0, n), sums: sums.subarray(0, (sums.length / places.length) * n) };

/** What a block comes to: counted in the order of its engagements, however they were played. */
export function counted<S>(machine: Machine<S>, { list }: EndTable<S>, { places, sums }: Played): PlayCounts {
  const width = machine.sums.length;
  const weights = new Int32Array(list.length);
  const met: number[] = [];
  const totals = new Float64Array(width);
  const squares = new Float64Array(width);
  for (let i = 0; i < places.length; i++) {
    if (weights[places[i]]++ === 0) met.push(places[i]);
    for (let k = 0; k < width; k++) {
      const x = sums[i * width + k];
      totals[k] += x;
      squares[k] += x * x;
    }
  }
  const counts = new Map(met.map((place) => [place, weights[place]]));
  return {
    trials: places.length,
    ends: [...counts].map(([place, weight]) => ({ ...list[place], weight })),
    squares: Array.from(squares),
    blocks: [blockFigures(machine, list, counts, totals, places.length)],
  };
}
