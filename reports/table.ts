import type { Results } from '../src/results/types.ts';
import { printable } from './text.ts';

/** A table of text, as the terminal, Markdown and the page all show it. */
export interface Table {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly align: 'left' | 'right' }[];
  readonly rows: readonly TableRow[];
}
export interface TableRow {
  readonly cells: readonly string[];
  /** Drawn as a small bar where there is room, 0 to 1. */
  readonly bar?: number;
  readonly winner?: 'a' | 'b' | 'none';
  /** Where a screen has no room for all rows, those of the highest rank go first; their place unless told. */
  readonly rank?: number;
}
export interface Section {
  readonly table?: Table;
  /** Sentences that belong under the table, or stand alone. */
  readonly lines: readonly string[];
  /** How many rows a screen leaves out before it looks whether there is room for the others. */
  readonly hidden?: number;
  /** Sentences about readings of the rules: on the screen they follow the line that names the rules. */
  readonly readings?: readonly string[];
  /** Goes where a screen has no room for it, before warnings or what is left of the tables would run over. */
  readonly spare?: boolean;
  /** A file to be copied as it stands. */
  readonly file?: string;
}

export const left = (title: string) => ({ title, align: 'left' as const });
export const right = (title: string) => ({ title, align: 'right' as const });
/** "95% interval": as sure as the cells say. */
export const intervalTitle = (results: Pick<Results, 'cells'>): string => `${levelText(results)} interval`;

/** "95%", "99.9%". */
export function levelText({ cells }: Pick<Results, 'cells'>): string {
  const level = cells.find((cell) => cell.level !== undefined)?.level ?? 0.95;
  return `${Number((level * 100).toPrecision(6))}%`;
}

/** The lines of such a file, each fit for a screen. */
export const fileLines = (file: string | undefined): string[] =>
  file === undefined ? [] : file.trimEnd().split('\n').map(printable);
