import type { FactType } from './encounter.ts';

/** What facts may be, for the vocabulary of a family. */
export const flag: FactType = { type: 'flag' };
export const number: FactType = { type: 'number' };
export const list: FactType = { type: 'list' };
export const word = (values: readonly string[]): FactType => ({ type: 'word', values });
/** Several of one type: "turn distance". */
export const all = (type: FactType, names: string): Record<string, FactType> =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]));
