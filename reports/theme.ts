/**
 * One look for every chart. Warm is side A's loss, blue is side B's: the two stay apart in every common kind of colour
 * blindness, and lightness tells the steps apart in print. Charts are drawn in the light colours; the dark ones are laid
 * over a finished spec or page colour by colour.
 */
export const FONT = 'Inter, "Helvetica Neue", Arial, "Noto Sans", sans-serif';

/**
 * A phone shows a picture 360 px wide, whatever its own width: what counts is how large text is against the page. On a
 * page of 480 px 13 px text is still 9.75 there, and 14 px text 10.5. A wider page would need larger text in step, so no
 * chart is ever wider: names wrap, and grids with too many columns go on below.
 */
export const PAGE_PX = 480;
export const PADDING_PX = 12;
export const CONTENT_PX = PAGE_PX - 2 * PADDING_PX;
/** `small` is for axes, intervals and the caption: nothing is drawn smaller. */
export const SIZE = { title: 18, subtitle: 14, label: 14, small: 13 } as const;
export const LINE_PX = { title: 23, subtitle: 19, label: 17, small: 16 } as const;

export const INK = '#1f2430';
export const SOFT = '#59606c';
export const GRID = '#e4e7eb';
export const RULE = '#8b929c';
export const PAPER = '#ffffff';
/** Text on coloured cells: the cells keep their colours in the dark, so this does too. */
export const ON_PALE = '#14161a';
export const ON_STRONG = '#fffffe';

/** Strongest first. */
export const WARM = ['#9c3103', '#cf5a10', '#ee8f3f', '#f6b57d', '#fbd9ba'] as const;
export const BLUE = ['#0b4f94', '#2a79b9', '#62a1d3', '#9cc4e4', '#cbe0f2'] as const;
export const NEUTRAL = ['#9aa1ab', '#c3c8cf', '#7b838e', '#dadde2'] as const;

/** Variants: the base in slate, the rest as far apart as can be. */
export const SERIES = ['#4b5462', '#0173b2', '#de8f05', '#029e73', '#cc78bc', '#56b4e8', '#ca5600'] as const;

/** Around an even fight, from B's advantage to A's; and from none to all. */
export const DIVERGING = ['#b5470c', '#e79a5e', '#f5f2ec', '#85b3db', '#1b62a3'] as const;
export const SEQUENTIAL = ['#f3f6fa', '#9cc4e4', '#2a79b9', '#0a3f78'] as const;

const DARK: Readonly<Record<string, string>> = {
  [INK]: '#e9ebee',
  [SOFT]: '#aab1bb',
  [GRID]: '#333942',
  [RULE]: '#7d8590',
  [PAPER]: '#15181d',
  [WARM[0]]: '#ff8d47',
  [WARM[1]]: '#e0762f',
  [WARM[2]]: '#b3602a',
  [WARM[3]]: '#8a4e28',
  [WARM[4]]: '#653e25',
  [BLUE[0]]: '#74b8f5',
  [BLUE[1]]: '#4e97d4',
  [BLUE[2]]: '#3d79ab',
  [BLUE[3]]: '#335f85',
  [BLUE[4]]: '#2b4963',
  [NEUTRAL[0]]: '#7b838e',
  [NEUTRAL[1]]: '#565d67',
  [NEUTRAL[2]]: '#9aa1ab',
  [NEUTRAL[3]]: '#444a53',
  [SERIES[0]]: '#b4bcc7',
  [SERIES[1]]: '#43a2e6',
};

/** The colours that change in the dark, as pairs. */
export const DARK_PAIRS: readonly (readonly [string, string])[] = Object.entries(DARK);

/** The same spec on a dark card. */
export function inDark<T>(spec: T): T {
  return JSON.parse(JSON.stringify(spec), (_, value: unknown) =>
    typeof value === 'string' && value in DARK ? DARK[value] : value,
  );
}

export const CONFIG = {
  font: FONT,
  background: PAPER,
  padding: PADDING_PX,
  concat: { spacing: 14 },
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
    titleColor: SOFT,
    titleFontSize: SIZE.small,
    titleFontWeight: 400,
    titleLineHeight: LINE_PX.small,
    titleLimit: 0,
    titlePadding: 8,
  },
  // A little lower, so that the first figure across and the last one down stay apart.
  axisX: { offset: 4 },
  text: { color: INK, fontSize: SIZE.label },
} as const;
