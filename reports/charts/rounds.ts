import type { MeasureResult, Results } from '../../src/results/types.ts';
import { shownOutcomes } from '../cells.ts';
import { setting } from '../findings.ts';
import { frame, type VegaLiteSpec } from '../frame.ts';
import { decimal, percent, percentRange } from '../number.ts';
import type { Style } from '../style.ts';
import { intervalTitle } from '../table.ts';
import { capital, plain, shownText, wrap } from '../text.ts';
import { INK, PAPER, SIZE } from '../theme.ts';
import { isRounds } from './at-least.ts';
import { topLegend } from './axes.ts';
import { colourScale, DECORATION, gridAxis, PERCENT_LABELS, quantitative, tooltip, topOf } from './marks.ts';

/** Room for the figures of the axis. */
const LEFT_PX = 46;
const HEIGHT_PX = 300;

/** The measure that counts rounds or turns and knows how each of them ended. */
export function roundsMeasure(results: Results): MeasureResult | undefined {
  return results.cells[0].measures.find(
    (m) => isRounds(m.id) && m.distribution.length > 1 && m.distribution.some((d) => d.byOutcome !== undefined),
  );
}

/** When it is decided, and how: outcomes stacked by round. */
export function rounds(results: Results, style?: Style): VegaLiteSpec {
  const measure = roundsMeasure(results) as MeasureResult;
  const shown = shownOutcomes({ ...results, cells: [results.cells[0]] });
  const reached = measure.distribution.filter((d) => d.p > 0);
  const rows = reached.flatMap((d) =>
    shown.map((o, i) => ({
      round: d.value,
      outcome: o.label,
      order: i,
      p: d.byOutcome?.[o.id] ?? 0,
      share: percent(d.byOutcome?.[o.id] ?? 0),
      whole: percent(d.p),
      interval: percentRange(d),
      low: d.low,
      high: d.high,
    })),
  );
  const sampled = rows.some((r) => r.interval !== '');
  const columns = [
    { field: 'round', title: capital(plain(measure.label)) },
    { field: 'outcome', title: 'Outcome' },
    { field: 'share', title: 'Share' },
    { field: 'whole', title: 'All that end here' },
    ...(sampled ? [{ field: 'interval', title: `${intervalTitle(results)} of all` }] : []),
  ];
  const likeliest = reached.reduce((best, d) => (d.p > best.p ? d : best), reached[0]);
  return frame(
    results,
    {
      title: `${capital(shownText(measure.label))}: most often ${likeliest.value} (${percent(likeliest.p)}), ${decimal(measure.mean)} on average`,
      subtitle: setting(results, 'When it ends, and how'),
      rows,
      columns,
      remark: sampled ? `Thin lines: ${intervalTitle(results)}s of the whole bars.` : undefined,
      plot: (room) => {
        const legend = topLegend(
          shown.map((o) => o.label),
          room.width - LEFT_PX,
        );
        return {
          height: room.height ?? HEIGHT_PX + legend.height,
          view: {
            encoding: {
              x: {
                field: 'round',
                type: 'ordinal',
                title: wrap(plain(measure.label), room.width - LEFT_PX, SIZE.small),
                axis: { labelAngle: 0, labelOverlap: true },
                scale: { paddingInner: 0.3, paddingOuter: 0.2 },
              },
              tooltip: tooltip(columns),
            },
            layer: [
              {
                mark: { type: 'bar', stroke: PAPER, strokeWidth: 1 },
                encoding: {
                  y: quantitative('p', {
                    stack: 'zero',
                    axis: gridAxis(PERCENT_LABELS),
                    scale: { domain: [0, topOf(reached.map((d) => d.high ?? d.p))], nice: false },
                  }),
                  color: colourScale('outcome', shown, legend.legend),
                  order: { field: 'order', type: 'quantitative' },
                },
              },
              {
                transform: [{ filter: 'isValid(datum.low) && datum.order === 0' }],
                mark: { type: 'rule', color: INK, strokeWidth: 1.6, ...DECORATION },
                encoding: { y: quantitative('low'), y2: { field: 'high' } },
              },
            ],
          },
        };
      },
    },
    style,
  );
}
