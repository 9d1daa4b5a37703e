import type { TargetTuning } from '../../results/types.ts';
import { MINUS } from '../../words/figures.ts';
import { words } from '../../words/ids.ts';
import type { Objective } from '../objective.ts';
import { figure } from '../words.ts';
import type { DesignTarget } from './parse.ts';

type Tuned = Omit<TargetTuning, 'text'>;

/**
 * What to change, in a sentence; or how near it can be brought, and what stands in the way.
 *
 * @param names what the figures are called inside a sentence
 * @param metNow how many targets are met as the rules stand
 */
export function targetTuningText(t: Tuned, names: readonly string[], metNow: number): string {
  const named = t.parameters.map((p, i) => ({ ...p, name: names[i] }));
  const changed = named.filter((p) => p.from !== p.to);
  const change = changed.map((p) => `${p.name} from ${signless(p.from)} to ${signless(p.to)}`).join(' and ');
  const all = t.targets.length === 1 ? 'The target is' : `All ${t.targets.length} targets are`;
  if (t.reached && changed.length === 0) return `${all} met as the rules stand.`;
  if (t.reached) return `${all} met with the smallest change: ${change}.`;
  const met = t.targets.filter((x) => x.met).length;
  const so = `${met} of ${t.targets.length}`;
  const isStopped = t.looked < t.points;
  const none = isStopped
    ? 'Stopped early: no change that was looked at meets every target'
    : 'Nothing in these ranges meets every target';
  const how =
    met > metNow
      ? `the best compromise${isStopped ? ' so far' : ''} is ${change}, which meets ${so}`
      : `${isStopped ? 'none' : 'no change'} meets more of them than the rules as they stand, ${so}`;
  const nearer = changed.length > 0 && met <= metNow ? [`Nearer to the others comes ${change}.`] : [];
  return [`${none}: ${how}.`, ...nearer, ...conflictText(t)].join(' ');
}

function conflictText({ impossible, conflict, targets }: Tuned): string[] {
  const named = [...impossible, ...conflict].map((i) => `“${targets[i].label}”`);
  if (named.length === 0) return [];
  const all = named.length === 1 ? named[0] : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
  return [`${all} cannot be met ${impossible.length > 0 ? 'at all here' : 'together'}.`];
}

const signless = (value: number): string => figure(value).replace('-', MINUS);

/**
 * A target as people read it: the situation and what is asked of it by their names, the rest as it was written.
 *
 * 'column-v-line: never attacker-destroyed' // 'column v line: never attacker destroyed'
 */
export function targetLabel(
  { about, text, objective: asked }: Pick<DesignTarget, 'about' | 'text' | 'objective'>,
  { id, label }: Pick<Objective, 'id' | 'label'>,
): string {
  const said = asked.replace(/\s/g, '') === id ? text.replace(asked, label) : text;
  return `${words(about)}: ${said.replace(/(\d%?)\s*\.\.\s*(?=-?\d)/, '$1 to ')}`;
}
