import { agree, bareName, theName } from '../src/words/names.ts';
import { advanceOf, type Weight } from './font.ts';

/** Text from scenario files made fit to draw, and measured in the font it is drawn with. */

// C0 and C1 controls and the line and paragraph separators: no chart, page or terminal wants them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]+/g;
/** Embeddings, overrides and isolates take no room, so nothing stands in their place. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]+/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const TO_LEFT = '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefe\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]';
/** Words read from right to left, with the spaces, figures and hyphens between them. */
const RIGHT_TO_LEFT = new RegExp(`${TO_LEFT}+(?:[\\s\\p{N}\\p{Mark}\\p{Cf}'’\\u2010-\\u2011-]*${TO_LEFT}+)*`, 'gu');

/** One line of well-formed text: controls and line breaks become a space. */
export function plain(text: string): string {
  return text
    .replace(DIRECTIONS, '')
    .replace(UNWANTED, ' ')
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** One line of a file as it stands, its indentation too. */
export function printable(line: string): string {
  return line.replace(DIRECTIONS, '').replace(UNWANTED, ' ').replace(LONE_SURROGATE, '\ufffd').trimEnd();
}

/**
 * Text ready to be shown, alone or inside a sentence: words read from right to left are isolated, so that they do not
 * turn round the figures and brackets beside them.
 */
export function shownText(text: string): string {
  return isolated(plain(text));
}

function isolated(text: string): string {
  return text.replace(DIRECTIONS, '').replace(RIGHT_TO_LEFT, '\u2068$&\u2069');
}

/** A sentence starts with a capital, unless it starts with a path such as attacker.fs. */
export function capital(text: string): string {
  if (/^[^\s]*[.=/][^\s]/.test(text)) return text;
  const [, quote = '', first = ''] = /^([“"]?)(.)/su.exec(text) ?? [];
  return quote + first.toUpperCase() + text.slice(quote.length + first.length);
}

/** Width in pixels. Characters that Inter lacks count a whole em, which is what ideographs take, and emoji the widest. */
export function textWidth(text: string, sizePx: number, weight: Weight = 400): number {
  const advance = advanceOf(weight);
  let ems = 0;
  for (const character of text) {
    ems += advance(character.codePointAt(0) as number) ?? lacking(character);
  }
  return ems * sizePx;
}

/** Ems that other fonts give at most to a character. */
const lacking = (character: string): number =>
  /\p{Mark}|\p{Cf}/u.test(character) ? 0 : /\p{Extended_Pictographic}/u.test(character) ? 1.4 : 1;

/** Where a long word may break if it must: after a hyphen, a stop of a path, a stroke. */
const SEAM = /(?<=[^\s][-–/.=_])(?=\S)/;

/** Breaks text into lines no wider than this; a word that is wider alone is broken inside, at its hyphens if it can be. */
export function wrap(text: string, widthPx: number, sizePx: number, weight: Weight = 400): string[] {
  const lines: string[] = [];
  let line = '';
  // Only the plain space breaks: the no-break space of "35%" keeps the figure whole.
  for (const word of text.replace(DIRECTIONS, '').split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (textWidth(longer, sizePx, weight) <= widthPx) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const part of parts(word, widthPx, sizePx, weight)) {
      if (line !== '' && textWidth(line + part, sizePx, weight) > widthPx) {
        lines.push(line);
        line = '';
      }
      line += part;
    }
  }
  if (line !== '' || lines.length === 0) lines.push(line);
  // Line by line: an isolate must end on the line where it starts.
  return lines.map(isolated);
}

/** A word's parts between its seams; a part that is too wide still comes apart letter by letter. */
function parts(word: string, widthPx: number, sizePx: number, weight: Weight): string[] {
  const letters = (part: string): string[] =>
    [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(part)].map(({ segment }) => segment);
  return word.split(SEAM).flatMap((part) => (textWidth(part, sizePx, weight) <= widthPx ? [part] : letters(part)));
}

/** The longest stretch of a text that only a break inside a word could shorten. */
export function widestPart(text: string, sizePx: number): number {
  return Math.max(0, ...text.split(' ').flatMap((word) => word.split(SEAM).map((part) => textWidth(part, sizePx))));
}

/** As few lines as `wrap` gives, as even as can be: no title ends in a lone word. */
export function balance(text: string, widthPx: number, sizePx: number, weight: Weight = 400): string[] {
  const lines = wrap(text, widthPx, sizePx, weight).length;
  const longestWord = Math.max(...text.split(' ').map((word) => textWidth(word, sizePx, weight)));
  let best = widthPx;
  for (let narrower = widthPx - 8; narrower > Math.max(widthPx / 3, longestWord); narrower -= 8) {
    if (wrap(text, narrower, sizePx, weight).length > lines) break;
    best = narrower;
  }
  return wrap(text, best, sizePx, weight);
}

/** Plain labels, all different: a label seen before gets a number, so that no two groups fall together in a chart. */
export function distinct(labels: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return labels.map((raw) => {
    const label = plain(raw) || '(no name)';
    const count = (seen.get(label) ?? 0) + 1;
    seen.set(label, count);
    return count === 1 ? label : `${label} (${count})`;
  });
}

/** "a", "a and b", "a, b and c". */
export function list(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`;
}

/** A side in a sentence: "the attacker", but "side A", "my battalion". */
export const theSide = (side: string): string => isolated(theName(plain(side)));

/** A side at the head of a row or a legend, with a verb that agrees: "attacker wins", "cuirassiers win". */
export const sideThat = (side: string, verb: string): string =>
  `${shownText(bareName(plain(side)))} ${agree(plain(side), verb)}`;

/** The same in a sentence: "the attacker wins", "my battalion wins". */
export const theSideThat = (side: string, verb: string): string => `${theSide(side)} ${agree(plain(side), verb)}`;
