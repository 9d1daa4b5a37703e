import { type BlockPlan, trialsInBlock } from '../blocks.ts';
import type { Machine } from '../machine.ts';
import type { EndTally } from '../tally.ts';
import { addCounts, emptyCounts, type PlayCounts } from './counts.ts';
import { KeyedDice, StreamDice } from './dice.ts';
import { Player } from './player.ts';

/** Kinds of endings that may come together before the list of them is given up. */
const JOINT_KINDS = 200_000;

export interface Played {
  readonly done: number;
  readonly counts: readonly PlayCounts[];
  readonly joint: ReadonlyMap<string, number> | null;
  readonly states: number;
}

/** How a block reports, and hears whether to stop. */
export interface BlockProgress {
  pause(played: number): boolean;
  done(trials: number): boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: each machine has a state type of its own
type AnyMachine = Machine<any>;

/** Plays blocks of one machine, or of two under the same keyed dice. Keeps what its players have filled. */
export class PlaySession {
  private readonly players: readonly Player<unknown>[];

  constructor(machines: readonly AnyMachine[], options: { readonly direct?: boolean } = {}) {
    this.players = machines.map((m) => new Player<unknown>(m, options));
  }

  get states(): number {
    return this.players.reduce((n, p) => n + p.states, 0);
  }

  blocks(plan: BlockPlan, seed: number, from: number, to: number, progress?: () => BlockProgress): Played {
    const { players } = this;
    let counts: PlayCounts[] = players.map(() => emptyCounts());
    let joint: Map<string, number> | null = players.length > 1 ? new Map() : null;
    let done = from;
    while (done < to) {
      const first = done * plan.blockSize;
      const n = trialsInBlock(plan, done);
      const told = progress?.();
      const endings: Int32Array[] = players.map(() => new Int32Array(players.length > 1 ? n : 0));
      const block = players.map((player, p) => {
        const dice = players.length > 1 ? new KeyedDice(seed) : new StreamDice(seed, done);
        return player.block(dice, first, first + n, p === players.length - 1 ? told?.pause : undefined, endings[p]);
      });
      if (block.some((b) => b === null)) break;
      counts = counts.map((c, p) => addCounts(c, block[p]!));
      if (joint) joint = addJoint(joint, players, endings);
      done++;
      if (told?.done(n)) break;
    }
    return { done, counts, joint, states: this.states };
  }
}

/** An ending as a word that means the same on every thread. */
export const endingKey = (e: Pick<EndTally, 'outcome' | 'values'>): string => `${e.outcome}|${e.values.join('|')}`;

function addJoint(
  joint: Map<string, number>,
  players: readonly Player<unknown>[],
  endings: readonly Int32Array[],
): Map<string, number> | null {
  for (let i = 0; i < endings[0].length; i++) {
    const key = players.map((p, k) => endingKey(p.ending(endings[k][i]))).join('#');
    joint.set(key, (joint.get(key) ?? 0) + 1);
  }
  return joint.size > JOINT_KINDS ? null : joint;
}
