import type { Results, SituationImpact, VariantImpact } from '../../src/results/types.ts';
import { labelOf } from '../../src/words/labels.ts';
import { frame, type VegaLiteSpec } from '../frame.ts';
import { beforeAndAfter, swing } from '../impact/figures.ts';
import { headlineOf } from '../impact/headline.ts';
import { count, points } from '../number.ts';
import type { Style } from '../style.ts';
import { capital, list, plain } from '../text.ts';
import { AMBER, BLUE, GRID } from '../theme.ts';
import { DECORATION, gridAxis, POINT_LABELS, quantitative, ruleAt, tooltip } from './marks.ts';
import { rowsOf, X_AXIS_PX } from './rows.ts';

const DOT_PX = 12;
const MOST_ROWS = 12;
/** Words that all names begin with are said once, above, from so many on. */
const SAID_ONCE = 3;

/** Situations that move most, sorted by whom it is good for: a dot each. */
export function impactDots(results: Results, variant: VariantImpact, style?: Style): VegaLiteSpec {
  const moved = variant.situations.filter((s) => s.moved).slice(0, MOST_ROWS);
  const drawn = [...moved].sort((s, t) => swing(t) - swing(s));
  const [first, second] = [0, 1].map((i) => sidesOf(drawn, i as 0 | 1));
  const meanings = [`good for the ${first}`, `good for the ${second}`];
  const shared = sharedWords(drawn.map((s) => plain(labelOf(s.name))));
  const rows = drawn.map((s) => ({
    name: capital(plain(labelOf(s.name)).slice(shared.length).trim()),
    swing: swing(s),
    shown: points(swing(s)),
    good: meanings[swing(s) >= 0 ? 0 : 1],
    change: beforeAndAfter(s),
  }));
  const columns = [
    { field: 'name', title: 'Situation' },
    { field: 'shown', title: 'Change, percentage points' },
    { field: 'change', title: 'Before and after' },
  ];
  const swings = rows.map((r) => r.swing);
  const pad = 0.06 * Math.max(0.02, Math.max(0, ...swings) - Math.min(0, ...swings));
  const domain = [Math.min(0, ...swings) - pad, Math.max(0, ...swings) + pad];
  return frame(
    results,
    {
      title: headlineOf(variant),
      subtitle: [
        `Wins of the ${first} less wins of the ${second}: change in percentage points.`,
        ...(shared === '' ? [] : [`Each of them: ${shared} …`]),
      ],
      rows,
      columns,
      remark:
        drawn.length === variant.moved
          ? `${count(variant.moved)} of ${count(variant.compared)} situations ${variant.moved === 1 ? 'moves' : 'move'}.`
          : `The ${count(drawn.length)} that move most of ${count(variant.compared)} situations.`,
      plot: (room) => {
        const cases = rowsOf(
          room,
          'name',
          rows.map((r) => r.name),
          DOT_PX,
          {
            around: X_AXIS_PX,
            legend: meanings,
          },
        );
        return {
          height: cases.height,
          remark: cases.shown < rows.length ? 'Not all situations have room in this size.' : undefined,
          view: {
            transform: cases.transform,
            encoding: { y: cases.y, tooltip: tooltip(columns) },
            layer: [
              {
                mark: { type: 'rule', color: GRID, ...DECORATION },
                encoding: { x: { datum: domain[0] }, x2: { datum: domain[1] } },
              },
              ruleAt('x', 0),
              {
                mark: { type: 'circle', opacity: 1, size: 90 },
                encoding: {
                  x: quantitative('swing', {
                    axis: gridAxis(POINT_LABELS),
                    scale: { domain, nice: false },
                  }),
                  color: {
                    field: 'good',
                    type: 'nominal',
                    scale: { domain: meanings, range: [BLUE[1], AMBER[1]] },
                    legend: cases.legend,
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

/** What every one of the names begins with, in whole words; nothing where that is little or the whole of one. */
function sharedWords(names: readonly string[]): string {
  const [first, ...rest] = names.map((name) => name.split(' '));
  if (rest.length === 0) return '';
  const same = first.findIndex((word, i) => rest.some((words) => words[i] !== word));
  return same < SAID_ONCE || rest.some((words) => words.length === same) ? '' : first.slice(0, same).join(' ');
}

/** "attacker", or "attacker or firer" where the situations are of several kinds. */
function sidesOf(situations: readonly SituationImpact[], side: 0 | 1): string {
  return list([...new Set(situations.map((s) => plain(s.sides[side])))]).replace(' and ', ' or ');
}
