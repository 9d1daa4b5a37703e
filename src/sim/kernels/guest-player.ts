import { EndTable } from '../ends.ts';
import type { Machine } from '../machine.ts';
import type { PlayCounts } from '../play/counts.ts';
import type { KeyedDice } from '../play/dice.ts';
import { CompactBatch } from './compact-batch.ts';
import { HandedEnds, type KnownEnds } from './known-ends.ts';
import type { LaidOut } from './laid-out.ts';
import { counted, type Played, playCompact, unplayed } from './played.ts';

/** Compact tables as one thread hands them to others. */
export interface HandedTables {
  readonly laid: LaidOut;
  readonly ends: KnownEnds;
}

/** Engagements of a block whose endings are still missing, by their places in the block. */
export interface Begun {
  readonly played: Played;
  readonly left: readonly number[];
}

/** Plays over compact tables that another thread has filled; what these do not know it leaves to that thread. */
export class GuestPlayer<S> {
  private readonly machine: Machine<S>;
  private readonly table: EndTable<S>;
  private compact: CompactBatch | null = null;

  constructor(machine: Machine<S>) {
    this.machine = machine;
    this.table = new EndTable(machine);
  }

  get hasTables(): boolean {
    return this.compact !== null;
  }

  take({ laid, ends }: HandedTables): void {
    this.compact = new CompactBatch(laid, new HandedEnds(ends, this.table));
  }

  /** Plays engagements `from` to `to`, as far as the tables go; null where `pause` put a stop to it. */
  begin(dice: KeyedDice, from: number, to: number, pause: (played: number) => boolean): Begun | null {
    const played = unplayed(from, to, this.machine.sums.length);
    const left: number[] = [];
    const compact = this.compact!;
    for (let begun = 0; begun < to - from; begun += compact.size) {
      const n = Math.min(compact.size, to - from - begun);
      for (const i of playCompact(compact, dice, begun, n, played)) left.push(i);
      if (pause(begun + n - left.length)) return null;
    }
    return { played, left };
  }

  /** @param rows of those that were left (see `endingRows`) */
  finish({ played, left }: Begun, rows: Float64Array): PlayCounts {
    const { machine, table } = this;
    const width = machine.sums.length;
    const sumsAt = 1 + machine.measures.length;
    left.forEach((i, k) => {
      const row = rows.subarray(k * (sumsAt + width), (k + 1) * (sumsAt + width));
      played.places[i] = table.placeOf(row[0], Array.from(row.subarray(1, sumsAt)));
      played.sums.set(row.subarray(sumsAt), i * width);
    });
    return counted(machine, table, played);
  }
}

/** By engagement, the outcome, measures and sums: what one thread tells another of engagements that it played for it. */
export function endingRows<S>({ measures }: Machine<S>, { list }: EndTable<S>, { places, sums }: Played): Float64Array {
  const width = sums.length / Math.max(1, places.length);
  const sumsAt = 1 + measures.length;
  const rows = new Float64Array(places.length * (sumsAt + width));
  places.forEach((place, k) => {
    const { outcome, values } = list[place];
    const at = k * (sumsAt + width);
    rows[at] = outcome;
    rows.set(values, at + 1);
    rows.set(sums.subarray(k * width, (k + 1) * width), at + sumsAt);
  });
  return rows;
}
