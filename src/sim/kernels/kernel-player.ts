import { EndTable } from '../ends.ts';
import type { Machine } from '../machine.ts';
import type { PlayCounts } from '../play/counts.ts';
import type { KeyedDice } from '../play/dice.ts';
import { blockFigures, type Plays } from '../play/player.ts';
import { CompactBatch, GIVEN_UP } from './compact-batch.ts';
import { compactTables } from './compact-tables.ts';
import { KernelBatch } from './kernel-batch.ts';
import { BATCH } from './visit-loop.ts';

/** States of procedures that are held before tables are begun anew: memory stays bounded, answers the same. */
const MOST_STATES = 150_000;

const FIRST_BATCH = 2;

/** Laying tables out takes as long as so many engagements save by it. */
const COMPACT_AFTER = 2 ** 16;

export interface KernelOptions {
  readonly mostStates?: number;
  readonly compactAfter?: number;
}

/**
 * Plays engagements over phase kernels. What a pair does in one phase is one distribution, worked out exactly when it is
 * first asked for and drawn from once: instead of dozens of rolls. A draw is named by engagement, turn and place in the
 * sequence, so that neither threads nor the order in which tables are filled make a difference.
 */
export class KernelPlayer<S> implements Plays {
  private readonly machine: Machine<S>;
  private readonly table: EndTable<S>;
  private readonly mostStates: number;
  private readonly compactAfter: number;
  private batch: KernelBatch<S>;
  /** Tables laid out for play, and how many engagements have been played without them since. */
  private compact: CompactBatch<S> | null = null;
  private filling = 0;
  /** How many engagements have been played over those tables to their ends. */
  compactPlays = 0;
  private readonly places = new Int32Array(BATCH);
  /** Few at first: while tables are empty every engagement takes long, and somebody waits for figures. */
  private batchSize = FIRST_BATCH;

  constructor(plain: Machine<S>, { mostStates = MOST_STATES, compactAfter = COMPACT_AFTER }: KernelOptions = {}) {
    this.machine = plain.watched!();
    this.mostStates = mostStates;
    this.compactAfter = compactAfter;
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
      if (this.states > this.mostStates) this.beginAnew();
      const compact = this.compacted();
      n = Math.min(compact ? BATCH : this.batchSize, to - first);
      const places = this.places.subarray(0, n);
      if (compact) places.set(compact.all(dice, first, n).subarray(0, n));
      else places.fill(GIVEN_UP);
      if (!this.fillIn(places, dice, first, compact?.sums, pause && (() => pause(first - from)))) return null;
      const sums = compact?.sums ?? this.batch.sums;
      for (let i = 0; i < n; i++) {
        counts.set(places[i], (counts.get(places[i]) ?? 0) + 1);
        for (let k = 0; k < width; k++) {
          const x = sums[i * width + k];
          totals[k] += x;
          squares[k] += x * x;
        }
      }
      if (endings && endings.length > 0) endings.set(places, first - from);
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

  /** Plays those that are without an ending, over tables that are filled on the way. */
  private fillIn(
    places: Int32Array,
    dice: KeyedDice,
    first: number,
    sums: Float64Array | undefined,
    pause?: () => boolean,
  ): boolean {
    const { batch } = this;
    const width = this.machine.sums.length;
    const left = Array.from(places.keys()).filter((i) => places[i] === GIVEN_UP);
    this.compactPlays += places.length - left.length;
    if (left.length === 0) return true;
    batch.begin(
      dice,
      left.map((i) => first + i),
    );
    if (!batch.playOn(pause)) return false;
    batch.finish(left.length, (k, place) => {
      places[left[k]] = place;
    });
    if (sums) for (const [k, i] of left.entries()) sums.set(batch.sums.subarray(k * width, (k + 1) * width), i * width);
    else this.batchSize = Math.min(BATCH, 2 * this.batchSize);
    this.filling += left.length;
    return true;
  }

  /** Compact tables of what has come up, once that is worth laying out; null where there are none. */
  private compacted(): CompactBatch<S> | null {
    if (this.filling < this.compactAfter) return this.compact;
    this.filling = 0;
    const { sequence, ends } = this.batch;
    const { heard } = sequence;
    let version: number;
    do {
      version = heard.version;
      const tables = compactTables(sequence, ends, turnsOf(this.machine));
      this.compact = tables && new CompactBatch(sequence, tables, ends);
      // What is heard may have been packed anew on the way: nothing fits together then.
    } while (heard.version !== version);
    return this.compact;
  }

  private beginAnew(): void {
    this.batch = new KernelBatch(this.machine, this.table);
    this.compact = null;
    this.filling = 0;
  }
}

/** How many turns there may be. */
function turnsOf<S>({ layout }: Machine<S>): number {
  const { clock, fields } = layout;
  const field = fields.find(({ path }) => path === clock?.path)?.field;
  return field?.kind === 'int' ? field.max - field.min + 1 : 1;
}
