import type { Results } from '../../src/results/types.ts';
import { seriesOf } from '../cells.ts';
import { lineFinding, setting } from '../findings.ts';
import { frame, plotWidth, type VegaLiteSpec } from '../frame.ts';
import { percentRange, sharesLike } from '../number.ts';
import { plain, textWidth, wrap } from '../text.ts';
import { SIZE } from '../theme.ts';
import { gridAxis, NUMBER_LABELS, nominal, ownColour, PERCENT_LABELS, quantitative, tooltip, topOf } from './marks.ts';

const HEIGHT_PX = 300;
const LEFT_PX = 48;

/** A numeric axis: a line for each way it can end, named at its end, with the interval as a band. */
export function lines(results: Results): VegaLiteSpec {
  const axis = results.axes?.[0];
  const path = axis?.path ?? '';
  const series = seriesOf(results);
  const shareText = sharesLike(results.cells.flatMap((cell) => series.map((s) => s.of(cell))));
  const rows = series.flatMap((s) =>
    results.cells.map((cell, c) => {
      const e = s.of(cell);
      return {
        cell: c,
        x: Number(cell.labels[path] ?? axis?.values[c] ?? c),
        series: s.label,
        colour: s.colour,
        p: e.p,
        low: e.low,
        high: e.high,
        share: shareText(e),
        interval: percentRange(e),
      };
    }),
  );
  const top = topOf(rows.map((r) => r.high ?? r.p));
  const lastX = Math.max(...rows.map((r) => r.x));
  const ends = spread(
    series.map((s) => ({
      lines: wrap(s.label, 130, SIZE.label),
      colour: s.colour,
      y: HEIGHT_PX * (1 - (rows.find((r) => r.series === s.label && r.x === lastX)?.p ?? 0) / top),
    })),
  );
  const right = Math.ceil(Math.max(...ends.flatMap((e) => e.lines.map((line) => textWidth(line, SIZE.label))))) + 14;
  const name = plain(axis?.label ?? path);
  const columns = [
    { field: 'x', title: name },
    { field: 'series', title: 'Result' },
    { field: 'share', title: 'Share' },
    ...(rows.some((r) => r.interval !== '') ? [{ field: 'interval', title: '95\u202f% interval' }] : []),
  ];
  const xs = [...new Set(rows.map((r) => r.x))].sort((a, b) => a - b);
  const width = plotWidth(LEFT_PX, right);
  const y = quantitative('p', { axis: gridAxis(PERCENT_LABELS), scale: { domain: [0, top], nice: false } });
  const detail = { detail: nominal('series') };
  return frame(results, {
    title: lineFinding(results),
    subtitle: setting(results, 'How often, by ' + name),
    rows,
    columns,
    left: LEFT_PX,
    right,
    views: [
      {
        width,
        height: HEIGHT_PX,
        encoding: {
          x: quantitative('x', {
            title: wrap(name, width, 13),
            axis: {
              ...(xs.length <= 12 ? { values: xs } : {}),
              labelExpr: NUMBER_LABELS,
              labelFlush: false,
              grid: false,
            },
            scale: { domain: [xs[0], xs[xs.length - 1]], nice: false, zero: false },
          }),
          tooltip: tooltip(columns),
        },
        layer: [
          {
            transform: [{ filter: 'isValid(datum.low)' }],
            mark: { type: 'area', opacity: 0.2, tooltip: null },
            encoding: { y: quantitative('low'), y2: { field: 'high' }, color: ownColour, ...detail },
          },
          { mark: { type: 'line', strokeWidth: 2.5 }, encoding: { y, color: ownColour, ...detail } },
          { mark: { type: 'circle', size: 55, opacity: 1 }, encoding: { y, color: ownColour } },
          {
            data: { values: ends.map((e) => ({ lines: e.lines, colour: e.colour, px: e.y })) },
            mark: {
              type: 'text',
              align: 'left',
              baseline: 'middle',
              lineHeight: SIZE.lineHeight,
              fontWeight: 600,
            },
            encoding: {
              x: { value: width + 12 },
              y: { field: 'px', type: 'quantitative', scale: null },
              text: { field: 'lines' },
              color: ownColour,
              tooltip: null,
            },
          },
        ],
      },
    ],
  });
}

type End = { readonly lines: string[]; readonly colour: string; readonly y: number };

/** Pushes the names at the lines' ends apart, from the top down and back up, until none overlap. */
function spread(ends: readonly End[]): End[] {
  const sorted = [...ends].sort((a, b) => a.y - b.y).map((e) => ({ ...e }));
  const height = (e: End): number => e.lines.length * SIZE.lineHeight + 3;
  for (let i = 1; i < sorted.length; i++) {
    sorted[i].y = Math.max(sorted[i].y, sorted[i - 1].y + height(sorted[i - 1]));
  }
  let floor = HEIGHT_PX + 8;
  for (let i = sorted.length - 1; i >= 0; i--) {
    sorted[i].y = Math.min(sorted[i].y, floor - height(sorted[i]) + SIZE.lineHeight / 2);
    floor = sorted[i].y - SIZE.lineHeight / 2;
  }
  return sorted;
}
