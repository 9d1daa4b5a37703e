import type { Rulebook } from './book.ts';
import type { FactSide, FactValue } from './pattern.ts';

/** Facts and the only values that they can have; whatever is not named may be anything. */
export type Narrowed = Readonly<Record<string, readonly FactValue[]>>;

/**
 * How the procedures of a family read the tables of a book: what a row that somebody adds can hope for. It says only
 * what is certain, so that no row is called useless that may count.
 */
export interface TableReads {
  /**
   * The rows of grids that are looked for besides the printed ones; 'every' where all rows are read, whatever their
   * names. Of other grids procedures read the printed rows only.
   */
  readonly rows: (book: Rulebook) => Readonly<Record<string, 'every' | readonly string[]>>;
  /** What the conditions of a table's rows can see. */
  readonly facts: Readonly<Record<string, Readonly<Partial<Record<FactSide, Narrowed>>>>>;
  /** The kinds of unit that there are: every unit is one of these. */
  readonly units?: (book: Rulebook) => readonly Narrowed[];
}

/** Facts that are never known where a table is read: to rows they are false. */
export const unknown = (names: string): Narrowed =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, [undefined]]));

// Only whoever checks a variant needs them: a page that plays does not load them.
const READS: Readonly<Record<string, () => Promise<TableReads>>> = {
  oth: async () => (await import('./oth/table-reads.ts')).othReads,
  syw: async () => (await import('./syw/table-reads.ts')).sywReads,
  'pike-shot': async () => (await import('./pike-shot/table-reads.ts')).pikeShotReads,
};

/** How a book's tables are read; undefined for rules from a file, which say so themselves. */
export const tableReads = async ({ family, program }: Rulebook): Promise<TableReads | undefined> =>
  program === undefined && Object.hasOwn(READS, family) ? READS[family]() : undefined;
