import type { Results } from '../src/results/types.ts';
import { labelOf } from '../src/words/labels.ts';
import { bareName } from '../src/words/names.ts';
import { capital, plain } from './text.ts';

/** What a unit is, in the order in which players say it; most of what a file may say is left at its default. */
const TOLD = [
  'troop',
  'card',
  'type',
  'cavalryType',
  'arm',
  'formation',
  'fs',
  'stands',
  'cohesion',
  'morale',
  'reaction',
];
const UNITS: Readonly<Record<string, string>> = { fs: 'FS', stands: 'stands', cohesion: 'cohesion', morale: 'morale' };

type Unit = Readonly<Record<string, unknown>>;

/** "Charge. Attacker: heavy cavalry, line, FS 8. Defender: infantry, line, FS 7." What is varied is left to the cases. */
export function scenarioWords({ scenario, axes = [], cells }: Results): string {
  const situation = (scenario.situation ?? {}) as Readonly<Record<string, unknown>>;
  const varied = new Set(axes.map((axis) => axis.path));
  const units = Object.entries(situation).flatMap(([side, unit], i) => {
    if (unit === null || typeof unit !== 'object' || Array.isArray(unit)) return [];
    const facts = factsOf(unit as Unit, (key) => varied.has(`${side}.${key}`));
    const own = i < 2 ? cells[0]?.sides[i] : undefined;
    return facts.length === 0 ? [] : [`${capital(bareName(plain(own ?? side)))}: ${facts.join(', ')}.`];
  });
  return [`${capital(plain(labelOf(scenario.encounter)))}.`, ...units].join(' ');
}

function factsOf(unit: Unit, isVaried: (key: string) => boolean): string[] {
  const isCavalry = unit['arm'] === 'cavalry';
  return TOLD.filter((key) => unit[key] !== undefined && !isVaried(key))
    .filter((key) => key !== 'cavalryType' || isCavalry)
    .flatMap((key) => {
      const value = unit[key];
      if (typeof value !== 'string' && typeof value !== 'number') return [];
      if (key === 'arm' && isCavalry && unit['cavalryType'] !== undefined) return [];
      if (key === 'cavalryType') return [`${plain(labelOf(String(value)))} cavalry`];
      if (key === 'reaction' && value === 'stand') return [];
      const words = plain(labelOf(String(value)));
      return [key in UNITS ? (key === 'stands' ? `${words} stands` : `${UNITS[key]} ${words}`) : words];
    });
}
