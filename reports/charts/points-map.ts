import type { Points, Results } from '../../src/results/types.ts';
import { frame, type VegaLiteSpec } from '../frame.ts';
import { percent, points as pp, wholePoints } from '../number.ts';
import { counterLine } from '../points.ts';
import type { Style } from '../style.ts';
import { levelText } from '../table.ts';
import { plain } from '../text.ts';
import { DIVERGING } from '../theme.ts';
import { gridPlot } from './grid.ts';

/** More troops than this have no room for their names. */
const MOST_SHOWN = 16;

/** How much better or worse than its points say every troop does against every other. */
export function pointsMap(results: Results, { troops, pairs }: Points, style?: Style): VegaLiteSpec {
  const wanted = involved(
    troops.map((t) => t.name),
    pairs,
  );
  const names = wanted.map(plain);
  const rows = wanted.flatMap((y) =>
    wanted.flatMap((x) => {
      const found = pairs.find((p) => (p.first === y && p.second === x) || (p.first === x && p.second === y));
      if (!found) return [];
      const turned = found.first !== y;
      const value = turned ? -found.residual : found.residual;
      return [
        {
          x: plain(x),
          y: plain(y),
          value,
          shown: Math.abs(value) < 0.005 ? '0' : wholePoints(value),
          score: percent(turned ? 1 - found.score : found.score),
        },
      ];
    }),
  );
  const reach = Math.max(0.02, ...rows.map((r) => Math.abs(r.value)));
  const columns = [
    { field: 'y', title: 'Troop' },
    { field: 'x', title: 'Against' },
    { field: 'score', title: 'Score' },
    { field: 'shown', title: 'More than by points, percentage points' },
  ];
  return frame(
    results,
    {
      title: `Points mislead most: ${counterLine(pairs[0])}`,
      subtitle: [
        `Score of the row against the column, less what the points say, in percentage points${names.length < troops.length ? `; the ${names.length} of ${troops.length} troops that points tell worst` : ''}. Largest: ${pp(reach).replace('+', '')}.`,
      ],
      rows,
      columns,
      plot: (room) =>
        gridPlot(room, {
          rows,
          columns,
          xs: names,
          ys: names,
          keep: plain(pairs[0].first),
          xTitle: 'against',
          yTitle: 'troop',
          sampled: false,
          level: levelText(results),
          unit: ' percentage points',
          scale: { domain: [-reach, reach], domainMid: 0, range: [...DIVERGING], interpolate: 'lab' },
          legend: [
            { label: 'better than its points', value: reach },
            { label: 'as its points say', value: 0 },
            { label: 'worse', value: -reach },
          ],
        }),
    },
    style,
  );
}

/** The troops of the pairs that are told worst, in the order of their points. */
function involved(names: readonly string[], pairs: Points['pairs']): string[] {
  if (names.length <= MOST_SHOWN) return [...names];
  const kept = new Set<string>();
  for (const { first, second } of pairs) for (const name of [first, second]) if (kept.size < MOST_SHOWN) kept.add(name);
  return names.filter((n) => kept.has(n));
}
