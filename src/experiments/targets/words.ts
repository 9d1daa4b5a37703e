import type { TargetTuning } from '../../results/types.ts';
import { figure } from '../words.ts';

type Tuned = Omit<TargetTuning, 'text'>;

/** What to change, in a sentence; or how near it can be brought, and what stands in the way. */
export function targetTuningText(t: Tuned): string {
  const changed = t.parameters.filter((p) => p.from !== p.to);
  const change = changed.map((p) => `${p.path} from ${figure(p.from)} to ${figure(p.to)}`).join(' and ');
  const all = t.targets.length === 1 ? 'The target is' : `All ${t.targets.length} targets are`;
  if (t.reached && changed.length === 0) return `${all} met as the rules stand.`;
  if (t.reached) return `${all} met with the smallest change: ${change}.`;
  const met = t.targets.filter((x) => x.met).length;
  const how = changed.length === 0 ? 'no change meets more of them' : `the best compromise is ${change}`;
  return [
    `Nothing in these ranges meets every target: ${how}, which meets ${met} of ${t.targets.length}.`,
    ...conflictText(t),
  ].join(' ');
}

function conflictText({ impossible, conflict, targets }: Tuned): string[] {
  const named = [...impossible, ...conflict].map((i) => `“${targets[i].about}: ${targets[i].text}”`);
  if (named.length === 0) return [];
  const all = named.length === 1 ? named[0] : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
  return [`${all} cannot be met ${impossible.length > 0 ? 'at all here' : 'together'}.`];
}
