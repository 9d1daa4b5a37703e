import type { Axis, Results } from '../../src/results/types.ts';
import { valueName } from '../cells.ts';
import { distinct, plain } from '../text.ts';

/** As many bars as are read together at a glance; more are set apart in panels. */
const MOST_TOGETHER = 8;

/** Rows of a chart: every case, and headings over those that belong together. */
export interface Panels {
  /** The name of each case within its panel. */
  readonly names: readonly string[];
  readonly headings: readonly string[];
  /** Names and headings in the order they are drawn. */
  readonly rows: readonly string[];
}

/** Few cases stand together. Many are set apart by the axis that makes the fewest panels; those of one axis by number. */
export function panelsOf(results: Results, names: readonly string[]): Panels {
  const axes = results.axes ?? [];
  if (results.cells.length <= MOST_TOGETHER) return { names, headings: [], rows: names };
  return axes.length < 2 ? numbered(names) : byAxis(results, axes);
}

/** Panels as even as can be, in the order of the cases: 9 are 5 and 4. */
function numbered(names: readonly string[]): Panels {
  const count = Math.ceil(names.length / MOST_TOGETHER);
  const panels = Array.from({ length: count }, (_, i) => {
    const [from, to] = [i, i + 1].map((at) => Math.ceil((at * names.length) / count));
    return { heading: `Cases ${from + 1}–${to} of ${names.length}`, names: names.slice(from, to) };
  });
  return {
    names,
    headings: panels.map((panel) => panel.heading),
    rows: panels.flatMap((panel) => [panel.heading, ...panel.names]),
  };
}

function byAxis(results: Results, axes: readonly Axis[]): Panels {
  const by = [...axes].sort((x, y) => x.values.length - y.values.length)[0];
  const title = (value: Axis['values'][number]): string => `${plain(by.label)}: ${valueName(value)}`;
  const headings = distinct(by.values.map(title));
  const inPanel = distinct(
    results.cells.map((cell) => {
      const others = axes.filter((axis) => axis !== by);
      const value = (axis: Axis): string =>
        others.length === 1 && axis.kind === 'list'
          ? valueName(cell.labels[axis.path])
          : `${plain(axis.label)} ${valueName(cell.labels[axis.path])}`;
      // The same name comes again in every panel: white space that no reader sees keeps the rows apart.
      const panel = by.values.findIndex((v) => String(v) === String(cell.labels[by.path]));
      return `${others.map(value).join(', ')}${'\u200b'.repeat(panel)}`;
    }),
  );
  const rows = headings.flatMap((heading, panel) => [
    heading,
    ...results.cells.flatMap((cell, c) =>
      String(cell.labels[by.path]) === String(by.values[panel]) ? [inPanel[c]] : [],
    ),
  ]);
  return { names: inPanel, headings, rows };
}
