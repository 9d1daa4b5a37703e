import type { Results, Sensitivity, SensitivityRow } from '../../src/results/types.ts';
import { isShare, setting, tornadoFinding } from '../findings.ts';
import { frame, type Plot, type Room, type Row, type VegaLiteSpec } from '../frame.ts';
import { decimal, decimalRange, percent, points, pointsRange, signed } from '../number.ts';
import type { Style } from '../style.ts';
import { intervalTitle } from '../table.ts';
import { distinct, plain, shownText, textWidth } from '../text.ts';
import { BETTER, SIZE, WORSE } from '../theme.ts';
import {
  colourScale,
  DECORATION,
  gridAxis,
  nominal,
  POINT_LABELS,
  quantitative,
  ruleAt,
  tooltip,
  topOf,
  whiskers,
} from './marks.ts';
import { rowsOf, X_AXIS_PX } from './rows.ts';

/** A picture of more rows than this is a list; the table has them all. */
const MOST_ROWS = 12;
const BAR_PX = 15;

const WAYS = { minus: '−1', plus: '+1', without: 'none' } as const;
type Way = keyof typeof WAYS;

/** What one point of every modifier and the whole of it are worth, the largest on top. */
export function tornado(results: Results, style?: Style): VegaLiteSpec {
  const s = results.sensitivity as Sensitivity;
  const asShare = isShare(results, s.objective.id);
  const names = distinct(s.rows.map((row) => `${plain(row.label)} (${signed(row.value, 0)})`)).map(shownText);
  const effects = [
    { label: `“${plain(s.objective.label)}” more often`, colour: BETTER },
    { label: 'less often', colour: WORSE },
  ];
  const rows = s.rows.flatMap((row, i) =>
    (['minus', 'plus', 'without'] as const).map((way) => barOf(row, names[i], way, asShare, effects)),
  );
  const columns = [
    { field: 'modifier', title: 'Modifier (now)' },
    { field: 'value', title: 'Set to' },
    { field: 'gives', title: 'Gives' },
    { field: 'shown', title: asShare ? 'Change, percentage points' : 'Change' },
    ...(rows.some((r) => r.interval !== '') ? [{ field: 'interval', title: intervalTitle(results) }] : []),
    { field: 'source', title: 'Printed' },
    ...(rows.some((r) => r.note !== '') ? [{ field: 'note', title: 'Note' }] : []),
  ];
  return frame(
    results,
    {
      title: tornadoFinding(results),
      subtitle: setting(
        results,
        `Change in “${plain(s.objective.label)}”${asShare ? ', in percentage points,' : ''} from one point less or more of each modifier, and with none of it`,
      ),
      rows,
      columns,
      plot: (room) => plot(room, { names, rows, columns, effects, asShare }),
    },
    style,
  );
}

function barOf(
  row: SensitivityRow,
  modifier: string,
  way: Way,
  asShare: boolean,
  effects: readonly { readonly label: string }[],
) {
  const change = row[`${way}Change`];
  const interval = row[`${way}Interval`];
  const gives = row[way];
  return {
    modifier,
    way: WAYS[way],
    effect: effects[change >= 0 ? 0 : 1].label,
    value: way === 'without' ? 'removed' : signed(row.value + (way === 'minus' ? -1 : 1), 0),
    gives: asShare ? percent(gives) : decimal(gives),
    change,
    low: interval?.low,
    high: interval?.high,
    start: Math.min(0, interval?.low ?? change),
    end: Math.max(0, interval?.high ?? change),
    shown: asShare ? points(change) : signed(change, 2),
    interval: interval === undefined ? '' : asShare ? pointsRange(interval) : decimalRange(interval),
    source: plain(row.source),
    note: plain(row.note ?? ''),
  };
}

interface Drawn {
  readonly names: readonly string[];
  readonly rows: readonly ReturnType<typeof barOf>[];
  readonly columns: Parameters<typeof tooltip>[0];
  readonly effects: readonly { readonly label: string; readonly colour: string }[];
  readonly asShare: boolean;
}

function plot(room: Room, { names, rows, columns, effects, asShare }: Drawn): Plot {
  const layout = rowsOf(room, 'modifier', names.slice(0, MOST_ROWS), 3 * BAR_PX, {
    around: X_AXIS_PX,
    filled: 0.7,
    legend: effects.map((e) => e.label),
  });
  const hidden = names.length - layout.shown;
  const figurePx = textWidth(WAYS.without, SIZE.small) + 8;
  const most = Math.max(0, ...rows.flatMap((r) => [-r.start, r.end]));
  const reach = (asShare ? topOf([most]) : most * 1.1 || 1) / (1 - (2 * figurePx) / layout.plotWidth);
  const offset = { yOffset: nominal('way', { sort: Object.values(WAYS), scale: { paddingInner: 0.1 } }) };
  return {
    height: layout.height,
    isCut: layout.shown < Math.min(names.length, MOST_ROWS),
    remark: hidden > 0 ? `${hidden} modifiers with smaller effects are not drawn.` : undefined,
    view: {
      transform: [{ filter: { field: 'modifier', oneOf: names.slice(0, layout.shown) } }],
      encoding: { y: layout.y, tooltip: tooltip(columns) },
      layer: [
        {
          mark: { type: 'bar' },
          encoding: {
            x: quantitative('change', {
              axis: gridAxis(asShare ? POINT_LABELS : "datum.value === 0 ? '0' : format(datum.value, '+~f')", {
                grid: false,
              }),
              scale: { domain: [-reach, reach], nice: false },
            }),
            color: colourScale('effect', effects, layout.legend),
            ...offset,
          },
        },
        whiskers('low', 'high', { encoding: offset }),
        ruleAt('x', 0),
        wayNames('end', offset),
        wayNames('start', offset),
      ],
    },
  };
}

/** "+1" at the end of the bar that shows what one point more does, "none" at that without the row. */
const wayNames = (side: 'start' | 'end', offset: Row): Row => ({
  transform: [{ filter: side === 'end' ? 'datum.change > 0' : 'datum.change < 0' }],
  mark: {
    type: 'text',
    align: side === 'end' ? 'left' : 'right',
    baseline: 'middle',
    dx: side === 'end' ? 5 : -5,
    fontSize: SIZE.small,
    ...DECORATION,
  },
  encoding: { x: quantitative(side), text: { field: 'way' }, ...offset },
});
