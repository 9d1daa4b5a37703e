/** How pictures of results are to look: asked for with options, or in a file under `charts:`. */

import type { Labels } from './labels.ts';

export const THEMES = ['light', 'dark', 'transparent'] as const;
export type Theme = (typeof THEMES)[number];

export interface Look {
  readonly title?: string;
  readonly subtitle?: string;
  readonly credit?: string;
  /** "card", "square", "wide", "tall", or pixels: "1200x630". */
  readonly size?: string;
  readonly theme?: Theme;
  /** Names of the reader's own, by id, path or the label they replace. */
  readonly labels?: Labels;
  /** The name of the one chart that is wanted. */
  readonly only?: string;
}

export const MOST_CHARACTERS = 300;

/** Named sizes, in pixels: a link preview, a post, a slide, a phone. */
export const SIZES: Readonly<Record<string, readonly [width: number, height: number]>> = {
  card: [1200, 630],
  square: [1080, 1080],
  wide: [1920, 1080],
  tall: [1080, 1350],
};

const LEAST_PX = 320;
const MOST_PX = 4096;

/** The size in pixels; a sentence where the text gives none that can be drawn. */
export function pixels(text: string): readonly [width: number, height: number] | string {
  if (Object.hasOwn(SIZES, text)) return SIZES[text];
  const found = /^(\d{1,9}) ?[x×] ?(\d{1,9})$/i.exec(text);
  if (found === null)
    return `A size is ${Object.keys(SIZES).join(', ')} or WIDTHxHEIGHT in pixels; found '${shown(text)}'.`;
  const [width, height] = [Number(found[1]), Number(found[2])];
  const allowed = (side: number): boolean => side >= LEAST_PX && side <= MOST_PX;
  if (allowed(width) && allowed(height)) return [width, height];
  return `A picture is from ${LEAST_PX} to ${MOST_PX} pixels wide and high; found '${shown(text)}'.`;
}

export const tooLong = (name: string, text: string): string =>
  `A ${name} has at most ${MOST_CHARACTERS} characters; this one has ${text.length}.`;

const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
