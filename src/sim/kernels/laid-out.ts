import { type CompactSums, compactSums } from './compact-sums.ts';
import type { CompactTables } from './compact-tables.ts';
import { compactTables } from './compact-tables.ts';
import type { EndPlaces } from './end-places.ts';
import type { Sequence } from './sequence.ts';

/** All that is needed to play over compact tables: plain data, so that another thread can take them as they are. */
export interface LaidOut {
  readonly tables: CompactTables;
  readonly records: number;
  readonly sums: CompactSums;
}

/** What has come up so far, laid out for play; null where that cannot be done. */
export function laidOut<S>(sequence: Sequence<S>, ends: EndPlaces<S>, turns: number): LaidOut | null {
  const { fields, heard } = sequence;
  for (;;) {
    const { version } = heard;
    const tables = compactTables(sequence, ends, turns);
    // What is heard may have been packed anew on the way: nothing fits together then.
    if (heard.version !== version) continue;
    if (!tables) return null;
    const sums = compactSums(sequence, turns * tables.acts.length);
    return sums && { tables, records: fields.records.length, sums };
  }
}
