import type { Machine } from '../machine.ts';
import type { PlayCounts } from './counts.ts';
import type { KeyedDice } from './dice.ts';
import type { Plays } from './player.ts';

/** Numbers that are kept of the plays of one machine: some 16 MB. */
const MOST_NUMBERS = 2 ** 21;

interface KeptBlock {
  readonly counts: PlayCounts;
  readonly endings: Int32Array;
  readonly amounts: Float64Array;
}

// biome-ignore lint/suspicious/noExplicitAny: each machine has a state type of its own
type AnyMachine = Machine<any>;
const byMachine = new WeakMap<AnyMachine, Map<string, KeptPlays>>();

/** What plays a machine in some way and keeps what it has played: one for all that ask. */
export function keptPlays(machine: AnyMachine, way: string, player: () => Plays): KeptPlays {
  let ways = byMachine.get(machine);
  if (!ways) {
    ways = new Map();
    byMachine.set(machine, ways);
  }
  let plays = ways.get(way);
  if (!plays) {
    plays = new KeptPlays(player());
    ways.set(way, plays);
  }
  return plays;
}

/**
 * Plays under named dice, and remembers how they ended: a base that is set against one variant after the other is played
 * once.
 */
export class KeptPlays implements Plays {
  private readonly player: Plays;
  private readonly blocks = new Map<string, KeptBlock>();
  private numbers = 0;

  constructor(player: Plays) {
    this.player = player;
  }

  get states(): number {
    return this.player.states;
  }

  ending(place: number): ReturnType<Plays['ending']> {
    return this.player.ending(place);
  }

  block(
    dice: KeyedDice,
    from: number,
    to: number,
    pause?: (played: number) => boolean,
    endings: Int32Array = new Int32Array(0),
    amounts: Float64Array = new Float64Array(0),
  ): PlayCounts | null {
    const name = `${dice.seed} ${from} ${to} ${endings.length} ${amounts.length}`;
    const kept = this.blocks.get(name);
    if (kept) {
      endings.set(kept.endings);
      amounts.set(kept.amounts);
      return kept.counts;
    }
    const counts = this.player.block(dice, from, to, pause, endings, amounts);
    const more = endings.length + amounts.length;
    if (counts?.trials === to - from && this.numbers + more <= MOST_NUMBERS) {
      this.numbers += more;
      this.blocks.set(name, { counts, endings: endings.slice(), amounts: amounts.slice() });
    }
    return counts;
  }
}
