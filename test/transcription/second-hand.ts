/**
 * A second transcription of the printed sheets. The figures of the lines, and the grids of the printed tables, were taken
 * from the sheets without sight of the rulebooks; the smaller grids (replacements, rallying, reactions, options) and the
 * columns of the combat results were added later, in the shape the rulebooks give them. compare.test.ts sets the
 * rulebooks beside it figure by figure.
 */
export interface SecondHand {
  /** Line of the sheet, counted from 1. */
  readonly line: number;
  /** Every figure of the line in printed order: percentages as 100, one half as 0.5, modifiers with their sign. */
  readonly figures: readonly number[];
  /** Those of the figures that say when the line applies ("over 6", the score at the head of a hit row), not what it gives. */
  readonly conditions: readonly number[];
  /** Figures the line prints in words ("one fatigue hit", "half speed"). */
  readonly spelled: readonly number[];
  /** 'prose': the figure stands in a sentence; 'heading': in the head of a table; anything else is a remark. */
  readonly note?: string;
}

/** A figure that is a condition or the head of its row. */
interface Condition {
  readonly when: number;
}
export const when = (figure: number): Condition => ({ when: figure });
/** A figure printed as a word. */
interface Word {
  readonly word: number;
}
export const word = (figure: number): Word => ({ word: figure });
type Printed = number | Condition | Word;

export function at(line: number, printed: readonly Printed[], note?: string): SecondHand {
  return {
    line,
    figures: printed.flatMap((f) => (typeof f === 'number' ? [f] : 'when' in f ? [f.when] : [])),
    conditions: printed.flatMap((f) => (typeof f === 'object' && 'when' in f ? [f.when] : [])),
    spelled: printed.flatMap((f) => (typeof f === 'object' && 'word' in f ? [f.word] : [])),
    ...(note ? { note } : {}),
  };
}
export const prose = (line: number, printed: readonly Printed[]): SecondHand => at(line, printed, 'prose');
export const heading = (line: number, printed: readonly Printed[]): SecondHand => at(line, printed, 'heading');

/** A printed grid with its blanks; null is a blank or a dash, a word stands for itself, '6F' keeps its mark. */
export interface Grid {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly GridRow[];
}
export interface GridRow {
  readonly line: number;
  /** The printed head of the row. */
  readonly head: string;
  readonly cells: readonly GridCell[];
}
export type GridCell = number | string | boolean | null | readonly number[];

export const row = (line: number, head: string, ...cells: GridCell[]): GridRow => ({ line, head, cells });
