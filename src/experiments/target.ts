import { InputError } from '../rules/problem.ts';
import type { Objective } from './objective.ts';

/** What is aimed at: a figure, and of which objective. */
export interface Target {
  readonly objective?: string;
  readonly value: number;
}

/**
 * A target as people write it: `50%`, `0.5`, `attacker wins 50 %`, `defender.hits=2.5`, `defender.hits>=3 = 40%`.
 *
 * parseTarget('attacker wins 50 %') // { objective: 'attacker wins', value: 0.5 }
 */
export function parseTarget(text: string): Target {
  const [, name, number, sign] = /^(?:(.*[^\s=])(?:\s*=\s*|\s+))?(-?\d+(?:\.\d+)?)\s*(%)?$/.exec(text.trim()) ?? [];
  if (number === undefined) {
    const message = `'${text}' is no target; write a share or a figure, such as 50%, "attacker wins 50%" or defender.hits=2.5.`;
    throw new InputError([{ path: ['target'], message, found: text }]);
  }
  const value = sign ? Number(number) / 100 : Number(number);
  return name === undefined ? { value } : { objective: name, value };
}

/** Refuses a target that its objective can never have. */
export function assertTarget(asked: Objective, value: number): void {
  const low = asked.kind === 'advantage' ? -1 : 0;
  if (!Number.isFinite(value) || (asked.kind !== 'mean' && (value < low || value > 1))) {
    const message = `A target of ${Number((value * 100).toPrecision(6))} % cannot be: '${asked.label}' happens between ${low * 100} % and 100 % of the time.${value > 1 && value <= 100 ? ` Did you mean ${value}%?` : ''}`;
    throw new InputError([{ path: ['target'], message, found: value }]);
  }
}
