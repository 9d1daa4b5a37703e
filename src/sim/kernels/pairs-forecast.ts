import { OutOfReachError } from '../error.ts';
import type { Stand } from './reach.ts';

/** Visits of joint states before exact work is given up: about a minute of them. */
const MOST_JOINT_VISITS = 300_000_000;
/** It takes as long to find what a state does as to lead this many pairs of states on. */
const VISITS_PER_STATE = 20;
/** Pairs of states from which the growth of the next turns is told. */
const LEAST_TELLING = 1_000;
/** One state stands for at most so many that are alike that pairs come to this many times fewer, as far as has been seen. */
const ALIKE_AT_MOST = 20;
/** Of the pairs that may come up at places, this share is visited, or more. */
const VISITED_SHARE = 0.2;
/** And this share as a rule. To find what a state does takes as long as so many visits where those are many. */
const MOSTLY_VISITED = 0.3;
const VISITS_OF_TIME = 240;
/** Pairs of states at one place that there is room for. */
const MOST_AT_A_PLACE = 30_000_000;

/**
 * Tells early when the pairs of states of two records are too many: when only the states of each are known, by how their
 * pairs grow from turn to turn; when it is known which of them are alike, by counting; and by counting visits.
 */
export class PairsForecast {
  private readonly mostVisits: number;
  private readonly turns: number;
  private turn = 0;
  private visits = 0;
  private before = { most: 0, all: 0 };
  private largest = 0;
  private states = 0;
  /** How many visits there will be, once that can be told. */
  private expected = 0;

  /** @param turns how many there are */
  constructor(turns: number, mostVisits = MOST_JOINT_VISITS) {
    this.turns = turns;
    this.mostVisits = mostVisits;
  }

  /** States of either record have been asked what they do. */
  asked(states: number): void {
    this.states = states;
    if (states * VISITS_PER_STATE > this.mostVisits) throw this.tooLarge();
  }

  /**
   * What may come up in a turn is known: later ones have no less, and where it multiplies it goes on to, by less each time.
   * @param areAlike whether one state may stand for many in the end
   */
  turnDone(stands: readonly Stand[], areAlike: boolean): void {
    this.turn++;
    const pairs = stands.map(({ sets: [a, b] }) => a.list.length * b.list.length);
    const now = { most: Math.max(0, ...pairs), all: pairs.reduce((sum, n) => sum + n, 0) };
    const { before } = this;
    this.before = now;
    this.largest = Math.max(this.largest, now.most);
    if (before.most < LEAST_TELLING) return;
    const left = this.turns - this.turn;
    const alike = areAlike ? ALIKE_AT_MOST : 1;
    const most = grownOver(left, now.most, before.most).last / alike;
    const all = (grownOver(left, now.all, before.all).total * VISITED_SHARE) / alike;
    if (most > MOST_AT_A_PLACE || all > this.mostVisits) throw this.tooLarge();
  }

  /** It is known which states are alike. */
  counted(pairs: { readonly most: number; readonly all: number }): void {
    this.largest = pairs.most;
    this.expected = pairs.all * MOSTLY_VISITED;
    if (pairs.most > MOST_AT_A_PLACE || pairs.all * VISITED_SHARE > this.mostVisits) throw this.tooLarge();
  }

  /** Pairs will be visited, all of them so many times: how much of the work is done after so many visits. */
  shareAfter(visits: number, times: number): number {
    const before = this.states * VISITS_OF_TIME;
    return Math.min(1, (before + visits) / (before + this.expected * times));
  }

  visited(visits: number): void {
    this.visits += visits;
    if (this.visits > this.mostVisits) throw this.tooLarge();
  }

  private tooLarge(): OutOfReachError {
    return new OutOfReachError(
      `This is too large to be worked out exactly: ${this.largest.toLocaleString('en')} joint states or more may ` +
        'come up at once, and their number multiplies from turn to turn. Ask for fewer turns, or let it be sampled ' +
        '(--engine sample).',
    );
  }
}

/** How much there is after so many turns more, and in all turns from now on. */
function grownOver(turns: number, now: number, before: number): { readonly last: number; readonly total: number } {
  let [total, last, growth] = [now, now, now / before];
  for (let left = turns; left > 0; left--) {
    growth = Math.max(1, Math.sqrt(growth));
    last *= growth;
    total += last;
  }
  return { last, total };
}
