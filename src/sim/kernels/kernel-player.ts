import { EndTable } from '../ends.ts';
import type { Machine } from '../machine.ts';
import type { PlayCounts } from '../play/counts.ts';
import type { KeyedDice } from '../play/dice.ts';
import type { Plays } from '../play/player.ts';
import { CompactBatch, StateEnds } from './compact-batch.ts';
import { endingRows, type HandedTables } from './guest-player.ts';
import { KernelBatch } from './kernel-batch.ts';
import { laidOut } from './laid-out.ts';
import { counted, firstOf, type Played, playCompact, unplayed, upTo } from './played.ts';
import { BATCH } from './visit-loop.ts';

/** States of procedures that are held before tables are begun anew: memory stays bounded, answers the same. */
const MOST_STATES = 150_000;

const FIRST_BATCH = 2;

/** Engagements that are played before tables are laid out; others may be waiting for them. */
const COMPACT_AFTER = 2 ** 14;
/** Laying them out once more, which takes as long as some 40,000 plays without, pays after so many times as many. */
const COMPACT_AGAIN = 4;

/** After so many engagements it shows whether others can play over what is laid out, or have to fill tables themselves. */
const FIRST_LOOK = 2 ** 10;

export interface KernelOptions {
  readonly mostStates?: number;
  readonly compactAfter?: number;
  /** Is given tables that have been laid out, for others to play over; null where that cannot be done. */
  readonly onLaidOut?: (tables: HandedTables | null) => void;
  /** Whether others wait for tables. */
  readonly hasGuests?: () => boolean;
  /** Is called before each batch of a block. */
  readonly betweenBatches?: () => void;
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
  private readonly onLaidOut: KernelOptions['onLaidOut'];
  private readonly betweenBatches: KernelOptions['betweenBatches'];
  private readonly hasGuests: () => boolean;
  private batch: KernelBatch<S>;
  /** Tables laid out for play, and how many engagements have been played without them since. */
  private compact: CompactBatch | null = null;
  private filling = 0;
  /** It has been looked whether tables can be handed to others. */
  private hasLooked = false;
  /** How many engagements have been played over those tables to their ends. */
  compactPlays = 0;
  /** Few at first: while tables are empty every engagement takes long, and somebody waits for figures. */
  private batchSize = FIRST_BATCH;
  private sums = new Float64Array(0);

  constructor(plain: Machine<S>, options: KernelOptions = {}) {
    this.machine = plain.watched!();
    this.mostStates = options.mostStates ?? MOST_STATES;
    this.compactAfter = options.compactAfter ?? COMPACT_AFTER;
    this.onLaidOut = options.onLaidOut;
    this.betweenBatches = options.betweenBatches;
    this.hasGuests = options.hasGuests ?? (() => false);
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
    const played = { ...unplayed(from, to, 0), sums: this.sumsFor((to - from) * machine.sums.length) };
    const { places, sums } = played;
    const stopped = (done: number): PlayCounts | null => {
      const first = firstOf(played, done);
      return first && counted(machine, table, first);
    };
    /** How many have been begun, and those of them that are played over growing tables as soon as they are a batch. */
    let begun = 0;
    let left: number[] = [];
    while (begun < places.length || left.length > 0) {
      this.betweenBatches?.();
      if (this.states > this.mostStates) this.beginAnew();
      const compact = this.layOut();
      const n = Math.min(compact?.size ?? this.batchSize, places.length - begun);
      const givenUp = compact && n > 0 ? playCompact(compact, dice, begun, n, played) : upTo(begun, begun + n);
      if (compact) this.compactPlays += n - givenUp.length;
      left = left.concat(givenUp);
      begun += n;
      if (compact && left.length < BATCH && begun < places.length) {
        if (pause?.(begun - left.length)) return stopped(left[0] ?? begun);
        continue;
      }
      const now = left.slice(0, BATCH);
      left = left.slice(BATCH);
      const done = begun - left.length - now.length;
      if (!this.playFilling(now, dice, played, pause && (() => pause(done)))) return stopped(now[0]);
      if (pause?.(done + now.length)) return stopped(left[0] ?? begun);
    }
    if (endings?.length) endings.set(places);
    if (amounts?.length) amounts.set(sums);
    return counted(machine, table, played);
  }

  /** Plays engagements of these numbers for another thread; null where `pause` put a stop to it. See `endingRows`. */
  rowsFor(dice: KeyedDice, numbers: ArrayLike<number>, pause?: () => boolean): Float64Array | null {
    const played = unplayed(0, numbers.length, this.machine.sums.length);
    for (let k = 0; k < numbers.length; k += BATCH)
      if (!this.playFilling(upTo(k, Math.min(k + BATCH, numbers.length)), dice, played, pause, numbers)) return null;
    return endingRows(this.machine, this.table, played);
  }

  /** Plays engagements over tables that are filled on the way; false where `pause` put a stop to it. */
  private playFilling(
    those: readonly number[],
    dice: KeyedDice,
    played: Played,
    pause?: () => boolean,
    numbers?: ArrayLike<number>,
  ): boolean {
    if (those.length === 0) return true;
    const { batch } = this;
    const width = this.machine.sums.length;
    batch.begin(
      dice,
      those.map((i) => (numbers ? numbers[i] : played.from + i)),
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

  /**
   * Lays out what has come up, once that is worth it; the compact tables are null where there are none.
   *
   * @param now however little that is: others wait for it, and for now there is no more to play
   */
  layOut(now = false): CompactBatch | null {
    const isFirstLook = !now && !this.hasLooked && this.filling >= FIRST_LOOK && this.hasGuests();
    const after = this.compact ? COMPACT_AGAIN * this.compactAfter : this.compactAfter;
    if (this.filling < after && !isFirstLook && !now) return this.compact;
    const { sequence, ends } = this.batch;
    if (!sequence.hasBegun) return this.compact;
    const laid = laidOut(sequence, ends, turnsOf(this.machine));
    const canHand = laid !== null && ends.isAdditive;
    if (isFirstLook && canHand) {
      this.hasLooked = true;
      return this.compact;
    }
    this.hasLooked = true;
    this.filling = 0;
    this.compact = laid && new CompactBatch(laid, new StateEnds(ends, laid));
    this.onLaidOut?.(canHand ? { laid, ends: ends.known(laid.tables) } : null);
    return this.compact;
  }

  /** Room for what the engagements of a block add up, which each of them writes to: the same for one block after another. */
  private sumsFor(length: number): Float64Array {
    if (length > this.sums.length) this.sums = new Float64Array(length);
    return this.sums.subarray(0, length);
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
