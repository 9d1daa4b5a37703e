import { pathInWords } from '../../src/scenarios/axes.ts';
import type { Scenario } from '../engine/protocol.ts';
import { leaves } from '../state/command.ts';
import { inWords } from '../words.ts';

/** A longer text is not a name. */
const MOST_CHANGES = 2;

/** What sets a fight apart from the one that it is compared with; undefined where that takes more than a few words. */
export function changesInWords(base: Scenario, now: Scenario): string | undefined {
  const before = leaves(base);
  const changed = [...leaves(now)].filter(([path, value]) => path !== 'title' && before.get(path) !== value);
  if (changed.length === 0 || changed.length > MOST_CHANGES) return undefined;
  return changed.map(([path, value]) => `${pathInWords(path)} ${inWords(value)}`).join(', ');
}
