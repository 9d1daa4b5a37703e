import type { CellResult, Results } from '../../src/results/types.ts';
import { casesFinding } from '../cases-finding.ts';
import { cellNames, isContest, outcomeOf, SELF_EVIDENT, type ShownOutcome, shownOutcomes, together } from '../cells.ts';
import { betterIn, betterOf } from '../fights.ts';
import { setting } from '../findings.ts';
import { frame, type Plot, type Room, type Row, type VegaLiteSpec } from '../frame.ts';
import { percent, percentRange } from '../number.ts';
import type { Style } from '../style.ts';
import { intervalTitle } from '../table.ts';
import { shownText, textWidth, theSide } from '../text.ts';
import { inkOn, LINE_PX, ON_PALE, PAPER, SIZE } from '../theme.ts';
import { axisTitle } from './axes.ts';
import { colourScale, DECORATION, quantitative, tooltip } from './marks.ts';
import { multiplesOf, multiplesView } from './multiples.ts';
import { panelsOf } from './panels.ts';
import { roomRemark, rowsOf, X_AXIS_PX } from './rows.ts';

const BAR_PX = 28;
/** The same in a panel of several. */
const PANEL_BAR_PX = 20;
const PANEL_PLOT_PX = 195;
/** White either side of a figure in its bar. */
const AROUND_PX = 4;

/**
 * The signature chart: one bar of 100% per case, laid around the undecided, from side A's disaster on the left to its
 * triumph on the right. Where the bars reach is who wins; the shades are how.
 */
export function stacked(results: Results, style?: Style): VegaLiteSpec {
  const names = cellNames(results);
  const shown = shownOutcomes(results);
  const panels = panelsOf(results, names);
  const rows = results.cells.flatMap((cell, c) =>
    spans(cell, shown).map((span) => ({
      cell: c,
      name: panels.names[c],
      case: names[c],
      ...span,
      share: percent(span.p),
      interval: percentRange(span),
    })),
  );
  const columns = [
    { field: 'case', title: 'Case' },
    { field: 'outcome', title: 'Outcome' },
    { field: 'share', title: 'Share' },
    ...(rows.some((r) => r.interval !== '') ? [{ field: 'interval', title: intervalTitle(results) }] : []),
  ];
  return frame(
    results,
    {
      title: casesFinding(results),
      subtitle: setting(results, `How it ends${byAxis(results)}`),
      rows,
      columns,
      isLandscape: true,
      summary: results.cells.map((cell, c) => `${names[c]}: ${inShort(results, cell)}`),
      plot: (room) => plot(results, room, { rows, shown, panels, columns }),
    },
    style,
  );
}

/** "the defender comes off better in 20.4%, the attacker 5.8%, neither 73.7%": where the bar of a case reaches. */
function inShort(results: Results, cell: CellResult): string {
  const share = (winner: ShownOutcome['winner']): string => percent(together(cell, (o) => o.winner === winner).p);
  const a = theSide(cell.sides[0]);
  if (!isContest(results)) return `good for ${a} ${share('a')}, neither ${share('none')}, bad ${share('b')}`;
  return `${betterIn(results, 1, share('b'))}, ${a} ${share('a')}, neither ${share('none')}`;
}

interface Span extends Row {
  readonly outcome: string;
  readonly p: number;
  readonly low?: number;
  readonly high?: number;
  readonly from: number;
  readonly to: number;
  readonly middle: number;
}

/** Where the outcomes of a cell lie: what nobody wins around zero, B's wins left of it, A's right of it. */
function spans(cell: CellResult, shown: readonly ShownOutcome[]): Span[] {
  const total = (winner: ShownOutcome['winner']): number => together(cell, (o) => o.winner === winner).p;
  let at = -total('b') - total('none') / 2;
  // Outcomes that nobody wins stand between the sides' wherever their severity puts them.
  const order = ['b', 'none', 'a'].flatMap((winner) => shown.filter((o) => o.winner === winner));
  return order.map((o) => {
    const { p, low, high } = outcomeOf(cell, o.id);
    const from = at;
    at += p;
    return { outcome: o.label, p, low, high, from, to: at, middle: (from + at) / 2 };
  });
}

