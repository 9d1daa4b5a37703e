import { type Course, NotStraight, passingBy, UNPASSED } from './compact-course.ts';
import { type Answers, HeardForks, UNDECIDED } from './compact-forks.ts';
import type { HeardWords } from './compact-heard.ts';
import { UNKNOWN } from './look-trees.ts';
import type { Sequence } from './sequence.ts';
import { TURN } from './space.ts';

/** What a check comes to: play goes on, it has not come up, or the engagement ends (at one of `ends`). */
export const GOES_ON = 0;
export const UNSEEN = 1;
export const FIRST_END = 2;
/** At a step of everybody's, play goes on in one of the ways from here on up: answers are bytes. */
export const FIRST_WAY = UNDECIDED + 1;

/** Where an engagement ends, and whether it is the next turn by then. */
export interface EndAt {
  readonly place: number;
  readonly isLater: boolean;
}

export interface Checks {
  /** See `HeardForks`. */
  readonly forks: Int32Array;
  readonly answers: Answers;
  /** By turn and check, where the table has the answers to its question. */
  readonly questions: readonly Int32Array[];
  readonly ends: readonly EndAt[];
}

/**
 * Places of nobody's to which a record's deed leads: whether play goes on hangs on what is heard of all. Number 0 is no
 * check at all.
 */
export class CompactChecks<S = never> {
  private readonly forks: HeardForks<S>;
  /** By check and turn. */
  private readonly questions: number[][];
  private readonly ends: EndAt[] = [];
  /** By check, the stop that comes next where play goes on, and the place there. */
  private readonly nexts: { readonly stop: number; readonly place: number }[] = [{ stop: UNPASSED, place: UNPASSED }];
  private readonly sequence: Sequence<S>;
  private readonly course: Course<S>;
  private readonly turns: number;
  private readonly numbers = new Map<number, number>();

  constructor(sequence: Sequence<S>, course: Course<S>, words: HeardWords<S>, turns: number) {
    this.sequence = sequence;
    this.course = course;
    this.turns = turns;
    this.forks = new HeardForks(sequence, words);
    this.questions = [new Array<number>(turns).fill(~GOES_ON)];
  }

  /** @param passes questions of steps that are everybody's, which become where the table has their answers */
  laidOut(passes: readonly Int32Array[]): Checks {
    const { ends, questions, turns } = this;
    const all = [...questions, ...passes].flatMap((asked) => Array.from(asked));
    const { answers, from } = this.forks.answers(all);
    const placeOf = (question: number) => from.get(question)!;
    const byTurn = Array.from({ length: turns }, (_, turn) => Int32Array.from(questions, (by) => placeOf(by[turn])));
    for (const pass of passes) pass.set(pass.map(placeOf));
    return { forks: this.forks.laidOut(), answers, questions: byTurn, ends };
  }

  /** The check of a place of nobody's, or of one that ends. */
  of(place: number): number {
    let number = this.numbers.get(place);
    if (number === undefined) {
      number = this.sequence.controls.list[place].ends ? this.ending(place) : this.listening(place);
      this.numbers.set(place, number);
    }
    return number;
  }

  next(check: number): { readonly stop: number; readonly place: number } {
    return this.nexts[check];
  }

  /** A check that always ends. */
  private ending(place: number): number {
    return this.add(UNPASSED, UNPASSED, new Array<number>(this.turns).fill(~(FIRST_END + this.endAt(place, false))));
  }

  private listening(place: number): number {
    const stop = this.course.after(place);
    let next: number = UNPASSED;
    const asked = this.byTurn(place, (found, changes) => {
      if (changes > 0 || (next !== UNPASSED && next !== found)) throw new NotStraight();
      next = found;
      return GOES_ON;
    });
    return this.add(stop, next, asked);
  }

  /** By turn, what a step of everybody's comes to: the way in which play goes on, or an end. */
  waysAfter(place: number, wayOf: readonly number[]): number[] {
    return this.byTurn(place, (next) => FIRST_WAY + wayOf[next]);
  }

  /** By turn, the question of a place of nobody's: `goesOn` is told where play goes on to, and how many records are changed. */
  private byTurn(place: number, goesOn: (next: number, changes: number) => number): number[] {
    const { sequence, course, turns } = this;
    const root = sequence.roots[place] ?? UNKNOWN;
    const stop = course.after(place);
    const answer = (turn: number) => (leaf: number) => {
      if (leaf < 0) return UNSEEN;
      const { next, changes, turn: led } = passingBy(sequence, leaf);
      if (sequence.controls.list[next].ends) return FIRST_END + this.endAt(next, led >= 0);
      course.assertNext(next, stop, led, turn);
      return goesOn(next, changes.length);
    };
    if (sequence.trees.extent(root).records.has(TURN))
      return Array.from({ length: turns }, (_, turn) => this.forks.question(root, turn, answer(turn)));
    return new Array<number>(turns).fill(this.forks.question(root, UNKNOWN, answer(UNKNOWN)));
  }

  private endAt(place: number, isLater: boolean): number {
    const known = this.ends.findIndex((end) => end.place === place && end.isLater === isLater);
    if (known < 0 && FIRST_END + this.ends.length >= UNDECIDED) throw new NotStraight();
    return known >= 0 ? known : this.ends.push({ place, isLater }) - 1;
  }

  private add(stop: number, place: number, asked: number[]): number {
    this.nexts.push({ stop, place });
    return this.questions.push(asked) - 1;
  }
}
