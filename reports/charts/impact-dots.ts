import type { Results, SituationImpact, VariantImpact } from '../../src/results/types.ts';
import { labelOf } from '../../src/words/labels.ts';
import { frame, type VegaLiteSpec } from '../frame.ts';
import { beforeAndAfter, situationCount, swing } from '../impact/figures.ts';
import { headlineOf } from '../impact/headline.ts';
import { count, points } from '../number.ts';
import type { Style } from '../style.ts';
import { capital, list, plain } from '../text.ts';
import { AMBER, BLUE, GRID, NEUTRAL } from '../theme.ts';
import { colourScale, DECORATION, gridAxis, POINT_LABELS, quantitative, ruleAt, tooltip } from './marks.ts';
import { roomRemark, rowsOf, X_AXIS_PX } from './rows.ts';

const DOT_PX = 12;
const MOST_ROWS = 12;
/** A lead that moves less than this moves nobody's way. */
const UNSEEN = 0.0005;
const COLOURS = [BLUE[1], AMBER[1], NEUTRAL[0]] as const;
/** Words that all names begin with are said once, above, where there are at least this many. */
const SAID_ONCE = 3;

/** Situations that move most, sorted by whom it is good for: a dot each. */
export function impactDots(results: Results, variant: VariantImpact, style?: Style): VegaLiteSpec {
  const moved = variant.situations.filter((s) => s.moved).slice(0, MOST_ROWS);
  const drawn = [...moved].sort((s, t) => swing(t) - swing(s));
  const [first, second] = [0, 1].map((i) => sidesOf(drawn, i as 0 | 1));
  const meanings = [`good for the ${first}`, `good for the ${second}`, 'neither'];
  const whole = drawn.map((s) => plain(labelOf(s.name)));
  const shared = sharedWords(whole);
  const ending = sharedWords(whole.map(turned));
  const own = (name: string): string =>
    name
      .slice(shared.length, name.length - ending.length)
      .trim()
      .replace(/,$/, '');
  const rows = drawn.map((s, i) => ({
    name: capital(own(whole[i])),
    swing: swing(s),
    shown: points(swing(s)),
    good: meanings[Math.abs(swing(s)) < UNSEEN ? 2 : swing(s) > 0 ? 0 : 1],
    change: beforeAndAfter(s),
  }));
  const drawnMeanings = meanings.filter((m) => rows.some((r) => r.good === m));
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
      // How many winners change is for the tables: a picture has room for one finding.
      title: headlineOf(variant).replace(/; the likelier winner changes in [\d,]+$/, ''),
      subtitle: [
        `Wins of the ${first} less wins of the ${second}: change in percentage points.`,
        ...(shared + ending === ''
          ? []
          : [`Each of them: ${[shared, turned(ending)].filter((words) => words !== '').join(' … ')}.`]),
      ],
      rows,
      columns,
      remark:
        drawn.length === variant.moved
          ? `${count(variant.moved)} of ${situationCount(variant.compared)} ${variant.moved === 1 ? 'moves' : 'move'}.`
          : `The ${count(drawn.length)} that move most of ${count(variant.compared)} situations.`,
      plot: (room) => {
        const cases = rowsOf(
          room,
          'name',
          rows.map((r) => r.name),
          DOT_PX,
          {
            around: X_AXIS_PX,
            legend: drawnMeanings,
          },
        );
        return {
          height: cases.height,
          isCut: cases.shown < rows.length,
          remark: roomRemark(cases.shown, rows.length, 'situations'),
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
                  color: colourScale(
                    'good',
                    drawnMeanings.map((label) => ({ label, colour: COLOURS[meanings.indexOf(label)] })),
                    cases.legend,
                  ),
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

/** The words of a name from the last to the first. */
const turned = (name: string): string => name.split(' ').reverse().join(' ');

/** "attacker", or "attacker or firer" where the situations are of several kinds. */
function sidesOf(situations: readonly SituationImpact[], side: 0 | 1): string {
  return list([...new Set(situations.map((s) => plain(s.sides[side])))]).replace(' and ', ' or ');
}
