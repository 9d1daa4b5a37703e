import { WIDE_STYLE } from './style.ts';
import { DARK_PAIRS, FONT, GRID, INK, PADDING_PX, PAGE_PX, PAPER, SOFT, WIDE_PAGE_PX } from './theme.ts';

const dark = new Map(DARK_PAIRS);

/** White at the sides of the page. */
const SIDE_PX = 16;

/** The pictures of readers without scripts change colour by colour too. */
const stillInDark = DARK_PAIRS.map(
  ([light, other]) => `.still [fill="${light}"]{fill:${other}}.still [stroke="${light}"]{stroke:${other}}`,
).join('');

/**
 * The look of the page: one column, as wide as a chart is easy to read; tables fold below their charts. A phone gives the chart
 * its whole width, from edge to edge: the picture has white of its own, and every pixel less would be smaller text.
 */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--ink:${INK};--soft:${SOFT};--line:${GRID};--paper:${PAPER};--loud:#fdf1e3}
@media (prefers-color-scheme:dark){:root{--ink:${dark.get(INK)};--soft:${dark.get(SOFT)};--line:${dark.get(GRID)};--paper:${dark.get(PAPER)};--loud:#3a2a18}${stillInDark}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 ${FONT.replace(/"/g, "'")}}
main{overflow-wrap:anywhere;max-width:${WIDE_STYLE.width + 2 * SIDE_PX}px;margin:0 auto;padding:24px ${SIDE_PX}px 48px}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .25rem;text-wrap:balance}
h2{font-size:1.2rem;margin:2.5rem 0 .5rem}
.lead,footer,caption,summary{color:var(--soft)}
.notes{padding-left:1.2rem}
.notes.loud{background:var(--loud);padding:.6rem 1rem .6rem 2rem;border-radius:6px}
/* A long list of ticks must not push the charts out of sight. */
fieldset{border:1px solid var(--line);border-radius:6px;margin:1rem 0;max-height:11rem;min-inline-size:0;overflow:auto}
fieldset label{display:inline-block;margin-right:1.2rem;max-width:100%}
figure{margin:2rem 0}
figcaption{color:var(--soft);font-size:.9rem;max-width:46rem;margin:.25rem 0 .5rem}
.how{color:var(--soft);max-width:46rem}
.chart svg{max-width:100%;height:auto;display:block}
.still.wide{display:none}
@media (min-width:${WIDE_PAGE_PX}px){.still.narrow{display:none}.still.wide{display:block}}
@media (max-width:${PAGE_PX + 2 * SIDE_PX}px){.chart{margin:0 -${SIDE_PX}px}.chart svg{width:100%}}
.chart .live.vega-embed{display:block;padding:0}
.chart .live.has-actions{padding:0 0 36px}
.chart .live summary{top:auto;bottom:0;margin:4px ${PADDING_PX}px;opacity:.6}
.chart .live .vega-actions{top:auto;bottom:38px;right:${PADDING_PX}px}
.chart .live .vega-actions::before,.chart .live .vega-actions::after{display:none}
.drawn .still,.drawn .still.wide{display:none}
.scroll{overflow:auto;max-height:640px;border:1px solid var(--line);border-radius:6px;padding:0 .6rem}
.scroll:focus-visible,summary:focus-visible,input:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
/* Words are not torn for the sake of a narrow table; only those longer than a line are. */
table{overflow-wrap:break-word;border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums;margin:.5rem 0}
caption{text-align:left;font-weight:600;padding:.4rem 0}
th,td{text-align:left;padding:.25rem .9rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600}
td{white-space:nowrap}
.long{white-space:normal;overflow-wrap:anywhere;min-width:11rem}
.long.very{min-width:18rem}
.number{text-align:right}
summary{cursor:pointer}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.all summary h2{display:inline}
.all .scroll{margin:1rem 0}
footer{margin-top:2.5rem;border-top:1px solid var(--line);font-size:.9rem}
/* A command breaks between its words, not at their hyphens. */
code{font-size:.9em;overflow-wrap:anywhere}code span{display:inline-block;max-width:100%}
pre{font-size:.9em;overflow-x:auto}
a{color:inherit}
@media print{fieldset,.live details,.told{display:none}.scroll{max-height:none;border:0;overflow:visible;padding:0}td{white-space:normal}.long{min-width:0}table{max-width:100%}
/* Nobody scrolls on paper; a chart stays whole, its table may go on overleaf. */
figure svg,tr,summary{break-inside:avoid}summary{break-after:avoid}}
`;
