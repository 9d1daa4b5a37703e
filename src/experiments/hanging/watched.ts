import type { AnyMachine } from '../../rules/encounter.ts';
import { CONTACT } from '../../rules/outcomes.ts';
import { automatonOf } from '../../sim/compile.ts';
import { endTally } from '../../sim/end-chances.ts';
import { exact } from '../../sim/exact.ts';
import { givingWay } from '../../sim/giving-way.ts';
import { exploring, type Graph } from '../../sim/graph.ts';
import type { Tally } from '../../sim/tally.ts';
import type { AskedFigures } from './player.ts';

/** An encounter as the rulings stand, with the states that asked for each ruling. */
export interface WatchedEncounter {
  readonly tally: Tally;
  readonly consulted: ReadonlySet<string>;
  /** The same encounter under another reading of a ruling: states that did not ask for it need not be worked out again. */
  under(key: string, machine: AnyMachine, stateBudget: number): Promise<Reworked>;
}

export interface Reworked {
  readonly tally: Tally;
  readonly workedOut: number;
}

/**
 * Works out a machine whose book is watched: `read` holds the rulings that were asked for. Of a fixed ruling it is not
 * known which states hang on it, for its value was taken before anything was played, or into a table.
 */
export async function watchedEncounter(
  machine: AnyMachine,
  read: Set<string>,
  isFixed: (key: string) => boolean,
  { measures, sums }: AskedFigures,
  stateBudget: number,
): Promise<WatchedEncounter> {
  const asked = [CONTACT, ...measures];
  const states = new Map<string, Set<number>>();
  const onState = (state: number): void => {
    for (const key of read) {
      const asking = states.get(key) ?? new Set();
      states.set(key, asking.add(state));
    }
    read.clear();
  };
  const options = { measures: asked, withoutSums: !sums };
  const graph = await explored(machine, { ...options, stateBudget, onState });
  const tallyOf = (of: AnyMachine, found: Graph): Tally =>
    sums ? exact(automatonOf(of, found, asked)) : endTally(of, found, asked);
  return {
    tally: tallyOf(machine, graph),
    consulted: new Set(states.keys()),
    under: async (key, other, most) => {
      const asking = states.get(key);
      const known = { graph, isSame: (state: number) => !asking?.has(state) };
      const reuse = !isFixed(key) && hasSameLayout(machine, other) ? { known } : {};
      const found = await explored(other, { ...options, stateBudget: most, ...reuse });
      return { tally: tallyOf(other, found), workedOut: found.workedOut };
    },
  };
}

const explored = (machine: AnyMachine, options: Parameters<typeof exploring>[1]): Promise<Graph> =>
  givingWay(exploring(machine, options), () => undefined);

/** Packed states of the one mean the same in the other. */
function hasSameLayout({ layout: a }: AnyMachine, { layout: b }: AnyMachine): boolean {
  return (
    a.fields.length === b.fields.length &&
    a.stepNames.length === b.stepNames.length &&
    a.stepNames.every((name, i) => name === b.stepNames[i]) &&
    JSON.stringify(a.fields) === JSON.stringify(b.fields)
  );
}
