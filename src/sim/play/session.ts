import { type BlockPlan, trialsInBlock } from '../blocks.ts';
import type { Machine } from '../machine.ts';
import { nextSeed } from '../random.ts';
import type { EndTally } from '../tally.ts';
import { addCounts, emptyCounts, type PlayCounts } from './counts.ts';
import { KeyedDice, StreamDice } from './dice.ts';
import { keptPlays } from './kept-plays.ts';
import { KeyedWalk } from './keyed-walk.ts';
import { Player, type Plays } from './player.ts';
import { addSumDifferences, noSumDifferences, type SumDifferences, sumDifferences } from './sum-differences.ts';

/** Kinds of endings that may come together before the list of them is given up. */
export const JOINT_KINDS = 200_000;

/** More than any player has kinds of endings. */
const PLACES = 2 ** 26;

export interface Played {
  readonly done: number;
  readonly counts: readonly PlayCounts[];
  readonly joint: ReadonlyMap<string, number> | null;
  /** What the second added up less what the first did, pair by pair; null for one machine. */
  readonly sumDifferences: SumDifferences | null;
}

/** How a block reports, and hears whether to stop. */
export interface BlockProgress {
  pause(played: number): boolean;
  done(trials: number): boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: each machine has a state type of its own
type AnyMachine = Machine<any>;

/** How a session plays. */
export interface PlayStyle {
  /** Steps everything as it is written. */
  readonly direct?: boolean;
  /** Walks compiled automata, where encounters are small enough for that. */
  readonly walk?: boolean;
  /** The second machine gets dice of its own. */
  readonly ownDice?: boolean;
  /** Plays over phase kernels: worth it for long runs, since kernels have to be worked out first. */
  readonly kernels?: boolean;
}

/** Plays blocks of one machine, or of two under keyed dice. Keeps what its players have filled. */
export class PlaySession {
  private readonly players: readonly Plays[];
  private readonly machines: readonly AnyMachine[];
  private readonly ownDice: boolean;
  private readonly keyed: boolean;

  /** A session that plays in this style; what it needs for that is loaded first. */
  static async on(machines: readonly AnyMachine[], style: PlayStyle = {}): Promise<PlaySession> {
    if (!style.kernels) return new PlaySession(machines, style);
    const { KernelPlayer } = await import('../kernels/kernel-player.ts');
    return new PlaySession(machines, style, (machine) => new KernelPlayer<unknown>(machine));
  }

  constructor(
    machines: readonly AnyMachine[],
    style: PlayStyle = {},
    playerOf: (machine: AnyMachine) => Plays = (m) => (style.walk ? new KeyedWalk(m) : new Player<unknown>(m, style)),
  ) {
    this.machines = machines;
    this.ownDice = style.ownDice ?? false;
    // The first of two may be the base of many others.
    const way = JSON.stringify({ ...style, ownDice: false });
    this.players = machines.map((m, p) =>
      machines.length > 1 && p === 0 ? keptPlays(m, way, () => playerOf(m)) : playerOf(m),
    );
    this.keyed = machines.length > 1 || style.kernels === true;
  }

  blocks(plan: BlockPlan, seed: number, from: number, to: number, progress?: () => BlockProgress): Played {
    const { players, machines } = this;
    const paired = players.length > 1;
    let counts: PlayCounts[] = players.map(() => emptyCounts());
    let joint: Map<string, number> | null = paired ? new Map() : null;
    let differences = paired ? noSumDifferences(machines[0].sums.length) : null;
    let done = from;
    while (done < to) {
      const first = done * plan.blockSize;
      const n = trialsInBlock(plan, done);
      const progressOfBlock = progress?.();
      const endings: Int32Array[] = players.map(() => new Int32Array(paired ? n : 0));
      const amounts = machines.map((m) => new Float64Array(paired ? n * m.sums.length : 0));
      const block = players.map((player, p) => {
        const dice = this.keyed
          ? new KeyedDice(this.ownDice && p > 0 ? nextSeed(seed) : seed)
          : new StreamDice(seed, done);
        const pause = p === players.length - 1 ? progressOfBlock?.pause : undefined;
        return player.block(dice, first, first + n, pause, endings[p], amounts[p]);
      });
      const isWhole = block.every((b) => b?.trials === n);
      // What was stopped keeps the encounters that are done, unless they stand against others.
      if (!isWhole && (paired || block[0] === null)) break;
      counts = counts.map((c, p) => addCounts(c, block[p]!));
      if (!isWhole) break;
      if (joint) joint = addJoint(joint, players, endings);
      if (differences) differences = addSumDifferences(differences, sumDifferences(machines, amounts, n));
      done++;
      if (progressOfBlock?.done(n)) break;
    }
    return { done, counts, joint, sumDifferences: differences };
  }
}

/** An ending as a word that means the same on every thread. */
export const endingKey = (e: Pick<EndTally, 'outcome' | 'values'>): string => `${e.outcome}|${e.values.join('|')}`;

function addJoint(
  joint: Map<string, number>,
  players: readonly Plays[],
  endings: readonly Int32Array[],
): Map<string, number> | null {
  // Pairs are counted by number first: words are made once per kind of pair, not once per encounter.
  const kinds = new Map<number, number>();
  for (let i = 0; i < endings[0].length; i++) {
    const pair = endings[0][i] * PLACES + endings[1][i];
    kinds.set(pair, (kinds.get(pair) ?? 0) + 1);
  }
  for (const [pair, n] of kinds) {
    const places = [Math.floor(pair / PLACES), pair % PLACES];
    const key = players.map((p, k) => endingKey(p.ending(places[k]))).join('#');
    joint.set(key, (joint.get(key) ?? 0) + n);
  }
  return joint;
}
