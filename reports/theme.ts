import type { Theme } from '../src/results/look.ts';

/**
 * One look for every chart. A colour means the same everywhere: blue is side A's, amber side B's, grey neither's; green and
 * purple are better and worse for the side that asks; ink stands out. Each pair stays apart in the common kinds of colour
 * blindness, and lightness tells the steps apart in print. Charts are drawn in the light colours; the dark ones are laid
 * over a finished spec or page colour by colour.
 */
export const FONT = 'Inter, "Helvetica Neue", Arial, "Noto Sans", sans-serif';

/**
 * A phone shows a picture 360 px wide, whatever its own width: what counts is how large text is against the picture. In
 * one of 480 px, the default, 13 px text is still 9.75 there, and 14 px text 10.5.
 */
export const PAGE_PX = 480;
export const PADDING_PX = 12;
/** A window or sheet of paper at least so wide shows the charts of a page with more room, a little smaller if need be. */
export const WIDE_PAGE_PX = 700;
/** `small` is for axes, intervals and the caption: nothing is drawn smaller. */
export const SIZE = { title: 18, subtitle: 14, label: 14, small: 13 } as const;
export const LINE_PX = { title: 23, subtitle: 19, label: 17, small: 16 } as const;

export const INK = '#1f2430';
export const SOFT = '#59606c';
export const GRID = '#e4e7eb';
const RULE = '#8b929c';
export const PAPER = '#ffffff';
/** Text on coloured cells: the cells keep their colours in the dark, so this does too. */
export const ON_PALE = '#14161a';
export const ON_STRONG = '#fffffe';
/** Text on bars, whose colours turn from strong to pale in the dark, or the other way: so does this. */
const ON_STRONG_THEN_PALE = '#fffffd';
const ON_PALE_THEN_STRONG = '#14161b';

/** Strongest first. */
export const AMBER = ['#8f4f00', '#c97a06', '#e9a23b', '#f3c47c', '#fae2ba'] as const;
export const BLUE = ['#0b4f94', '#2a79b9', '#62a1d3', '#9cc4e4', '#cbe0f2'] as const;
export const NEUTRAL = ['#9aa1ab', '#c3c8cf', '#7b838e', '#dadde2'] as const;

/** For the side that asks. */
export const BETTER = '#1b7f4b';
export const WORSE = '#7a3b9a';

/** Cases that are nobody's: the base in slate, the rest as far apart as can be, none of them a side's own colour. */
export const SERIES = ['#4b5462', '#0a8f7f', '#b0368a', '#6a8f1f', '#7a5cd6', '#1f6f8f', '#a4502c'] as const;

/** Around an even fight, from B's advantage to A's; and from none to all. */
export const DIVERGING = ['#a86300', '#ecb45c', '#f5f3ee', '#85b3db', '#1b62a3'] as const;
export const SEQUENTIAL = ['#f3f6fa', '#9cc4e4', '#2a79b9', '#0a3f78'] as const;

const DARK: Readonly<Record<string, string>> = {
  [INK]: '#e9ebee',
  [SOFT]: '#aab1bb',
  [GRID]: '#333942',
  [RULE]: '#7d8590',
  [PAPER]: '#15181d',
  [ON_STRONG_THEN_PALE]: ON_PALE,
  [ON_PALE_THEN_STRONG]: ON_STRONG,
  [AMBER[0]]: '#ffc247',
  [AMBER[1]]: '#e09b26',
  [AMBER[2]]: '#b57c22',
  [AMBER[3]]: '#8a6226',
  [AMBER[4]]: '#624a24',
  [BLUE[0]]: '#74b8f5',
  [BLUE[1]]: '#4e97d4',
  [BLUE[2]]: '#3d79ab',
  [BLUE[3]]: '#335f85',
  [BLUE[4]]: '#2b4963',
  [NEUTRAL[0]]: '#7b838e',
  [NEUTRAL[1]]: '#565d67',
  [NEUTRAL[2]]: '#9aa1ab',
  [NEUTRAL[3]]: '#444a53',
  [BETTER]: '#4fc489',
  [WORSE]: '#c08ae0',
  [SERIES[0]]: '#b4bcc7',
  [SERIES[1]]: '#35c2b0',
  [SERIES[2]]: '#e07abf',
  [SERIES[3]]: '#a5cc54',
  [SERIES[4]]: '#a893f0',
  [SERIES[5]]: '#5fb0d0',
  [SERIES[6]]: '#dd8a66',
};

/** The colours that change in the dark, as pairs. */
export const DARK_PAIRS: readonly (readonly [string, string])[] = Object.entries(DARK);

/** The same spec on a dark card. */
export function inDark<T>(spec: T): T {
  return JSON.parse(JSON.stringify(spec), (_, value: unknown) =>
    typeof value === 'string' && value in DARK ? DARK[value] : value,
  );
}

/** The ink that can be read on a bar of this colour, on a light card and on a dark one. */
export function inkOn(colour: string): string {
  const [light, dark] = [isStrong(colour), isStrong(DARK[colour] ?? colour)];
  if (light === dark) return light ? ON_STRONG : ON_PALE;
  return light ? ON_STRONG_THEN_PALE : ON_PALE_THEN_STRONG;
}

/** Is white text easier to read on this colour than black? */
function isStrong(colour: string): boolean {
  const channel = (at: number): number => {
    const c = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5) < 0.18;
}

/** The same spec with nothing behind it, to be laid over a page of any light colour. */
const onNothing = <T extends object>(spec: T): T => ({ ...spec, background: null });

export function inTheme<T extends object>(spec: T, theme: Theme): T {
  return theme === 'dark' ? inDark(spec) : theme === 'transparent' ? onNothing(spec) : spec;
}

export const CONFIG = {
  font: FONT,
  padding: PADDING_PX,
  view: { stroke: null },
  title: {
    anchor: 'start',
    color: INK,
    fontSize: SIZE.title,
    fontWeight: 600,
    lineHeight: LINE_PX.title,
    offset: 14,
    subtitleColor: SOFT,
    subtitleFontSize: SIZE.subtitle,
    subtitleLineHeight: LINE_PX.subtitle,
    subtitlePadding: 6,
  },
  axis: {
    domain: false,
    ticks: false,
    gridColor: GRID,
    labelColor: SOFT,
    labelFontSize: SIZE.small,
    labelLimit: 0,
    labelPadding: 6,
    // Vega sets titles over labels that are longer than 200 px otherwise.
    maxExtent: 2000,
    titleColor: SOFT,
    titleFontSize: SIZE.small,
    titleFontWeight: 400,
    titleLineHeight: LINE_PX.small,
    titleLimit: 0,
    titlePadding: 8,
  },
  // A little lower, so that the first figure across and the last one down stay apart.
  axisX: { offset: 4 },
  axisY: { labelPadding: 10 },
  legend: {
    orient: 'top',
    title: null,
    labelColor: INK,
    labelFontSize: SIZE.label,
    labelLimit: 0,
    labelOffset: 8,
    symbolType: 'square',
    symbolSize: 144,
    symbolStrokeWidth: 0,
    symbolOpacity: 1,
    columnPadding: 18,
    rowPadding: 5,
    offset: 12,
    padding: 0,
  },
  text: { color: INK, fontSize: SIZE.label },
} as const;
