import type { Points, Results } from '../../src/results/types.ts';
import { frame, type VegaLiteSpec } from '../frame.ts';
import { unstopped } from '../headline.ts';
import { percent } from '../number.ts';
import { troopPoints } from '../points.ts';
import type { Style } from '../style.ts';
import { plain, textWidth } from '../text.ts';
import { GRID, SERIES, SIZE } from '../theme.ts';
import { colourScale, DECORATION, gridAxis, NUMBER_LABELS, quantitative, tooltip } from './marks.ts';
import { roomRemark, rowsOf, X_AXIS_PX } from './rows.ts';

const DOT_PX = 12;
/** The name of the axis below its figures. */
const TITLE_PX = 20;
const WORTH = 'worth, by the model';
const COSTS = 'costs';
/** Nobody's side. */
const COLOURS = [SERIES[1], SERIES[0]] as const;

/** A dot per troop: what it is worth, and what it costs where that is given. */
export function pointsDots(results: Results, { troops, fit, text, scale }: Points, style?: Style): VegaLiteSpec {
  const priced = troops.some((t) => t.given !== undefined);
  const entries = (priced ? [WORTH, COSTS] : [WORTH]).map((label, i) => ({ label, colour: COLOURS[i] }));
  const shown = troopPoints(troops);
  const rows = troops.flatMap((t) => [
    { name: plain(t.name), points: t.points, shown: shown(t.points), what: WORTH, score: percent(t.score) },
    ...(t.given === undefined
      ? []
      : [{ name: plain(t.name), points: t.given, shown: shown(t.given), what: COSTS, score: percent(t.score) }]),
  ]);
  const columns = [
    { field: 'name', title: 'Troop' },
    { field: 'what', title: 'Which' },
    { field: 'shown', title: 'Points' },
    { field: 'score', title: 'Score against the others' },
  ];
  const most = Math.max(...rows.map((r) => r.points)) * 1.06;
  const figurePx = Math.max(...rows.map((r) => textWidth(r.shown, SIZE.label))) + 12;
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
          around: X_AXIS_PX + TITLE_PX,
          ends: true,
          ...(priced ? { legend: entries.map((e) => e.label) } : {}),
        });
        const end = priced ? most : most + (most * figurePx) / Math.max(40, cases.plotWidth - figurePx);
        return {
          height: cases.height,
          isCut: cases.shown < names.length,
          remark: roomRemark(cases.shown, names.length, 'troops'),
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
                    axis: gridAxis(NUMBER_LABELS, { grid: priced, title: 'points' }),
                    scale: { domain: [0, end], nice: false },
                  }),
                  color: colourScale('what', entries, priced ? cases.legend : null),
                },
              },
              // In a column of their own, where they cross no line; of two dots in a row the axis tells.
              ...(priced
                ? []
                : [
                    {
                      mark: { type: 'text', align: 'right', baseline: 'middle', ...DECORATION },
                      encoding: { x: { datum: end }, text: { field: 'shown' } },
                    },
                  ]),
            ],
          },
        };
      },
    },
    style,
  );
}
