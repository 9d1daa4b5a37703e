import { words } from './ids.ts';
import { labelOf } from './labels.ts';
import { settingInWords } from './settings.ts';

/** Facts of a situation as a reader says them, instead of the paths that conditions use. */

const WHOSE: Readonly<Record<string, string>> = { enemy: 'enemy ' };

/**
 * factWords('self.freshContact = true') // 'fresh contact'
 * factWords('enemy.secureFlanks = false') // 'enemy without secure flanks'
 * factWords('now.test = chargedByHorse') // 'test charged by horse'
 * factWords('enemy.formation = attack-column') // 'enemy formation attack column'
 */
export function factWords(text: string): string {
  const found = /^([\w.]+) = (.+)$/.exec(text);
  if (found === null) return text;
  const [, path, value] = found;
  const [whose, name] = partsOf(path);
  if (value === 'true' || value === 'false') return settingInWords(whose.trim(), name, value === 'true');
  return `${whose}${name} ${/^[a-z]+(?:[A-Z][a-z]*)+$/.test(value) ? words(value) : labelOf(value)}`;
}

/** "the enemy's formation": what a fact is called in a sentence. */
export const factName = (path: string): string => partsOf(path).join('');

function partsOf(path: string): [whose: string, name: string] {
  const [side, ...rest] = path.split('.');
  if (rest.length === 0) return ['', inWords(side)];
  return [WHOSE[side] ?? '', rest.map(inWords).join(' ')];
}

const inWords = (name: string): string =>
  name === 'fs' ? 'FS' : name.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
