import type { Results, Tuning } from '../../src/results/types.ts';
import { isShare, setting } from '../findings.ts';
import { frame, plotWidth, type VegaLiteSpec } from '../frame.ts';
import { furtherSentences, unstopped } from '../headline.ts';
import { decimal, decimalRange, percent, percentRange } from '../number.ts';
import { capital, distinct, plain, textWidth, wrap } from '../text.ts';
import { BLUE, NEUTRAL, SIZE, WARM } from '../theme.ts';
import {
  DASHED,
  gridAxis,
  NUMBER_LABELS,
  ownColour,
  PERCENT_LABELS,
  quantitative,
  ruleAt,
  tooltip,
  topOf,
  whiskers,
} from './marks.ts';
import { rowsOf } from './rows.ts';

/** Of several values moved together, as many combinations are drawn. */
const MOST_ROWS = 15;
const BAR_PX = 21;

/** Every value tried against the target; the chosen one stands out. */
export function tuning(results: Results): VegaLiteSpec {
  const t = results.tuning as Tuning;
  const asShare = isShare(results, t.objective.id);
  const shown = (value: number): string => (asShare ? percent(value) : decimal(value));
  const chosen = t.best.map((b) => b.to).join('\n');
  const several = t.best.length > 1;
  const distance = (value: number): number => Math.abs(value - t.target);
  const tried = several
    ? [...t.tried].sort((x, y) => distance(x.value) - distance(y.value)).slice(0, MOST_ROWS)
    : t.tried;
  const name = (values: readonly number[]): string =>
    // The value stays with its name where a line breaks.
    values.map((v, i) => `${several ? `${last(t.best[i]?.path ?? '')}\u00a0` : ''}${minus(v)}`).join(', ');
  const names = distinct(tried.map((one) => name(one.values)));
  const values = rowsOf('name', names, BAR_PX, { between: 9, overhang: 12 });
  const rows = tried.map((one, i) => {
    const best = one.values.join('\n') === chosen;
    const printed = t.best.every((b, k) => b.from === one.values[k]);
    return {
      name: names[i],
      lines: values.lines[i],
      x: one.values[0],
      value: one.value,
      low: one.low,
      high: one.high,
      end: one.high ?? one.value,
      shown: shown(one.value),
      interval: asShare ? percentRange(one) : decimalRange(one),
      colour: best ? WARM[1] : printed ? BLUE[1] : NEUTRAL[0],
      which: best ? 'nearest' : printed ? 'as printed' : '',
    };
  });
  const columns = [
    { field: 'name', title: several ? 'Values' : plain(last(t.best[0]?.path ?? 'value')) },
    { field: 'shown', title: plain(t.objective.label) },
    ...(rows.some((r) => r.interval !== '') ? [{ field: 'interval', title: '95\u202f% interval' }] : []),
    { field: 'which', title: '' },
  ];
  const { left } = values;
  const right = Math.ceil(Math.max(...rows.map((r) => textWidth(r.shown, SIZE.label)))) + 16;
  const width = plotWidth(left, right);
  const all = [...rows.map((r) => r.end), t.target];
  const top = asShare ? topOf(all) : Math.max(...all) * 1.05;
  const floor = asShare ? 0 : Math.min(0, ...rows.map((r) => r.low ?? r.value)) * 1.05;
  return frame(results, {
    title: capital(unstopped(t.text)),
    subtitle: setting(
      results,
      `“${plain(t.objective.label)}” for each value of ${t.best.map((b) => plain(b.path)).join(' and ')}; the dashed line is the target,\u00a0${shown(t.target)}`,
    ),
    rows,
    columns,
    left,
    right,
    legend: [
      { label: 'nearest to the target', colour: WARM[1] },
      { label: 'as printed', colour: BLUE[1] },
      { label: 'tried', colour: NEUTRAL[0] },
    ].filter((entry) => rows.some((r) => r.colour === entry.colour)),
    remark: remark(t, rows.length),
    views: [
      {
        width,
        height: values.height,
        encoding: { y: values.y, tooltip: tooltip(columns) },
        layer: [
          {
            mark: { type: 'bar' },
            encoding: {
              x: quantitative('value', {
                axis: gridAxis(asShare ? PERCENT_LABELS : NUMBER_LABELS),
                scale: { domain: [floor, top], nice: false },
              }),
              color: ownColour,
            },
          },
          whiskers('low', 'high'),
          {
            mark: { type: 'text', align: 'right', baseline: 'middle' },
            encoding: { x: { value: width + right }, text: { field: 'shown' } },
          },
          ruleAt('x', t.target, DASHED),
          ...values.names,
        ],
      },
    ],
  });
}

function remark(t: Tuning, drawn: number): string | undefined {
  const fewer = t.tried.length > drawn ? [`The ${drawn} nearest of ${t.tried.length} combinations tried.`] : [];
  const all = [furtherSentences(t.text), ...fewer].filter((part) => part !== '');
  return all.length === 0 ? undefined : all.join(' ');
}

const last = (path: string): string => wrap(plain(path.slice(path.lastIndexOf('.') + 1)), 400, SIZE.label).join(' ');

/** A figure with a true minus. */
const minus = (value: number): string => String(value).replace('-', '\u2212');
