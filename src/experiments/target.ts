import { InputError } from '../rules/problem.ts';
import type { Objective } from './objective.ts';

/** What is aimed at: a figure, and of which objective. */
export interface Target {
  readonly objective?: string;
  /** `even`: as many wins as losses, or half of the time where an objective is named. */
  readonly value: number | 'even';
}

/**
 * A target as people write it: `50%`, `0.5`, `attacker wins 50%`, `defender.hits=2.5`, `defender.hits>=3 = 40%`.
 *
 * parseTarget('attacker wins 50%') // { objective: 'attacker wins', value: 0.5 }
 */
export function parseTarget(text: string): Target {
  const even = /^(?:(.*\S)\s+)?even$/.exec(text.trim());
  if (even) return even[1] === undefined ? { value: 'even' } : { objective: even[1], value: 'even' };
  const [, name, number, sign] = /^(?:(.*[^\s=])(?:\s*=\s*|\s+))?(-?\d+(?:\.\d+)?)\s*(%)?$/.exec(text.trim()) ?? [];
  if (number === undefined) {
    const message = `'${text}' is no target; write a share or a figure, such as 50%, even, "attacker wins 50%" or defender.hits=2.5.`;
    throw new InputError([{ path: ['target'], message, found: text }]);
  }
  const value = sign ? Number(number) / 100 : Number(number);
  return name === undefined ? { value } : { objective: name, value };
}

/** Refuses a target that its objective can never have. */
export function assertTarget(asked: Objective, value: number): void {
  const low = asked.kind === 'advantage' ? -1 : 0;
  if (!Number.isFinite(value) || (asked.kind !== 'mean' && (value < low || value > 1))) {
    const message = `A target of ${Number((value * 100).toPrecision(6))}% cannot be: '${asked.label}' happens between ${low * 100}% and 100% of the time.${value > 1 && value <= 100 ? ` Did you mean ${value}%?` : ''}`;
    throw new InputError([{ path: ['target'], message, found: value }]);
  }
}

/** What an even fight is by this objective. */
export function evenValue(asked: Objective): number {
  if (asked.kind === 'advantage') return 0;
  if (asked.kind === 'probability') return 0.5;
  const message = `'${asked.label}' is a figure, not a share: nothing of it is even. Name a figure, such as 2.5.`;
  throw new InputError([{ path: ['target'], message, found: 'even' }]);
}

/** A figure for `within`; even is none. */
export function parseTolerance(text: string): number {
  const { value } = parseTarget(text);
  if (value !== 'even') return value;
  throw new InputError([{ path: ['within'], message: `'${text}' is no tolerance; write a figure, such as 0.5%.` }]);
}
