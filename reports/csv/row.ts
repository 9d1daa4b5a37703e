import type { CellResult, Estimate } from '../../src/results/types.ts';

/** Always these, always in this order; a column for each axis or label follows. */
export const COLUMNS = [
  'row',
  'cell',
  'cell_label',
  'id',
  'label',
  'winner',
  'severity',
  'value',
  'p',
  'mean',
  'sd',
  'base',
  'difference',
  'low',
  'high',
  'count',
  'p_value',
  'verdict',
  'engine',
  'method',
  'trials',
  'partial',
  'seed',
  'rulebook',
  'rulebook_label',
  'rulebook_title',
  'rulebook_variant',
  'rulebook_hash',
  'notes',
  'version',
  'command',
] as const;

export type Field = string | number | undefined;
export type Row = Partial<Record<(typeof COLUMNS)[number], Field>> & {
  readonly row: string;
  /** Axis values of a row that is of no single cell. */
  readonly labels?: CellResult['labels'];
};

/** The columns of a probability. */
export const estimate = ({ p, low, high, count }: Estimate): Omit<Row, 'row'> => ({ p, low, high, count });
