import type { Results } from '../../src/results/types.ts';
import { outcomeOf, shownOutcomes } from '../cells.ts';
import { setting } from '../findings.ts';
import { frame, type VegaLiteSpec } from '../frame.ts';
import { percent, percentRange } from '../number.ts';
import { outcomeFinding } from '../outcome-finding.ts';
import type { Style } from '../style.ts';
import { intervalTitle } from '../table.ts';
import { textWidth } from '../text.ts';
import { SIZE } from '../theme.ts';
import { colourScale, DECORATION, quantitative, tooltip, whiskers } from './marks.ts';
import { rowsOf } from './rows.ts';

const BAR_PX = 23;

/** Outcome bars: one cell, from one side's disaster to the other's. */
export function outcomes(results: Results, style?: Style): VegaLiteSpec {
  const cell = results.cells[0];
  const shown = shownOutcomes({ ...results, cells: [cell] });
  const rows = shown.map((o) => {
    const e = outcomeOf(cell, o.id);
    return {
      cell: 0,
      outcome: o.label,
      p: e.p,
      low: e.low,
      high: e.high,
      end: e.high ?? e.p,
      share: percent(e.p),
      interval: percentRange(e),
    };
  });
  const columns = [
    { field: 'outcome', title: 'Outcome' },
    { field: 'share', title: 'Share' },
    ...(cell.engine === 'sample' ? [{ field: 'interval', title: intervalTitle(results) }] : []),
  ];
  const figurePx = Math.max(0, ...rows.map((r) => textWidth(r.share, SIZE.label))) + 9;
  const most = Math.max(0.01, ...rows.map((r) => r.end));
  return frame(
    results,
    {
      title: outcomeFinding(results),
      subtitle: setting(results, 'How it ends'),
      rows,
      columns,
      plot: (room) => {
        const names = rowsOf(
          room,
          'outcome',
          shown.map((o) => o.label),
          BAR_PX,
        );
        // The longest bar leaves room for its figure.
        const top = most / (1 - Math.min(0.5, figurePx / names.plotWidth));
        return {
          height: names.height,
          view: {
            encoding: { y: names.y, tooltip: tooltip(columns) },
            layer: [
              {
                mark: { type: 'bar' },
                encoding: {
                  x: quantitative('p', { axis: null, scale: { domain: [0, top], nice: false } }),
                  color: colourScale('outcome', shown, null),
                },
              },
              whiskers('low', 'high'),
              {
                mark: { type: 'text', align: 'left', baseline: 'middle', dx: 7, ...DECORATION },
                encoding: { x: quantitative('end'), text: { field: 'share' } },
              },
            ],
          },
        };
      },
    },
    style,
  );
}
