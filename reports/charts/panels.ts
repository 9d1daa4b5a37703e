import type { Axis, CellResult, Results } from '../../src/results/types.ts';
import { caseName, valueName } from '../cells.ts';
import { distinct, plain } from '../text.ts';

/** As many bars as are read together at a glance; more are set apart in panels. */
const MOST_TOGETHER = 8;

interface Panel {
  readonly heading: string;
  /** The names of its cases, each within the panel. */
  readonly names: readonly string[];
}

/** Rows of a chart: every case, and headings over those that belong together. */
export interface Panels {
  /** The name of each case within its panel. */
  readonly names: readonly string[];
  readonly headings: readonly string[];
  /** Names and headings in the order they are drawn. */
  readonly rows: readonly string[];
  /** The panels, to be set side by side; none where the cases stand together. */
  readonly panels: readonly Panel[];
}

/** Few cases stand together. Many are set apart by the axes that make the fewest panels; those of one axis by number. */
export function panelsOf(results: Results, names: readonly string[], together = MOST_TOGETHER): Panels {
  const axes = results.axes ?? [];
  if (results.cells.length <= together) return { names, headings: [], rows: names, panels: [] };
  return axes.length < 2 ? numbered(names, together) : byAxes(results, axes, together);
}

/** Lists of at most `together` cases, as even as can be, in their order: 9 are 5 and 4. */
function evenly<T>(items: readonly T[], together: number): { readonly items: readonly T[]; readonly from: number }[] {
  const count = Math.ceil(items.length / together);
  return Array.from({ length: count }, (_, i) => {
    const [from, to] = [i, i + 1].map((at) => Math.ceil((at * items.length) / count));
    return { items: items.slice(from, to), from };
  });
}

export const inPanels = (names: readonly string[], panels: readonly Panel[]): Panels => ({
  names,
  headings: panels.map((panel) => panel.heading),
  rows: panels.flatMap((panel) => [panel.heading, ...panel.names]),
  panels,
});

/** Cases that share no axis, by number. */
function numbered(names: readonly string[], together: number): Panels {
  const panels = evenly(names, together).map(({ items, from }) => ({
    heading: `Cases ${from + 1}–${from + items.length} of ${names.length}`,
    names: items,
  }));
  return inPanels(names, panels);
}

/** A panel for each value of some axes, of those that make the fewest panels that are not too long. */
function byAxes(results: Results, axes: readonly Axis[], together: number): Panels {
  const by = headingAxes(results, axes, together);
  const others = axes.filter((axis) => !by.includes(axis));
  const groups = new Map<string, number[]>();
  results.cells.forEach((cell, c) => {
    const heading = by.map((axis) => headed(axis, cell)).join(', ');
    groups.set(heading, [...(groups.get(heading) ?? []), c]);
  });
  const names: string[] = [];
  const panels = [...groups].flatMap(([heading, cells]) =>
    evenly(cells, together).map(({ items, from }) => ({
      heading: items.length === cells.length ? heading : `${heading}, ${from + 1}–${from + items.length}`,
      cells: items,
    })),
  );
  const shown = panels.map(({ heading, cells }, panel) => {
    const called = distinct(cells.map((c) => within(results, others, results.cells[c])));
    cells.forEach((c, i) => {
      // The same name comes again in every panel: white space that no reader sees keeps the rows apart.
      names[c] = `${called[i]}${'\u200b'.repeat(panel)}`;
    });
    return { heading, names: cells.map((c) => names[c]) };
  });
  return inPanels(names, shown);
}

function headingAxes(results: Results, axes: readonly Axis[], together: number): readonly Axis[] {
  const choices = Array.from({ length: 2 ** axes.length - 2 }, (_, i) => axes.filter((__, k) => ((i + 1) >> k) & 1))
    .map((set) => ({ set, panels: set.reduce((product, axis) => product * axis.values.length, 1) }))
    .sort((x, y) => x.panels - y.panels);
  // Where every choice leaves too many together, each panel of the fewest is cut up by number.
  return (choices.find(({ panels }) => results.cells.length <= panels * together) ?? choices[0]).set;
}

const headed = (axis: Axis, cell: CellResult): string => `${plain(axis.label)}: ${valueName(cell.labels[axis.path])}`;

const within = (results: Results, others: readonly Axis[], { labels }: CellResult): string =>
  caseName(
    results,
    others.map(({ path }) => [path, labels[path]]),
  );