interface Drawn {
  readonly rows: readonly (Span & { readonly name: string; readonly cell: number; readonly share: string })[];
  readonly shown: readonly ShownOutcome[];
  readonly panels: ReturnType<typeof panelsOf>;
  readonly columns: Parameters<typeof tooltip>[0];
}

function plot(results: Results, room: Room, drawn: Drawn): Plot {
  const { shown, panels } = drawn;
  const ends = totals(results, panels.names);
  const multiples = multiplesOf(room, panels, {
    field: 'name',
    marksPx: PANEL_BAR_PX,
    legend: shown.map((o) => o.label),
    legendTitle: directions(results),
    plotPx: PANEL_PLOT_PX,
    axisPx: 0,
  });
  if (multiples === undefined) return inOnePlot(results, room, drawn, ends);
  const names = new Set(multiples.panels.flatMap((panel) => panel.names));
  const seen = ends.filter((e) => names.has(e.name));
  const scale = scaleOf(seen, multiples.plotWidth);
  return {
    height: multiples.height,
    isCut: multiples.isCramped,
    remark: roomRemark(multiples.shown, results.cells.length),
    config: { view: { continuousWidth: multiples.plotWidth } },
    view: multiplesView(multiples, (of, y) => ({
      transform: [{ filter: { field: 'name', oneOf: [...of] } }],
      encoding: { y },
      layer: bars(
        drawn,
        of,
        seen.filter((e) => of.includes(e.name)),
        scale,
        null,
        multiples.legend,
      ),
    })),
  };
}

/** All cases in one plot, one below the other. */
function inOnePlot(results: Results, room: Room, drawn: Drawn, ends: Ends): Plot {
  const { shown, panels } = drawn;
  const { legend, ...layout } = rowsOf(room, 'name', panels.rows, BAR_PX, {
    around: X_AXIS_PX,
    legend: shown.map((o) => o.label),
    headings: panels.headings,
  });
  const names = panels.rows.slice(0, layout.shown);
  const seen = ends.filter((e) => names.includes(e.name));
  const title = axisTitle(directions(results), layout.plotWidth);
  const count = new Set(seen.map((e) => e.cell)).size;
  return {
    height: layout.height + (room.height === null ? (title.length - 1) * LINE_PX.small : 0),
    isCut: layout.shown < panels.rows.length,
    remark: roomRemark(count, results.cells.length),
    view: {
      transform: layout.transform,
      encoding: { y: layout.y },
      layer: bars(drawn, names, seen, scaleOf(seen, layout.plotWidth), title, legend),
    },
  };
}

interface Scale {
  readonly domain: readonly [number, number];
  /** Pixels for a share of 1. */
  readonly perShare: number;
}

/** Bars as long as can be beside the figures at their ends. */
function scaleOf(ends: Ends, plotWidth: number): Scale {
  const endPx = Math.max(0, ...ends.map((e) => textWidth(e.total, SIZE.label, 600))) + 8;
  const reach = (edge: 'left' | 'right'): number =>
    Math.max(...ends.filter((e) => e.edge === edge).map((e) => Math.abs(e.at)), 0.02);
  const perShare = (plotWidth - 2 * endPx) / (reach('left') + reach('right'));
  return { perShare, domain: [-reach('left') - endPx / perShare, reach('right') + endPx / perShare] };
}

