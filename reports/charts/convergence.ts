import type { Convergence, Results } from '../../src/results/types.ts';
import { setting } from '../findings.ts';
import { frame, type VegaLiteSpec } from '../frame.ts';
import { count, percent, percentRange } from '../number.ts';
import type { Style } from '../style.ts';
import { intervalTitle } from '../table.ts';
import { shownText } from '../text.ts';
import { SERIES } from '../theme.ts';
import { DASHED, DECORATION, gridAxis, PERCENT_LABELS, quantitative, ruleAt, tooltip } from './marks.ts';

const HEIGHT_PX = 310;
const COLOUR = SERIES[1];

/** A sampled run closing in on the exact value. */
export function convergence(results: Results, style?: Style): VegaLiteSpec {
  const c = results.convergence as Convergence;
  const label = results.cells[0].outcomes.find((o) => o.id === c.outcome)?.label ?? c.outcome;
  const rows = c.points.map((point) => ({
    trials: point.trials,
    p: point.p,
    low: point.low,
    high: point.high,
    number: count(point.trials),
    share: percent(point.p),
    interval: percentRange(point),
  }));
  const columns = [
    { field: 'number', title: 'Trials' },
    { field: 'share', title: 'Estimate' },
    { field: 'interval', title: intervalTitle(results) },
  ];
  const last = c.points[c.points.length - 1];
  const off = Math.abs(last.p - c.exact) * 100;
  // What was drawn and the exact value, and no more: the band narrows from wherever it began.
  const [low, high] = [Math.min(c.exact, ...rows.map((r) => r.low)), Math.max(c.exact, ...rows.map((r) => r.high))];
  const pad = 0.06 * Math.max(high - low, 1e-4);
  const domain = [Math.max(0, low - pad), Math.min(1, high + pad)];
  return frame(
    results,
    {
      title: `After ${count(last.trials)} trials the estimate is ${off < 0.001 ? 'under 0.001' : off.toPrecision(1)} percentage points off the exact ${percent(c.exact)}`,
      subtitle: setting(
        results,
        `Sampled share of “${shownText(label)}” with its ${intervalTitle(results)}; the dashed line is the exact value`,
      ),
      rows,
      columns,
      plot: (room) => ({
        height: room.height ?? HEIGHT_PX,
        view: {
          encoding: {
            x: quantitative('trials', {
              title: 'trials',
              axis: {
                grid: false,
                labelExpr: "format(datum.value, '~s')",
                labelFlush: false,
                labelOverlap: true,
                values: roundTrials(rows[0].trials, last.trials),
              },
              scale: { type: 'log', nice: false, domain: [rows[0].trials, last.trials] },
            }),
            tooltip: tooltip(columns),
          },
          layer: [
            {
              mark: { type: 'area', opacity: 0.22, color: COLOUR, tooltip: null, ...DECORATION },
              encoding: {
                y: quantitative('low', { axis: gridAxis(PERCENT_LABELS), scale: { domain, nice: false, zero: false } }),
                y2: { field: 'high' },
              },
            },
            {
              mark: { type: 'line', strokeWidth: 2.5, color: COLOUR, ...DECORATION },
              encoding: { y: quantitative('p') },
            },
            { mark: { type: 'circle', size: 36, opacity: 1, color: COLOUR }, encoding: { y: quantitative('p') } },
            ruleAt('y', c.exact, DASHED),
          ],
        },
      }),
    },
    style,
  );
}

/** 5k, 10k, 20k, 50k … : round numbers between the first and the last; only powers of ten where that is too many. */
function roundTrials(from: number, to: number): number[] {
  const powers = Array.from({ length: 16 }, (_, i) => 10 ** i);
  const within = (values: readonly number[]): number[] => values.filter((v) => v >= from && v <= to);
  const fine = within(powers.flatMap((power) => [power, 2 * power, 5 * power]));
  return fine.length <= 8 ? fine : within(powers);
}
