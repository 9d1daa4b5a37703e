import { stripVTControlCharacters } from 'node:util';
import type { Io } from './io.ts';

/** Text made for reading, as wide as the screen it is read on; a pipe gets its lines whole. */
export const screenful = (io: Io, text: string): string => (io.outIsTerminal ? fold(text, io.columns) : text);

const SCREEN_LINES = 25;

/**
 * As much of a long text as one screen holds, in whole lines, and how many more there are; `after` are the lines of what
 * is to follow it.
 */
export function firstScreen(io: Io, text: string, after = 0): string {
  const lines = text.split('\n');
  const shown: string[] = [];
  let taken = 0;
  for (const line of lines) {
    const height = screenful(io, line).split('\n').length;
    // The last line of the screen is for what is left out.
    if (shown.length > 0 && taken + height > SCREEN_LINES - after - (shown.length === lines.length - 1 ? 0 : 1)) break;
    shown.push(line);
    taken += height;
  }
  const rest = lines.slice(shown.length).filter((line) => line !== '').length;
  const more = rest === 0 ? [] : [`… and ${rest} more ${rest === 1 ? 'line' : 'lines'}; --full shows them.`];
  return screenful(io, [...shown, ...more].join('\n'));
}

/**
 * Lines no longer than the screen: the rest of a long line hangs under its text, so that columns of figures stay clear.
 *
 * fold('  +1  first volley, at short range', 24) // '  +1  first volley, at\n      short range'
 */
export function fold(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => folded(line, columns))
    .join('\n');
}

const widthOf = (text: string): number => stripVTControlCharacters(text).length;

function folded(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line;
  const indent = ' '.repeat(Math.min(hang(stripVTControlCharacters(line)), Math.floor(columns / 2)));
  const lines: string[] = [];
  let here = '';
  // Spaces stay with the word after them, so that columns keep their gaps.
  for (const word of line.match(/\s*\S+/g) ?? []) {
    if (here === '' || widthOf(here + word) <= columns) here += word;
    else {
      lines.push(here);
      here = indent + word.trimStart();
    }
  }
  return [...lines, here].join('\n');
}

/** Where the text of a line begins, behind the figure or the name that leads it. */
const hang = (line: string): number => {
  const lead = /^\s*\S{1,24}(?: \S{1,6})?\s{2,}/.exec(line);
  return lead ? lead[0].length : line.length - line.trimStart().length + 4;
};
