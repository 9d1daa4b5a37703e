import { MINUS } from './figures.ts';

/** Short names for what rulebooks, files and flags call by an id. */

/**
 * An id as a reader knows it: an edit by what it edits, anything else without its dashes. Text that is no id stays as it
 * is.
 *
 * labelOf('rules.melee.infantry.attack-column=0') // 'attack column 0'
 */
export function labelOf(id: string): string {
  const edit = /^([\w-]+(?:\.[\w-]+)+)=(.+)$/.exec(id);
  if (edit !== null) return `${pathLabel(edit[1])} ${words(edit[2])}`;
  if (/^rul(?:es|ings)\.[\w.-]+$/.test(id)) return pathLabel(id);
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(id) ? words(id) : id;
}

/** A path into the rules by its last part, one into the scenario in words. */
function pathLabel(path: string): string {
  const parts = path.split('.').filter((part, i) => !(i === 0 && part === 'rules'));
  if (parts[0] === 'rulings') return `ruling ${words(parts.slice(1).join(' '))}`;
  const isRow = path.startsWith('rules.') || parts.length > 2;
  if (isRow) return words(parts[parts.length - 1]);
  return parts
    .map((part, i) => (i === 0 && /^[ab]$/.test(part) ? `side ${part.toUpperCase()}` : words(part)))
    .join(' ');
}

/** An id or a key in words: "cavalry contact row", "type 1", "−2", "FH all rounds". */
export const words = (id: string): string =>
  id
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
    .replace(/(?<=\p{L})-(?=[\p{L}\d])/gu, ' ')
    .replace(/^-(?=\d)/, MINUS)
    .replace(/(?<![\p{L}\d])f[hs](?![\p{L}\d])/gu, (initials) => initials.toUpperCase());

/** The label inside a sentence: "the 2nd edition", "attack column 0", "the tuned rules". */
export const theLabel = (id: string): string =>
  id === 'tuned' ? 'the tuned rules' : labelOf(id).replace(/^(?=\d+(?:st|nd|rd|th)\b)/, 'the ');

/**
 * What a row is called where its id in words would be a riddle, since it turns the words of the label round; undefined
 * where the id reads well.
 *
 * labelOfRow('support-one', 'one supporting unit') // 'one supporting unit'
 * labelOfRow('attack-column', 'attack column moving into contact') // undefined
 */
export function labelOfRow(id: string, label: string): string | undefined {
  const said = label.toLowerCase().split(/\W+/);
  const places = words(id)
    .toLowerCase()
    .split(' ')
    .map((word) => said.findIndex((w) => w === word || (word.length > 3 && w.startsWith(word))));
  const isTurned = places.every((at) => at >= 0) && places.some((at, i) => i > 0 && at < places[i - 1]);
  return isTurned ? label : undefined;
}
