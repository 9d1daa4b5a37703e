import type { Automaton } from '../automaton.ts';
import { sharedBytes } from './memory.ts';

/** An automaton whose long parts lie in shared memory, so that handing it to a thread copies next to nothing. */
export interface SharedAutomaton extends Omit<Automaton, 'ends'> {
  readonly id: number;
  /** A row an end: its outcome, then its measures. */
  readonly endRows: Float64Array;
}

const AUTOMATON = 'the encounter that threads are to walk';
let shared = 0;

export function shareAutomaton(automaton: Automaton): SharedAutomaton {
  const { ends, ...rest } = automaton;
  const width = 1 + automaton.measures.length;
  const endRows = new Float64Array(sharedBytes(ends.length * width * 8, AUTOMATON));
  ends.forEach((e, i) => {
    endRows[i * width] = e.outcome;
    endRows.set(e.values, i * width + 1);
  });
  return {
    ...rest,
    dieOf: sharedCopy(automaton.dieOf),
    firstEdge: sharedCopy(automaton.firstEdge),
    target: sharedCopy(automaton.target),
    emission: sharedCopy(automaton.emission),
    endRows,
    id: shared++,
  };
}

export function unshareAutomaton(from: SharedAutomaton): Automaton {
  const { endRows, id: _id, ...rest } = from;
  const width = 1 + from.measures.length;
  const ends = Array.from({ length: endRows.length / width }, (_, i) => ({
    outcome: endRows[i * width],
    values: Array.from(endRows.subarray(i * width + 1, (i + 1) * width)),
  }));
  return { ...rest, ends };
}

function sharedCopy(from: Int32Array): Int32Array {
  const to = new Int32Array(sharedBytes(from.byteLength, AUTOMATON));
  to.set(from);
  return to;
}