/** The bars of these cases, with their figures. */
function bars(
  { rows, shown, columns }: Drawn,
  names: readonly string[],
  ends: Ends,
  { domain, perShare }: Scale,
  title: readonly string[] | null,
  legend: Row | null,
): Row[] {
  const winnerOf = new Map(shown.map((o) => [o.label, o.winner]));
  // An outcome that is all of a side's wins has its figure at the end of the bar.
  const isTold = (r: Drawn['rows'][number]): boolean =>
    ends.some((e) => e.cell === r.cell && e.winner === winnerOf.get(r.outcome) && e.total === r.share);
  const figures = rows
    .filter((r) => names.includes(r.name) && !isTold(r))
    .map((r) => ({ ...r, ...clearOf(ends, r), figure: bare(r.share) }))
    .filter((r) => textWidth(r.figure, SIZE.small) + 2 * AROUND_PX <= r.clear * perShare);
  const inks = [...new Set(shown.map((o) => inkOn(o.colour)))];
  const written = (ink: string) => shown.filter((o) => inkOn(o.colour) === ink).map((o) => o.label);
  return [
    {
      mark: { type: 'bar', stroke: PAPER, strokeWidth: 1 },
      encoding: {
        x: quantitative('from', {
          scale: { domain: [...domain], nice: false },
          axis: title === null ? null : { orient: 'top', labels: false, grid: false, title, titlePadding: 4 },
        }),
        x2: { field: 'to' },
        color: colourScale('outcome', shown, legend),
        tooltip: tooltip(columns),
      },
    },
    {
      data: { values: figures },
      mark: { type: 'text', baseline: 'middle', fontSize: SIZE.small, ...DECORATION },
      encoding: {
        x: quantitative('middle'),
        text: { field: 'figure' },
        color: {
          condition: inks.map((ink) => ({
            test: `indexof(${JSON.stringify(written(ink))}, datum.outcome) >= 0`,
            value: ink,
          })),
          value: ON_PALE,
        },
      },
    },
    ...endFigures(ends),
  ];
}

/** What either end of the bars means: who wins, or how well it goes for the one side of a test. */
function directions(results: Results): string {
  if (isContest(results)) return `← ${betterOf(results, 1)} · neither · ${betterOf(results, 0)} →`;
  const who = theSide(results.cells[0].sides[0]);
  return `← bad for ${who} · neither · good for ${who} →`;
}

type Ends = ReturnType<typeof totals>;

/** Who wins how often, as a figure at each end of a bar. */
function totals(results: Results, names: readonly string[]) {
  return results.cells.flatMap((cell, c) => {
    const half = together(cell, (o) => o.winner === 'none').p / 2;
    return (['b', 'a'] as const).map((winner) => {
      const e = together(cell, (o) => o.winner === winner);
      const sign = winner === 'a' ? 1 : -1;
      return {
        cell: c,
        name: names[c],
        winner,
        edge: winner === 'a' ? 'right' : 'left',
        total: percent(e.p),
        at: sign * (half + (e.high ?? e.p)),
        low: e.low === undefined ? undefined : sign * (half + e.low),
        high: e.high === undefined ? undefined : sign * (half + e.high),
      };
    });
  });
}

/** What the intervals at the ends of its bar leave of a span, and the middle of that: they cross no figure. */
function clearOf(
  ends: Ends,
  { cell, from, to }: Pick<Drawn['rows'][number], 'cell' | 'from' | 'to'>,
): { readonly clear: number; readonly middle: number } {
  const inner = (edge: 'left' | 'right', span: number): number =>
    ends.find((e) => e.cell === cell && e.edge === edge)?.low ?? span;
  const [first, last] = [Math.max(from, inner('left', from)), Math.min(to, inner('right', to))];
  return { clear: last - first, middle: (first + last) / 2 };
}

function endFigures(ends: Ends): Row[] {
  const text = (edge: 'left' | 'right'): Row => ({
    data: { values: ends.filter((e) => e.edge === edge) },
    mark: {
      type: 'text',
      baseline: 'middle',
      align: edge === 'left' ? 'right' : 'left',
      dx: edge === 'left' ? -6 : 6,
      fontWeight: 600,
      ...DECORATION,
    },
    encoding: { x: quantitative('at'), text: { field: 'total' } },
  });
  const sampled = ends.filter((e) => e.low !== undefined);
  const intervals: Row = {
    data: { values: sampled },
    mark: { type: 'rule', strokeWidth: 1.6, ...DECORATION },
    encoding: { x: quantitative('low'), x2: { field: 'high' } },
  };
  return [...(sampled.length > 0 ? [intervals] : []), text('left'), text('right')];
}

const bare = (share: string): string => share.replace('%', '');

/** Bare values in the names ("sharp", "mob") need the path that they are values of. */
function byAxis(results: Results): string {
  const [axis, ...others] = results.axes ?? [];
  const isBare = axis !== undefined && others.length === 0 && axis.kind === 'list' && !SELF_EVIDENT.includes(axis.path);
  return isBare ? `, by ${shownText(axis.label)}` : '';
}
