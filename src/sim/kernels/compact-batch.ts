import type { KeyedDice } from '../play/dice.ts';
import { FIRST_END, UNSEEN } from './compact-checks.ts';
import { STOPPED } from './compact-loop.ts';
import { PlacedTables } from './compact-placed.ts';
import { ROOM } from './compact-room.ts';
import type { EndPlaces } from './end-places.ts';
import type { LaidOut } from './laid-out.ts';

/** Stands for the ending of an engagement that met with something which has not come up before. */
export const GIVEN_UP = -1;

/** Engagements at once over tables that stay in the cache; over others, what is fetched serves the more the more there are. */
const FEW = 2 ** 12;
const MANY_BYTES = 2 ** 22;

/** Where engagements end. */
export interface CompactEnds {
  /** @param control the place at which it ends @param nodes by record; GIVEN_UP where the ending has yet to be worked out */
  place(control: number, turn: number, nodes: Int32Array): number;
  /** Whether changes that no ending was seen to notice may be taken early. */
  readonly isAdditive: boolean;
}

/** Where engagements end, by the states of all records. */
export class StateEnds<S> implements CompactEnds {
  private readonly ends: EndPlaces<S>;
  private readonly stateOf: Int32Array;
  private readonly position: { control: number; turn: number; readonly states: Int32Array };

  constructor(ends: EndPlaces<S>, { tables, records }: LaidOut) {
    this.ends = ends;
    this.stateOf = tables.stateOf;
    this.position = { control: 0, turn: 0, states: new Int32Array(records) };
  }

  get isAdditive(): boolean {
    return this.ends.isAdditive;
  }

  place(control: number, turn: number, nodes: Int32Array): number {
    const { position, stateOf } = this;
    position.control = control;
    position.turn = turn;
    for (let record = 0; record < nodes.length; record++) position.states[record] = stateOf[nodes[record]];
    return this.ends.place(position);
  }
}

/**
 * A batch of engagements played over compact tables: a turn is one pass through the steps of the sequence, all of them
 * together. What they meet with that has not come up before is not worked out here: such engagements are given up, to
 * be played from their beginning over tables that are filled as they go. Since dice are named, they come to the same.
 */
export class CompactBatch {
  private readonly laid: LaidOut;
  private readonly ends: CompactEnds;
  private readonly placed: PlacedTables;
  private readonly last: Int32Array;
  private readonly places = new Int32Array(ROOM);
  private going = 0;
  /** How many engagements to play at once. */
  readonly size: number;

  /** @param plain without WebAssembly */
  constructor(laid: LaidOut, ends: CompactEnds, plain = false) {
    this.laid = laid;
    this.ends = ends;
    this.placed = new PlacedTables(laid, plain);
    this.size = this.placed.bytes > MANY_BYTES ? ROOM : FEW;
    this.last = new Int32Array(laid.records);
  }

  /** Plays engagements `first` and on; gives for each where it ended, or GIVEN_UP. Only the first `n` of them count. */
  all(dice: KeyedDice, first: number, n: number): Int32Array {
    const { isAdditive } = this.ends;
    this.begin(dice, first, n);
    const { acts, checks, seats } = this.laid.tables;
    const { play } = this.placed;
    for (let turn = 0; this.going > 0; turn++) {
      this.placed.ask(checks.questions[turn]);
      for (const { deeds, ways } of acts) {
        if (ways) this.placed.pass(ways[turn], n);
        else if (play.lengths[deeds.seat] > 0) this.placed.act(deeds, turn);
        // Those who have nothing to do any more are waited for by nobody.
        play.lengths[seats] = 0;
        if (play.counts[0] > 0) this.stop(turn);
      }
    }
    // Changes were taken early as nobody would notice, which has turned out to be wrong.
    if (isAdditive && !this.ends.isAdditive) this.places.fill(GIVEN_UP);
    return this.places;
  }

  private begin(dice: KeyedDice, first: number, n: number): void {
    const { tables } = this.laid;
    const { play } = this.placed;
    play.lengths.fill(0);
    tables.heard.forEach((word, w) => {
      play.heard.fill(word, w * ROOM, w * ROOM + n);
    });
    play.ways.fill(tables.way, 0, n);
    play.sums.fill(0, 0, n * play.lanes);
    tables.start.forEach(({ node, seat }, record) => {
      play.nodes.fill(node, record * ROOM, record * ROOM + n);
      for (let i = 0; i < n; i++) play.lists[seat * ROOM + i] = i;
      play.lengths[seat] = n;
    });
    for (let i = 0; i < n; i++) {
      dice.begin(first + i);
      play.high[i] = dice.high;
      play.low[i] = dice.low;
    }
    this.going = n;
  }

  /** Puts what the first `n` engagements have added up where the sums of engagement `first` begin. */
  putSums(all: Float64Array, first: number, n: number): void {
    const { width, lanes } = this.laid.sums;
    const { sums } = this.placed.play;
    for (let i = 0; i < n; i++) for (let k = 0; k < width; k++) all[(first + i) * width + k] = sums[i * lanes + k];
  }

  private stop(turn: number): void {
    const { last, places } = this;
    const { ends } = this.laid.tables.checks;
    const { nodes, stopped, stoppedBy, counts } = this.placed.play;
    for (let k = 0; k < counts[0]; k++) {
      const i = stopped[k];
      for (let record = 0; record < last.length; record++) {
        last[record] = nodes[record * ROOM + i];
        nodes[record * ROOM + i] = STOPPED;
      }
      if (stoppedBy[k] === UNSEEN) {
        places[i] = GIVEN_UP;
        continue;
      }
      const { place, isLater } = ends[stoppedBy[k] - FIRST_END];
      places[i] = this.ends.place(place, isLater ? turn + 1 : turn, last);
    }
    this.going -= counts[0];
    counts[0] = 0;
  }
}
