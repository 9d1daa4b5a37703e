import type { Automaton } from './automaton.ts';

/** What each end is worth, and who wants much of it. */
export interface Objective {
  /** One number an end of the automaton. */
  readonly values: Float64Array;
  /** The sides that want the value high; every other side wants it low. */
  readonly maximisers: readonly string[];
}

/** The value of an encounter under best play, and the best option at every open choice. */
export interface Solution {
  readonly value: number;
  /** The value of every node. */
  readonly atNode: Float64Array;
  /** The place of the best option; -1 at rolls. */
  readonly best: Int32Array;
}

/** Backward induction: expectation at rolls, the side's best option at open choices. Ties go to the first option. */
export function solve(automaton: Automaton, objective: Objective): Solution {
  const { nodes, firstEdge, target, dieOf, dice, choosers } = automaton;
  const atNode = new Float64Array(nodes);
  const best = new Int32Array(nodes).fill(-1);
  const worth = (t: number) => (t < 0 ? objective.values[~t] : atNode[t]);
  for (let n = nodes - 1; n >= 0; n--) {
    if (dieOf[n] >= 0) {
      const die = dice[dieOf[n]];
      let sum = 0;
      for (let f = 0; f < die.weights.length; f++) sum += die.weights[f] * worth(target[firstEdge[n] + f]);
      atNode[n] = sum / die.total;
      continue;
    }
    const sign = objective.maximisers.includes(choosers[-1 - dieOf[n]]) ? 1 : -1;
    let pick = 0;
    for (let o = 1; firstEdge[n] + o < firstEdge[n + 1]; o++) {
      if (sign * worth(target[firstEdge[n] + o]) > sign * worth(target[firstEdge[n] + pick])) pick = o;
    }
    best[n] = pick;
    atNode[n] = worth(target[firstEdge[n] + pick]);
  }
  return { value: worth(automaton.start), atNode, best };
}
