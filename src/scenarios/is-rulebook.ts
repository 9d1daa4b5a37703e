/** Does a file hold a rulebook? */
export const isRulebook = (value: unknown): boolean =>
  value !== null && typeof value === 'object' && 'encounters' in value && !('encounter' in value);
