import type { Results } from '../../src/results/types.ts';
import { cellColour, cellNames, outcomeOf, SELF_EVIDENT, shownOutcomes } from '../cells.ts';
import { groupedFinding, setting } from '../findings.ts';
import { frame, plotWidth, type VegaLiteSpec } from '../frame.ts';
import { percentRange, sharesLike } from '../number.ts';
import { named, textWidth } from '../text.ts';
import { SIZE } from '../theme.ts';
import { nominal, ownColour, quantitative, tooltip, whiskers } from './marks.ts';
import { rowsOf } from './rows.ts';

/** More cells than this want a row each instead of a colour each. */
export const MOST_GROUPS = 6;
const BAR_PX = 19;

/** Grouped bars: the outcomes of a few cells side by side. */
export function grouped(results: Results): VegaLiteSpec {
  const names = cellNames(results);
  const shown = shownOutcomes(results);
  const groups = rowsOf(
    'outcome',
    shown.map((o) => o.label),
    results.cells.length * BAR_PX,
    { between: 16 },
  );
  const shareText = sharesLike(shown.flatMap((o) => results.cells.map((cell) => outcomeOf(cell, o.id))));
  const rows = shown.flatMap((o, i) =>
    results.cells.map((cell, c) => {
      const e = outcomeOf(cell, o.id);
      return {
        cell: c,
        name: names[c],
        outcome: o.label,
        lines: groups.lines[i],
        colour: cellColour(c),
        p: e.p,
        low: e.low,
        high: e.high,
        end: e.high ?? e.p,
        share: shareText(e),
        interval: percentRange(e),
      };
    }),
  );
  const columns = [
    { field: 'outcome', title: 'Outcome' },
    { field: 'name', title: 'Case' },
    { field: 'share', title: 'Share' },
    ...(rows.some((r) => r.interval !== '') ? [{ field: 'interval', title: '95\u202f% interval' }] : []),
  ];
  const right = Math.ceil(Math.max(0, ...rows.map((r) => textWidth(r.share, SIZE.small)))) + 10;
  const offset = { yOffset: nominal('name', { sort: names, scale: { paddingInner: 0.12 } }) };
  return frame(results, {
    title: groupedFinding(results),
    subtitle: setting(results, `How it ends${byAxis(results)}`),
    rows,
    columns,
    left: groups.left,
    right,
    legend: names.map((label, c) => ({ label, colour: cellColour(c), cell: c })),
    views: [
      {
        width: plotWidth(groups.left, right),
        height: groups.height,
        encoding: { y: groups.y, tooltip: tooltip(columns) },
        layer: [
          {
            mark: { type: 'bar' },
            encoding: {
              x: quantitative('p', {
                axis: null,
                scale: { domain: [0, Math.max(0.01, ...rows.map((r) => r.end))], nice: false },
              }),
              color: ownColour,
              ...offset,
            },
          },
          whiskers('low', 'high', { encoding: offset }),
          {
            mark: { type: 'text', align: 'left', baseline: 'middle', dx: 6, fontSize: SIZE.small },
            encoding: { x: quantitative('end'), text: { field: 'share' }, ...offset },
          },
          ...groups.names,
        ],
      },
    ],
  });
}

/** Bare values in the legend ("sharp", "mob") need the path that they are values of. */
function byAxis(results: Results): string {
  const [axis, ...others] = results.axes ?? [];
  const bare = axis !== undefined && others.length === 0 && axis.kind === 'list' && !SELF_EVIDENT.includes(axis.path);
  return bare ? `, by ${named(axis.label)}` : '';
}
