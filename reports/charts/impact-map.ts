import type { Results, SituationImpact, VariantImpact } from '../../src/results/types.ts';
import { labelOf } from '../../src/words/labels.ts';
import { frame, type VegaLiteSpec } from '../frame.ts';
import { swing } from '../impact/figures.ts';
import { count, points, signed, wholePoints } from '../number.ts';
import type { Style } from '../style.ts';
import { levelText } from '../table.ts';
import { capital, plain, theSide } from '../text.ts';
import { DIVERGING } from '../theme.ts';
import { gridPlot } from './grid.ts';

const MOST_VALUES = 20;
/** What a map is read by, where the situations have it. */
const PREFERRED = ['reaction', 'formation', 'distance', 'defender', 'attacker', 'target', 'firer'];

export interface MapAxes {
  readonly group: string;
  readonly across: string;
  readonly down: string;
}

/** The group and the two of its axes that a heat map shows; undefined where nothing moves or no group has two. */
export function mapAxes({ groups, situations }: VariantImpact): MapAxes | undefined {
  for (const { group, moved } of groups) {
    if (moved === 0) continue;
    const own = situations.filter((s) => s.group === group);
    const axes = Object.keys(own[0].tags).filter((axis) => {
      const values = valuesOf(own, axis);
      return values.length > 1 && values.length <= MOST_VALUES;
    });
    if (axes.length < 2) continue;
    // Reactions, or whatever comes nearest to them, against the formations that tell most: those of whom the change is
    // about, not of whoever happens to stand opposite.
    const [first, ...rest] = axes.sort((a, b) => rank(a) - rank(b));
    const second = rest
      .filter((axis) => PREFERRED.includes(axis) || !rest.some((other) => PREFERRED.includes(other)))
      .sort((a, b) => spread(own, b) - spread(own, a))[0];
    // The longer list of names goes down the side.
    const [across, down] = [first, second].sort((a, b) => valuesOf(own, a).length - valuesOf(own, b).length);
    return { group, across, down };
  }
  return undefined;
}

const rank = (axis: string): number => (PREFERRED.includes(axis) ? PREFERRED.indexOf(axis) : PREFERRED.length);
const valuesOf = (situations: readonly SituationImpact[], axis: string): string[] => [
  ...new Set(situations.map((s) => s.tags[axis])),
];

/** How far apart the values of an axis lie: the variance of their mean changes, by weight. */
function spread(situations: readonly SituationImpact[], axis: string): number {
  const means = valuesOf(situations, axis).map((value) => {
    const here = situations.filter((s) => s.tags[axis] === value);
    const weight = here.reduce((sum, s) => sum + s.weight, 0);
    return { weight, mean: here.reduce((sum, s) => sum + s.weight * swing(s), 0) / weight };
  });
  const total = means.reduce((sum, m) => sum + m.weight, 0);
  const middle = means.reduce((sum, m) => sum + m.weight * m.mean, 0) / total;
  return means.reduce((sum, m) => sum + m.weight * (m.mean - middle) ** 2, 0) / total;
}

/** Mean change over the situations of a group, by two of its axes. */
export function impactMap(results: Results, variant: VariantImpact, axes: MapAxes, style?: Style): VegaLiteSpec {
  const { group, across, down } = axes;
  const own = variant.situations.filter((s) => s.group === group);
  const [a, b] = own[0].sides.map(plain);
  const [xs, ys] = [valuesOf(own, across), valuesOf(own, down)];
  const cells = ys.flatMap((y) =>
    xs.flatMap((x) => {
      const here = own.filter((s) => s.tags[across] === x && s.tags[down] === y);
      if (here.length === 0) return [];
      const total = here.reduce((sum, s) => sum + s.weight, 0);
      const value = here.reduce((sum, s) => sum + s.weight * swing(s), 0) / total;
      return [{ x, y, value, situations: count(here.length) }];
    }),
  );
  const largest = [...cells].sort((r, s) => Math.abs(s.value) - Math.abs(r.value))[0];
  // One precision for the whole map: small changes would all be the same whole number.
  const figure = Math.abs(largest.value) < 0.1 ? (value: number) => signed(value * 100, 1) : wholePoints;
  const rows = cells.map((c) => ({ ...c, shown: Math.abs(c.value) < 0.0005 ? '0' : figure(c.value) }));
  const reach = Math.max(0.02, Math.abs(largest.value));
  const columns = [
    { field: 'y', title: capital(down) },
    { field: 'x', title: capital(across) },
    { field: 'shown', title: 'Mean change, percentage points' },
    { field: 'situations', title: 'Situations' },
  ];
  return frame(
    results,
    {
      title: `${capital(plain(labelOf(group)))} move most where ${down} is ${largest.y} and ${across} ${largest.x}: ${points(Math.abs(largest.value)).replace('+', '')} percentage points for ${theSide(largest.value > 0 ? a : b)}`,
      subtitle: [
        `${capital(plain(labelOf(variant.variant)))}: wins of ${theSide(a)} less wins of ${theSide(b)}, mean change in percentage points.`,
      ],
      rows,
      columns,
      plot: (room) =>
        gridPlot(room, {
          rows,
          columns,
          xs,
          ys,
          keep: largest.y,
          xTitle: across,
          yTitle: down,
          sampled: false,
          level: levelText(results),
          unit: ' percentage points',
          scale: { domain: [-reach, reach], domainMid: 0, range: [...DIVERGING], interpolate: 'lab' },
          legend: [
            { label: `good for ${theSide(a)}`, value: reach },
            { label: 'no change', value: 0 },
            { label: `good for ${theSide(b)}`, value: -reach },
          ],
        }),
    },
    style,
  );
}
