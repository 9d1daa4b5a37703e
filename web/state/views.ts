/** The tabs of the page: how they are named in links, and on screen. */
export const VIEWS = [
  ['answer', 'Odds'],
  ['compare', 'Compare'],
  ['sweep', 'Sweep'],
  ['tactics', 'Tactics'],
  ['matters', 'What matters'],
  ['luck', 'Luck'],
  ['why', 'Why'],
  ['sheet', 'Rules'],
] as const;
export type View = (typeof VIEWS)[number][0];
