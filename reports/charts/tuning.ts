import type { Results, Tuning } from '../../src/results/types.ts';
import { isShare, setting } from '../findings.ts';
import { frame, type Plot, type Room, type VegaLiteSpec } from '../frame.ts';
import { furtherSentences, unstopped } from '../headline.ts';
import { decimal, decimalRange, percent, percentRange, points, pointsRange } from '../number.ts';
import type { Style } from '../style.ts';
import { intervalTitle } from '../table.ts';
import { capital, distinct, plain, textWidth } from '../text.ts';
import { INK, NEUTRAL, SERIES, SIZE } from '../theme.ts';
import {
  colourScale,
  DASHED,
  DECORATION,
  gridAxis,
  NUMBER_LABELS,
  PERCENT_LABELS,
  POINT_LABELS,
  quantitative,
  ruleAt,
  tooltip,
  whiskers,
} from './marks.ts';
import { roomRemark, rowsOf, X_AXIS_PX } from './rows.ts';

/** Of several values moved together, as many combinations are drawn. */
const MOST_ROWS = 15;
const BAR_PX = 21;

const CHOSEN = { label: 'nearest to the target', colour: INK };
const PRINTED = { label: 'as printed', colour: SERIES[1] };
const TRIED = { label: 'tried', colour: NEUTRAL[1] };

/** Every value tried against the target; the chosen one stands out. */
export function tuning(results: Results, style?: Style): VegaLiteSpec {
  const t = results.tuning as Tuning;
  const asShare = isShare(results, t.objective.id);
  const isLead = t.objective.id === 'advantage';
  const shown = isLead ? points : asShare ? (value: number) => percent(value) : decimal;
  const chosen = t.best.map((b) => b.to).join('\n');
  const several = t.best.length > 1;
  const distance = (value: number): number => Math.abs(value - t.target);
  const tried = several
    ? [...t.tried].sort((x, y) => distance(x.value) - distance(y.value)).slice(0, MOST_ROWS)
    : t.tried;
  const labels = t.best.map((b) => plain(b.label));
  const name = (values: readonly number[]): string =>
    // The value stays with its name where a line breaks.
    values.map((v, i) => `${several ? `${labels[i]}\u00a0` : ''}${minus(v)}`).join(', ');
  const names = distinct(tried.map((one) => name(one.values)));
  const rows = tried.map((one, i) => {
    const best = one.values.join('\n') === chosen;
    const printed = t.best.every((b, k) => b.from === one.values[k]);
    return {
      name: names[i],
      x: one.values[0],
      value: one.value,
      low: one.low,
      high: one.high,
      start: Math.min(0, one.low ?? one.value),
      end: Math.max(0, one.high ?? one.value),
      shown: shown(one.value),
      interval: isLead ? pointsRange(one) : asShare ? percentRange(one) : decimalRange(one),
      which: (best ? CHOSEN : printed ? PRINTED : TRIED).label,
    };
  });
  const columns = [
    { field: 'name', title: several ? 'Values' : capital(labels[0] ?? 'value') },
    { field: 'shown', title: plain(t.objective.label) },
    ...(rows.some((r) => r.interval !== '') ? [{ field: 'interval', title: intervalTitle(results) }] : []),
    { field: 'which', title: '' },
  ];
  const entries = [CHOSEN, PRINTED, TRIED].filter((entry) => rows.some((r) => r.which === entry.label));
  return frame(
    results,
    {
      title: capital(unstopped(t.text)),
      subtitle: setting(
        results,
        `${capital(plain(t.objective.label))}${isLead ? ', in percentage points,' : ''} for each value of ${t.best.map((b) => `“${plain(b.label)}”`).join(' and ')}; the dashed line is ${isLead && t.target === 0 ? 'an even fight' : `the target,\u00a0${shown(t.target)}`}`,
      ),
      rows,
      columns,
      remark: remark(t, rows.length),
      plot: (room) =>
        namedBars(room, {
          rows,
          names,
          columns,
          entries,
          labels: isLead ? POINT_LABELS : asShare ? PERCENT_LABELS : NUMBER_LABELS,
          target: t.target,
          keep: Math.max(
            0,
            rows.findIndex((r) => r.which === CHOSEN.label),
          ),
        }),
    },
    style,
  );
}

interface Drawn {
  readonly rows: readonly { readonly shown: string; readonly start: number; readonly end: number }[];
  readonly names: readonly string[];
  readonly columns: Parameters<typeof tooltip>[0];
  readonly entries: readonly { readonly label: string; readonly colour: string }[];
  /** How the figures of the axis are written. */
  readonly labels: string;
  /** Where the dashed line stands, if there is one. */
  readonly target?: number;
  /** The row that must be seen. */
  readonly keep?: number;
}

/** Bars around zero, since an advantage may be a disadvantage. */
export function namedBars(room: Room, { rows, names, columns, entries, labels, target, keep }: Drawn): Plot {
  const layout = rowsOf(room, 'name', names, BAR_PX, {
    around: X_AXIS_PX,
    between: 9,
    legend: entries.map((e) => e.label),
    ...(keep === undefined ? {} : { keep }),
  });
  const figurePx = Math.max(...rows.map((r) => textWidth(r.shown, SIZE.label))) + 9;
  const least = Math.min(0, target ?? 0, ...rows.map((r) => r.start));
  const most = Math.max(0, target ?? 0, ...rows.map((r) => r.end));
  const reach = Math.max(most - least, 1e-9);
  const low = least < 0 ? least - 0.02 * reach : 0;
  // The figures have the right end of the plot to themselves.
  const high = most + (reach * figurePx) / Math.max(40, layout.plotWidth - figurePx);
  return {
    height: layout.height,
    isCut: layout.shown < names.length,
    remark: roomRemark(layout.shown, names.length, 'values'),
    view: {
      transform: layout.transform,
      encoding: { y: layout.y, tooltip: tooltip(columns) },
      layer: [
        {
          mark: { type: 'bar' },
          encoding: {
            x: quantitative('value', {
              axis: gridAxis(labels, { grid: false }),
              scale: { domain: [low, high], nice: false },
            }),
            color: colourScale('which', entries, layout.legend),
          },
        },
        whiskers('low', 'high'),
        ...(target === undefined ? [] : [ruleAt('x', target, DASHED)]),
        ...(least < 0 ? [ruleAt('x', 0)] : []),
        // In a column of their own: beside the bars the figures would stand on the line of the target.
        {
          mark: { type: 'text', align: 'right', baseline: 'middle', ...DECORATION },
          encoding: { x: { datum: high }, text: { field: 'shown' } },
        },
      ],
    },
  };
}

function remark(t: Tuning, drawn: number): string | undefined {
  const fewer = t.tried.length > drawn ? [`The ${drawn} nearest of ${t.tried.length} combinations tried.`] : [];
  const all = [furtherSentences(t.text), ...fewer].filter((part) => part !== '');
  return all.length === 0 ? undefined : all.join(' ');
}

/** A figure with a true minus. */
const minus = (value: number): string => String(value).replace('-', '\u2212');
