import type { AxisAsked, Pin, Scenario } from '../engine/protocol.ts';
import type { WithoutCommand } from './command.ts';
import { MOST_PINS } from './page.ts';

/** A link is written by a stranger: only what has the right shape is taken. */
export const MOST_OBSERVED = 12;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const wordOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const wordsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((v): v is string => typeof v === 'string');
export const isGroup = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
export const isPin = (value: unknown): value is Pin =>
  isGroup(value) && typeof value['name'] === 'string' && isGroup(value['scenario']);
export const isAxis = (value: unknown): value is AxisAsked =>
  isGroup(value) &&
  typeof value['path'] === 'string' &&
  Array.isArray(value['values']) &&
  value['values'].length > 0 &&
  value['values'].every((v) => ['string', 'number', 'boolean'].includes(typeof v));

/** The experiment that a frame shows; the plain run of the fight where the link names none. */
export function askedOf(scenario: Scenario, page: Readonly<Record<string, unknown>>): WithoutCommand {
  const plain: WithoutCommand = { kind: 'run', scenario };
  const asked = page['asked'];
  if (!isGroup(asked)) return plain;
  const fight = isGroup(asked['scenario']) ? asked['scenario'] : scenario;
  const objective = wordOf(asked['objective']);
  const watched = objective === undefined ? {} : { objective };
  const axes = listOf(asked['axes']).filter(isAxis).slice(0, 2);
  switch (asked['kind']) {
    case 'run': {
      const [observed, side] = [wordsOf(asked['observed']).slice(0, MOST_OBSERVED), wordOf(asked['side'])];
      return {
        kind: 'run',
        scenario: fight,
        ...(observed.length > 0 ? { observed } : {}),
        ...(side === undefined ? {} : { side }),
      };
    }
    case 'compare': {
      const pins = listOf(asked['pins']).filter(isPin).slice(0, MOST_PINS);
      const base = wordOf(asked['base']) ?? 'base';
      return pins.length === 0 ? plain : { kind: 'compare', scenario: fight, base, pins, ...watched };
    }
    case 'sweep':
      return axes.length === 0 ? plain : { kind: 'sweep', scenario: fight, axes };
    case 'matrix':
      return axes.length < 2 ? plain : { kind: 'matrix', scenario: fight, axes, ...watched };
    case 'best':
    case 'sensitivity':
      return { kind: asked['kind'], scenario: fight, ...watched };
    default:
      return plain;
  }
}
