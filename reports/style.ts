import { type Look, pixels, type Theme } from '../src/results/look.ts';
import { PAGE_PX } from './theme.ts';

/** A look, measured out. */
export interface Style {
  /** Pixels of the layout: text is 13 to 18 of them high. */
  readonly width: number;
  /** null: as high as the chart wants to be. */
  readonly height: number | null;
  /** Pixels across of the PNG. */
  readonly pngWidth: number;
  readonly theme: Theme;
  /** A chart of many cases may take more width than this, so as to be wider than high. */
  readonly broadens?: boolean;
  readonly title?: string;
  readonly subtitle?: string;
  readonly credit?: string;
}

/** Twice as many pixels as the layout has, for sharp screens. */
const SHARP = 2;
/** The most room a layout has; a larger picture is the same one enlarged. */
const BROADEST_PX = 960;
/** Pixels of the layout for each of a large picture: text keeps its size against the picture. */
const SHARE = 0.6;

export const DEFAULT_STYLE: Style = { width: PAGE_PX, height: null, pngWidth: SHARP * PAGE_PX, theme: 'light' };

/** As wide as a phone: the same letters, so that nothing is shrunk to fit. */
export const PHONE_STYLE: Style = { ...DEFAULT_STYLE, width: 360, pngWidth: SHARP * 360 };

/** As wide as a page in a browser shows it. */
export const WIDE_STYLE: Style = { ...DEFAULT_STYLE, width: 860, pngWidth: SHARP * 860 };

export function styleOf({ title, subtitle, credit, size, theme = 'light' }: Look): Style {
  const words = { title, subtitle, credit };
  const found = size === undefined ? undefined : pixels(size);
  if (found === undefined) return { ...DEFAULT_STYLE, ...words, theme, broadens: true };
  if (typeof found === 'string') throw new Error(found);
  const [width, height] = found;
  const layout = Math.min(width, Math.max(PAGE_PX, Math.min(BROADEST_PX, Math.round(SHARE * width))));
  return { ...words, theme, width: layout, height: (layout * height) / width, pngWidth: width };
}

/** Widths of a picture that may broaden. */
const BREADTHS_PX = [640, 800, BROADEST_PX] as const;

/** The same style with the next larger width; undefined where there is none, or where the width is what was asked for. */
export function broadened(style: Style): Style | undefined {
  const wider = style.broadens === true ? BREADTHS_PX.find((px) => px > style.width) : undefined;
  return wider === undefined ? undefined : { ...style, width: wider, pngWidth: SHARP * wider };
}

/** A step up, and no farther than letters of 13 pixels in the picture itself. */
const MORE = 1.2;

/** The same picture with smaller letters and more room between them; undefined where it has as much as there is. */
export function withMoreRoom(style: Style): Style | undefined {
  const { width, height, pngWidth } = style;
  const most = Math.min(pngWidth, BROADEST_PX);
  if (height === null || width >= most) return undefined;
  const wider = Math.min(most, Math.round(MORE * width));
  return { ...style, width: wider, height: (wider * height) / width };
}
