import type { Results, Sensitivity, SensitivityRow } from '../../src/results/types.ts';
import { isShare, setting, tornadoFinding } from '../findings.ts';
import { frame, plotWidth, type Row, type VegaLiteSpec } from '../frame.ts';
import { decimal, decimalRange, percent, points, pointsRange, signed } from '../number.ts';
import { distinct, named, plain } from '../text.ts';
import { SERIES } from '../theme.ts';
import { gridAxis, nominal, ownColour, POINT_LABELS, quantitative, ruleAt, tooltip, topOf, whiskers } from './marks.ts';
import { rowsOf } from './rows.ts';

/** A picture of more rows than this is a list; the table has them all. */
const MOST_ROWS = 16;
const BAR_PX = 12;
/** Room for half of the last figure on the axis. */
const RIGHT_PX = 14;
const LESS = { label: 'one point less', colour: SERIES[2] };
const MORE = { label: 'one point more', colour: SERIES[1] };

/** What one point of every modifier is worth, the largest swing on top. */
export function tornado(results: Results): VegaLiteSpec {
  const s = results.sensitivity as Sensitivity;
  const asShare = isShare(results, s.objective.id);
  const drawn = s.rows.slice(0, MOST_ROWS);
  const names = distinct(drawn.map((row) => `${plain(row.label)} (${signed(row.value, 0)})`)).map(named);
  // Less on one side and more on the other share a line; where both fall on one side they would hide each other.
  const apart = drawn.some((row) => row.minusChange * row.plusChange > 0);
  const modifiers = rowsOf('modifier', names, apart ? 2 * BAR_PX : BAR_PX + 4, { overhang: RIGHT_PX });
  const side = (row: SensitivityRow, i: number, way: 'minus' | 'plus') => {
    const change = way === 'minus' ? row.minusChange : row.plusChange;
    const interval = way === 'minus' ? row.minusInterval : row.plusInterval;
    const { label, colour } = way === 'minus' ? LESS : MORE;
    return {
      modifier: names[i],
      lines: modifiers.lines[i],
      way: label,
      colour,
      value: signed(row.value + (way === 'minus' ? -1 : 1), 0),
      gives: asShare
        ? percent(way === 'minus' ? row.minus : row.plus)
        : decimal(way === 'minus' ? row.minus : row.plus),
      change,
      low: interval?.low,
      high: interval?.high,
      shown: asShare ? points(change) : signed(change, 2),
      interval: interval === undefined ? '' : asShare ? pointsRange(interval) : decimalRange(interval),
      source: plain(row.source),
      note: plain(row.note ?? ''),
    };
  };
  const rows = drawn.flatMap((row, i) => [side(row, i, 'minus'), side(row, i, 'plus')]);
  const columns = [
    { field: 'modifier', title: 'Modifier (now)' },
    { field: 'value', title: 'Set to' },
    { field: 'gives', title: 'Gives' },
    { field: 'shown', title: asShare ? 'Change, points' : 'Change' },
    ...(rows.some((r) => r.interval !== '') ? [{ field: 'interval', title: '95\u202f% interval' }] : []),
    { field: 'source', title: 'Printed' },
    ...(rows.some((r) => r.note !== '') ? [{ field: 'note', title: 'Note' }] : []),
  ];
  const most = Math.max(0, ...rows.flatMap((r) => [r.change, r.low ?? 0, r.high ?? 0].map(Math.abs)));
  const reach = asShare ? topOf([most]) : most * 1.1 || 1;
  const offset: Row = apart ? { yOffset: nominal('way', { sort: [LESS.label, MORE.label] }) } : {};
  const { left } = modifiers;
  const hidden = s.rows.length - drawn.length;
  return frame(results, {
    title: tornadoFinding(results),
    subtitle: setting(
      results,
      `Change in “${plain(s.objective.label)}”${asShare ? ', in percentage points,' : ''} from one point of each modifier`,
    ),
    rows,
    columns,
    left,
    right: RIGHT_PX,
    legend: [LESS, MORE],
    remark: hidden > 0 ? `${hidden} modifiers with smaller effects are not drawn.` : undefined,
    views: [
      {
        width: plotWidth(left, RIGHT_PX),
        height: modifiers.height,
        encoding: { y: modifiers.y, tooltip: tooltip(columns) },
        layer: [
          {
            mark: { type: 'bar' },
            encoding: {
              x: quantitative('change', {
                axis: gridAxis(asShare ? POINT_LABELS : "datum.value === 0 ? '0' : format(datum.value, '+~f')"),
                scale: { domain: [-reach, reach], nice: false },
              }),
              color: ownColour,
              ...offset,
            },
          },
          whiskers('low', 'high', { encoding: offset }),
          ruleAt('x', 0),
          ...modifiers.names,
        ],
      },
    ],
  });
}
