import type { Automaton } from '../automaton.ts';
import { compile } from '../compile.ts';
import { facesByCase } from '../die.ts';
import type { Machine } from '../machine.ts';
import { rollsAhead } from '../product.ts';
import type { PlayCounts } from './counts.ts';
import type { KeyedDice } from './dice.ts';
import { blockFigures, type Plays } from './player.ts';
import { nameKey } from './step-keys.ts';

/**
 * Plays a compiled encounter with keyed dice. A roll is named by the die and by how many rolls may still come, which
 * couples two automata exactly as their product does; but here each walks alone, so that any number of variants can be
 * set against one and the same sample of the base.
 */
export class KeyedWalk implements Plays {
  private readonly automaton: Automaton;
  private readonly ahead: Int32Array;
  private readonly dieKeys: Int32Array;
  private readonly places: readonly Uint8Array[];

  constructor(machine: Machine<unknown>) {
    this.automaton = compile(machine);
    this.ahead = rollsAhead(this.automaton);
    this.dieKeys = Int32Array.from(this.automaton.dice, (d) => nameKey(d.id));
    this.places = this.automaton.dice.map(facesByCase);
  }

  get states(): number {
    return this.automaton.states;
  }

  ending(place: number): Automaton['ends'][number] {
    return this.automaton.ends[place];
  }

  block(
    dice: KeyedDice,
    from: number,
    to: number,
    pause?: (played: number) => boolean,
    endings?: Int32Array,
    amounts?: Float64Array,
  ): PlayCounts | null {
    const { automaton } = this;
    const sums = automaton.sums.length;
    const totals = new Float64Array(sums);
    const squares = new Float64Array(sums);
    const own = new Float64Array(sums);
    const ended = new Float64Array(automaton.ends.length);
    let trials = 0;
    for (let i = from; i < to; i++) {
      dice.begin(i);
      const place = this.one(dice, own);
      ended[place]++;
      if (endings) endings[i - from] = place;
      for (let k = 0; k < sums; k++) {
        totals[k] += own[k];
        squares[k] += own[k] * own[k];
      }
      if (amounts?.length) amounts.set(own, (i - from) * sums);
      trials++;
      if ((i & 1023) === 1023 && pause?.(trials)) break;
    }
    const counts = new Map<number, number>();
    ended.forEach((n, place) => {
      if (n > 0) counts.set(place, n);
    });
    return {
      trials,
      ends: [...counts].map(([place, weight]) => ({ ...automaton.ends[place], weight })),
      squares: Array.from(squares),
      blocks: [blockFigures(automaton, automaton.ends, counts, totals, trials)],
    };
  }

  /** Walks one encounter; what adds up along the way is left in `sums`. */
  private one(dice: KeyedDice, sums: Float64Array): number {
    const { start, startEmission, dieOf, firstEdge, target, emission, emissions } = this.automaton;
    sums.set(emissions[startEmission]);
    let node = start;
    while (node >= 0) {
      const d = dieOf[node];
      // The rolls that may still come grow fewer with each, so no name comes twice.
      const places = this.places[d];
      const edge = firstEdge[node] + places[dice.below(places.length, this.ahead[node], this.dieKeys[d], 0)];
      const added = emissions[emission[edge]];
      if (emission[edge] !== 0) for (let k = 0; k < sums.length; k++) sums[k] += added[k];
      node = target[edge];
    }
    return ~node;
  }
}
