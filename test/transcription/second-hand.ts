/**
 * A second transcription of the printed sheets, made from the sheets alone and without sight of the rulebooks. The
 * rulebooks are compared with it figure by figure in compare.test.ts.
 */
export interface SecondHand {
  /** Line of the sheet, counted from 1. */
  readonly line: number;
  /** Every figure of the line in printed order: percentages as 100, one half as 0.5, modifiers with their sign. */
  readonly figures: readonly number[];
  /** Those of the figures that say when the line applies ("over 6", the score at the head of a hit row), not what it gives. */
  readonly conditions: readonly number[];
  /** 'prose': the figure stands in a sentence; 'heading': in the head of a table; anything else is a remark. */
  readonly note?: string;
}

/** A figure that is a condition or the head of its row. */
export interface Condition {
  readonly when: number;
}
export const when = (figure: number): Condition => ({ when: figure });

export function at(line: number, figures: readonly (number | Condition)[], note?: string): SecondHand {
  return {
    line,
    figures: figures.map((f) => (typeof f === 'number' ? f : f.when)),
    conditions: figures.flatMap((f) => (typeof f === 'number' ? [] : [f.when])),
    ...(note ? { note } : {}),
  };
}
export const prose = (line: number, figures: readonly number[]): SecondHand => at(line, figures, 'prose');
export const heading = (line: number, figures: readonly number[]): SecondHand => at(line, figures, 'heading');

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
export type GridCell = number | string | null | readonly number[];

export const row = (line: number, head: string, ...cells: GridCell[]): GridRow => ({ line, head, cells });
