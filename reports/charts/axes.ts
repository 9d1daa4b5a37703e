import type { Row } from '../frame.ts';
import { balance, textWidth } from '../text.ts';
import { INK, LINE_PX, SIZE } from '../theme.ts';

/** Names on real axes and in real legends, wrapped where they are long. */

export interface NameLabels {
  /** Properties of the axis. */
  readonly axis: Row;
  readonly lines: readonly (readonly string[])[];
  /** What the widest line takes. */
  readonly width: number;
  /** What the tallest name takes. */
  readonly height: number;
}

/**
 * A name that is one line in Vega-Lite is as many as it needs here; names of one line need nothing. `parts` are what a
 * name is made of, each on lines of its own.
 */
export function nameLabels(
  names: readonly string[],
  widestPx: number,
  parts: readonly (readonly string[])[] = names.map((name) => [name]),
): NameLabels {
  const sizePx = SIZE.label;
  const lines = parts.map((all) => all.flatMap((part) => balance(part, widestPx, sizePx)));
  const most = Math.max(1, ...lines.map((l) => l.length));
  return {
    lines,
    width: Math.ceil(Math.max(0, ...lines.flat().map((text) => textWidth(text, sizePx)))),
    height: most * LINE_PX.label,
    axis: {
      labelFontSize: sizePx,
      labelLineHeight: LINE_PX.label,
      ...(lines.every((l, i) => l.length === 1 && l[0] === names[i]) ? {} : { labelExpr: wrapped(names, lines) }),
    },
  };
}

/** An expression that gives the lines of a label. Names are looked up in a list: no name can mean anything else there. */
function wrapped(names: readonly string[], lines: readonly (readonly string[])[]): string {
  return `${JSON.stringify(lines)}[indexof(${JSON.stringify(names)}, datum.label)] || datum.label`;
}

/** Names down the left side. Text of several lines hangs from its first, so it is raised to stand in the middle. */
export function rowAxis(labels: NameLabels, names: readonly string[], more: Row = {}): Row {
  const labelOffset = byLines(labels, names, (lines) => (-(lines - 1) * LINE_PX.label) / 2);
  return {
    title: null,
    labelColor: INK,
    labelBaseline: 'middle',
    ...labels.axis,
    ...labelOffset('labelOffset'),
    ...more,
  };
}

/** Names above columns: all end at the plot, however many lines they have. */
export function headAxis(labels: NameLabels, names: readonly string[]): Row {
  const labelPadding = byLines(labels, names, (lines) => 6 + (lines - 1) * LINE_PX.label);
  return { labelAngle: 0, labelBaseline: 'bottom', ...labels.axis, ...labelPadding('labelPadding') };
}

/** Names above columns narrower than their words: turned, as many lines each as the column has room for. */
export function turnedAxis(labels: NameLabels, names: readonly string[]): Row {
  const labelOffset = byLines(labels, names, (lines) => (-(lines - 1) * LINE_PX.label) / 2);
  return {
    labelAngle: -90,
    labelBaseline: 'middle',
    labelAlign: 'left',
    ...labels.axis,
    ...labelOffset('labelOffset'),
  };
}

/** A property of labels that depends on how many lines they have. */
function byLines(
  labels: NameLabels,
  names: readonly string[],
  of: (lines: number) => number,
): (property: string) => Row {
  const counts = [...new Set(labels.lines.map((l) => l.length))].filter((count) => count > 1);
  const having = (count: number): string[] => names.filter((_, i) => labels.lines[i].length === count);
  const condition = counts.map((count) => ({
    test: `indexof(${JSON.stringify(having(count))}, datum.label) >= 0`,
    value: of(count),
  }));
  return (property) => (counts.length === 0 ? {} : { [property]: { condition, value: of(1) } });
}

/** A legend above the plot, in as many columns as fit. `values` are what the labels stand for in the data. */
export function topLegend(
  labels: readonly string[],
  widthPx: number,
  values: readonly string[] = labels,
): { readonly legend: Row; readonly height: number } {
  const swatch = 12 + 8;
  const between = 18;
  const { lines } = nameLabels(labels, widthPx - swatch - 4);
  const widths = lines.map((all) => swatch + Math.max(...all.map((text) => textWidth(text, SIZE.label))));
  const fits = (columns: number): boolean => {
    let total = (columns - 1) * between;
    for (let c = 0; c < columns; c++) total += Math.max(...widths.filter((_, i) => i % columns === c));
    return total <= widthPx - 2;
  };
  let columns = labels.length;
  while (columns > 1 && !fits(columns)) columns--;
  const rows: number[] = [];
  lines.forEach((all, i) => {
    const row = Math.floor(i / columns);
    rows[row] = Math.max(rows[row] ?? 0, all.length);
  });
  const asTheyAre = lines.every((all, i) => all.length === 1 && all[0] === values[i]);
  return {
    legend: { columns, values: [...values], ...(asTheyAre ? {} : { labelExpr: wrapped(values, lines) }) },
    height: rows.reduce((sum, count) => sum + count * LINE_PX.label + 5, 0) + 12,
  };
}

/** The title of an axis, in lines. */
export const axisTitle = (text: string, widthPx: number): string[] => balance(text, widthPx, SIZE.small);
