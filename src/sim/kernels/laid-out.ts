import type { CompactTables } from './compact-tables.ts';
import { compactTables } from './compact-tables.ts';
import type { EndPlaces } from './end-places.ts';
import type { Sequence } from './sequence.ts';
import { SparseBesides } from './sparse-besides.ts';

/** All that is needed to play over compact tables: plain data, so that another thread can take them as they are. */
export interface LaidOut {
  readonly tables: CompactTables;
  readonly records: number;
  /** How many sums there are, and what is done besides (see `SparseBesides`). */
  readonly width: number;
  readonly besides: Int32Array;
  readonly sumOf: Int32Array;
  readonly amount: Float64Array;
}

/** What has come up so far, laid out for play; null where that cannot be done. */
export function laidOut<S>(sequence: Sequence<S>, ends: EndPlaces<S>, turns: number): LaidOut | null {
  const { fields, heard, machine, emissions, rows, steps } = sequence;
  for (;;) {
    const { version } = heard;
    const tables = compactTables(sequence, ends, turns);
    // What is heard may have been packed anew on the way: nothing fits together then.
    if (heard.version !== version) continue;
    if (!tables) return null;
    const { besides, sumOf, amount } = new SparseBesides().upToDate(rows, emissions, steps);
    return {
      ...{ tables, records: fields.records.length, width: machine.sums.length },
      ...{ besides, sumOf, amount },
    };
  }
}
