import { EndTable } from '../ends.ts';
import type { Machine } from '../machine.ts';
import type { PlayCounts } from '../play/counts.ts';
import type { KeyedDice } from '../play/dice.ts';
import { blockFigures, type Plays } from '../play/player.ts';
import { KernelBatch } from './kernel-batch.ts';
import { BATCH } from './visit-loop.ts';

/** States of procedures that are held before tables are begun anew: memory stays bounded, answers the same. */
const MOST_STATES = 150_000;

const FIRST_BATCH = 2;

/**
 * Plays engagements over phase kernels. What a pair does in one phase is one distribution, worked out exactly when it is
 * first asked for and drawn from once: instead of dozens of rolls. A draw is named by engagement, turn and place in the
 * sequence, so that neither threads nor the order in which tables are filled make a difference.
 */
export class KernelPlayer<S> implements Plays {
  private readonly machine: Machine<S>;
  private readonly table: EndTable<S>;
  private readonly mostStates: number;
  private batch: KernelBatch<S>;
  /** Few at first: while tables are empty every engagement takes long, and somebody waits for figures. */
  private batchSize = FIRST_BATCH;

  constructor(plain: Machine<S>, { mostStates = MOST_STATES }: { readonly mostStates?: number } = {}) {
    this.machine = plain.watched!();
    this.mostStates = mostStates;
    this.table = new EndTable(this.machine);
    this.batch = new KernelBatch(this.machine, this.table);
  }

  get states(): number {
    return this.batch.sequence.states;
  }

  ending(place: number): { readonly outcome: number; readonly values: readonly number[] } {
    return this.table.list[place];
  }

  block(
    dice: KeyedDice,
    from: number,
    to: number,
    pause?: (played: number) => boolean,
    endings?: Int32Array,
    amounts?: Float64Array,
  ): PlayCounts | null {
    const { machine, table } = this;
    const width = machine.sums.length;
    const counts = new Map<number, number>();
    const totals = new Float64Array(width);
    const squares = new Float64Array(width);
    for (let first = from, n = 0; first < to; first += n) {
      n = Math.min(this.batchSize, to - first);
      if (this.states > this.mostStates) this.batch = new KernelBatch(machine, table);
      const { batch } = this;
      const { sums } = batch;
      batch.begin(dice, first, n);
      if (!batch.playOn(pause && (() => pause(first - from)))) return null;
      this.batchSize = Math.min(BATCH, 2 * this.batchSize);
      batch.finish(n, (i, place) => {
        counts.set(place, (counts.get(place) ?? 0) + 1);
        if (endings && endings.length > 0) endings[first - from + i] = place;
      });
      for (let i = 0; i < n; i++)
        for (let k = 0; k < width; k++) {
          const x = sums[i * width + k];
          totals[k] += x;
          squares[k] += x * x;
        }
      if (amounts && amounts.length > 0) amounts.set(sums.subarray(0, n * width), (first - from) * width);
      if (pause?.(first + n - from)) return null;
    }
    const trials = to - from;
    return {
      trials,
      ends: [...counts].map(([place, weight]) => ({ ...table.list[place], weight })),
      squares: Array.from(squares),
      blocks: [blockFigures(machine, table.list, counts, totals, trials)],
    };
  }
}
