import type { Points, Results } from '../../src/results/types.ts';
import { frame, type VegaLiteSpec } from '../frame.ts';
import { unstopped } from '../headline.ts';
import { decimal, percent } from '../number.ts';
import type { Style } from '../style.ts';
import { plain } from '../text.ts';
import { AMBER, BLUE, GRID } from '../theme.ts';
import { DECORATION, gridAxis, NUMBER_LABELS, quantitative, tooltip } from './marks.ts';
import { rowsOf, X_AXIS_PX } from './rows.ts';

const DOT_PX = 12;
const WORTH = 'worth, by the model';
const COSTS = 'costs';

/** A dot per troop: what it is worth, and what it costs where that is given. */
export function pointsDots(results: Results, { troops, fit, text, scale }: Points, style?: Style): VegaLiteSpec {
  const priced = troops.some((t) => t.given !== undefined);
  const meanings = priced ? [WORTH, COSTS] : [WORTH];
  const rows = troops.flatMap((t) => [
    { name: plain(t.name), points: t.points, shown: decimal(t.points), what: WORTH, score: percent(t.score) },
    ...(t.given === undefined
      ? []
      : [{ name: plain(t.name), points: t.given, shown: decimal(t.given), what: COSTS, score: percent(t.score) }]),
  ]);
  const columns = [
    { field: 'name', title: 'Troop' },
    { field: 'what', title: 'Which' },
    { field: 'shown', title: 'Points' },
    { field: 'score', title: 'Score against the others' },
  ];
  const most = Math.max(...rows.map((r) => r.points)) * 1.06;
  return frame(
    results,
    {
      title: unstopped(text),
      subtitle: [
        `A model (Bradley–Terry): two troops share a fight in the ratio of their points; ${plain(scale)}. It explains ${percent(fit.explained)} of how uneven the fights are.`,
      ],
      rows,
      columns,
      plot: (room) => {
        const names = troops.map((t) => plain(t.name));
        const cases = rowsOf(room, 'name', names, DOT_PX, {
          around: X_AXIS_PX,
          ...(priced ? { legend: meanings } : {}),
        });
        return {
          height: cases.height,
          remark: cases.shown < names.length ? 'Not all troops have room in this size.' : undefined,
          view: {
            transform: cases.transform,
            encoding: { y: cases.y, tooltip: tooltip(columns) },
            layer: [
              {
                mark: { type: 'rule', color: GRID, ...DECORATION },
                encoding: { x: { datum: 0 }, x2: { datum: most } },
              },
              {
                mark: { type: 'circle', opacity: 1, size: 90 },
                encoding: {
                  x: quantitative('points', {
                    axis: gridAxis(NUMBER_LABELS),
                    scale: { domain: [0, most], nice: false },
                  }),
                  color: {
                    field: 'what',
                    type: 'nominal',
                    scale: { domain: meanings, range: [BLUE[1], AMBER[1]].slice(0, meanings.length) },
                    legend: priced ? cases.legend : null,
                  },
                },
              },
            ],
          },
        };
      },
    },
    style,
  );
}
