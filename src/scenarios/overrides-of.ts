import type { ScenarioKeys } from './keys.ts';
import type { Override } from './override.ts';
import type { ParsedText } from './text.ts';

/** What a file's rulings and `set` change, each with its line. */
export function overridesOf(keys: ScenarioKeys, text: ParsedText): Override[] {
  const rulings = Object.entries(keys.rulings ?? {}).map(([key, value]) => ({
    path: `rulings.${key}`,
    value,
    at: text.at(['rulings', key], true),
  }));
  const set = Object.entries(keys.set ?? {}).map(([path, value]) => ({
    path,
    value,
    at: text.at(['set', path], true),
  }));
  return [...rulings, ...set];
}
