import type { KeyedDice } from '../play/dice.ts';
import { FIRST_END, UNSEEN } from './compact-checks.ts';
import { withoutTurn } from './compact-deeds.ts';
import { type CompactPlay, passAll, playDeeds, STOPPED } from './compact-loop.ts';
import type { CompactTables } from './compact-tables.ts';
import type { EndPlaces } from './end-places.ts';
import type { Sequence } from './sequence.ts';
import { SparseBesides } from './sparse-besides.ts';
import { BATCH } from './visit-loop.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Stands for the ending of an engagement that met with something which has not come up before. */
export const GIVEN_UP = -1;

/**
 * A batch of engagements played over compact tables: a turn is one pass through the steps of the sequence, all of them
 * together. What they meet with that has not come up before is not worked out here: such engagements are given up, to
 * be played from their beginning over tables that are filled as they go. Since dice are named, they come to the same.
 */
export class CompactBatch<S> {
  private readonly sequence: Sequence<S>;
  private readonly tables: CompactTables;
  private readonly ends: EndPlaces<S>;
  private readonly play: Mutable<CompactPlay>;
  private readonly states: Int32Array;
  /** Heard of all records at the start, without the turn. */
  private readonly heard: number;
  private readonly places = new Int32Array(BATCH);
  private going = 0;

  constructor(sequence: Sequence<S>, tables: CompactTables, ends: EndPlaces<S>) {
    this.sequence = sequence;
    this.tables = tables;
    this.ends = ends;
    const { records } = sequence.fields;
    this.states = new Int32Array(records.length);
    this.heard = records.reduce((word, record, k) => word | withoutTurn(sequence.heard.partOf(k, record.start)), 0);
    const each = (n = 1) => new Int32Array(n * BATCH);
    const width = sequence.machine.sums.length;
    const { besides, sumOf, amount } = new SparseBesides().upToDate(sequence.rows, sequence.emissions, sequence.steps);
    this.play = {
      ...{ high: each(), low: each(), nodes: each(records.length), heard: each(), ways: new Uint8Array(BATCH) },
      wayCount: tables.ways,
      ...{ lists: new Uint16Array((tables.seats + 1) * BATCH), lengths: new Int32Array(tables.seats + 1) },
      ...{ sums: new Float64Array(BATCH * width), width, besides, sumOf, amount },
      ...{ checkAt: tables.checks.from.slice(), results: tables.checks.table },
      ...{ who: each(), found: each(), stopped: each(), stoppedBy: each(), stoppedCount: 0 },
    };
  }

  get sums(): Float64Array {
    return this.play.sums;
  }

  /** Plays engagements `first` and on; gives for each where it ended, or GIVEN_UP. Only the first `n` of them count. */
  all(dice: KeyedDice, first: number, n: number): Int32Array {
    const { isAdditive } = this.ends;
    this.begin(dice, first, n);
    const { acts, checks, seats } = this.tables;
    const { play } = this;
    for (let turn = 0; this.going > 0; turn++) {
      for (let c = 0; c < play.checkAt.length; c++) play.checkAt[c] = checks.from[c] + turn * checks.turnStep[c];
      for (let k = 0; k < acts.length && this.going > 0; k++) {
        const { deeds, ways } = acts[k];
        if (ways) passAll(ways, n, play);
        else if (play.lengths[deeds.seat] > 0) playDeeds(deeds, turn, play);
        // Those who have nothing to do any more are waited for by nobody.
        play.lengths[seats] = 0;
        if (play.stoppedCount > 0) this.stop(turn);
      }
    }
    // Changes were taken early as nobody would notice, which has turned out to be wrong.
    if (isAdditive && !this.ends.isAdditive) this.places.fill(GIVEN_UP);
    return this.places;
  }

  private begin(dice: KeyedDice, first: number, n: number): void {
    const { play, tables, sequence } = this;
    const { start, emissions } = sequence;
    play.lengths.fill(0);
    play.heard.fill(this.heard);
    play.ways.fill(tables.way);
    play.sums.fill(0);
    tables.start.forEach(({ node, seat }, record) => {
      play.nodes.fill(node, record * BATCH, (record + 1) * BATCH);
      for (let i = 0; i < n; i++) play.lists[seat * BATCH + i] = i;
      play.lengths[seat] = n;
    });
    for (let i = 0; i < n; i++) {
      dice.begin(first + i);
      play.high[i] = dice.high;
      play.low[i] = dice.low;
      if (start.emission !== 0) play.sums.set(emissions.list[start.emission], i * play.width);
    }
    this.going = n;
  }

  private stop(turn: number): void {
    const { play, states, tables } = this;
    for (let k = 0; k < play.stoppedCount; k++) {
      const i = play.stopped[k];
      for (let record = 0; record < states.length; record++) {
        states[record] = tables.stateOf[play.nodes[record * BATCH + i]];
        play.nodes[record * BATCH + i] = STOPPED;
      }
      const result = play.stoppedBy[k];
      this.places[i] =
        result === UNSEEN
          ? GIVEN_UP
          : this.ends.place({ control: tables.checks.ends[result - FIRST_END], turn, states });
    }
    this.going -= play.stoppedCount;
    play.stoppedCount = 0;
  }
}
