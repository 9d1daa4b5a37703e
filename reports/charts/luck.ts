import type { Estimate, Luck, PlayerLuck, Results } from '../../src/results/types.ts';
import { MINUS } from '../../src/words/figures.ts';
import { pooled } from '../cells.ts';
import { setting } from '../findings.ts';
import { frame, type VegaLiteSpec } from '../frame.ts';
import { unstopped } from '../headline.ts';
import { decimal, percent, percentAndRange, percentRange } from '../number.ts';
import type { Style } from '../style.ts';
import { intervalTitle } from '../table.ts';
import { plain, textWidth, wrap } from '../text.ts';
import { INK, NEUTRAL, SIZE } from '../theme.ts';
import { topLegend } from './axes.ts';
import { colourScale, DECORATION, gridAxis, PERCENT_LABELS, quantitative, tooltip, topOf } from './marks.ts';

/** Room for the figures of the axis. */
const LEFT_PX = 46;
const HEIGHT_PX = 280;

const LESS = { label: 'less', colour: NEUTRAL[3] };
const YOURS = { label: 'what you rolled', colour: INK };
const MORE = { label: 'more', colour: NEUTRAL[0] };

/** Where a result seen at the table stands among all that could have come up. */
export function luck(results: Results, style?: Style): VegaLiteSpec {
  const l = results.luck as Luck;
  const measure = results.cells[0].measures.find((m) => m.id === l.measure);
  const seen = l.distribution ?? measure?.distribution ?? [];
  const subtitle = `Observed: ${decimal(l.observed)} ${plain(l.label)}. That or more: ${percentAndRange(l.atLeast)}; that or less: ${percentAndRange(l.atMost)}${l.given === undefined ? '' : `, ${plain(l.given)}`}`;
  return standing(results, { title: unstopped(l.text), subtitle, label: l.label, observed: l.observed, seen }, style);
}

/** Where the sum of a player's surprises stands among all that it could have been. */
export function playersLuck(results: Results, p: PlayerLuck, style?: Style): VegaLiteSpec {
  const bars = p.distribution.map((d) => d.value);
  const observed = bars.reduce((near, v) => (Math.abs(v - p.sum) < Math.abs(near - p.sum) ? v : near), bars[0]);
  const subtitle = `Surprises of ${p.counted} ${p.counted === 1 ? 'result' : 'results'}, each from −½ to ½: ${decimal(p.sum)} together. That or more: ${percent(p.asGood)}; that or less: ${percent(p.asBad)}`;
  const label = `sum of surprises, to the good of ${p.name}`;
  return standing(results, { title: unstopped(p.text), subtitle, label, observed, seen: p.distribution }, style);
}

interface Standing {
  readonly title: string;
  readonly subtitle: string;
  readonly label: string;
  readonly observed: number;
  readonly seen: readonly (Estimate & { readonly value: number })[];
}

function standing(results: Results, l: Standing, style?: Style): VegaLiteSpec {
  const { seen } = l;
  const cell = results.cells[0];
  const drawn = withGaps(seen, l.observed).map(
    (value) => seen.find((d) => d.value === value) ?? { value, ...pooled(cell, []) },
  );
  const place = (value: number): string => (value === l.observed ? YOURS : value > l.observed ? MORE : LESS).label;
  const rows = drawn.map((d) => ({
    value: d.value,
    where: place(d.value),
    p: d.p,
    low: d.low,
    high: d.high,
    end: d.high ?? d.p,
    share: percent(d.p),
    figure: percent(d.p),
    interval: percentRange(d),
  }));
  const columns = [
    { field: 'value', title: plain(l.label) },
    { field: 'share', title: 'Share' },
    ...(rows.some((r) => r.interval !== '') ? [{ field: 'interval', title: intervalTitle(results) }] : []),
    { field: 'where', title: 'Against yours' },
  ];
  const entries = [LESS, YOURS, MORE].filter((entry) => rows.some((row) => row.where === entry.label));
  return frame(
    results,
    {
      title: l.title,
      subtitle: setting(results, l.subtitle),
      rows,
      columns,
      plot: (room) => {
        const legend = topLegend(
          entries.map((e) => e.label),
          room.width - LEFT_PX,
        );
        const band = (room.width - LEFT_PX) / Math.max(1, rows.length);
        const figures = rows.every((r) => textWidth(r.figure, SIZE.small) < band - 4);
        return {
          height: room.height ?? HEIGHT_PX + legend.height,
          view: {
            encoding: {
              x: {
                field: 'value',
                type: 'ordinal',
                title: wrap(plain(l.label), room.width - LEFT_PX, SIZE.small),
                axis: { labelAngle: 0, labelOverlap: true, labelExpr: `replace(datum.label, '-', '${MINUS}')` },
              },
              tooltip: tooltip(columns),
            },
            layer: [
              {
                mark: { type: 'bar' },
                encoding: {
                  y: quantitative('p', {
                    axis: gridAxis(PERCENT_LABELS, { grid: !figures }),
                    scale: { domain: [0, topOf(rows.map((r) => r.end * 1.05))], nice: false },
                  }),
                  color: colourScale('where', entries, legend.legend),
                },
              },
              {
                transform: [{ filter: 'isValid(datum.low)' }],
                mark: { type: 'rule', color: INK, strokeWidth: 1.6, ...DECORATION },
                encoding: { y: quantitative('low'), y2: { field: 'high' } },
              },
              ...(figures
                ? [
                    {
                      mark: { type: 'text', baseline: 'bottom', dy: -4, fontSize: SIZE.small, ...DECORATION },
                      encoding: { y: quantitative('end'), text: { field: 'figure' } },
                    },
                  ]
                : []),
            ],
          },
        };
      },
    },
    style,
  );
}

/** Every value seen and the one observed; whole numbers in between that never come up leave a gap. */
function withGaps(seen: readonly { readonly value: number }[], observed: number): number[] {
  const values = [...new Set([...seen.map((d) => d.value), observed])].sort((x, y) => x - y);
  const [first, last] = [values[0], values[values.length - 1]];
  if (!values.every(Number.isInteger) || last - first > 40) return values;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
