import type { AnyMachine } from '../../rules/encounter.ts';
import { CONTACT } from '../../rules/outcomes.ts';
import { automatonOf, topological } from '../../sim/compile.ts';
import { endTally } from '../../sim/end-chances.ts';
import { exact } from '../../sim/exact.ts';
import { exploring } from '../../sim/explore.ts';
import { givingWay } from '../../sim/giving-way.ts';
import type { Graph, KnownGraph } from '../../sim/graph.ts';
import type { Tally } from '../../sim/tally.ts';
import type { AskedFigures } from './player.ts';

/** An encounter as the rulings stand, with the states that asked for each ruling. */
export interface WatchedEncounter {
  readonly tally: Tally;
  readonly consulted: ReadonlySet<string>;
  /** How likely it is that a ruling is asked for at all: nothing moves by more under another reading. */
  exposure(key: string): number;
  /** How many states ask for it. */
  askedBy(key: string): number;
  /** The same encounter, while this ruling is taken in another way: states that did not ask for it are taken over. */
  without(key: string, stateBudget: number): Promise<Reworked>;
  /** The encounter as another machine has it, from the beginning. */
  again(machine: AnyMachine, stateBudget: number): Promise<Reworked>;
}

export interface Reworked {
  readonly tally: Tally;
  readonly workedOut: number;
}

/** Works out a machine whose book is watched: `read` holds the rulings that were asked for since it was emptied. */
export async function watchedEncounter(
  machine: AnyMachine,
  read: Set<string>,
  { measures, sums }: AskedFigures,
  stateBudget: number,
): Promise<WatchedEncounter> {
  const looked = [CONTACT, ...measures];
  const states = new Map<string, Set<number>>();
  const onState = (state: number, like?: number): void => {
    // What does as another does hangs on what that asked for, and on what was asked for anew.
    if (like !== undefined) for (const [key, asking] of states) if (asking.has(like)) read.add(key);
    for (const key of read) {
      const asking = states.get(key) ?? new Set();
      states.set(key, asking.add(state));
    }
    read.clear();
  };
  const options = { measures: looked, withoutSums: !sums };
  const graph = await explored(machine, { ...options, stateBudget, onState });
  const order = topological(machine, graph);
  const tallyOf = (of: AnyMachine, found: Graph): Tally =>
    sums ? exact(automatonOf(of, found, looked)) : endTally(of, found, looked);
  const reworked = async (of: AnyMachine, most: number, known?: KnownGraph): Promise<Reworked> => {
    const found = await explored(of, { ...options, stateBudget: most, ...(known && { known }) });
    return { tally: tallyOf(of, found), workedOut: found.workedOut };
  };
  const exposures = new Map<string, number>();
  return {
    tally: tallyOf(machine, graph),
    consulted: new Set(states.keys()),
    exposure: (key) => {
      const asking = states.get(key);
      const exposure = exposures.get(key) ?? (asking ? chanceOfAny(graph, order, asking) : 0);
      exposures.set(key, exposure);
      return exposure;
    },
    askedBy: (key) => states.get(key)?.size ?? 0,
    without: (key, most) => {
      const asking = states.get(key);
      return reworked(machine, most, { graph, isSame: (state) => !asking?.has(state) });
    },
    again: (other, most) => reworked(other, most),
  };
}

/** The chance that any of these states is come to. */
function chanceOfAny({ states, firstEdge, target, dieOf, dice }: Graph, order: Int32Array, any: ReadonlySet<number>) {
  const chance = new Float64Array(states);
  chance[0] = 1;
  let found = 0;
  for (const s of order) {
    if (any.has(s)) found += chance[s];
    else if (dieOf[s] >= 0 && chance[s] > 0) {
      const { weights, total } = dice[dieOf[s]];
      const first = firstEdge[s];
      for (let f = 0; f < weights.length; f++) chance[target[first + f]] += (chance[s] * weights[f]) / total;
    }
  }
  return found;
}

const explored = (machine: AnyMachine, options: Parameters<typeof exploring>[1]): Promise<Graph> =>
  givingWay(exploring(machine, options), () => undefined);
