import { words } from './ids.ts';
import { theName } from './names.ts';
import { rulePathInWords, settingOf } from './paths.ts';
import { LOST } from './settings.ts';

export { words };

/** Short names for what rulebooks, files and flags call by an id. */

/**
 * An id as a reader knows it: an edit by what it edits, anything else without its dashes. Text that is no id stays as it
 * is.
 *
 * labelOf('rules.melee.infantry.attack-column=0') // 'attack column 0'
 * labelOf('attacker.elite=true') // 'attacker elite'
 * labelOf('distance=8') // 'distance 8'
 * labelOf('attacker.fs=9, defender.elite=true') // 'attacker FS 9, defender elite'
 */
export function labelOf(id: string): string {
  const several = id.split(SEVERAL_EDITS);
  if (several.length > 1) return several.map(labelOf).join(', ');
  const edit = /^([a-z]\w*|[\w-]+(?:\.[\w-]+)+)=(.+)$/.exec(id);
  if (edit !== null) return editLabel(edit[1], edit[2]);
  if (/^rul(?:es|ings)\.[\w.-]+$/.test(id)) return rulePathInWords(id);
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(id) ? words(id) : id;
}

const SEVERAL_EDITS = /, (?=[a-z][\w-]*(?:\.[\w-]+)*=)/;

/** Paths into the rules may be written without `rules.`; they have a table and a row. */
function editLabel(path: string, text: string): string {
  const isRow = path.split('.').length > 2 && !SITUATION.test(path);
  return settingOf(isRow && !/^rul(?:es|ings)\./.test(path) ? `rules.${path}` : path, writtenValue(text));
}
/** Parts of situations that hold parts of their own. */
const SITUATION =
  /^(?:a|b|attacker|defender|firer|target|unit|tester)\.(?:commander|others|groups|brigades|friends|\d+)\./;

/** A value as it was written in the edit. */
export function writtenValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return text.trim() !== '' && String(Number(text)) === text ? Number(text) : text;
}

/** The label inside a sentence: "the 2nd edition", "attack column 0", "the tuned rules", "8 stands of the attacker". */
export const theLabel = (id: string): string =>
  id === 'tuned'
    ? 'the tuned rules'
    : labelOf(id)
        .replace(/^(?=\d+(?:st|nd|rd|th)\b|best found for |ruling )/, 'the ')
        // "With attacker with 8 stands" would stumble.
        .replace(
          /^([\w -]+) with (\d+ ([a-z]+))$/i,
          (_, who: string, what: string, of: string) => `${what} ${of === LOST ? 'by' : 'of'} ${theName(who)}`,
        );

/**
 * What a row is called where its id in words would be a riddle: it has none of the words of the label, turns them round,
 * is but the first or the last of them, begins with "v", or ends in a number that would stand before the value. Undefined
 * where the id reads well.
 *
 * labelOfRow('support-one', 'one supporting unit') // 'one supporting unit'
 * labelOfRow('short', 'short range') // 'short range'
 * labelOfRow('higher', 'stands higher') // 'stands higher'
 * labelOfRow('initiating', 'moved into contact') // 'moved into contact'
 * labelOfRow('control-3', 'commander in range, control 3') // 'commander in range, control 3'
 * labelOfRow('attack-column', 'attack column moving into contact') // undefined
 */
export function labelOfRow(id: string, label: string): string | undefined {
  const said = label.toLowerCase().split(/\W+/);
  const own = words(id).toLowerCase().split(' ');
  const places = own.map((word) => said.findIndex((w) => w === word || (word.length > 2 && w.startsWith(word))));
  const isTurned = places.every((at) => at >= 0) && places.some((at, i) => i > 0 && at < places[i - 1]);
  const isTorn = own.length === 1 && said.length > 1 && (own[0] === said[0] || own[0] === said.at(-1));
  const isOther = places.every((at) => at < 0);
  return isTurned || isTorn || isOther || /^v-|\d$/.test(id) ? label : undefined;
}

/** The short label of a row: "attack column" by its id, "one supporting unit" by what the sheet calls it. */
export const shortLabelOfRow = (id: string, label: string): string => labelOfRow(id, label) ?? words(id);

/** A phrase of the sheet inside a sentence. */
export const quotedName = (label: string): string => `“${label}”`;

/** A row at a value: "attack column 0", “one supporting unit” at 0. */
export const rowSetting = (name: string, value: string): string => `${name}${name.endsWith('”') ? ' at' : ''} ${value}`;

/**
 * One figure of a row that has several.
 *
 * partLabel('his inspiration', 'plus') // 'his inspiration (on top)'
 * partLabel('ferocity (card)', 'plus') // 'ferocity (card, on top)'
 */
export function partLabel(label: string, part: string | undefined): string {
  const which = part === 'plus' ? 'on top' : part === 'second' ? 'opponent' : undefined;
  if (which === undefined) return label;
  return label.endsWith(')') ? `${label.slice(0, -1)}, ${which})` : `${label} (${which})`;
}
