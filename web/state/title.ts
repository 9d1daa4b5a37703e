import { pathInWords } from '../../src/scenarios/axes.ts';
import type { Scenario } from '../engine/protocol.ts';
import { examples } from './examples.ts';

const isShipped = (title: string): boolean => examples.value.some((e) => e.title === title);

/** A changed scenario with a title that fits: one that the user wrote stays, one that described the old fight is made anew. */
export function titled(next: Scenario, before: Scenario): Scenario {
  const title = next['title'];
  const isOwn = typeof title === 'string' && !isShipped(title) && title !== titleOf(before);
  return isOwn && title === before['title'] ? next : { ...next, title: titleOf(next) };
}

/** "Attack column FS 8 against line FS 7: melee" */
export function titleOf(scenario: Scenario): string {
  const units = Object.entries(scenario)
    .filter(([, value]) => isUnit(value))
    .slice(0, 2)
    .map(([, value]) => unitName(value as Record<string, unknown>));
  // Where no unit can be told from another, nothing is said of them.
  const sides = units.some((u) => u !== UNNAMED) ? units : [];
  const kind = pathInWords(String(scenario['encounter'] ?? 'fight'));
  const title = sides.length === 0 ? kind : `${sides.join(' against ')}: ${kind}`;
  return title.charAt(0).toUpperCase() + title.slice(1);
}

const UNNAMED = 'a unit';
const isUnit = (value: unknown): boolean => value !== null && typeof value === 'object' && !Array.isArray(value);

function unitName(unit: Record<string, unknown>): string {
  if (typeof unit['name'] === 'string') return unit['name'];
  const what = ['formation', 'type', 'card', 'arm'].map((key) => unit[key]).find((v) => typeof v === 'string');
  const strength = typeof unit['fs'] === 'number' ? ` FS ${unit['fs']}` : '';
  return `${typeof what === 'string' ? what.replaceAll('-', ' ') : UNNAMED}${strength}`;
}
