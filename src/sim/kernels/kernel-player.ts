import { EndTable } from '../ends.ts';
import type { Machine } from '../machine.ts';
import type { PlayCounts } from '../play/counts.ts';
import type { KeyedDice } from '../play/dice.ts';
import { blockFigures, type Plays } from '../play/player.ts';
import { CompactBatch, GIVEN_UP, StateEnds } from './compact-batch.ts';
import { KernelBatch } from './kernel-batch.ts';
import { laidOut } from './laid-out.ts';
import { BATCH } from './visit-loop.ts';

/** States of procedures that are held before tables are begun anew: memory stays bounded, answers the same. */
const MOST_STATES = 150_000;

const FIRST_BATCH = 2;

/** Laying tables out pays once so many engagements have been played without. */
const COMPACT_AFTER = 2 ** 14;

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
  private compact: CompactBatch | null = null;
  private filling = 0;
  /** How many engagements have been played over those tables to their ends. */
  compactPlays = 0;
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
    const played = {
      from,
      places: new Int32Array(to - from),
      sums: new Float64Array((to - from) * machine.sums.length),
    };
    const { places, sums } = played;
    /** How many have been begun, and those of them that are played over growing tables as soon as they are a batch. */
    let begun = 0;
    let left: number[] = [];
    while (begun < places.length || left.length > 0) {
      if (this.states > this.mostStates) this.beginAnew();
      const compact = this.compacted();
      const n = Math.min(compact ? BATCH : this.batchSize, places.length - begun);
      const given = compact && n > 0 ? this.playCompact(compact, dice, begun, n, played) : upTo(begun, begun + n);
      left = left.concat(given);
      begun += n;
      if (compact && left.length < BATCH && begun < places.length) {
        if (pause?.(begun - left.length)) return null;
        continue;
      }
      const now = left.slice(0, BATCH);
      left = left.slice(BATCH);
      const done = begun - left.length - now.length;
      if (!this.playFilling(now, dice, played, pause && (() => pause(done)))) return null;
      if (pause?.(done + now.length)) return null;
    }
    if (endings && endings.length > 0) endings.set(places);
    if (amounts && amounts.length > 0) amounts.set(sums);
    return counted(machine, table, places, sums);
  }

  /** Plays engagements over compact tables; gives those that were given up. */
  private playCompact(compact: CompactBatch, dice: KeyedDice, first: number, n: number, played: Played): number[] {
    const width = this.machine.sums.length;
    const places = compact.all(dice, played.from + first, n).subarray(0, n);
    played.places.set(places, first);
    played.sums.set(compact.sums.subarray(0, n * width), first * width);
    const given = upTo(first, first + n).filter((i) => played.places[i] === GIVEN_UP);
    this.compactPlays += n - given.length;
    return given;
  }

  /** Plays engagements over tables that are filled on the way; false where `pause` put a stop to it. */
  private playFilling(those: readonly number[], dice: KeyedDice, played: Played, pause?: () => boolean): boolean {
    if (those.length === 0) return true;
    const { batch } = this;
    const width = this.machine.sums.length;
    batch.begin(
      dice,
      those.map((i) => played.from + i),
    );
    if (!batch.playOn(pause)) return false;
    batch.finish(those.length, (k, place) => {
      played.places[those[k]] = place;
    });
    for (const [k, i] of those.entries()) played.sums.set(batch.sums.subarray(k * width, (k + 1) * width), i * width);
    this.batchSize = Math.min(BATCH, 2 * this.batchSize);
    this.filling += those.length;
    return true;
  }

  /** Compact tables of what has come up, once that is worth laying out; null where there are none. */
  private compacted(): CompactBatch | null {
    if (this.filling < this.compactAfter) return this.compact;
    this.filling = 0;
    const { sequence, ends } = this.batch;
    const laid = laidOut(sequence, ends, turnsOf(this.machine));
    this.compact = laid && new CompactBatch(laid, new StateEnds(ends, laid));
    return this.compact;
  }

  private beginAnew(): void {
    this.batch = new KernelBatch(this.machine, this.table);
    this.compact = null;
    this.filling = 0;
  }
}

/** A block of engagements: the number of the first, and by engagement where it ended and what it added up. */
interface Played {
  readonly from: number;
  readonly places: Int32Array;
  readonly sums: Float64Array;
}

const upTo = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** What a block comes to: counted in the order of its engagements, however they were played. */
function counted<S>(machine: Machine<S>, table: EndTable<S>, places: Int32Array, sums: Float64Array): PlayCounts {
  const width = machine.sums.length;
  const weights = new Int32Array(table.list.length);
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
    ends: [...counts].map(([place, weight]) => ({ ...table.list[place], weight })),
    squares: Array.from(squares),
    blocks: [blockFigures(machine, table.list, counts, totals, places.length)],
  };
}

/** How many turns there may be. */
function turnsOf<S>({ layout }: Machine<S>): number {
  const { clock, fields } = layout;
  const field = fields.find(({ path }) => path === clock?.path)?.field;
  return field?.kind === 'int' ? field.max - field.min + 1 : 1;
}
