/** What an expression can come to. Numbers carry the least and most they can be. */
export type Type = NumberType | WordType | { readonly kind: 'flag' };
export interface NumberType {
  readonly kind: 'number';
  readonly low: number;
  readonly high: number;
}
export interface WordType {
  readonly kind: 'word';
  /** Null where any word may come. */
  readonly values: readonly string[] | null;
}

export const FLAG: Type = { kind: 'flag' };
export const number = (low: number, high: number): NumberType => ({ kind: 'number', low, high });
export const word = (values: readonly string[] | null): WordType => ({ kind: 'word', values });

/** A type that covers both. */
export function joined(a: Type, b: Type): Type {
  if (a.kind === 'number' && b.kind === 'number') return number(Math.min(a.low, b.low), Math.max(a.high, b.high));
  if (a.kind === 'word' && b.kind === 'word')
    return word(a.values && b.values ? [...new Set([...a.values, ...b.values])] : null);
  return a;
}

/** May a value of `found` stand where `wanted` is? Words must all be known; numbers are looked at when they come. */
export function isSame(wanted: Type, found: Type): boolean {
  if (wanted.kind !== found.kind) return false;
  if (wanted.kind !== 'word' || found.kind !== 'word' || !wanted.values || !found.values) return true;
  return found.values.every((w) => wanted.values!.includes(w));
}

export function typeText(type: Type): string {
  switch (type.kind) {
    case 'flag':
      return 'true or false';
    case 'number':
      return type.low === type.high ? `the number ${type.low}` : 'a number';
    case 'word':
      return type.values?.length === 1 ? `the word '${type.values[0]}'` : 'a word';
  }
}
